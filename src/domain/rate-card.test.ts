// Proves which card, version and zone apply to a moment and a country.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { country } from '../../test/support/arbitraries.ts'
import { naiveCard } from '../../test/support/naive-pricing.ts'
import type { Countries, ExportAirTariff, RateCard } from './rate-card.ts'
import { cardFor, coverage, inForce, NO_SURCHARGES, zoneOf } from './rate-card.ts'

const CASES = { numRuns: 10_000 }

const importCard = (id: string, countries: Countries, businessId: string | null = null): RateCard => ({
  id,
  version: 1,
  title: id,
  currency: 'USD',
  sample: false,
  businessId,
  effectiveFrom: 0,
  tariff: { kind: 'ocean_import', countries, prices: {}, surcharges: NO_SURCHARGES },
})

describe('the version in force', () => {
  const versions = [100, 200, 300].map((effectiveFrom) => ({ effectiveFrom }))
  const MOMENTS: [at: number, from: number | undefined][] = [
    [99, undefined],
    [100, 100],
    [199, 100],
    [200, 200],
    [300, 300],
    [9_999, 300],
  ]
  for (const [at, from] of MOMENTS) {
    it(`at ${at} is ${from ? `the one from ${from}` : 'none'}`, () => assert.equal(inForce(versions, at)?.effectiveFrom, from))
  }

  it('of two that begin together is the later in the list', () => {
    const twins = [
      { effectiveFrom: 100, id: 'first' },
      { effectiveFrom: 100, id: 'second' },
    ]
    assert.equal(inForce(twins, 100)?.id, 'second')
  })

  it('does not depend on the order of the others', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ effectiveFrom: fc.integer({ min: 0, max: 50 }) }), { maxLength: 8 }),
        fc.integer({ min: -1, max: 51 }),
        (entries, at) => {
          const begun = entries.map((entry) => entry.effectiveFrom).filter((from) => from <= at)
          assert.equal(inForce(entries, at)?.effectiveFrom, begun.toSorted((a, b) => a - b).at(-1))
        },
      ),
      CASES,
    )
  })
})

describe('the card for a country', () => {
  it('is covered by name, by the star, or not at all', () => {
    assert.deepEqual([coverage(['CN'], 'CN'), coverage('*', 'CN'), coverage(['CN'], 'US'), coverage([], 'CN')], [2, 1, 0, 0])
  })

  const china = importCard('china', ['CN'])
  const world = importCard('world', '*')
  const ownWorld = importCard('own-world', '*', 'biz_1')
  const ownChina = importCard('own-china', ['CN'], 'biz_1')
  const CHOICES: [rule: string, cards: RateCard[], country: string, id: string | undefined][] = [
    ['names the country before the open one', [world, china], 'CN', 'china'],
    ['is the open one for every other country', [china, world], 'US', 'world'],
    ['is none where nothing covers the country', [china], 'US', undefined],
    [
      "is the business's own before the operator's, even when only the operator's names the country",
      [china, world, ownWorld],
      'CN',
      'own-world',
    ],
    ["is the business's own that names the country before its open one", [ownWorld, china, ownChina], 'CN', 'own-china'],
    ["is the operator's where the business's own does not reach", [world, ownChina], 'US', 'world'],
    ['is none among no cards', [], 'CN', undefined],
  ]
  for (const [rule, cards, code, id] of CHOICES) it(rule, () => assert.equal(cardFor(cards, 'ocean_import', code)?.id, id))

  it('is of the kind asked for', () => {
    assert.equal(cardFor([china, world], 'ocean_export', 'CN'), null)
    assert.equal(cardFor([china, world], 'import_air', 'CN'), null)
    assert.equal(cardFor([china, world], 'export_air', 'CN'), null)
  })

  it('agrees with the naive choice for any set of cards', () => {
    const countries = fc.oneof(fc.constant('*' as const), fc.uniqueArray(country, { maxLength: 3 }))
    const card = fc.tuple(countries, fc.option(fc.constant('biz_1'))).map(([covered, businessId]) => importCard('any', covered, businessId))
    fc.assert(
      fc.property(fc.array(card, { maxLength: 5 }), country, (cards, code) => {
        const numbered = cards.map((each, i) => ({ ...each, id: `card-${i}` }))
        assert.equal(cardFor(numbered, 'ocean_import', code)?.id, naiveCard(numbered, 'ocean_import', code)?.id)
      }),
      CASES,
    )
  })
})

describe('the zone of an export-air card', () => {
  const tariff = (...zones: ExportAirTariff['zones']): ExportAirTariff => ({
    kind: 'export_air',
    volumetricDivisor: 5000,
    stepKg: '0.5',
    zones,
    services: [],
  })
  const rest = { zone: 'Rest', countries: '*' as const }
  const near = { zone: 'Near', countries: ['GH', 'TG'] }

  it('is the one that names the country, wherever the open one stands', () => {
    assert.equal(zoneOf(tariff(rest, near), 'GH'), 'Near')
    assert.equal(zoneOf(tariff(near, rest), 'TG'), 'Near')
  })

  it('is the open one for the rest, else none', () => {
    assert.equal(zoneOf(tariff(near, rest), 'US'), 'Rest')
    assert.equal(zoneOf(tariff(near), 'US'), null)
  })
})
