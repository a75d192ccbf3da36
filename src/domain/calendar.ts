// Instants (epoch milliseconds) and calendar dates (`2026-11-15`) in a business's time zone.

const dateAt = (instantMs: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone).toPlainDate()

export const calendarDate = (instantMs: number, timeZone: string): string => dateAt(instantMs, timeZone).toString()

export const dateAfter = (instantMs: number, timeZone: string, days: number): string => dateAt(instantMs, timeZone).add({ days }).toString()

export const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString()

/** Whole dates from one date to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days

export const isTimeZone = (text: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}
