// Tax rates: the rate in force for a kind and direction, its category and reason, and the invalid rates that are refused.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Problems } from '../values/errors.ts'
import type { TaxCategory, TaxRate } from './tax.ts'
import { checkCategory, freightTaxAt, taxFor, taxPercentFor } from './tax.ts'

describe('a tax rate', () => {
  const rate = (percent: string, effectiveFrom: number, direction: 'import' | 'export' | null = null) => ({
    id: `tax_${percent}_${effectiveFrom}`,
    kind: 'freight' as const,
    direction,
    percent,
    category: null,
    reason: null,
    effectiveFrom,
    recordedAt: effectiveFrom,
  })

  it('is that of the kind and direction in force; without a rate it is zero', () => {
    const rates = [rate('5', 0), rate('7.5', 10), rate('0', 10, 'export')]
    const at = (moment: number, direction: 'import' | 'export' | null) => taxPercentFor(rates, { kind: 'freight', direction, at: moment })
    assert.deepEqual([at(0, 'export'), at(10, 'export'), at(10, 'import'), at(10, null)], ['5', '0', '7.5', '7.5'])
    assert.equal(taxPercentFor(rates, { kind: 'storage', direction: 'import', at: 10 }), '0')
  })

  it('is charged with its category and reason; without a rate it is zero-rated', () => {
    const taxed = { kind: 'freight', direction: 'export', at: 10 } as const
    const exempt: TaxRate = { ...rate('0', 0), category: 'exempt', reason: 'Books' }
    assert.deepEqual(
      [[exempt], [rate('0.5', 0)], []].map((rates) => Object.values(taxFor(rates, taxed))),
      [
        ['0', 'exempt', 'Books'],
        ['0.5', 'standard', null],
        ['0', 'zero', null],
      ],
    )
    assert.deepEqual(freightTaxAt([rate('5', 0, 'export')], 0), { export: '5' })
    assert.deepEqual(freightTaxAt([rate('5', 0)], 0), { import: '5', export: '5' })
  })

  const categories: [category: TaxCategory | null, percent: string, reason: string | null, problems: string[]][] = [
    [null, '0', null, []],
    [null, '7.5', null, []],
    [null, '0', 'Books', []],
    ['standard', '0.5', null, []],
    ['standard', '0', null, ['percent']],
    ['zero', '0', null, ['reason']],
    ['exempt', '0', null, ['reason']],
    ['exempt', '0', 'Books', []],
    ['outside', '0', null, []],
    ['outside', '0.5', null, ['percent']],
    ['standard', '0.5', 'Books', ['reason']],
  ]
  for (const [category, percent, reason, expected] of categories) {
    it(`of category ${category} at ${percent} % for ${reason ?? 'no reason'} ${expected.length === 0 ? 'is taken' : `is refused for its ${expected}`}`, () => {
      const problems = new Problems()
      checkCategory({ category, percent, reason }, problems)
      assert.deepEqual(
        problems.list.map(({ field }) => field),
        expected,
      )
    })
  }
})
