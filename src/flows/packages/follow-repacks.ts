// Finds the packages that now hold the goods of a repacked package.

import type { Package } from '../../domain/packages/package.ts'
import { followed } from '../../domain/packages/tracking.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query } from '../../platform/engine/db.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as packages from '../../store/packages/packages.ts'

/**
 * Returns the packages that now hold the goods of `parcel`: `parcel` itself if it was not repacked. The loop ends, because repacks form no
 * cycles.
 */
const successorsOf = async (db: Query, scope: Scope, parcel: Package): Promise<Package[]> => {
  let [open, found]: [Package[], Map<string, Package>] = [[parcel], new Map()]
  while (open.length > 0) {
    for (const each of open.filter(({ repackedInto }) => repackedInto === null)) found.set(each.id, each)
    const ids = new Set(open.flatMap(({ repackedInto }) => repackedInto?.parcels.map(({ id }) => id) ?? []))
    open = await packages.ofIds(db, scope, [...ids])
  }
  return [...found.values()]
}

/**
 * Like `successorsOf`. But if a package was made by a repack that was undone, returns the repack's source packages, which hold the goods
 * again.
 */
export const goodsIn = async (db: Query, scope: Scope, parcel: Package): Promise<Package[]> => {
  const found = new Map<string, Package>()
  for (const each of await successorsOf(db, scope, parcel)) {
    const from = each.status === 'cancelled' ? each.repackedFrom : null
    const sources =
      from === null
        ? []
        : await packages.ofIds(
            db,
            scope,
            from.parcels.map(({ id }) => id),
          )
    const back = sources.filter(({ repackedInto }) => repackedInto?.repackId !== from!.repackId)
    if (back.length === 0) found.set(each.id, each)
    for (const source of back) for (const goods of await goodsIn(db, scope, source)) found.set(goods.id, goods)
  }
  return [...found.values()]
}

/** Maps the ID of each package made by a repack to all packages that it was made from, directly or indirectly. */
export const ancestorsOf = async (db: Query, scope: Scope, parcels: readonly Package[]): Promise<Map<string, Package[]>> => {
  const made = parcels.filter(({ repackedFrom }) => repackedFrom !== null)
  return new Map(await Promise.all(made.map(async (parcel) => [parcel.id, await ancestors(db, scope, parcel)] as const)))
}

const ancestors = async (db: Query, scope: Scope, parcel: Package): Promise<Package[]> => {
  const found: Package[] = []
  for (let made = [parcel]; made.length > 0; ) {
    const ids = new Set(made.flatMap(({ repackedFrom }) => repackedFrom?.parcels.map(({ id }) => id) ?? []))
    made = await packages.ofIds(db, scope, [...ids])
    found.push(...made)
  }
  return found
}

/** Returns the package. If it was repacked, the result has the progress of the packages that it was repacked into. */
export const trackedPackage = async (db: Query, scope: Scope, id: string): Promise<Package> => {
  const parcel = await packages.load(db, scope, id)
  return parcel.repackedInto === null ? parcel : followed(parcel, await successorsOf(db, scope, parcel))
}

/** Replaces each repacked package by the packages that it was repacked into. A package is returned only once. */
export const standingPackages = async (db: Query, found: readonly FoundPackage[]): Promise<FoundPackage[]> => {
  const standing = new Map<string, FoundPackage>()
  for (const { scope, parcel } of found)
    for (const successor of await successorsOf(db, scope, parcel)) standing.set(successor.id, { scope, parcel: successor })
  return [...standing.values()]
}
