// Which cards and zones cover a country, best first.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { naiveCards } from '../../../test/support/models/naive-pricing.ts'
import { country, rateCard } from '../../../test/support/samples/arbitraries.ts'
import type { CardKind, Countries, ExportAirTariff, RateCard, Tariff } from './rate-card.ts'
import { cardsFor, coverage, NO_SURCHARGES, zoneOf } from './rate-card.ts'

const CASES = { numRuns: process.env.SOAK ? 10_000 : 2_000 }

const oceanImport = (countries: Countries): Tariff => ({ kind: 'ocean_import', countries, prices: {}, surcharges: NO_SURCHARGES })

const exportAir = (...zones: ExportAirTariff['zones']): ExportAirTariff => ({
  kind: 'export_air',
  volumetricDivisor: 5000,
  stepKg: '0.5',
  zones,
  services: [],
})

/** Makes a card of the operator that is always in force. `more` overrides individual fields. */
const card = (id: string, tariff: Tariff, more: Partial<RateCard> = {}): RateCard => ({
  id,
  version: 1,
  title: id,
  currency: 'USD',
  sample: false,
  businessId: null,
  effectiveFrom: 0,
  tariff,
  ...more,
})

const idsFor = (cards: readonly RateCard[], kind: CardKind, code: string): string[] => cardsFor(cards, kind, code).map(({ id }) => id)

describe('the cards for a country', () => {
  it('cover it by name, by the star, or not at all', () => {
    assert.deepEqual([coverage(['CN'], 'CN'), coverage('*', 'CN'), coverage(['CN'], 'US'), coverage([], 'CN')], [2, 1, 0, 0])
  })

  const own = { businessId: 'biz_1' }
  const china = oceanImport(['CN'])
  const world = oceanImport('*')
  const LISTS: [rule: string, best: RateCard, next: RateCard][] = [
    [
      "a business's own before the operator's, though that names the country and is no sample and later",
      card('own', world, { ...own, sample: true }),
      card('operator', china, { effectiveFrom: 9 }),
    ],
    [
      'one that names the country before an open one, though that is no sample and later',
      card('china', china, { sample: true }),
      card('world', world, { effectiveFrom: 9 }),
    ],
    ['that holds among own cards too', card('own-china', china, own), card('own-world', world, { ...own, effectiveFrom: 9 })],
    [
      "the operator's before a sample, though that is later",
      card('operator', world),
      card('sample', world, { sample: true, effectiveFrom: 9 }),
    ],
    ['the later before the earlier', card('later', china, { effectiveFrom: 2 }), card('earlier', china, { effectiveFrom: 1 })],
  ]
  for (const [rule, best, next] of LISTS) {
    it(`are listed best first: ${rule}`, () => {
      assert.deepEqual(idsFor([best, next], 'ocean_import', 'CN'), [best.id, next.id])
      assert.deepEqual(idsFor([next, best], 'ocean_import', 'CN'), [best.id, next.id])
    })
  }

  it('keep their order if they are equal', () =>
    assert.deepEqual(idsFor([card('first', china), card('second', china), card('third', china)], 'ocean_import', 'CN'), [
      'first',
      'second',
      'third',
    ]))

  it('are only those that cover it, whoever owns them', () => {
    const cards = [card('china', china), card('world', world), card('own-china', china, own)]
    assert.deepEqual(idsFor(cards, 'ocean_import', 'US'), ['world'])
    assert.deepEqual(idsFor([card('china', china)], 'ocean_import', 'US'), [])
    assert.deepEqual(idsFor([], 'ocean_import', 'CN'), [])
  })

  it('are of the kind asked for', () => {
    const cards = [card('ocean', world), card('air', exportAir({ zone: 'World', countries: '*' }))]
    const listed = (['ocean_import', 'ocean_export', 'import_air', 'export_air'] as const).map((kind) => idsFor(cards, kind, 'CN'))
    assert.deepEqual(listed, [['ocean'], [], [], ['air']])
  })

  it('for export air are those with a zone for it', () => {
    const near = { zone: 'Near', countries: ['GH', 'TG'] }
    const far = { zone: 'Far', countries: ['US'] }
    const rest = { zone: 'Rest', countries: '*' as const }
    const cards = [card('own-near', exportAir(near), own), card('own-none', exportAir(), own), card('all', exportAir(near, far, rest))]
    assert.deepEqual(idsFor(cards, 'export_air', 'GH'), ['own-near', 'all'])
    assert.deepEqual(idsFor(cards, 'export_air', 'US'), ['all'])
    assert.deepEqual(idsFor(cards, 'export_air', 'FR'), ['all'])
  })

  it('are in the order of the naive choice, for any set of cards', () => {
    const countries = fc.oneof(fc.constant('*' as const), fc.uniqueArray(country, { maxLength: 2 }))
    const tariff = fc.oneof(
      { weight: 4, arbitrary: countries.map(oceanImport) },
      { weight: 1, arbitrary: countries.map((covered) => exportAir({ zone: 'Only', countries: covered })) },
    )
    const cards = fc.tuple(...[0, 1, 2, 3, 4].map((number) => rateCard(number, tariff)))
    fc.assert(
      fc.property(cards, fc.constantFrom<CardKind>('ocean_import', 'export_air'), country, (any, kind, code) => {
        assert.deepEqual(
          idsFor(any, kind, code),
          naiveCards(any, kind, code).map(({ id }) => id),
        )
      }),
      CASES,
    )
  })
})

describe('the zone of an export-air card', () => {
  const rest = { zone: 'Rest', countries: '*' as const }
  const near = { zone: 'Near', countries: ['GH', 'TG'] }

  it('is the one that names the country, in any order', () => {
    assert.equal(zoneOf(exportAir(rest, near), 'GH'), 'Near')
    assert.equal(zoneOf(exportAir(near, rest), 'TG'), 'Near')
  })

  it('is the one for all others, otherwise null', () => {
    assert.equal(zoneOf(exportAir(near, rest), 'US'), 'Rest')
    assert.equal(zoneOf(exportAir(near), 'US'), null)
  })
})
