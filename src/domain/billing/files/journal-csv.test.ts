// The journal files follow the import documentation of QuickBooks Online and Xero.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { toKobo } from '../../values/kobo.ts'
import type { Account, Entry } from '../ledger.ts'
import { DAILY_ROWS_MAX, dailyRows, dailyTotals, XERO_CODES } from './journal-csv.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOON = Date.UTC(2026, 10, 1, 12)
const ACCOUNTS = Object.keys(XERO_CODES) as Account[]
const CODE_CHARACTERS_MAX = 10
const NUMBER_CHARACTERS_MAX = 21

const entry = fc
  .tuple(fc.shuffledSubarray(ACCOUNTS, { minLength: 2, maxLength: 2 }), fc.integer({ min: 1, max: 1_000_000_000 }), fc.nat(29))
  .map(
    ([[debit, credit], amountKobo, day]): Entry => ({
      sourceType: 'charge',
      sourceId: 'chg',
      payerId: null,
      occurredAt: NOON + day * DAY_MS,
      position: 0,
      debit: debit!,
      credit: credit!,
      amountKobo,
    }),
  )
const daysOf = (entries: readonly Entry[]) => {
  const totals = dailyTotals()
  for (const each of entries) totals.add(each, 'Africa/Lagos')
  return totals.days()
}
const kobo = (text: string): number => (text === '' ? 0 : Math.sign(Number(text)) * toKobo(text.replace('-', '')))
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

describe('the journal of days', () => {
  it('for QuickBooks balances per number, has one side per row, and dates as day, month, year', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 60 }), (entries) => {
        const [header, ...rows] = dailyRows('quickbooks', daysOf(entries), '')
        assert.deepEqual(header, ['Journal No', 'Journal Date', 'Account Name', 'Debits', 'Credits', 'Description'])
        for (const [number, group] of Map.groupBy(rows, ([number]) => number!)) {
          assert.ok(number.length <= NUMBER_CHARACTERS_MAX)
          assert.equal(new Set(group.map(([, date]) => date)).size, 1)
          assert.equal(sum(group.map(([, , , debit]) => kobo(debit!))), sum(group.map(([, , , , credit]) => kobo(credit!))))
        }
        for (const [, date, , debit, credit] of rows) {
          assert.match(date!, /^\d\d\/11\/2026$/)
          assert.equal([debit, credit].filter((side) => side === '').length, 1)
          assert.match(`${debit}${credit}`, /^\d+\.\d\d$/)
        }
        assert.equal(sum(rows.map(([, , , debit]) => kobo(debit!))), sum(entries.map(({ amountKobo }) => amountKobo)))
      }),
    )
  })

  it('for Xero sums to zero per narration and date, and has every mandatory column', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 60 }), (entries) => {
        const [header, ...rows] = dailyRows('xero', daysOf(entries), 'Tax Exempt')
        assert.deepEqual(header, ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'])
        for (const group of Map.groupBy(rows, ([narration, date]) => `${narration} ${date}`).values())
          assert.equal(sum(group.map(([, , , , , amount]) => kobo(amount!))), 0)
        for (const [narration, date, , code, taxRate, amount] of rows) {
          assert.ok([narration, code, taxRate].every((cell) => cell !== ''))
          assert.match(date!, /^\d\d\/11\/2026$/)
          assert.match(amount!, /^-?\d+\.\d\d$/)
        }
      }),
    )
  })

  it('has no more rows than the program imports at once', () => {
    const daily = (days: number): Entry[] =>
      Array.from({ length: days }, (_, day) => ({
        ...{ sourceType: 'charge', sourceId: 'chg', payerId: null, position: 0, amountKobo: 1 },
        ...{ debit: 'receivable', credit: 'tax', occurredAt: NOON + day * DAY_MS },
      }))
    assert.equal(dailyRows('xero', daysOf(daily(150)), '').length, DAILY_ROWS_MAX.xero + 1)
    assert.throws(() => dailyRows('xero', daysOf(daily(151)), ''), {
      problems: [{ field: 'to', message: 'makes 302 rows, and xero imports 300 at once; choose fewer days' }],
    })
  })

  it('has codes that Xero takes, each once, and half a month of every account within what QuickBooks takes', () => {
    const codes = Object.values(XERO_CODES)
    assert.ok(codes.every((code) => code.length <= CODE_CHARACTERS_MAX))
    assert.equal(new Set(codes).size, codes.length)
    assert.ok(ACCOUNTS.length * 2 * 15 <= DAILY_ROWS_MAX.quickbooks)
  })
})
