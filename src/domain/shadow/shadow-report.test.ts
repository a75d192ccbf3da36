// The shadow report sums prices by lane and business. It lists only the largest changes and the first hundred quotes left without a price.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sampleQuote } from '../../../test/support/samples/samples.ts'
import type { QuotedPrice } from './shadow-price.ts'
import { collectShadow } from './shadow-report.ts'

const quoteOf = (id: string, businessId = 'biz_a'): QuotedPrice => ({ ...sampleQuote(), id, businessId, isFinal: false })
const breakdown = sampleQuote().rates[0]!.breakdown
const priced = (before: string, after: string | null, lane = breakdown.lane) => ({ breakdown: { ...breakdown, lane }, before, after })

describe('a shadow report', () => {
  it('adds up by lane and business, and over all', () => {
    const { add, report } = collectShadow()
    add(quoteOf('3', 'biz_b'), priced('50.00', '50.00'))
    add(quoteOf('4'), priced('70.00', null, 'Ghana to Nigeria'))
    add(quoteOf('1'), priced('100.10', '110.20'))
    add(quoteOf('2'), priced('0.20', '0.10'))
    add(quoteOf('5'), 'untouched')
    add(quoteOf('6'), 'unpriced')
    const { seen, untouched, unpriced, total, lanes, rises, falls } = report()
    assert.deepEqual([seen, untouched, unpriced], [6, 1, 1])
    assert.deepEqual([rises.map(({ quoteId }) => quoteId), falls.map(({ quoteId }) => quoteId)], [['1'], ['2']])
    const none = { unserved: 0, unservedBefore: '0.00' }
    assert.deepEqual(total, {
      ...{ count: 3, before: '150.30', after: '160.30', difference: '10.00', percent: '6.65' },
      ...{ unserved: 1, unservedBefore: '70.00' },
    })
    const china = { lane: 'China to Nigeria', transportMode: 'ocean' }
    assert.deepEqual(lanes, [
      { ...china, businessId: 'biz_a', count: 2, before: '100.30', after: '110.30', difference: '10.00', percent: '9.97', ...none },
      { ...china, businessId: 'biz_b', count: 1, before: '50.00', after: '50.00', difference: '0.00', percent: '0', ...none },
      {
        ...{ lane: 'Ghana to Nigeria', transportMode: 'ocean', businessId: 'biz_a', count: 0 },
        ...{ before: '0.00', after: '0.00', difference: '0.00', percent: null, unserved: 1, unservedBefore: '70.00' },
      },
    ])
  })

  it('lists the ten largest rises and falls, whatever the reading order', () => {
    const changes = Array.from({ length: 40 }, (_, index) => ({ id: String(index).padStart(2, '0'), after: 100 + ((index * 7) % 40) - 20 }))
    const movers = (order: typeof changes) => {
      const { add, report } = collectShadow()
      for (const { id, after } of order) add(quoteOf(id), priced('100.00', after.toFixed(2)))
      const { rises, falls } = report()
      return {
        rises: rises.map(({ difference }) => difference),
        falls: falls.map(({ difference }) => difference),
        ids: [...rises, ...falls].map(({ quoteId }) => quoteId),
      }
    }
    const found = movers(changes)
    assert.deepEqual(
      found.rises,
      Array.from({ length: 10 }, (_, index) => (19 - index).toFixed(2)),
    )
    assert.deepEqual(
      found.falls,
      Array.from({ length: 10 }, (_, index) => (-20 + index).toFixed(2)),
    )
    assert.deepEqual(movers(changes.toReversed()), found)
  })

  it('lists equal changes by the smallest ids, and no change of zero', () => {
    const named = (ids: readonly number[]) => {
      const { add, report } = collectShadow()
      add(quoteOf('00'), priced('100.00', '100.00'))
      for (const id of ids) add(quoteOf(String(id).padStart(2, '0')), priced('100.00', '101.00'))
      return report().rises.map(({ quoteId }) => Number(quoteId))
    }
    const smallest = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    for (const order of [
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
      [12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 10],
    ])
      assert.deepEqual(named(order), smallest)
  })

  it('lists the first hundred quotes that are no longer served, and counts all', () => {
    const { add, report } = collectShadow()
    for (let index = 0; index < 1_000; index += 1) add(quoteOf(String(index)), priced('1.00', null))
    assert.equal(report().unserved.length, 100)
    assert.deepEqual([report().total.unserved, report().total.unservedBefore], [1_000, '1000.00'])
  })
})
