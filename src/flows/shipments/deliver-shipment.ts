// Delivers one package, or all packages of a shipment that are not on hold. With its last package the shipment is delivered.

import type { Package } from '../../domain/packages/package.ts'
import { deliver } from '../../domain/packages/package.ts'
import type { Shipment } from '../../domain/shipments/shipment.ts'
import { delivered } from '../../domain/shipments/shipment.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { Query } from '../../store/engine/db.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as packages from '../../store/packages/packages.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import { callerFor } from '../caller-for.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { changeAll, savePackages } from '../packages/save-packages.ts'

/** `held`: what stays in transit because it is on hold; the shipment is then not delivered yet. */
export type DeliveredShipment = { shipment: Shipment; held: Package[] }

export const deliverShipment = (deps: Deps, author: Author, id: string): Promise<DeliveredShipment> =>
  deps.db.transaction(async (tx) => {
    const before = await shipments.load(tx, id)
    const after = delivered(before, deps.clock())
    const found = await shipmentPackages.ofShipment(tx, before.id)
    const left = found.filter(({ parcel }) => parcel.status !== 'delivered')
    const held = left.map(({ parcel }) => parcel).filter(isHeld)
    if (held.length > 0 && held.length === left.length) throw nothingToDeliver(held)
    // Saved even where it stays under way: of two who deliver from it at once the later one starts again.
    const shipment = await shipments.save(tx, author, before, held.length === 0 ? after : before)
    await changeAll(
      deps,
      tx,
      author,
      'package.delivered',
      left.filter(({ parcel }) => !isHeld(parcel)),
      deliver,
    )
    return { shipment, held }
  })

const isHeld = ({ holdInstruction }: Package): boolean => holdInstruction === 'hold'

const nothingToDeliver = (held: readonly Package[]): Rejection =>
  new Rejection('PACKAGE_ON_HOLD', undefined, {
    problems: held.map(({ parcelNumber }) => ({ field: parcelNumber, message: 'is on hold; release it before it is delivered' })),
  })

/** A carrier's shipment is the carrier's to follow. Of ours, two last packages delivered at once must not both think another is left. */
const settleShipment = async (deps: Deps, tx: Query, author: Author, shipmentId: string | null): Promise<void> => {
  const [shipment] = shipmentId === null ? [] : await shipments.ofIds(tx, [shipmentId])
  if (!shipment || shipment.kind === 'carrier') return
  const left = await shipmentPackages.countUndelivered(tx, shipment.id)
  await shipments.save(tx, author, shipment, left > 1 ? shipment : delivered(shipment, deps.clock()))
}

export const deliverOne = async (deps: Deps, tx: Query, caller: Caller, parcel: Package): Promise<Package> => {
  const after = deliver(parcel, nowFor(deps, caller))
  await settleShipment(deps, tx, caller, parcel.shipmentId)
  const [saved] = await savePackages(deps, tx, 'package.delivered', [{ caller, before: parcel, after }])
  return saved!
}

export const deliverFound = (deps: Deps, author: Author, packageId: string): Promise<FoundPackage> =>
  deps.db.transaction(async (tx) => {
    const found = await packages.loadOfAnyBusiness(tx, packageId)
    const caller = await callerFor(tx, found.scope, author)
    return { scope: found.scope, parcel: await deliverOne(deps, tx, caller, found.parcel) }
  })
