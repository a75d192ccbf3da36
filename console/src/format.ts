// Formats dates, numbers and money in the language that was chosen. Times are in time/times.ts: they need a zone.

const LOCALES = { en: { words: 'en-GB', money: 'en-NG' }, 'zh-CN': { words: 'zh-CN', money: 'zh-CN' } } as const

/** Of the language that language.ts has set, before anything is shown. */
const locales = () => LOCALES[document.documentElement.lang === 'zh-CN' ? 'zh-CN' : 'en']

/** The language stays as it is while a page is open, but is not known yet when this file is loaded. */
export const formatIn = <Format>(create: (locale: string) => Format): (() => Format) => {
  let made: Format | undefined
  return () => {
    made ??= create(locales().words)
    return made
  }
}

const dates = formatIn((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }))
const shortDates = formatIn((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }))

const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`)
/** A calendar day, `2026-11-15`: it has no zone. */
export const formatDate = (day: string): string => dates().format(midnight(day))
export const formatShortDate = (day: string): string => shortDates().format(midnight(day))

const numbers = formatIn((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }))
/** Counts, kilograms and cubic metres. */
export const formatNumber = (value: number): string => numbers().format(value)

/** Amounts arrive as decimal text or as numbers of the main unit; digits beyond the unit's are kept as they are. */
export const formatMoney = (amount: string | number, currency: string): string =>
  new Intl.NumberFormat(locales().money, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    amount as Intl.StringNumericLiteral,
  )

const regions = formatIn((locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }))
/** Anything that is no code stays as it is. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (regions().of(code) ?? code) : code)

/** Codes separated by blanks, as rate cards list them. */
export const countriesText = (codes: string): string => codes.split(/\s+/).filter(Boolean).map(countryName).join(', ')
