// Instants (epoch milliseconds), calendar dates (`2026-11-15`) in a time zone, and the dated entry in force at an instant.

import { createBoundedMap } from './bounded-map.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** No zone's day begins, and no zone changes its offset, in the middle of a quarter of an hour. */
const QUARTER_MS = 15 * 60 * 1000
const DATES_MAX = 10_000

const dateAt = (instantMs: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone).toPlainDate()

const dates = createBoundedMap<string>(DATES_MAX)

/** Cached, because a page of packages asks for the same few dates over and over. */
export const calendarDate = (instantMs: number, timeZone: string): string => {
  const quarter = `${Math.floor(instantMs / QUARTER_MS)} ${timeZone}`
  const known = dates.get(quarter)
  if (known !== undefined) return known
  const date = dateAt(instantMs, timeZone).toString()
  dates.set(quarter, date)
  return date
}

/** Dates have no zone: their days are those of UTC. */
const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS

export const dateAfter = (instantMs: number, timeZone: string, days: number): string => addDays(calendarDate(instantMs, timeZone), days)

/** The instant at which a date begins. */
export const startOfDay = (date: string, timeZone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds

/** Whether the text is a calendar date, such as `2026-11-15`. */
export const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}

export const addDays = (date: string, days: number): string => new Date((dayNumber(date) + days) * DAY_MS).toISOString().slice(0, 10)

/** Whole dates from one date to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

export const isTimeZone = (text: string): boolean => {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

type Dated = { effectiveFrom: number }

/** The entry in force at a moment: the latest one that has begun; of two that begin together, the later in the list. */
export const inForce = <T extends Dated>(entries: readonly T[], at: number): T | null =>
  entries.reduce<T | null>(
    (best, entry) => (entry.effectiveFrom <= at && (best === null || entry.effectiveFrom >= best.effectiveFrom) ? entry : best),
    null,
  )

/** The index of the last of the sorted moments that is not after `at`; -1 if all are after it. */
export const stretchOf = (moments: readonly number[], at: number): number => {
  let [low, high] = [0, moments.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (moments[middle]! <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}
