// Undoes a delivery or an arrival on its day: of one package, or of a shipment.

import type { Shipment } from '../../domain/shipments/shipment.ts'
import { nameOf } from '../../domain/shipments/shipment.ts'
import { mayUndoDelivery, reopened, undoArrival, undoDelivery } from '../../domain/shipments/undo-step.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import type { Query } from '../../store/engine/db.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as packages from '../../store/packages/packages.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import { callerFor } from '../caller-for.ts'
import type { Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { callersFor, changeAll, savePackages } from '../packages/save-packages.ts'

export const undoPackageDelivery = (deps: Deps, author: Author, packageId: string): Promise<FoundPackage> =>
  deps.db.transaction(async (tx) => {
    const { scope, parcel: before } = await packages.loadOfAnyBusiness(tx, packageId)
    const caller = await callerFor(tx, scope, author)
    const { timeZone } = await businesses.loadShared(tx, scope.businessId)
    const after = undoDelivery(before, timeZone, nowFor(deps, caller))
    const [shipment] = before.shipmentId === null ? [] : await shipments.ofIds(tx, [before.shipmentId])
    // Saved even where it was under way still: whoever delivers its last package at once starts again.
    if (shipment) await shipments.save(tx, author, shipment, reopened(shipment))
    const [parcel] = await savePackages(deps, tx, 'package.delivery_undone', [{ caller, before, after }])
    return { scope, parcel: parcel! }
  })

/** Every delivery of the day from this shipment, however it was recorded. */
export const undoShipmentDelivery = (deps: Deps, author: Author, id: string): Promise<Shipment> =>
  deps.db.transaction(async (tx) => {
    const before = await shipments.load(tx, id)
    const shipment = await shipments.save(tx, author, before, reopened(before))
    const found = await shipmentPackages.ofShipment(tx, shipment.id)
    const zones = await zonesOf(tx, found)
    const callerOf = await callersFor(
      tx,
      author,
      found.map(({ scope }) => scope),
    )
    const changes = found.flatMap(({ scope, parcel }) => {
      const [caller, timeZone] = [callerOf(scope), zones.get(scope.businessId)!]
      const now = nowFor(deps, caller)
      return mayUndoDelivery(parcel, timeZone, now) ? [{ caller, before: parcel, after: undoDelivery(parcel, timeZone, now) }] : []
    })
    if (changes.length === 0)
      throw new Rejection('INVALID_TRANSITION', `No package of shipment ${nameOf(before)} was delivered today; there is nothing to undo.`)
    await savePackages(deps, tx, 'package.delivery_undone', changes)
    return shipment
  })

export const undoShipmentArrival = (deps: Deps, author: Author, id: string): Promise<Shipment> =>
  deps.db.transaction(async (tx) => {
    const before = await shipments.load(tx, id)
    const found = await shipmentPackages.ofShipment(tx, before.id)
    const zones = await zonesOf(tx, found)
    const shipment = await shipments.save(tx, author, before, undoArrival(before, [...zones.values()], deps.clock()))
    const underWay = found.filter(({ parcel }) => parcel.status === 'transit')
    await changeAll(deps, tx, author, 'package.arrival_undone', underWay, (parcel) => parcel)
    return shipment
  })

const zonesOf = async (tx: Query, found: readonly FoundPackage[]): Promise<Map<string, string>> => {
  const zones = new Map<string, string>()
  for (const id of new Set(found.map(({ scope }) => scope.businessId))) zones.set(id, (await businesses.loadShared(tx, id)).timeZone)
  return zones
}
