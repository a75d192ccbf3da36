// A stocktake compares the packages scanned in a place with the packages recorded there.

import type { Package, PackageStatus } from '../packages/package.ts'
import { invalidTransition, Rejection } from '../values/errors.ts'
import type { Mode } from '../values/scope.ts'
import type { Place } from './place.ts'
import { placeIdOf, requirePlaceable } from './place.ts'

export const STOCKTAKE_SCANS_MAX = 5_000
/** Maximum number of entries in each list of a stocktake result. The counts in the result are not limited. */
export const STOCKTAKE_LISTED_MAX = 1_000

export type ListedPackage = { id: string; parcelNumber: string }
/** A package that was scanned in the place but is not recorded there. `placeCode`: the place recorded for the package, or null. */
type Misplaced = ListedPackage & { status: PackageStatus; placeCode: string | null; isMovable: boolean }

export type StocktakeResult = {
  found: number
  missing: number
  misplaced: number
  unknown: number
  missingPackages: ListedPackage[]
  misplacedPackages: Misplaced[]
  unknownCodes: string[]
}

export type Stocktake = {
  id: string
  mode: Mode
  placeId: string
  startedBy: string
  startedAt: number
  finishedBy: string | null
  finishedAt: number | null
  /** The result as it was when the stocktake was finished. Null until then: the result of an open stocktake is computed on every read. */
  result: StocktakeResult | null
  createdAt: number
}

export const requireUnfinished = ({ finishedAt }: Stocktake): void => {
  if (finishedAt !== null) throw invalidTransition('This stocktake is finished; start another one.')
}

export const mayMoveHere = (parcel: Package, mode: Mode, place: Place): boolean => {
  try {
    requirePlaceable(parcel, mode, place)
    return true
  } catch (error) {
    if (error instanceof Rejection) return false
    throw error
  }
}

export type ScannedHere = { code: string; found: { parcel: Package; mode: Mode } | null }

/** `missing`: packages recorded in the place but not scanned. `missing.listed` has at most `STOCKTAKE_LISTED_MAX` of these packages. */
export const stocktakeResult = (
  place: Place,
  scans: readonly ScannedHere[],
  missing: { count: number; listed: readonly ListedPackage[] },
  codeOf: (placeId: string) => string | null,
): StocktakeResult => {
  const known = scans.flatMap(({ found }) => (found ? [found] : []))
  const elsewhere = known.filter(({ parcel }) => placeIdOf(parcel) !== place.id)
  const unknown = scans.filter(({ found }) => found === null)
  return {
    found: known.length - elsewhere.length,
    missing: missing.count,
    misplaced: elsewhere.length,
    unknown: unknown.length,
    missingPackages: [...missing.listed],
    misplacedPackages: elsewhere.slice(0, STOCKTAKE_LISTED_MAX).map(({ parcel, mode }) => ({
      id: parcel.id,
      parcelNumber: parcel.parcelNumber,
      status: parcel.status,
      placeCode: placeIdOf(parcel) === null ? null : codeOf(parcel.placeId!),
      isMovable: mayMoveHere(parcel, mode, place),
    })),
    unknownCodes: unknown.slice(0, STOCKTAKE_LISTED_MAX).map(({ code }) => code),
  }
}
