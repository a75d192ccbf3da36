// The journal as CSV: every entry, or daily totals in the import formats of QuickBooks Online and Xero.

import { calendarDate } from '../../values/calendar.ts'
import { invalidField } from '../../values/errors.ts'
import { koboText } from '../../values/kobo.ts'
import type { Account, Entry } from '../ledger.ts'

export const JOURNAL_FORMATS = ['entries', 'quickbooks', 'xero'] as const
type JournalFormat = (typeof JOURNAL_FORMATS)[number]
export type DailyFormat = Exclude<JournalFormat, 'entries'>

export const JOURNAL_COLUMNS = ['JournalNo', 'JournalDate', 'Narration', 'Account', 'Debit', 'Credit', 'Amount', 'Name', 'Currency']

export const journalRows = (
  entry: Entry & { id: string },
  { name, timeZone, currency }: { name: string; timeZone: string; currency: string },
) => {
  const amount = koboText(entry.amountKobo)
  const common = [entry.id, calendarDate(entry.occurredAt, timeZone), `${entry.sourceType} ${entry.sourceId}`]
  return [
    [...common, entry.debit, amount, '', amount, name, currency],
    [...common, entry.credit, '', amount, `-${amount}`, name, currency],
  ]
}

type Line = { account: Account; debitKobo: number; creditKobo: number }

/** Sums the debits and credits of each account by day. The day of an entry depends on the time zone of its business. */
export const dailyTotals = () => {
  const days = new Map<string, Map<Account, Line>>()
  const lineOf = (date: string, account: Account): Line => {
    const day = days.get(date) ?? new Map<Account, Line>()
    days.set(date, day)
    const line = day.get(account) ?? { account, debitKobo: 0, creditKobo: 0 }
    day.set(account, line)
    return line
  }
  return {
    add: ({ debit, credit, amountKobo, occurredAt }: Entry, timeZone: string): void => {
      const date = calendarDate(occurredAt, timeZone)
      lineOf(date, debit).debitKobo += amountKobo
      lineOf(date, credit).creditKobo += amountKobo
    },
    days: (): { date: string; lines: Line[] }[] =>
      [...days.keys()].sort().map((date) => ({
        date,
        lines: [...days.get(date)!.values()].sort((a, b) => (a.account < b.account ? -1 : 1)),
      })),
  }
}

type Day = { date: string; lines: Line[] }

/** `30/11/2026`: the date format of QuickBooks and Xero outside America. */
const dayMonthYear = (date: string): string => date.split('-').toReversed().join('/')

const sides = ({ lines }: Day): { account: Account; debit: string; credit: string; amount: string }[] =>
  lines.flatMap(({ account, debitKobo, creditKobo }) => [
    ...(debitKobo > 0 ? [{ account, debit: koboText(debitKobo), credit: '', amount: koboText(debitKobo) }] : []),
    ...(creditKobo > 0 ? [{ account, debit: '', credit: koboText(creditKobo), amount: koboText(-creditKobo) }] : []),
  ])

/** Xero identifies accounts by codes of up to ten characters. */
export const XERO_CODES: Readonly<Record<Account, string>> = {
  receivable: 'WB-RECEIV',
  credit: 'WB-CREDIT',
  tax: 'WB-TAX',
  'tax:import': 'WB-TAXIMP',
  'tax:export': 'WB-TAXEXP',
  'revenue:freight': 'WB-FREIGHT',
  'revenue:storage': 'WB-STORAGE',
  'revenue:clearance': 'WB-CLEAR',
  'revenue:repacking': 'WB-REPACK',
  'revenue:delivery': 'WB-DELIVER',
  'revenue:insurance': 'WB-INSURE',
  'revenue:other': 'WB-OTHER',
  returned: 'WB-RETURN',
  moved: 'WB-MOVED',
  bad_debt: 'WB-BADDEBT',
  'withheld:awaited': 'WB-WHT',
  'withheld:certified': 'WB-WHTCERT',
  opening: 'WB-OPENING',
  discount: 'WB-DISCNT',
  'cash:cash': 'WB-CASH',
  'cash:transfer': 'WB-TRANSF',
  'cash:card': 'WB-CARD',
  'cash:paystack': 'WB-PAYSTK',
  'cash:test': 'WB-TEST',
}

/** How many rows QuickBooks and Xero accept in one import, not counting the header. */
export const DAILY_ROWS_MAX: Readonly<Record<DailyFormat, number>> = { quickbooks: 999, xero: 300 }

/**
 * Returns all rows of the file, including the header. Rows with the same number (QuickBooks), or the same narration and date (Xero), form a
 * journal, in which debits equal credits.
 */
export const dailyRows = (format: DailyFormat, days: readonly Day[], taxRate: string): string[][] => {
  const rows = rowsIn(format, days, taxRate)
  const max = DAILY_ROWS_MAX[format]
  if (rows.length > max + 1)
    throw invalidField('to', `makes ${rows.length - 1} rows, and ${format} imports ${max} at once; choose fewer days`)
  return rows
}

const rowsIn = (format: DailyFormat, days: readonly Day[], taxRate: string): string[][] =>
  format === 'quickbooks'
    ? [
        ['Journal No', 'Journal Date', 'Account Name', 'Debits', 'Credits', 'Description'],
        ...days.flatMap((day) =>
          sides(day).map(({ account, debit, credit }) => [
            `WB-${day.date}`,
            dayMonthYear(day.date),
            account,
            debit,
            credit,
            `Waybill, ${account}`,
          ]),
        ),
      ]
    : [
        ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
        ...days.flatMap((day) =>
          sides(day).map(({ account, amount }) => [
            `Waybill ${day.date}`,
            dayMonthYear(day.date),
            account,
            XERO_CODES[account],
            taxRate,
            amount,
          ]),
        ),
      ]
