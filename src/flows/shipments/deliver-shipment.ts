// Delivers one package, or all packages of a shipment that may be delivered. The last package completes the shipment.

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
import { changeAll, lockedCallersFor, savePackages } from '../packages/save-packages.ts'

/** `held` and `unpaid` packages are not delivered, so the shipment is not completed. */
export type DeliveredShipment = { shipment: Shipment; held: Package[]; unpaid: { parcel: Package; text: string }[] }

export const deliverShipment = (deps: Deps, author: Author, id: string): Promise<DeliveredShipment> =>
  deps.db.transaction(author, async (tx) => {
    const before = await shipments.load(tx, id)
    const after = delivered(before, deps.clock())
    const found = await shipmentPackages.ofShipment(tx, before.id)
    const left = found.filter(({ parcel }) => parcel.status !== 'delivered')
    const held = left.map(({ parcel }) => parcel).filter(isHeld)
    const free = left.filter(({ parcel }) => !isHeld(parcel))
    const callerOf = await lockedCallersFor(tx, author, free)
    const textOf = await unpaidAt(deps, tx, callerOf, free, 'delivery')
    const unpaid = free.flatMap(({ parcel }) => {
      const text = textOf.get(parcel.id)
      return text === undefined ? [] : [{ parcel, text }]
    })
    const leaving = free.filter(({ parcel }) => !textOf.has(parcel.id))
    if (leaving.length === 0 && left.length > 0) throw nothingToDeliver(held, unpaid)
    // Saves the shipment even if it is unchanged, so that concurrent deliveries conflict and are retried.
    const shipment = await shipments.save(tx, author, before, leaving.length === left.length ? after : before)
    await changeAll(deps, tx, callerOf, 'package.delivered', leaving, deliver)
    return { shipment, held, unpaid }
  })

const isHeld = ({ holdInstruction }: Package): boolean => holdInstruction === 'hold'

const nothingToDeliver = (held: readonly Package[], unpaid: DeliveredShipment['unpaid']): Rejection =>
  held.length === 0
    ? paymentRequired(unpaid)
    : new Rejection('PACKAGE_ON_HOLD', undefined, {
        problems: [
          ...held.map(({ parcelNumber }) => ({ field: parcelNumber, message: 'is on hold; release it before it is delivered' })),
          ...paymentRequired(unpaid).problems,
        ],
      })

/** Always saves the operator's own shipment. If its last two packages are delivered at once, one delivery is retried and completes it. */
const settleShipment = async (deps: Deps, tx: Tx, author: Author, shipmentId: string | null): Promise<void> => {
  const [shipment] = shipmentId === null ? [] : await shipments.ofIds(tx, [shipmentId])
  if (!shipment || shipment.kind === 'carrier') return
  const left = await shipmentPackages.countUndelivered(tx, shipment.id)
  await shipments.save(tx, author, shipment, left > 1 ? shipment : delivered(shipment, deps.clock()))
}

export const deliverOne = async (deps: Deps, tx: Tx, caller: LockedCaller, parcel: Package): Promise<Package> => {
  const after = deliver(parcel, nowFor(deps, caller))
  await settleShipment(deps, tx, caller, parcel.shipmentId)
  const [saved] = await savePackages(deps, tx, 'package.delivered', [{ caller, before: parcel, after }])
  return saved!
}

export const deliverFound = (deps: Deps, author: Author, packageId: string): Promise<FoundPackage> =>
  deps.db.transaction(author, async (tx) => {
    const found = await packages.loadOfAnyBusiness(tx, packageId)
    const caller = await withBusiness(tx, await callerFor(tx, found.scope, author))
    const parcel = await deliverOne(deps, tx, caller, found.parcel)
    // The debt is checked last, so that a wrong status or a hold is reported first.
    const text = (await unpaidAt(deps, tx, () => caller, [found], 'delivery')).get(parcel.id)
    if (text !== undefined) throw paymentRequired([{ parcel, text }])
    return { scope: found.scope, parcel }
  })
