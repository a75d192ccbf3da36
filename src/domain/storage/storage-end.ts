// The end of storage, and which charges are reversed when it is undone.

import type { Package } from '../packages/package.ts'
import { calendarDate } from '../values/calendar.ts'

/** A package whose storage goes on again, and when it had ended. */
export type StorageEnd = { parcel: Pick<Package, 'keptSince'>; endedAt: number }

/** The day up to which storage was charged at the cancellation of a package that is still there; null for any other package. */
export const keptSinceDay = ({ keptSince }: Pick<Package, 'keptSince'>, timeZone: string): string | null =>
  keptSince === null ? null : calendarDate(keptSince, timeZone)

/**
 * Whether a storage charge was made because storage ended. A charge up to the same day may also have been made before, at the cancellation
 * of the package or when its owner wanted to pay.
 */
export const isOfEnd = (
  { lastDay, createdAt }: { lastDay: string | null; createdAt: number },
  { parcel, endedAt }: StorageEnd,
  timeZone: string,
): boolean => {
  const day = calendarDate(endedAt, timeZone)
  return lastDay !== null && lastDay >= day && createdAt >= endedAt && keptSinceDay(parcel, timeZone) !== day
}
