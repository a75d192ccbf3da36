// Finds the storage charges that were made because storage ended. These charges are reversed when the end of storage is undone.

import type { Package } from '../packages/package.ts'
import { calendarDate } from '../values/calendar.ts'

/** A package whose storage is resumed, and the time at which storage had ended. */
export type StorageEnd = { parcel: Pick<Package, 'keptSince'>; endedAt: number }

/**
 * The day on which the package was cancelled, if its goods are still in the warehouse; otherwise null. Storage up to that day was charged
 * when the package was cancelled.
 */
export const keptSinceDay = ({ keptSince }: Pick<Package, 'keptSince'>, timeZone: string): string | null =>
  keptSince === null ? null : calendarDate(keptSince, timeZone)

/**
 * True if the storage charge was made because storage ended. False if it was made before that, when the package was cancelled or its owner
 * wanted to pay.
 */
export const isOfEnd = (
  { lastDay, createdAt }: { lastDay: string | null; createdAt: number },
  { parcel, endedAt }: StorageEnd,
  timeZone: string,
): boolean => {
  const day = calendarDate(endedAt, timeZone)
  return lastDay !== null && lastDay >= day && createdAt >= endedAt && keptSinceDay(parcel, timeZone) !== day
}
