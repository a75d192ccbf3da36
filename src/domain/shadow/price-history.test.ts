// For any moment, the history in memory gives the same cards and exchange rates as a naive search.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { SAMPLE_CARDS } from '../demo/sample-cards.ts'
import { lastIndexNotAfter } from '../values/calendar.ts'
import { pastBooks } from './price-history.ts'

const moment = fc.integer({ min: 0, max: 6 })
const owner = fc.constantFrom(null, 'biz_one', 'biz_two')

const history = fc.record({
  cards: fc.array(fc.record({ id: fc.constantFrom('a', 'b'), businessId: owner, effectiveFrom: moment, publishedAt: moment }), {
    maxLength: 12,
  }),
  fx: fc.array(fc.record({ base: fc.constantFrom('USD', 'EUR'), effectiveFrom: moment, recordedAt: moment }), { maxLength: 12 }),
})

/**
 * Returns a list with the entry that started last, or an empty list. If several entries started at the same time, the last of them is
 * returned.
 */
const lastOf = <T extends { effectiveFrom: number }>(entries: readonly T[], at: number): T[] => {
  const begun = entries.filter((entry) => entry.effectiveFrom <= at)
  return begun.filter((entry, index) =>
    begun.every(
      (other, place) => other.effectiveFrom < entry.effectiveFrom || (other.effectiveFrom === entry.effectiveFrom && place <= index),
    ),
  )
}

describe('pastBooks', () => {
  it('finds what was in force and known at any moment, for any business', () => {
    fc.assert(
      fc.property(history, (given) => {
        const cards = given.cards.map((card, index) => ({ ...SAMPLE_CARDS[0]!, ...card, version: index + 1 }))
        const fx = given.fx.map((rate, index) => ({ ...rate, id: `fx${index}`, quote: 'NGN', rate: '1', source: '' }))
        const past = pastBooks({ cards, fx }, 99)
        for (const businessId of ['biz_one', 'biz_three']) {
          for (let at = -1; at <= 7; at += 1) {
            const found = past.at(businessId, at)
            const visible = cards.filter((card) => card.publishedAt <= at && [null, businessId].includes(card.businessId))
            const expected = ['a', 'b'].flatMap((id) =>
              lastOf(
                visible.filter((card) => card.id === id),
                at,
              ),
            )
            assert.deepEqual(found.cards.map(({ version }) => version).sort(), expected.map(({ version }) => version).sort())
            for (const base of ['USD', 'EUR']) {
              const dated = fx.filter((rate) => rate.base === base)
              const then = lastOf(
                dated.filter((rate) => rate.recordedAt <= at),
                at,
              )
              const used = found.fx.find((rate) => rate.base === base)
              assert.equal(used?.id, (then[0] ?? lastOf(dated, 99)[0])?.id)
            }
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('searches once for all moments between two changes', () => {
    const cards = [5, 9].map((publishedAt, index) => ({ ...SAMPLE_CARDS[0]!, effectiveFrom: 0, version: index + 1, publishedAt }))
    const past = pastBooks({ cards, fx: [] }, 0)
    assert.equal(past.at('biz_one', 5), past.at('biz_one', 8))
    assert.notEqual(past.at('biz_one', 8), past.at('biz_one', 9))
    assert.deepEqual(
      [-1, 5, 8, 9, 10].map((at) => lastIndexNotAfter([5, 9], at)),
      [-1, 0, 0, 1, 1],
    )
  })

  it('finds a version that priced a quote, and throws if it is missing', () => {
    const past = pastBooks({ cards: [{ ...SAMPLE_CARDS[0]!, publishedAt: 0 }], fx: [] }, 0)
    assert.equal(past.card('export-air', 1).title, SAMPLE_CARDS[0]!.title)
    assert.throws(() => past.card('export-air', 2))
  })
})
