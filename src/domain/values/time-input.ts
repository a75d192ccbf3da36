// Parses times that operators type on the command line or send over HTTP, and checks when a change takes effect.

import { addDays, isDate, startOfDay } from './calendar.ts'
import type { Problems, Rejection } from './errors.ts'
import { invalidField } from './errors.ts'

const HOUR_MS = 60 * 60 * 1000
const AGO_MS: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS }
const AGO = /^(\d{1,5})([hdw])$/

const wrong = (field: string, text: string, example: string): Rejection => invalidField(field, `must be ${example}, not "${text}"`)

export const isoInstant = (text: string): number | null => {
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    return null
  }
}

/**
 * Reads an ISO time. The offset is required, because without it the text would mean different moments in different offices. Returns null,
 * which stands for the current time, if the text is missing or "now".
 */
export const readFrom = (field: string, text: string | undefined): number | null => {
  if (text === undefined || text === 'now') return null
  const at = isoInstant(text)
  if (at === null) throw wrong(field, text, '"now" or a time with its offset, such as 2027-01-01T00:00:00+01:00')
  return at
}

/** How a date is read: as the first or the last millisecond of that day in the time zone. */
export type DayEdge = { edge: 'start' | 'end'; timeZone: string }

/** Reads an ISO time with its offset, or a date. */
export const instantOrDay = (text: string, { edge, timeZone }: DayEdge): number | null => {
  if (!isDate(text)) return isoInstant(text)
  return edge === 'start' ? startOfDay(text, timeZone) : startOfDay(addDays(text, 1), timeZone) - 1
}

/**
 * Reads an ISO time with its offset, or an age such as `30d`, `12h` or `4w`, counted back from `now`. If `day` is given, also reads a date.
 */
export const readInstant = (field: string, text: string, now: number, day?: DayEdge): number => {
  const [, count, unit] = AGO.exec(text) ?? []
  const at = unit ? now - Number(count) * AGO_MS[unit]! : day ? instantOrDay(text, day) : isoInstant(text)
  if (at === null)
    throw wrong(field, text, `30d, 12h, 4w${day ? ', a date' : ''} or a time with its offset, such as 2027-01-01T00:00:00+01:00`)
  return at
}

const AHEAD_MAX_MS = 5 * 366 * 24 * 60 * 60 * 1000

const iso = (ms: number): string => new Date(ms).toISOString()

export const effectiveFrom = (asked: number | null, now: number, problems: Problems): number => {
  if (asked === null) return now
  if (asked < now) problems.add('effective_from', `must be now or later: ${iso(asked)} has passed, it is ${iso(now)}`)
  if (asked - now > AHEAD_MAX_MS) problems.add('effective_from', 'must be within five years')
  return asked
}
