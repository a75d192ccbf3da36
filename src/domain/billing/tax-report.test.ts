// The tax report has one row for each combination of category, rate, direction and reason. Its period has at most 366 days.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TaxedSum } from './tax-report.ts'
import { checkPeriod, taxReport } from './tax-report.ts'

const taxed = (percent: string, more: Partial<TaxedSum> = {}): TaxedSum => ({
  category: percent === '0' ? 'zero' : 'standard',
  percent,
  direction: 'import',
  reason: null,
  netKobo: 1_000,
  taxKobo: Number(percent) * 10,
  ...more,
})

describe('the tax report', () => {
  it('has its rows by category, then rate, then direction', () => {
    const rows = taxReport([taxed('10'), taxed('0'), taxed('7.5'), taxed('10', { direction: 'export' }), taxed('12.25')], [])
    assert.deepEqual(
      rows.map(({ category, percent, direction }) => [category, percent, direction]),
      [
        ['standard', '7.5', 'import'],
        ['standard', '10', 'export'],
        ['standard', '10', 'import'],
        ['standard', '12.25', 'import'],
        ['zero', '0', 'import'],
      ],
    )
  })

  it('adds up what was invoiced and what was credited at the same rate', () => {
    const [row, ...others] = taxReport(
      [taxed('7.5'), taxed('7.5', { netKobo: 200, taxKobo: 15 })],
      [taxed('7.5', { netKobo: 1, taxKobo: 0 })],
    )
    assert.deepEqual(others, [])
    assert.deepEqual(
      [row!.invoiced, row!.credited],
      [
        { netKobo: 1_200, taxKobo: 90 },
        { netKobo: 1, taxKobo: 0 },
      ],
    )
  })

  const refused: [from: string, to: string, field: string, message: string][] = [
    ['2027-01-01', '2028-01-02', 'to', 'must be within 366 days of from'],
    ['2027-01-02', '2027-01-01', 'to', 'must not be before from'],
    ['2027-02-29', '2027-03-01', 'from', 'must be a date such as 2026-11-30'],
  ]
  for (const [from, to, field, message] of refused)
    it(`is not made from ${from} to ${to}`, () => {
      assert.throws(() => checkPeriod({ from, to }), { problems: [{ field, message }] })
    })

  it('may cover a leap year', () => checkPeriod({ from: '2028-01-01', to: '2028-12-31' }))
})
