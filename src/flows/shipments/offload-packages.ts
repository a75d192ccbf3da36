// Takes packages off a shipment if they were not on board when it departed. Attaches them to another shipment on request. Handles all packages or none.

import type { Package } from '../../domain/packages/package.ts'
import { attach } from '../../domain/shipments/attachment.ts'
import { containersOf } from '../../domain/shipments/full-containers.ts'
import { lightened, offloaded, requireOffloadable } from '../../domain/shipments/offload.ts'
import type { Shipment } from '../../domain/shipments/shipment.ts'
import { nameOf } from '../../domain/shipments/shipment.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import { paymentRequired, unpaidAt } from '../billing/release.ts'
import type { Deps, LockedCaller } from '../deps.ts'
import { nowFor } from '../deps.ts'
import type { Pointer, Scanned } from '../packages/find-scanned.ts'
import { findScanned } from '../packages/find-scanned.ts'
import { lockedCallersFor, savePackages } from '../packages/save-packages.ts'
import { returnToWarehouse } from './undo-step.ts'

/**
 * `to`: token or number of the shipment to which the packages are attached. If null, the packages only return to the warehouse or the
 * supplier.
 */
export type OffloadRequest = { pointers: readonly Pointer[]; reason: string; to: string | null }

export type Offloaded = { shipment: Shipment; to: Shipment | null; parcels: Package[] }

export const offloadPackages = (
  deps: Deps,
  author: Author,
  shipmentId: string,
  { pointers, reason, to }: OffloadRequest,
): Promise<Offloaded> =>
  deps.db.transaction(author, async (tx) => {
    const before = await shipments.load(tx, shipmentId, author.seen)
    const found = allFound(await findScanned(tx, author, pointers))
    const parcels = found.map(({ parcel }) => parcel)
    requireOffloadable(before, parcels)
    const callerOf = await lockedCallersFor(tx, author, found)
    const loaded = (await shipmentPackages.ofShipment(tx, before.id)).map(({ parcel }) => parcel)
    const left = loaded.filter(({ id }) => parcels.every((parcel) => parcel.id !== id))
    // Saves the shipment even if it is unchanged, so that concurrent changes of the shipment conflict and are retried.
    const shipment = await shipments.save(tx, author, before, lightened(before, parcels, left, deps.clock()))
    const back = await returnToWarehouse(deps, tx, callerOf, found, {
      event: 'package.offloaded',
      reason: `Not on board of shipment ${nameOf(before)}: ${reason}`,
      alter: (parcel, now) => offloaded(parcel, { reason, by: author.actor, now }),
    })
    if (to === null) return { shipment, to: null, parcels: back.map(({ parcel }) => parcel) }
    return { shipment, ...(await attachAll(deps, tx, author, callerOf, { from: before, found: back, to })) }
  })

/** Returns each package once, even if the package was scanned twice. Throws if a code finds no package. */
const allFound = (scanned: readonly Scanned[]): FoundPackage[] => {
  const byId = new Map<string, FoundPackage>()
  for (const { found } of scanned) {
    if (found instanceof Rejection) throw found
    byId.set(found.parcel.id, found)
  }
  return [...byId.values()]
}

const attachAll = async (
  deps: Deps,
  tx: Tx,
  author: Author,
  callerOf: (scope: Scope) => LockedCaller,
  { from, found, to }: { from: Shipment; found: readonly FoundPackage[]; to: string },
): Promise<{ to: Shipment; parcels: Package[] }> => {
  const before = await shipments.find(tx, to, author.seen)
  if (!before) throw invalidField('to', 'is not a known shipment')
  let shipment = before
  const moves = found.map(({ scope, parcel }) => {
    const caller = callerOf(scope)
    const loaded = containersOf(from, parcel)
    const candidate = { parcel, mode: scope.mode, boundTo: null, ...(loaded.length > 0 ? { loaded } : {}) }
    const attached = attach(candidate, shipment, nowFor(deps, caller))
    shipment = attached.shipment
    return { caller, before: parcel, after: attached.parcel }
  })
  const unpaid = await unpaidAt(deps, tx, callerOf, found, 'departure')
  const stopped = found.flatMap(({ parcel }) => (unpaid.has(parcel.id) ? [{ parcel, text: unpaid.get(parcel.id)! }] : []))
  if (stopped.length > 0) throw paymentRequired(stopped)
  const saved = await shipments.save(tx, author, before, shipment)
  return { to: saved, parcels: await savePackages(deps, tx, 'package.attached', moves) }
}
