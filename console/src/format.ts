// Formats times, dates and money. The time zone is the browser's and is shown in the footer.

export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const momentsWithZone = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

export const formatMoment = (iso: string): string => moments.format(new Date(iso))
/** What is in force since before anything was recorded has no date. */
export const formatSince = (iso: string): string => (Date.parse(iso) === 0 ? 'the start' : formatMoment(iso))
export const formatMomentWithZone = (iso: string): string => momentsWithZone.format(new Date(iso))
/** As the browser's calendar says. The server, which knows the calendar of each business, has the last word. */
export const isToday = (iso: string | null): boolean => iso !== null && new Date(iso).toDateString() === new Date().toDateString()
/** A calendar day, `2026-11-15`: it has no zone. */
export const formatDate = (day: string): string => dates.format(new Date(`${day}T00:00:00Z`))

const volumes = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 3 })
export const formatCbm = (value: number): string => volumes.format(value)
export const formatKg = (value: number): string => volumes.format(value)

/** Amounts arrive as decimal text or as numbers of the main unit; digits beyond the unit's are kept as they are. */
export const formatMoney = (amount: string | number, currency: string): string =>
  new Intl.NumberFormat('en-NG', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    amount as Intl.StringNumericLiteral,
  )
