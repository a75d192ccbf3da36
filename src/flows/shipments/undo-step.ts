// Undoes the delivery of a package or shipment, or the arrival or departure of a shipment, on the same day.

import type { PackageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Shipment } from '../../domain/shipments/shipment.ts'
import { nameOf } from '../../domain/shipments/shipment.ts'
import {
  mayUndoDelivery,
  reopened,
  requireReturnable,
  returned,
  undoArrival,
  undoDelivery,
  undoDeparture,
} from '../../domain/shipments/undo-step.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as packages from '../../store/packages/packages.ts'
import * as places from '../../store/places/places.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import { resumeStorage } from '../billing/charges/charge-storage.ts'
import type { Deps, LockedCaller } from '../deps.ts'
import { callerFor, nowFor, withBusiness } from '../deps.ts'
import { changeAll, lockedCallersFor, savePackages } from '../packages/save-packages.ts'

export const undoPackageDelivery = (deps: Deps, author: Author, packageId: string): Promise<FoundPackage> =>
  deps.db.transaction(author, async (tx) => {
    const { scope, parcel: before } = await packages.loadOfAnyBusiness(tx, packageId)
    const caller = await withBusiness(tx, await callerFor(tx, scope, author))
    const after = undoDelivery(before, caller.business.timeZone, nowFor(deps, caller))
    const [shipment] = before.shipmentId === null ? [] : await shipments.ofIds(tx, [before.shipmentId])
    // Saves the shipment even if it is unchanged, so that a concurrent delivery of its last package conflicts and is retried.
    if (shipment) await shipments.save(tx, author, shipment, reopened(shipment))
    const [parcel] = await savePackages(deps, tx, 'package.delivery_undone', [{ caller, before, after }])
    return { scope, parcel: parcel! }
  })

/** Undoes all of today's deliveries from this shipment, including deliveries of single packages. */
export const undoShipmentDelivery = (deps: Deps, author: Author, id: string): Promise<Shipment> =>
  deps.db.transaction(author, async (tx) => {
    const before = await shipments.load(tx, id, author.seen)
    const shipment = await shipments.save(tx, author, before, reopened(before))
    const found = await shipmentPackages.ofShipment(tx, shipment.id)
    const callerOf = await lockedCallersFor(tx, author, found)
    const changes = found.flatMap(({ scope, parcel }) => {
      const caller = callerOf(scope)
      const { timeZone } = caller.business
      const now = nowFor(deps, caller)
      return mayUndoDelivery(parcel, timeZone, now) ? [{ caller, before: parcel, after: undoDelivery(parcel, timeZone, now) }] : []
    })
    if (changes.length === 0)
      throw new Rejection('INVALID_TRANSITION', `No package of shipment ${nameOf(before)} was delivered today; there is nothing to undo.`)
    await savePackages(deps, tx, 'package.delivery_undone', changes)
    return shipment
  })

export const undoShipmentArrival = (deps: Deps, author: Author, id: string): Promise<Shipment> =>
  deps.db.transaction(author, async (tx) => {
    const before = await shipments.load(tx, id, author.seen)
    const found = await shipmentPackages.ofShipment(tx, before.id)
    const callerOf = await lockedCallersFor(tx, author, found)
    const zones = found.map(({ scope }) => callerOf(scope).business.timeZone)
    const shipment = await shipments.save(tx, author, before, undoArrival(before, zones, deps.clock()))
    const underWay = found.filter(({ parcel }) => parcel.status === 'transit')
    await changeAll(deps, tx, callerOf, 'package.arrival_undone', underWay, (parcel) => ({ ...parcel, readyForCollectionAt: null }))
    return shipment
  })

export const undoShipmentDeparture = (deps: Deps, author: Author, id: string): Promise<Shipment> =>
  deps.db.transaction(author, async (tx) => {
    const before = await shipments.load(tx, id, author.seen)
    const found = await shipmentPackages.ofShipment(tx, before.id)
    const callerOf = await lockedCallersFor(tx, author, found)
    const zones = found.map(({ scope }) => callerOf(scope).business.timeZone)
    const shipment = await shipments.save(tx, author, before, undoDeparture(before, zones, deps.clock()))
    await returnToWarehouse(deps, tx, callerOf, found, {
      event: 'package.departure_undone',
      reason: `The departure of shipment ${nameOf(before)} was undone`,
    })
    return shipment
  })

/** `reason`: recorded with the charges that are reversed. */
type Return = { event: PackageEvent; reason: string; alter?: (parcel: Package, now: number) => Package }

/**
 * Puts departed packages back into the warehouse, in their old places if these are still open, and resumes storage. Packages that were
 * never in the warehouse go back to the supplier.
 */
export const returnToWarehouse = async (
  deps: Deps,
  tx: Tx,
  callerOf: (scope: Scope) => LockedCaller,
  found: readonly FoundPackage[],
  { event, reason, alter = (parcel) => parcel }: Return,
): Promise<FoundPackage[]> => {
  const left = found.map(({ parcel }) => parcel)
  requireReturnable(left)
  const openPlaces = await places.openShared(
    tx,
    left.map(({ placeId }) => placeId),
  )
  const all: FoundPackage[] = []
  for (const [caller, own] of Map.groupBy(found, ({ scope }) => callerOf(scope))) {
    const now = nowFor(deps, caller)
    const moves = own.map(({ parcel }) => ({ caller, before: parcel, after: alter(returned(parcel, openPlaces, now), now) }))
    const saved = await savePackages(deps, tx, event, moves)
    const resumed = saved.map((parcel, index) => ({ parcel, endedAt: own[index]!.parcel.departedAt! }))
    await resumeStorage(deps, tx, caller, resumed, reason)
    all.push(...saved.map((parcel, index) => ({ scope: own[index]!.scope, parcel })))
  }
  return all
}
