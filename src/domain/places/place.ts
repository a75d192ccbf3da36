// A place in the warehouse, and which packages may be put there.

import type { Package } from '../packages/package.ts'
import { isInWarehouse, packageRejection, STATE_IN_WORDS } from '../packages/package.ts'
import { invalidTransition, Rejection } from '../values/errors.ts'
import type { Mode } from '../values/scope.ts'

/** `siteId`: the site of the place. Null means the oldest site. */
export type Place = { id: string; mode: Mode; siteId: string | null; code: string; closedAt: number | null; createdAt: number }

export const placeIdOf = (parcel: Package): string | null => (isInWarehouse(parcel) ? parcel.placeId : null)

export const requireOpen = ({ code, closedAt }: Place): void => {
  if (closedAt !== null) throw invalidTransition(`Place ${code} is closed; open it again or choose another.`)
}

export const requirePlaceable = (parcel: Package, mode: Mode, place: Place): void => {
  requireOpen(place)
  if (mode !== place.mode)
    throw packageRejection(parcel, `is in ${mode} mode and place ${place.code} in ${place.mode} mode; the two do not mix`)
  if (parcel.status === 'cancelled' && !isInWarehouse(parcel))
    throw new Rejection('PACKAGE_CANCELLED', `Package ${parcel.parcelNumber} was cancelled.`)
  if (!isInWarehouse(parcel))
    throw packageRejection(parcel, `is ${STATE_IN_WORDS[parcel.status]}; only packages in the warehouse have a place`)
  if (parcel.siteId !== place.siteId) throw packageRejection(parcel, `is at another site than place ${place.code}`)
}

/** Returns the closed place. Throws if the place contains packages. A place that is already closed keeps its closing time. */
export const closedPlace = (place: Place, packages: number, now: number): Place => {
  if (packages > 0)
    throw invalidTransition(`Place ${place.code} has ${packages === 1 ? 'a package' : `${packages} packages`} in it; empty it first.`)
  return { ...place, closedAt: place.closedAt ?? now }
}
