// Delivers one package, or all deliverable packages of a shipment. Delivering the last package completes the shipment.

import type { HandOver } from '../../domain/packages/collection.ts'
import { isToCollect, NOTHING_TYPED } from '../../domain/packages/collection.ts'
import type { Package } from '../../domain/packages/package.ts'
import { deliver } from '../../domain/packages/package.ts'
import type { Shipment } from '../../domain/shipments/shipment.ts'
import { delivered } from '../../domain/shipments/shipment.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as packages from '../../store/packages/packages.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import { paymentRequired, unpaidAt } from '../billing/release.ts'
import type { Deps, LockedCaller } from '../deps.ts'
import { callerFor, nowFor, withBusiness } from '../deps.ts'
import { checkHandOver } from '../packages/collect-package.ts'
import { changeAll, lockedCallersFor, savePackages } from '../packages/save-packages.ts'

/** The packages in `held`, `unpaid` and `toCollect` were not delivered. If there are any, the shipment is not completed. */
export type DeliveredShipment = {
  shipment: Shipment
  held: Package[]
  unpaid: { parcel: Package; text: string }[]
  /** Packages that are ready for collection. Each package must be handed out separately, against its collection code. */
  toCollect: Package[]
}

export const deliverShipment = (deps: Deps, author: Author, id: string): Promise<DeliveredShipment> =>
  deps.db.transaction(author, async (tx) => {
    const before = await shipments.load(tx, id, author.seen)
    const after = delivered(before, deps.clock())
    const found = await shipmentPackages.ofShipment(tx, before.id)
    const left = found.filter(({ parcel }) => parcel.status !== 'delivered')
    const held = left.map(({ parcel }) => parcel).filter(isHeld)
    const released = left.filter(({ parcel }) => !isHeld(parcel))
    const toCollect = released.map(({ parcel }) => parcel).filter(isToCollect)
    const free = released.filter(({ parcel }) => !isToCollect(parcel))
    const callerOf = await lockedCallersFor(tx, author, free)
    const textOf = await unpaidAt(deps, tx, callerOf, free, 'delivery')
    const unpaid = free.flatMap(({ parcel }) => {
      const text = textOf.get(parcel.id)
      return text === undefined ? [] : [{ parcel, text }]
    })
    const leaving = free.filter(({ parcel }) => !textOf.has(parcel.id))
    if (leaving.length === 0 && left.length > 0) throw nothingToDeliver(held, unpaid, toCollect)
    // Saves the shipment even if it is unchanged, so that concurrent deliveries conflict and are retried.
    const shipment = await shipments.save(tx, author, before, leaving.length === left.length ? after : before)
    await changeAll(deps, tx, callerOf, 'package.delivered', leaving, deliver)
    return { shipment, held, unpaid, toCollect }
  })

const isHeld = ({ holdInstruction }: Package): boolean => holdInstruction === 'hold'

const nothingToDeliver = (held: readonly Package[], unpaid: DeliveredShipment['unpaid'], toCollect: readonly Package[]): Rejection => {
  if (held.length + toCollect.length === 0) return paymentRequired(unpaid)
  return new Rejection(held.length > 0 ? 'PACKAGE_ON_HOLD' : 'INVALID_TRANSITION', undefined, {
    problems: [
      ...held.map(({ parcelNumber }) => ({ field: parcelNumber, message: 'is on hold; release it before it is delivered' })),
      ...toCollect.map(({ parcelNumber }) => ({ field: parcelNumber, message: 'waits to be collected; hand it out with its code' })),
      ...paymentRequired(unpaid).problems,
    ],
  })
}

/**
 * Completes the operator's own shipment if its last package is being delivered. Otherwise saves the shipment unchanged, so that concurrent
 * deliveries conflict and are retried. Call this just before the package is saved.
 */
const settleShipment = async (deps: Deps, tx: Tx, author: Author, shipmentId: string | null): Promise<void> => {
  const [shipment] = shipmentId === null ? [] : await shipments.ofIds(tx, [shipmentId])
  if (!shipment || shipment.kind === 'carrier') return
  const left = await shipmentPackages.countUndelivered(tx, shipment.id)
  await shipments.save(tx, author, shipment, left > 1 ? shipment : delivered(shipment, deps.clock()))
}

/** `reason`: why the package is handed out without its code. */
export const deliverOne = async (
  deps: Deps,
  tx: Tx,
  caller: LockedCaller,
  parcel: Package,
  reason: string | null = null,
): Promise<Package> => {
  const now = nowFor(deps, caller)
  const handedOut = isToCollect(parcel) ? { by: caller.actor, at: now, reason } : null
  const after = { ...deliver(parcel, now), handedOut }
  await settleShipment(deps, tx, caller, parcel.shipmentId)
  const [saved] = await savePackages(deps, tx, 'package.delivered', [{ caller, before: parcel, after }])
  return saved!
}

export const deliverFound = async (
  deps: Deps,
  author: Author,
  packageId: string,
  handOver: HandOver = NOTHING_TYPED,
): Promise<FoundPackage> => {
  const outcome = await deps.db.transaction(author, async (tx) => {
    const found = await packages.loadOfAnyBusiness(tx, packageId)
    const caller = await withBusiness(tx, await callerFor(tx, found.scope, author))
    const refusal = await checkHandOver(tx, found.scope, found.parcel, handOver)
    // The refusal is returned, not thrown. A throw would roll back the transaction, and the wrong code would not be counted.
    if (refusal) return refusal
    const parcel = await deliverOne(deps, tx, caller, found.parcel, handOver.reason)
    // The debt is checked last, so that a wrong status or a hold is reported first.
    const text = (await unpaidAt(deps, tx, () => caller, [found], 'delivery')).get(parcel.id)
    if (text !== undefined) throw paymentRequired([{ parcel, text }])
    return { scope: found.scope, parcel }
  })
  if (outcome instanceof Rejection) throw outcome
  return outcome
}
