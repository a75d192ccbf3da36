// Dates and amounts as banks write them.

import { isDate } from '../../values/calendar.ts'
import { AMOUNT_MAX_KOBO, toKobo } from '../../values/kobo.ts'

export const DATE_FORMATS = ['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MMM-YYYY'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]
export const DECIMALS = ['point', 'comma'] as const
export type Decimals = (typeof DECIMALS)[number]

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const PARTS = /^(\d{1,4}|[A-Za-z]{3,9})[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ](\d{2,4})$/
const TIME = /[T ]\d{1,2}:\d\d/
const CENTURY = '20'

/** Ignores a time after the date. Null if the text is not a date in this format. */
export const readBankDate = (cell: string, format: DateFormat): string | null => {
  const [, first = '', second = '', third = ''] = PARTS.exec(cell.trim().split(TIME, 1)[0]!) ?? []
  const [year, month, day] = {
    'YYYY-MM-DD': [first, second, third],
    'DD/MM/YYYY': [third, second, first],
    'MM/DD/YYYY': [third, first, second],
    'DD-MMM-YYYY': [third, monthNumber(second), first],
  }[format] as [string, string, string]
  const date = [year.length === 2 ? CENTURY + year : year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return isDate(date) ? date : null
}

const monthNumber = (name: string): string => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1)

const GROUPS = {
  point: /^\d{1,3}(?:,\d{3})*(?:\.\d{1,2})?$|^\d+(?:\.\d{1,2})?$/,
  comma: /^\d{1,3}(?:[. ]\d{3})*(?:,\d{1,2})?$|^\d+(?:,\d{1,2})?$/,
}

/** `₦1,234.50`, `NGN 1.234,50`, `(500)`, `-500`, `500 DR`: negative if the money went out. Null if the text is not an amount. */
export const readBankAmount = (cell: string, decimal: Decimals): number | null => {
  const text = cell
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/^(?:NGN|₦|N) ?(?=[\d(-])/i, '')
  const isOut = /^\(.*\)$|^-|\bDR$|-$/i.test(text)
  const digits = text.replaceAll(/^[-+(] ?(?:NGN|₦)? ?|\)$|-$| ?(?:CR|DR)$/gi, '').trim()
  if (!GROUPS[decimal].test(digits)) return null
  const plain = decimal === 'point' ? digits.replaceAll(',', '') : digits.replaceAll(/[. ]/g, '').replace(',', '.')
  const kobo = toKobo(plain)
  if (kobo > AMOUNT_MAX_KOBO) return null
  return isOut ? -kobo : kobo
}
