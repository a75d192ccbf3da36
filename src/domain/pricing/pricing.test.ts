// Every price agrees with a second, naive computation. If no card can price the cargo, the error message names the lane.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { NaivePrice } from '../../../test/support/models/naive-pricing.ts'
import { naiveExportAir, naiveImportAir, naiveOcean } from '../../../test/support/models/naive-pricing.ts'
import {
  exportAirTariff,
  importAirTariff,
  lane,
  listedPieces,
  oceanCargo,
  oceanTariff,
  priceBook,
  singlePiece,
} from '../../../test/support/samples/arbitraries.ts'
import { decimal } from '../values/money.ts'
import type { AirCargo, OceanCargo } from './cargo.ts'
import { CONTAINER_SIZES } from './cargo.ts'
import type { Price } from './price.ts'
import type { Lane, PriceBook, ServicePrice } from './pricing.ts'
import { pickBreak, priceCarrierCharge, priceExportAir, priceImportAir, priceOcean } from './pricing.ts'
import type { FxRate, RateCard, Tariff } from './rate-card.ts'
import { NO_SURCHARGES } from './rate-card.ts'

const CASES = { numRuns: process.env.SOAK ? 10_000 : 1_500 }

const figuresOf = ({ amount, breakdown }: Price): NaivePrice => ({
  cardId: breakdown.card!.id,
  lines: breakdown.lines.map(({ kind, quantity, unitPrice, fxRate, amount: lineAmount }) => ({
    kind,
    quantity,
    unitPrice,
    fxRate,
    amount: lineAmount,
  })),
  total: amount,
})

/** Asserts that `price` returns the result of the naive computation. If `naive` is null, `price` must throw LANE_NOT_SERVED. */
const agrees = <T>(price: () => T, naive: T | null): void => {
  if (naive === null) assert.throws(price, { code: 'LANE_NOT_SERVED' })
  else assert.deepEqual(price(), naive)
}

describe("prices agree with the naive computation, own cards and the operator's, samples too", () => {
  it('import air, China and elsewhere', () => {
    const card = fc.oneof(importAirTariff('*'), importAirTariff(['CN']))
    fc.assert(
      fc.property(listedPieces, lane('import'), priceBook(card, card), (cargo, road, book) =>
        agrees(() => figuresOf(priceImportAir(cargo, road, book)), naiveImportAir(cargo, road, book)),
      ),
      CASES,
    )
  })

  const OCEANS: [direction: Lane['direction'], other: Lane['direction'], named: string[]][] = [
    ['import', 'export', ['CN']],
    ['export', 'import', ['CN', 'GB']],
  ]
  for (const [direction, other, named] of OCEANS) {
    it(`${direction} ocean, all container sizes`, () => {
      const card = fc.oneof(oceanTariff(`ocean_${direction}`, '*'), oceanTariff(`ocean_${direction}`, named))
      const prices = Object.fromEntries(CONTAINER_SIZES.map((size) => [size, '1']))
      const wrongWay = fc.constant<Tariff>({ kind: `ocean_${other}`, countries: '*', prices, surcharges: NO_SURCHARGES })
      fc.assert(
        fc.property(oceanCargo, lane(direction), priceBook(card, wrongWay, card), (cargo, road, book) =>
          agrees(() => figuresOf(priceOcean(cargo, road, book)), naiveOcean(cargo, road, book)),
        ),
        CASES,
      )
    })
  }

  it('export air, every service that reaches the zone with this weight', () => {
    const priced = (price: ServicePrice) => ({ ...figuresOf(price), service: price.service, transitDays: price.transitDays })
    fc.assert(
      fc.property(singlePiece, lane('export'), priceBook(exportAirTariff, exportAirTariff), (cargo, road, book) =>
        agrees(() => priceExportAir(cargo, road, book).map(priced), naiveExportAir(cargo, road, book)),
      ),
      CASES,
    )
  })
})

const usd: FxRate = { id: 'fx_1', base: 'USD', quote: 'NGN', rate: '1400', effectiveFrom: 0, source: 'test' }
const bookOf = (tariff: Tariff, more: Partial<RateCard> = {}): PriceBook => ({
  cards: [{ id: 'card', version: 1, title: 'Card', currency: 'USD', sample: false, businessId: null, effectiveFrom: 0, tariff, ...more }],
  fx: [usd],
  markupPercent: '0',
})

const chinaAir: Tariff = {
  kind: 'import_air',
  countries: ['CN'],
  volumetricDivisor: 6000,
  stepKg: null,
  pricePerKg: '8.50',
  transitDays: 7,
  surcharges: NO_SURCHARGES,
}
const lclOnly: Tariff = { kind: 'ocean_import', countries: '*', prices: { LCL: '200' }, surcharges: NO_SURCHARGES }
const nearAir: Tariff = {
  kind: 'export_air',
  volumetricDivisor: 5000,
  stepKg: '0.5',
  zones: [{ zone: 'Near', countries: ['GH'] }],
  services: [
    {
      carrier: 'Sample Air',
      service: 'Express',
      surcharges: NO_SURCHARGES,
      zones: [{ zone: 'Near', transitDays: 2, breaks: [{ upToKg: '20', pricePerKg: '10' }] }],
    },
  ],
}

const fromChina: Lane = { direction: 'import', origin: 'CN', destination: 'NG' }
const toGhana: Lane = { direction: 'export', origin: 'NG', destination: 'GH' }
const kilos = (weightKg: number): AirCargo => ({ mode: 'air', pieces: [{ weightKg }], listed: false })
const ocean = (...elements: OceanCargo['elements']): OceanCargo => ({ mode: 'ocean', elements })

describe('a lane', () => {
  it('of an import ends in Nigeria, whatever the recipient’s address, also in the breakdown', () => {
    const price = priceImportAir(kilos(2), { ...fromChina, destination: 'GH' }, bookOf(chinaAir))
    assert.equal(price.breakdown.lane, 'China to Nigeria')
  })

  it('of an export ends where the recipient is', () => {
    assert.equal(priceExportAir(kilos(2), toGhana, bookOf(nearAir))[0]?.breakdown.lane, 'Nigeria to Ghana')
  })

  const UNSERVED: [rule: string, price: () => unknown][] = [
    ['no card of the kind', () => priceImportAir(kilos(1), fromChina, bookOf(lclOnly))],
    ['no card for the country', () => priceImportAir(kilos(1), { ...fromChina, origin: 'US' }, bookOf(chinaAir))],
    [
      'no ocean card for the direction',
      () => priceOcean(ocean({ containerSize: 'LCL', quantity: 1, volumeCbm: 1 }), toGhana, bookOf(lclOnly)),
    ],
    [
      'no price for one of the sizes',
      () =>
        priceOcean(
          ocean({ containerSize: 'LCL', quantity: 1, volumeCbm: 1 }, { containerSize: "20'", quantity: 1 }),
          fromChina,
          bookOf(lclOnly),
        ),
    ],
    [
      'no measures for what the size is priced by',
      () => priceOcean(ocean({ containerSize: 'LCL', quantity: 1 }), fromChina, bookOf(lclOnly)),
    ],
    ['no exchange rate', () => priceImportAir(kilos(1), fromChina, { ...bookOf(chinaAir), fx: [] })],
    [
      'an exchange rate the other way round',
      () => priceImportAir(kilos(1), fromChina, { ...bookOf(chinaAir), fx: [{ ...usd, base: 'NGN', quote: 'USD' }] }),
    ],
    ['no zone for the country', () => priceExportAir(kilos(1), { ...toGhana, destination: 'US' }, bookOf(nearAir))],
    ['no weight break that reaches the cargo', () => priceExportAir(kilos(20.1), toGhana, bookOf(nearAir))],
  ]
  for (const [rule, price] of UNSERVED) it(`is not served with ${rule}`, () => assert.throws(price, { code: 'LANE_NOT_SERVED' }))

  it('is named in the refusal', () => {
    assert.throws(() => priceImportAir(kilos(1), { ...fromChina, origin: 'US' }, bookOf(chinaAir)), {
      message: 'No rate card prices air freight from United States to Nigeria.',
    })
  })
})

describe('a card in naira', () => {
  it('needs no exchange rate', () => {
    const price = priceImportAir(kilos(2), fromChina, { ...bookOf(chinaAir, { currency: 'NGN' }), fx: [] })
    assert.equal(price.amount, '17.00')
    assert.deepEqual(price.breakdown.fx, {
      id: 'same',
      base: 'NGN',
      quote: 'NGN',
      rate: '1',
      effectiveFrom: 0,
      source: 'the same currency',
    })
  })
})

describe('a weight break', () => {
  const breaks = [
    { upToKg: '5', pricePerKg: '14' },
    { upToKg: '20', pricePerKg: '11' },
    { upToKg: null, pricePerKg: '9' },
  ]
  const PICKS: [kg: string, price: string][] = [
    ['0.5', '14'],
    ['5', '14'],
    ['5.0000001', '11'],
    ['20', '11'],
    ['20.5', '9'],
    ['1000000', '9'],
  ]
  for (const [kg, price] of PICKS) it(`at ${kg} kg is ${price}`, () => assert.equal(pickBreak(breaks, decimal(kg))?.pricePerKg, price))

  it('is null above the last one if that has a limit', () => assert.equal(pickBreak(breaks.slice(0, 2), decimal('20.5')), null))

  it('is picked by the weight rounded up to the step, and applies to all of it', () => {
    const price = priceExportAir(kilos(19.6), toGhana, bookOf(nearAir))[0]
    assert.deepEqual([price?.breakdown.weight?.chargeableWeightKg, price?.amount], ['20', '280000.00'])
    assert.deepEqual([price?.carrier, price?.service, price?.transitDays], ['Sample Air', 'Express', 2])
  })
})

describe('the weight basis', () => {
  it('of an air price shows actual, volumetric and chargeable weight with divisor and step', () => {
    const cargo: AirCargo = {
      mode: 'air',
      pieces: [{ weightKg: 1.25, dimensions: { lengthCm: 30, widthCm: 20, heightCm: 15 } }],
      listed: false,
    }
    assert.deepEqual(priceExportAir(cargo, toGhana, bookOf(nearAir))[0]?.breakdown.weight, {
      actualWeightKg: '1.25',
      volumetricWeightKg: '1.8',
      volumetricDivisor: 5000,
      roundingStepKg: '0.5',
      chargeableWeightKg: '2',
    })
  })

  it('of an ocean price is none', () => {
    assert.equal(priceOcean(ocean({ containerSize: 'LCL', quantity: 1, volumeCbm: 1 }), fromChina, bookOf(lclOnly)).breakdown.weight, null)
  })
})

describe("an outside carrier's charge", () => {
  it('is converted with the FX in force, with the markup of the business and no card', () => {
    const charge = { carrier: 'Sample Parcel', service: 'Ground', amount: '12.345', currency: 'USD' }
    const { amount, breakdown } = priceCarrierCharge(charge, toGhana, { ...bookOf(nearAir), markupPercent: '10' })
    assert.deepEqual(
      breakdown.lines.map((line) => [line.kind, line.description, line.quantity, line.unitPrice, line.currency, line.amount]),
      [
        ['freight', 'Sample Parcel Ground', '1', '12.345', 'USD', '17283.00'],
        ['markup', 'Service margin', '10', '17283', 'NGN', '1728.30'],
      ],
    )
    assert.deepEqual([amount, breakdown.card, breakdown.lane], ['19011.30', null, 'Nigeria to Ghana'])
  })

  it('in a currency without an exchange rate is not served', () => {
    const charge = { carrier: 'Sample Parcel', service: 'Ground', amount: '12', currency: 'CHF' }
    assert.throws(() => priceCarrierCharge(charge, toGhana, bookOf(nearAir)), { code: 'LANE_NOT_SERVED' })
  })
})

describe('ocean lines', () => {
  const prices = { "20'": '2900', LCL: '200', 'Ro-Ro': '110', Breakbulk: '120' }
  const all: Tariff = { kind: 'ocean_import', countries: '*', prices, surcharges: NO_SURCHARGES }

  it('name the cargo, the unit and the units charged, per element', () => {
    const cargo = ocean(
      { containerSize: "20'", quantity: 2 },
      { containerSize: 'LCL', quantity: 3, volumeCbm: 2.5 },
      { containerSize: 'Ro-Ro', quantity: 1, volumeCbm: 12, weightKg: 1_500 },
      { containerSize: 'Breakbulk', quantity: 1, volumeCbm: 1, weightKg: 4_200 },
    )
    const { lines } = priceOcean(cargo, fromChina, bookOf(all)).breakdown
    assert.deepEqual(
      lines.map(({ description, quantity, unit, amount }) => [description, quantity, unit, amount]),
      [
        ["Ocean freight, 2 x 20'", '2', 'container', '8120000.00'],
        ['Ocean freight, 3 x LCL', '2.5', 'CBM', '700000.00'],
        ['Ocean freight, 1 x Ro-Ro', '12', 'RT', '1848000.00'],
        ['Ocean freight, 1 x Breakbulk', '4.2', 'RT', '705600.00'],
      ],
    )
  })
})
