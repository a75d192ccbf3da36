// The accounting dates allowed for an entry: today, or an earlier day on which the books are still open.

import { addDays, calendarDate, isDate, startOfDay } from '../../values/calendar.ts'
import { invalidField, Rejection } from '../../values/errors.ts'

/** `closedUntil`: the last closed day. `closedBefore`: the time at which the first open day begins. */
export type BookClosing = { closedUntil: string; closedBefore: number; closedBy: string; closedAt: number }

export type BookingDay = { date: string; at: number }

const HOUR_MS = 60 * 60 * 1000
/** Entries on an earlier day are timed at noon, so that nearly all time zones show them on the same day. */
const NOON_HOURS = 12

type Books = { now: number; timeZone: string; closing: BookClosing | null }

/** Returns an accounting date and its time: the current time if the date is today or missing, and noon for an earlier date. */
export const readBookingDay = (field: string, date: string | undefined, { now, timeZone, closing }: Books): BookingDay => {
  const today = calendarDate(now, timeZone)
  if (date === undefined || date === today) return { date: today, at: now }
  if (!isDate(date)) throw invalidField(field, 'must be a date such as 2026-11-30')
  if (date > today) throw invalidField(field, `must not be after today, ${today}`)
  const at = startOfDay(date, timeZone) + NOON_HOURS * HOUR_MS
  if (closing && (date <= closing.closedUntil || at < closing.closedBefore))
    throw invalidField(field, `must be after ${closing.closedUntil}: the books are closed up to that day`)
  return { date, at }
}

/** Closes the books up to and including a day. The day must be before today and after the last closed day. */
export const closeBooks = (closedUntil: string, by: string, { now, timeZone, closing }: Books): BookClosing => {
  const today = calendarDate(now, timeZone)
  if (!isDate(closedUntil)) throw invalidField('closed_until', 'must be a date such as 2026-10-31')
  if (closedUntil >= today) throw invalidField('closed_until', `must be before today, ${today}`)
  if (closing && closedUntil <= closing.closedUntil)
    throw new Rejection('INVALID_TRANSITION', `The books are closed up to ${closing.closedUntil}; the date only moves forward.`)
  return { closedUntil, closedBefore: startOfDay(addDays(closedUntil, 1), timeZone), closedBy: by, closedAt: now }
}
