// Finds the storage charges that were made because storage ended. These charges are reversed when the end of storage is undone.

import type { Package } from '../packages/package.ts'
import { calendarDate } from '../values/calendar.ts'

/** A package whose storage is resumed, and the time at which storage had ended. */
export type StorageEnd = { parcel: Pick<Package, 'keptSince'>; endedAt: number }

/**
 * The day on which the package was cancelled, if its goods are still kept in the warehouse; otherwise null. The cancellation charged
 * storage up to this day.
 */
export const keptSinceDay = ({ keptSince }: Pick<Package, 'keptSince'>, timeZone: string): string | null =>
  keptSince === null ? null : calendarDate(keptSince, timeZone)

/**
 * Whether a storage charge was made because storage ended. False for charges up to the same day that were made earlier: at the cancellation
 * of the package, or when its owner wanted to pay.
 */
export const isOfEnd = (
  { lastDay, createdAt }: { lastDay: string | null; createdAt: number },
  { parcel, endedAt }: StorageEnd,
  timeZone: string,
): boolean => {
  const day = calendarDate(endedAt, timeZone)
  return lastDay !== null && lastDay >= day && createdAt >= endedAt && keptSinceDay(parcel, timeZone) !== day
}
