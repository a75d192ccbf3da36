// Marks packages as ready for collection, each with its own code. Checks the code when a package is handed out.

import type { CollectionCode, HandOver } from '../../domain/packages/collection.ts'
import { isToCollect, notReady, obstacleToCollection, readyForCollection, refusalToHandOut } from '../../domain/packages/collection.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Shipment } from '../../domain/shipments/shipment.ts'
import { nameOf } from '../../domain/shipments/shipment.ts'
import { CODE_RANDOM_BYTES, makeCollectionCode } from '../../domain/values/codes.ts'
import type { Rejection } from '../../domain/values/errors.ts'
import { invalidTransition } from '../../domain/values/errors.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as codes from '../../store/packages/collection-codes.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as packages from '../../store/packages/packages.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import type { Caller, Deps, LockedCaller } from '../deps.ts'
import { callerFor, nowFor, withBusiness } from '../deps.ts'
import { lockedCallersFor, savePackages } from './save-packages.ts'

const shipmentOf = async (tx: Tx, { shipmentId }: Package): Promise<Shipment | null> =>
  shipmentId === null ? null : ((await shipments.ofIds(tx, [shipmentId]))[0] ?? null)

/** Marks packages of one shipment as ready for collection. Packages that are already ready keep their codes. */
const makeReady = async (
  deps: Deps,
  tx: Tx,
  callerOf: (scope: Scope) => LockedCaller,
  found: readonly FoundPackage[],
  shipment: Shipment | null,
): Promise<Package[]> => {
  const moves = found.flatMap(({ scope, parcel }) => {
    const caller = callerOf(scope)
    const after = readyForCollection(parcel, shipment, nowFor(deps, caller))
    return after === parcel ? [] : [{ caller, before: parcel, after }]
  })
  for (const { caller, after } of moves)
    await codes.put(tx, caller, after.id, makeCollectionCode(deps.random(CODE_RANDOM_BYTES)), deps.clock())
  return savePackages(deps, tx, 'package.ready_for_collection', moves)
}

export const markReady = (deps: Deps, author: Author, id: string): Promise<FoundPackage> =>
  deps.db.transaction(author, async (tx) => {
    const found = await packages.loadOfAnyBusiness(tx, id)
    const caller = await withBusiness(tx, await callerFor(tx, found.scope, author))
    const [saved] = await makeReady(deps, tx, () => caller, [found], await shipmentOf(tx, found.parcel))
    return saved ? { ...found, parcel: saved } : found
  })

export const markNotReady = (deps: Deps, author: Author, id: string): Promise<FoundPackage> =>
  deps.db.transaction(author, async (tx) => {
    const { scope, parcel } = await packages.loadOfAnyBusiness(tx, id)
    const caller = await withBusiness(tx, await callerFor(tx, scope, author))
    const moves = [{ caller, before: parcel, after: notReady(parcel) }]
    const [saved] = await savePackages(deps, tx, 'package.ready_undone', moves)
    return { scope, parcel: saved! }
  })

const isHeld = ({ holdInstruction }: Package): boolean => holdInstruction === 'hold'

/**
 * Marks the packages of an arrived shipment as ready for collection, for the businesses that `chosen` accepts. Packages on hold or already
 * handed out stay unchanged.
 */
export const makeArrivedReady = async (
  deps: Deps,
  tx: Tx,
  callerOf: (scope: Scope) => LockedCaller,
  shipment: Shipment,
  chosen: (caller: LockedCaller) => boolean,
): Promise<{ ready: Package[]; held: Package[] }> => {
  const found = await shipmentPackages.ofShipment(tx, shipment.id)
  const waiting = found.filter(({ scope, parcel }) => obstacleToCollection(parcel, shipment) === null && chosen(callerOf(scope)))
  const free = waiting.filter(({ parcel }) => !isHeld(parcel))
  const ready = await makeReady(deps, tx, callerOf, free, shipment)
  return { ready, held: waiting.map(({ parcel }) => parcel).filter(isHeld) }
}

export type ReadyShipment = { shipment: Shipment; ready: Package[]; held: Package[] }

export const markShipmentReady = (deps: Deps, author: Author, id: string): Promise<ReadyShipment> =>
  deps.db.transaction(author, async (tx) => {
    const before = await shipments.load(tx, id, author.seen)
    if (before.arrivedAt === null) throw invalidTransition(`Shipment ${nameOf(before)} has not arrived yet.`)
    const callerOf = await lockedCallersFor(tx, author, await shipmentPackages.ofShipment(tx, before.id))
    // Saves the shipment unchanged, so that a concurrent undo of the arrival conflicts and is retried.
    const shipment = await shipments.save(tx, author, before, before)
    return { shipment, ...(await makeArrivedReady(deps, tx, callerOf, shipment, () => true)) }
  })

/**
 * Returns null if the package may be handed out, otherwise the refusal. Commit before throwing the refusal, because a rollback would lose
 * the count of wrong codes.
 */
export const checkHandOver = async (tx: Tx, scope: Scope, parcel: Package, handOver: HandOver): Promise<Rejection | null> => {
  const known = isToCollect(parcel) ? await codes.lock(tx, scope, parcel.id) : null
  const refused = refusalToHandOut(parcel, known, handOver)
  if (refused?.isWrong) await codes.countWrong(tx, scope, parcel.id)
  return refused?.refusal ?? null
}

export type Collection = { parcel: Package; code: CollectionCode['code'] | null }

/**
 * Returns a package with its collection code, for the business that owns the package. The code is null if the package is not waiting for
 * collection.
 */
export const readCollection = async ({ db }: Deps, caller: Caller, id: string): Promise<Collection> => {
  const parcel = await packages.load(db, caller, id)
  const found = isToCollect(parcel) ? (await codes.ofPackages(db, caller, [id])).get(id) : undefined
  return { parcel, code: found?.code ?? null }
}
