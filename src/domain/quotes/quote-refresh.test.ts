// Which refreshes change the prices of a quote, and when saved rates are shown again instead of new ones.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SAMPLE_NOW, sampleQuote, sampleRate } from '../../../test/support/samples/samples.ts'
import { redated } from '../values/ids.ts'
import type { Quote, Rate } from './quote.ts'
import { findShown, hasOtherPrices, shownAgain } from './quote.ts'

describe('a refresh', () => {
  const [economy, express] = [sampleRate({ service: 'Economy', amount: '10.00' }), sampleRate({ service: 'Express', amount: '20.00' })]
  const both = { rates: [economy, express] }

  const ROWS: [rule: string, before: Partial<Quote>, after: Partial<Quote>, hasChanged: boolean][] = [
    [
      'that brings new ids and times changes nothing',
      both,
      { rates: [{ ...economy, id: 'rate_2', createdAt: SAMPLE_NOW + 1 }, express] },
      false,
    ],
    ['that brings them in another order changes nothing', both, { rates: [express, economy] }, false],
    ['changes one of the prices', both, { rates: [economy, { ...express, amount: '20.01' }] }, true],
    ['changes the currency', both, { rates: [economy, { ...express, currency: 'USD' }] }, true],
    ['loses a service', both, { rates: [economy] }, true],
    ['finds a service', { rates: [economy] }, both, true],
    ['leaves the selected rate, which is all that counts', { ...both, selectedRate: express }, { rates: [], selectedRate: express }, false],
    ['changes the selected rate', { ...both, selectedRate: economy }, { ...both, selectedRate: express }, true],
  ]
  for (const [rule, before, after, hasChanged] of ROWS)
    it(rule, () => assert.equal(hasOtherPrices(sampleQuote(before), sampleQuote(after)), hasChanged))
})

describe('rates that are read again', () => {
  const [first, second] = ['rate_01m7j63gc2e008evz3da2j3w8m', 'rate_01m7j63gc2e00rjnpde929dcwq']
  const saved = { rates: [sampleRate({ id: first, createdAt: SAMPLE_NOW })], rateMessages: [] }
  const offered = (changes: Partial<Rate> = {}) => ({
    rates: [sampleRate({ id: second, createdAt: SAMPLE_NOW, ...changes })],
    rateMessages: [],
  })

  it('are the saved ones with a new id and time, for less than a minute', () => {
    for (const later of [0, 1, 59_999]) {
      const [shown] = shownAgain(saved, offered(), SAMPLE_NOW + later)!
      assert.equal(shown!.createdAt, SAMPLE_NOW + later)
      assert.equal(shown!.id.slice(-16), first.slice(-16))
      assert.deepEqual(findShown(saved.rates, shown!.id), shown)
    }
    assert.equal(shownAgain(saved, offered(), SAMPLE_NOW + 60_000), null)
    assert.equal(shownAgain(saved, offered(), SAMPLE_NOW - 1), null)
  })

  it('are new ones if anything visible to the client has changed', () => {
    const changes: Partial<Rate>[] = [{ amount: '1.01' }, { service: 'Other' }, { estimatedDeliveryDate: '2030-01-01' }]
    for (const change of changes) assert.equal(shownAgain(saved, offered(change), SAMPLE_NOW), null, JSON.stringify(change))
    assert.equal(shownAgain(saved, { ...offered(), rateMessages: [{ reason: 'down' }] }, SAMPLE_NOW), null)
    assert.equal(shownAgain(saved, { rates: [], rateMessages: [] }, SAMPLE_NOW), null)
  })

  it('are shown unchanged if the carrier did not answer, however old', () => {
    assert.deepEqual(shownAgain(saved, saved, SAMPLE_NOW + 600_000), saved.rates)
  })

  it('of a carrier that did not answer are shown unchanged, beside recent ones of others with a new time', () => {
    const [kept, fresh] = [saved.rates[0]!, sampleRate({ id: second, createdAt: SAMPLE_NOW, service: 'Other' })]
    const both = { rates: [kept, fresh], rateMessages: [] }
    const again = { rates: [kept, { ...fresh, id: 'rate_01m7j63gc2e00zzzzzzzzzzzzz' }], rateMessages: [] }
    const shown = shownAgain(both, again, SAMPLE_NOW + 1)!
    assert.deepEqual(shown[0], kept)
    assert.deepEqual(shown[1], { ...fresh, id: redated(second, SAMPLE_NOW + 1), createdAt: SAMPLE_NOW + 1 })
    assert.equal(shownAgain(both, again, SAMPLE_NOW + 60_000), null)
  })

  it('are not found by another id, or by one that was never shown', () => {
    assert.equal(findShown(saved.rates, redated(second, SAMPLE_NOW + 1)), undefined)
    assert.equal(findShown(saved.rates, redated(first, SAMPLE_NOW + 60_000)), undefined)
    assert.equal(findShown(saved.rates, second), undefined)
    assert.deepEqual(findShown(saved.rates, first), saved.rates[0])
  })
})
