// The tax report of a period: net amounts and tax of invoices and credit notes by category, rate, direction and reason.

import { addDays, isDate } from '../values/calendar.ts'
import { Problems } from '../values/errors.ts'
import type { TaxCategory } from './tax.ts'
import { categoryOf, TAX_CATEGORIES } from './tax.ts'

/** The sum of stored lines with the same category, rate, direction and reason. `category` is null on lines from earlier versions. */
export type TaxedSum = {
  category: TaxCategory | null
  percent: string
  direction: 'import' | 'export' | null
  reason: string | null
  netKobo: number
  taxKobo: number
}

type Sums = { netKobo: number; taxKobo: number }
export type TaxReportRow = Pick<TaxedSum, 'percent' | 'direction' | 'reason'> & { category: TaxCategory; invoiced: Sums; credited: Sums }

/** Returns one row for each combination of category, rate, direction and reason, sorted by these four values. */
export const taxReport = (invoiced: readonly TaxedSum[], credited: readonly TaxedSum[]): TaxReportRow[] => {
  const rows = new Map<string, TaxReportRow>()
  const add = (side: 'invoiced' | 'credited') => (sum: TaxedSum) => {
    const { percent, direction, reason } = sum
    const category = categoryOf(sum)
    const rate = Number(percent).toFixed(6).padStart(12, '0')
    const key = JSON.stringify([TAX_CATEGORIES.indexOf(category), rate, direction, reason])
    const nothing = { netKobo: 0, taxKobo: 0 }
    const row = rows.get(key) ?? { category, percent, direction, reason, invoiced: nothing, credited: nothing }
    rows.set(key, { ...row, [side]: { netKobo: row[side].netKobo + sum.netKobo, taxKobo: row[side].taxKobo + sum.taxKobo } })
  }
  for (const sum of invoiced) add('invoiced')(sum)
  for (const sum of credited) add('credited')(sum)
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

const DAYS_MAX = 366

export const checkPeriod = ({ from, to }: { from: string; to: string }): void => {
  const problems = new Problems()
  for (const [field, date] of Object.entries({ from, to })) if (!isDate(date)) problems.add(field, 'must be a date such as 2026-11-30')
  problems.throwIfAny()
  if (to < from) problems.add('to', 'must not be before from')
  else if (addDays(from, DAYS_MAX) <= to) problems.add('to', `must be within ${DAYS_MAX} days of from`)
  problems.throwIfAny()
}
