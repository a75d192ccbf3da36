// Formats dates, numbers and money in the chosen language. Times need a zone: see times.ts.

const LOCALES = { en: { words: 'en-GB', money: 'en-NG' }, 'zh-CN': { words: 'zh-CN', money: 'zh-CN' } } as const

const locales = () => LOCALES[document.documentElement.lang === 'zh-CN' ? 'zh-CN' : 'en']

/** Creates the format on first use, because the language is not known yet when this file is loaded. */
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
/** Formats a calendar day such as `2026-11-15`, which has no time zone. */
export const formatDate = (day: string): string => dates().format(midnight(day))
export const formatShortDate = (day: string): string => shortDates().format(midnight(day))

const numbers = formatIn((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }))
export const formatNumber = (value: number): string => numbers().format(value)

/** `amount`: in the main unit of the currency (naira, not kobo), as decimal text or a number. */
export const formatMoney = (amount: string | number, currency: string): string =>
  new Intl.NumberFormat(locales().money, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    amount as Intl.StringNumericLiteral,
  )

const isRise = (text: string): boolean => !text.startsWith('-') && Number(text) !== 0

export const signedMoney = (amount: string | null, currency: string): string =>
  amount === null ? '' : `${isRise(amount) ? '+' : ''}${formatMoney(amount, currency)}`

export const signedPercent = (percent: string | null): string => (percent === null ? '' : `${isRise(percent) ? '+' : ''}${percent} %`)

const regions = formatIn((locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }))
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (regions().of(code) ?? code) : code)

/** `codes`: country codes separated by spaces, as in rate cards. */
export const countriesText = (codes: string): string => codes.split(/\s+/).filter(Boolean).map(countryName).join(', ')

const zones: string[] = []

/**
 * Sets the time zone for a part of a page. Parts can be nested: the zone of the innermost part applies. The returned function removes
 * `zone` again.
 */
export const enterZone = (depth: number, zone: string): (() => void) => {
  zones[depth] = zone
  return () => delete zones[depth]
}

const momentText = (iso: string): string => {
  const timeZone = zones.findLast((zone) => zone !== undefined)
  return new Intl.DateTimeFormat(locales().words, { dateStyle: 'medium', timeStyle: 'short', ...(timeZone && { timeZone }) }).format(
    new Date(iso),
  )
}

const VALUES =
  /(?<![\w-])(?:(?<moment>\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)|(?<date>\d{4}-\d\d-\d\d)|NGN (?<naira>-?\d+(?:\.\d\d)?))(?![\w-])/g

/** Formats the times, dates and amounts in a server message in the same way as on the page. */
export const readable = (message: string): string =>
  message.replace(VALUES, (...found) => {
    const { moment, date, naira } = found.at(-1) as { moment?: string; date?: string; naira?: string }
    if (moment !== undefined) return momentText(moment)
    return date === undefined ? formatMoney(naira!, 'NGN') : formatDate(date)
  })
