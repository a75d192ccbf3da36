// Puts packages that had departed back to where they were: into the warehouse with their places and storage, or at the supplier.

import type { PackageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import { requireReturnable, returned } from '../../domain/shipments/undo-step.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as places from '../../store/places/places.ts'
import { resumeStorage } from '../billing/charges/charge-storage.ts'
import type { Deps, LockedCaller } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { savePackages } from '../packages/save-packages.ts'

/** `reason`: recorded with the charges that are reversed. */
type Return = { event: PackageEvent; reason: string; alter?: (parcel: Package, now: number) => Package }

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
