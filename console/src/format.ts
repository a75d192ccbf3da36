// Formats dates, measures and money. Times are in time/times.ts: they need a zone.

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

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

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
/** Anything that is no code stays as it is. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code)

/** Codes separated by blanks, as rate cards list them. */
export const countriesText = (codes: string): string => codes.split(/\s+/).filter(Boolean).map(countryName).join(', ')
