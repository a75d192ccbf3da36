// An import to a recipient outside Nigeria is priced if a card serves the recipient's country, and refused otherwise.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SAMPLE_CARDS, SAMPLE_FX } from '../demo/sample-cards.ts'
import type { Cargo } from './cargo.ts'
import { cardOffers } from './pricing.ts'

const CARGO: Cargo = { mode: 'air', pieces: [{ weightKg: 10 }], listed: true }
const FX = [{ ...SAMPLE_FX, id: 'fx', effectiveFrom: 0 }]

describe('an import with a recipient abroad', () => {
  const offersTo = (destination: string, countries: '*' | string[]) => {
    const cards = SAMPLE_CARDS.map((card) => ('countries' in card.tariff ? { ...card, tariff: { ...card.tariff, countries } } : card))
    return cardOffers({ direction: 'import', origin: 'CN', destination }, CARGO, { cards, fx: FX, markupPercent: '0' })
  }

  it('is priced if a card serves the country', () => {
    for (const destination of ['NG', 'GH']) assert.equal(offersTo(destination, ['CN', 'GH']).length, 1, destination)
    assert.equal(offersTo('GH', '*').length, 1)
  })

  it('is not served otherwise', () =>
    assert.throws(() => offersTo('GB', ['CN', 'GH']), {
      code: 'LANE_NOT_SERVED',
      message: 'No rate card serves a recipient in United Kingdom.',
    }))
})
