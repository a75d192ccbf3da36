// How a price adds up, line by line. The breakdown is enough to recompute the price.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { fixedText, halfUp, plus, scaled, times } from '../../../test/support/models/naive-pricing.ts'
import { importAirTariff, lane, listedPieces, priceBook } from '../../../test/support/samples/arbitraries.ts'
import { decimal } from '../values/money.ts'
import type { Freight, PriceLine } from './price.ts'
import { computePrice } from './price.ts'
import { priceImportAir } from './pricing.ts'
import type { FxRate, RateCard, Surcharges } from './rate-card.ts'
import { NO_SURCHARGES } from './rate-card.ts'

const fx: FxRate = { id: 'fx_1', base: 'USD', quote: 'NGN', rate: '1400', effectiveFrom: 5, source: 'test' }

const card: RateCard = {
  id: 'card-1',
  version: 3,
  title: 'Card',
  currency: 'USD',
  sample: true,
  businessId: null,
  effectiveFrom: 7,
  tariff: {
    kind: 'import_air',
    countries: '*',
    volumetricDivisor: 6000,
    stepKg: null,
    pricePerKg: '8.50',
    transitDays: 7,
    surcharges: NO_SURCHARGES,
  },
}

const tenKg: Freight = { description: 'Air freight', quantity: decimal('10'), unit: 'kg', unitPrice: '8.50' }

const priced = (given: { freight?: Freight[]; surcharges?: Partial<Surcharges>; markupPercent?: string; rate?: string }) =>
  computePrice({
    lane: 'China to Nigeria',
    card,
    fx: { ...fx, rate: given.rate ?? fx.rate },
    freight: given.freight ?? [tenKg],
    surcharges: { ...NO_SURCHARGES, ...given.surcharges },
    markupPercent: given.markupPercent ?? '0',
    weight: null,
  })

const freightOf = (quantity: string, unitPrice: string): Freight => ({
  description: 'Freight',
  quantity: decimal(quantity),
  unit: 'kg',
  unitPrice,
})

describe('a price', () => {
  const LINES: [rule: string, given: Parameters<typeof priced>[0], lines: [kind: string, amount: string][], total: string][] = [
    ['is quantity x unit price x FX', {}, [['freight', '119000.00']], '119000.00'],
    [
      'has a line for each element',
      { freight: [tenKg, freightOf('0.5', '3')] },
      [
        ['freight', '119000.00'],
        ['freight', '2100.00'],
      ],
      '121100.00',
    ],
    [
      'rounds each line half up to the kobo, then adds',
      { freight: [freightOf('1', '0.005'), freightOf('1', '0.005'), freightOf('1', '0.0049')], rate: '1' },
      [
        ['freight', '0.01'],
        ['freight', '0.01'],
        ['freight', '0.00'],
      ],
      '0.02',
    ],
    [
      'is topped up to the minimum charge',
      { surcharges: { minimumCharge: '100' } },
      [
        ['freight', '119000.00'],
        ['minimum', '21000.00'],
      ],
      '140000.00',
    ],
    ['has no top-up where freight meets the minimum', { surcharges: { minimumCharge: '85' } }, [['freight', '119000.00']], '119000.00'],
    [
      'measures the minimum against all elements together',
      { freight: [tenKg, tenKg], surcharges: { minimumCharge: '100' } },
      [
        ['freight', '119000.00'],
        ['freight', '119000.00'],
      ],
      '238000.00',
    ],
    [
      'has no line for a surcharge of nothing, however it is written',
      { surcharges: { minimumCharge: '0.00', fuelPercent: '0.0', handlingFee: '0.00' }, markupPercent: '0.00' },
      [['freight', '119000.00']],
      '119000.00',
    ],
    [
      'adds fuel as a share of freight',
      { surcharges: { fuelPercent: '12.5' } },
      [
        ['freight', '119000.00'],
        ['fuel', '14875.00'],
      ],
      '133875.00',
    ],
    [
      'adds handling once, converted, and free of fuel',
      { freight: [tenKg, tenKg], surcharges: { fuelPercent: '10', handlingFee: '25' } },
      [
        ['freight', '119000.00'],
        ['freight', '119000.00'],
        ['fuel', '23800.00'],
        ['handling', '35000.00'],
      ],
      '296800.00',
    ],
    [
      'adds the markup last, on everything before it',
      { surcharges: { minimumCharge: '100', fuelPercent: '10', handlingFee: '25' }, markupPercent: '7.5' },
      [
        ['freight', '119000.00'],
        ['minimum', '21000.00'],
        ['fuel', '14000.00'],
        ['handling', '35000.00'],
        ['markup', '14175.00'],
      ],
      '203175.00',
    ],
    [
      'rounds a percentage half up to the kobo',
      { freight: [freightOf('1', '0.10')], rate: '1', surcharges: { fuelPercent: '5' }, markupPercent: '4.4' },
      [
        ['freight', '0.10'],
        ['fuel', '0.01'],
        ['markup', '0.00'],
      ],
      '0.11',
    ],
  ]
  for (const [rule, given, lines, total] of LINES) {
    it(rule, () => {
      const price = priced(given)
      assert.deepEqual(
        price.breakdown.lines.map((line) => [line.kind, line.amount]),
        lines,
      )
      assert.equal(price.amount, total)
      assert.equal(price.breakdown.total, total)
    })
  }

  it('names its lane, card version and exchange rate, in NGN', () => {
    const { breakdown } = priced({ markupPercent: '5' })
    assert.equal(breakdown.lane, 'China to Nigeria')
    assert.deepEqual(breakdown.card, { id: 'card-1', version: 3, title: 'Card', currency: 'USD', sample: true, effectiveFrom: 7 })
    assert.deepEqual(breakdown.fx, fx)
    assert.deepEqual([breakdown.markupPercent, breakdown.currency], ['5', 'NGN'])
  })

  it('shows the factors of each line', () => {
    const { breakdown } = priced({ surcharges: { fuelPercent: '12.5' } })
    const [freight, fuel] = breakdown.lines
    assert.deepEqual(freight, {
      kind: 'freight',
      description: 'Air freight',
      quantity: '10',
      unit: 'kg',
      unitPrice: '8.50',
      currency: 'USD',
      fxRate: '1400',
      amount: '119000.00',
    })
    assert.deepEqual([fuel?.quantity, fuel?.unit, fuel?.unitPrice, fuel?.currency, fuel?.fxRate], ['12.5', '%', '119000', 'NGN', '1'])
  })
})

describe('a breakdown', () => {
  const recompute = ({ quantity, unitPrice, fxRate, unit }: PriceLine): string => {
    const exact = times(scaled(quantity), scaled(unitPrice), scaled(fxRate), scaled(unit === '%' ? '0.01' : '1'))
    return fixedText(halfUp(exact, 2))
  }

  it('is enough to recompute every line and the total by hand', () => {
    fc.assert(
      fc.property(listedPieces, lane('import'), priceBook(importAirTariff('*')), (cargo, road, book) => {
        const { amount, breakdown } = priceImportAir(cargo, road, book)
        for (const line of breakdown.lines) assert.equal(recompute(line), line.amount)
        assert.equal(fixedText(plus(...breakdown.lines.map((line) => scaled(line.amount)))), amount)
      }),
      { numRuns: 2_000 },
    )
  })
})
