// Proves when a refresh has changed what a quote costs, and not only its tokens and times.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SAMPLE_NOW, sampleQuote, sampleRate } from '../../../test/support/samples/samples.ts'
import type { Quote } from './quote.ts'
import { hasOtherPrices } from './quote.ts'

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
