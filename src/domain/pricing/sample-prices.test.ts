// A sample card is in use until the operator's cards replace it in all its countries. A sample rate is in use until the operator sets that rate.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SAMPLE_CARDS, SAMPLE_FX } from '../demo/sample-cards.ts'
import type { Countries, FxRate, RateCard } from './rate-card.ts'
import { samplesInUse } from './sample-prices.ts'

const SAMPLE_RATE: FxRate = { id: 'fx_sample', effectiveFrom: 0, ...SAMPLE_FX }
const imports = SAMPLE_CARDS.filter(({ tariff }) => tariff.kind === 'import_air')

const own = (id: string, countries: Countries): RateCard => {
  const [{ tariff }] = imports as [RateCard]
  assert.ok(tariff.kind === 'import_air')
  return { ...imports[0]!, id, sample: false, tariff: { ...tariff, countries } }
}

const idsIn = (cards: readonly RateCard[]): string[] => samplesInUse({ cards, fx: [] }).cards.map(({ id }) => id)

describe('sample prices in use', () => {
  it('are all of them at first', () => {
    const { cards, pairs } = samplesInUse({ cards: SAMPLE_CARDS, fx: [SAMPLE_RATE] })
    assert.deepEqual(cards, SAMPLE_CARDS)
    assert.deepEqual(pairs, ['USD/NGN'])
  })

  it('are not the rate that the operator has set', () => {
    assert.deepEqual(samplesInUse({ cards: [], fx: [{ ...SAMPLE_RATE, source: 'Central bank' }] }).pairs, [])
  })

  const sampleIds = imports.map(({ id }) => id)
  const named = imports.flatMap(({ tariff }) => (tariff.kind === 'import_air' && tariff.countries !== '*' ? tariff.countries : []))
  const CASES: [what: string, cards: RateCard[], used: string[]][] = [
    ['an own card for one country leaves the others to the samples', [own('own', ['FR'])], sampleIds],
    [
      'an own card for every country does not replace a sample that names its country',
      [own('own', '*')],
      imports.filter(({ tariff }) => tariff.kind === 'import_air' && tariff.countries !== '*').map(({ id }) => id),
    ],
    ['own cards for the same countries replace the samples', [own('own', '*'), own('named', named)], []],
  ]
  for (const [what, cards, used] of CASES)
    it(what, () => {
      assert.deepEqual(idsIn([...imports, ...cards]), used)
    })
})
