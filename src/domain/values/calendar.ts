// Instants (epoch milliseconds), calendar dates (`2026-11-15`) in a time zone, and which entry of a dated list is in force at an instant.

import { createBoundedMap } from './bounded-map.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/**
 * In every time zone, days begin and offsets change only at full quarters of an hour. All instants within a quarter therefore have the same
 * date.
 */
const QUARTER_MS = 15 * 60 * 1000
const DATES_MAX = 10_000

const dateAt = (instantMs: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone).toPlainDate()

const dates = createBoundedMap<string>(DATES_MAX)

/** The date of an instant. Dates are cached, because a page of packages needs the same few dates many times. */
export const calendarDate = (instantMs: number, timeZone: string): string => {
  const quarter = `${Math.floor(instantMs / QUARTER_MS)} ${timeZone}`
  const known = dates.get(quarter)
  if (known !== undefined) return known
  const date = dateAt(instantMs, timeZone).toString()
  dates.set(quarter, date)
  return date
}

/** Days since 1970. Dates have no time zone, so they are counted in UTC. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS

export const dateAfter = (instantMs: number, timeZone: string, days: number): string => addDays(calendarDate(instantMs, timeZone), days)

export const startOfDay = (date: string, timeZone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds

export const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}

export const addDays = (date: string, days: number): string => new Date((dayNumber(date) + days) * DAY_MS).toISOString().slice(0, 10)

/** Number of days from `from` to `to`; negative if `to` is earlier than `from`. */
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

export const instantText = (ms: number): string => Temporal.Instant.fromEpochMilliseconds(ms).toString()

type Dated = { effectiveFrom: number }

/**
 * The entry in force at `at`: the one that started most recently. If two entries started at the same time, the later one in the list is in
 * force.
 */
export const inForce = <T extends Dated>(entries: readonly T[], at: number): T | null =>
  entries.reduce<T | null>(
    (best, entry) => (entry.effectiveFrom <= at && (best === null || entry.effectiveFrom >= best.effectiveFrom) ? entry : best),
    null,
  )

/** The index of the last moment at or before `at`; -1 if all moments are later. `moments` must be sorted. */
export const lastIndexNotAfter = (moments: readonly number[], at: number): number => {
  let [low, high] = [0, moments.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (moments[middle]! <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}
