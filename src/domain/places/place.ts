// A place in the warehouse, and which package may lie there.

import type { Mode } from '../businesses/business.ts'
import type { Package } from '../packages/package.ts'
import { STATE_IN_WORDS } from '../packages/package.ts'
import { Rejection } from '../values/errors.ts'

export type Place = { id: string; mode: Mode; code: string; closedAt: number | null; createdAt: number }

/** Where the package lies now: what has left, or was never received, lies nowhere. */
export const placeIdOf = ({ status, placeId }: Package): string | null => (status === 'warehouse' ? placeId : null)

export const requireOpen = ({ code, closedAt }: Place): void => {
  if (closedAt !== null) throw new Rejection('INVALID_TRANSITION', `Place ${code} is closed; open it again or choose another.`)
}

const no = (parcel: Package, why: string): Rejection => new Rejection('INVALID_TRANSITION', `Package ${parcel.parcelNumber} ${why}.`)

/** Throws unless the package may be put there. */
export const requirePlaceable = (parcel: Package, mode: Mode, place: Place): void => {
  requireOpen(place)
  if (mode !== place.mode) throw no(parcel, `is of ${mode} mode, place ${place.code} of ${place.mode} mode; the two do not mix`)
  if (parcel.status === 'cancelled') throw new Rejection('PACKAGE_CANCELLED', `Package ${parcel.parcelNumber} was cancelled.`)
  if (parcel.status !== 'warehouse') throw no(parcel, `is ${STATE_IN_WORDS[parcel.status]}; only what is in the warehouse has a place`)
}

/** Only what is empty can be closed; the same again changes nothing. */
export const closedPlace = (place: Place, packages: number, now: number): Place => {
  if (packages > 0)
    throw new Rejection(
      'INVALID_TRANSITION',
      `Place ${place.code} has ${packages === 1 ? 'a package' : `${packages} packages`} in it; move what lies there first.`,
    )
  return { ...place, closedAt: place.closedAt ?? now }
}
