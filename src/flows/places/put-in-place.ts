// Puts scanned packages in a place, with an outcome for each package. Also takes a package out of its place.

import type { Package } from '../../domain/packages/package.ts'
import type { Place } from '../../domain/places/place.ts'
import { placeIdOf, requireOpen, requirePlaceable } from '../../domain/places/place.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as packages from '../../store/packages/packages.ts'
import * as places from '../../store/places/places.ts'
import type { Deps } from '../deps.ts'
import { callerFor } from '../deps.ts'
import type { Pointer } from '../packages/find-scanned.ts'
import { findScanned } from '../packages/find-scanned.ts'
import { callersFor } from '../packages/save-packages.ts'

/** `from`: code of the place where the package was before. Null if the package had no place or was not found. */
export type PutOutcome = { pointer: Pointer; parcel: Package | null; outcome: 'done' | 'already' | Rejection; from: string | null }

export type PutResult = { place: Place; outcomes: PutOutcome[] }

const refusalOf = ({ parcel, scope }: FoundPackage, place: Place): Rejection | null => {
  try {
    requirePlaceable(parcel, scope.mode, place)
    return null
  } catch (error) {
    if (error instanceof Rejection) return error
    throw error
  }
}

/** If two people move a package at once, the later move wins. Both moves are on record. */
export const putInPlace = (deps: Deps, author: Author, placeId: string, pointers: readonly Pointer[]): Promise<PutResult> =>
  deps.db.transaction(author, async (tx) => {
    const place = await places.loadShared(tx, placeId)
    requireOpen(place)
    const scanned = await findScanned(tx, author, pointers)
    const found = scanned.flatMap((scan) => (scan.found instanceof Rejection ? [] : [scan.found]))
    const callerOf = await callersFor(tx, author, found)
    const placeOfId = await places.ofIds(
      tx,
      found.map(({ parcel }) => placeIdOf(parcel)),
    )
    const put = new Set<string>()
    const outcomes: PutOutcome[] = []
    for (const { pointer, found: each } of scanned) {
      if (each instanceof Rejection) {
        outcomes.push({ pointer, parcel: null, outcome: each, from: null })
        continue
      }
      const { parcel, scope } = each
      const from = placeOfId.get(placeIdOf(parcel) ?? '')?.code ?? null
      const outcome = refusalOf(each, place) ?? (placeIdOf(parcel) === place.id || put.has(parcel.id) ? 'already' : 'done')
      if (outcome === 'done') {
        await packages.move(tx, callerOf(scope), parcel, place.id)
        put.add(parcel.id)
      }
      outcomes.push({ pointer, parcel, outcome, from })
    }
    return { place, outcomes }
  })

const takeFromPlace = (deps: Deps, author: Author, packageId: string): Promise<FoundPackage> =>
  deps.db.transaction(author, async (tx) => {
    const { scope, parcel } = await packages.loadOfAnyBusiness(tx, packageId)
    if (placeIdOf(parcel) === null) return { scope, parcel }
    return { scope, parcel: await packages.move(tx, await callerFor(tx, scope, author), parcel, null) }
  })

/** `code`: the code of the place. Null takes the package out of its place. */
export const setPackagePlace = async (deps: Deps, author: Author, id: string, code: string | null): Promise<FoundPackage> => {
  if (code === null) return takeFromPlace(deps, author, id)
  const { scope, parcel } = await packages.loadOfAnyBusiness(deps.db, id)
  const place = await places.loadNamed(deps.db, scope.mode, 'place', code, { siteId: parcel.siteId })
  const { outcomes } = await putInPlace(deps, author, place.id, [{ packageId: id }])
  if (outcomes[0]!.outcome instanceof Rejection) throw outcomes[0]!.outcome
  return packages.loadOfAnyBusiness(deps.db, id)
}
