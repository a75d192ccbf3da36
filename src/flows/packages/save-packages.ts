// Saves changed packages of any business, with audit records and events. If a change ends the storage of a package, the storage is charged.

import type { PackageEvent } from '../../domain/events/event.ts'
import { packageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as packages from '../../store/packages/packages.ts'
import { chargeEndedStorage } from '../billing/charges/charge-storage.ts'
import type { Caller, Deps, LockedCaller } from '../deps.ts'
import { callerFor, withBusiness } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'

/** Maximum number of packages in one statement. SQLite and PostgreSQL limit the number of parameters of a statement. */
const MOVES_PER_BATCH_MAX = 500

export type PackageChange = { caller: LockedCaller; before: Package; after: Package }

type Found = readonly { scope: Scope }[]

/** Calls `read` only once for each distinct scope in `found`. */
const readOnce = async <T extends Caller>(found: Found, read: (scope: Scope) => Promise<T>): Promise<(scope: Scope) => T> => {
  const keyOf = ({ businessId, mode }: Scope): string => `${businessId} ${mode}`
  const callers = new Map<string, T>()
  for (const { scope } of found) {
    const key = keyOf(scope)
    if (!callers.has(key)) callers.set(key, await read(scope))
  }
  return (scope) => callers.get(keyOf(scope))!
}

export const callersFor = (db: Query, author: Author, found: Found): Promise<(scope: Scope) => Caller> =>
  readOnce(found, (scope) => callerFor(db, scope, author))

/** Like `callersFor`, but locks the businesses. Use it to save packages, and for decisions that depend on the terms of a business. */
export const lockedCallersFor = (tx: Tx, author: Author, found: Found): Promise<(scope: Scope) => LockedCaller> =>
  readOnce(found, async (scope) => withBusiness(tx, await callerFor(tx, scope, author)))

/** `type`: the event to record for each package. If null, no event is recorded. */
export const savePackages = async (deps: Deps, tx: Tx, type: PackageEvent | null, moves: readonly PackageChange[]): Promise<Package[]> => {
  const saved: Package[] = []
  for (const [caller, own] of Map.groupBy(moves, (move) => move.caller)) {
    for (let from = 0; from < own.length; from += MOVES_PER_BATCH_MAX) {
      const batch = own.slice(from, from + MOVES_PER_BATCH_MAX)
      const [only] = batch.length === 1 ? batch : []
      const moved = only ? [await packages.save(tx, caller, only.before, only.after)] : await packages.saveAll(tx, caller, batch)
      const events = type === null ? [] : moved.map((parcel) => packageEvent(type, parcel))
      if (events.length > 0) await recordEvents(deps, tx, caller, events)
      await chargeEndedStorage(
        deps,
        tx,
        caller,
        batch.map(({ before }, index) => ({ before, after: moved[index]! })),
      )
      saved.push(...moved)
    }
  }
  return saved
}

/**
 * Applies `step` to each package and saves the result. All packages change at the same instant. `step` gets this instant on the clock of
 * the business.
 */
export const changeAll = async (
  deps: Deps,
  tx: Tx,
  callerOf: (scope: Scope) => LockedCaller,
  type: PackageEvent | null,
  found: readonly FoundPackage[],
  step: (parcel: Package, now: number) => Package,
): Promise<void> => {
  const now = deps.clock()
  const moves = found.map(({ scope, parcel }) => {
    const caller = callerOf(scope)
    return { caller, before: parcel, after: step(parcel, now + caller.clockOffsetMs) }
  })
  await savePackages(deps, tx, type, moves)
}
