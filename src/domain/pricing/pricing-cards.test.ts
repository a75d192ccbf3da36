// The best card that can price all of the cargo is used. Cargo is never split between two cards.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AirCargo, ContainerSize, OceanCargo } from './cargo.ts'
import type { Price } from './price.ts'
import type { Lane, PriceBook } from './pricing.ts'
import { priceExportAir, priceImportAir, priceOcean } from './pricing.ts'
import type { Countries, RateCard, Tariff, WeightBreak } from './rate-card.ts'
import { NO_SURCHARGES } from './rate-card.ts'

const card = (id: string, businessId: string | null, tariff: Tariff): RateCard => ({
  id,
  version: 1,
  title: id,
  currency: 'NGN',
  sample: false,
  businessId,
  effectiveFrom: 0,
  tariff,
})

/** A price book with a business's own card and the operator's card. */
const bookOf = (own: Tariff, operators: Tariff): PriceBook => ({
  cards: [card('operator', null, operators), card('own', 'biz_1', own)],
  fx: [],
  markupPercent: '0',
})

const cardOf = (price: Price | undefined): string | undefined => price?.breakdown.card?.id

const fromChina: Lane = { direction: 'import', origin: 'CN', destination: 'NG' }
const fromUs: Lane = { ...fromChina, origin: 'US' }

describe('ocean cargo', () => {
  const tariff = (countries: Countries, prices: Partial<Record<ContainerSize, string>>): Tariff => ({
    kind: 'ocean_import',
    countries,
    prices,
    surcharges: NO_SURCHARGES,
  })
  const twenty = { containerSize: "20'" as const, quantity: 1 }
  const lcl = { containerSize: 'LCL' as const, quantity: 1, volumeCbm: 2 }
  const reefer = { containerSize: "40' REEF" as const, quantity: 1 }
  const book = bookOf(tariff(['CN'], { "20'": '5' }), tariff('*', { "20'": '700', LCL: '30' }))
  const PRICED: [rule: string, elements: OceanCargo['elements'], lane: Lane, id: string, amount: string][] = [
    ["is priced by the business's own card", [twenty], fromChina, 'own', '5.00'],
    ["falls back on the operator's for a size that the own one lacks", [lcl], fromChina, 'operator', '60.00'],
    ['is never priced by two cards: one missing size moves all of it', [twenty, lcl], fromChina, 'operator', '760.00'],
    ['whichever element is missing', [lcl, twenty], fromChina, 'operator', '760.00'],
    ["falls back on the operator's from a country that the own one does not cover", [twenty], fromUs, 'operator', '700.00'],
  ]
  for (const [rule, elements, lane, id, amount] of PRICED) {
    it(rule, () => {
      const price = priceOcean({ mode: 'ocean', elements }, lane, book)
      assert.deepEqual([cardOf(price), price.amount], [id, amount])
    })
  }

  it('that no card prices whole is not served, even when two could share it', () => {
    const message = "No rate card prices 1 x 20', 1 x 40' REEF from China to Nigeria."
    assert.throws(() => priceOcean({ mode: 'ocean', elements: [twenty, reefer] }, fromChina, book), { code: 'LANE_NOT_SERVED', message })
    const shared = bookOf(tariff('*', { "20'": '5' }), tariff('*', { LCL: '30' }))
    assert.throws(() => priceOcean({ mode: 'ocean', elements: [twenty, lcl] }, fromChina, shared), { code: 'LANE_NOT_SERVED' })
  })
})

const kilos = (weightKg: number): AirCargo => ({ mode: 'air', pieces: [{ weightKg }], listed: false })

describe('air cargo to import', () => {
  const tariff = (countries: Countries, pricePerKg: string): Tariff => ({
    kind: 'import_air',
    countries,
    volumetricDivisor: 6000,
    stepKg: null,
    pricePerKg,
    transitDays: 7,
    surcharges: NO_SURCHARGES,
  })
  const book = bookOf(tariff(['CN'], '5'), tariff('*', '8'))

  it("is priced by the business's own card, and by the operator's where that does not reach", () => {
    assert.deepEqual(
      [fromChina, fromUs].map((lane) => cardOf(priceImportAir(kilos(2), lane, book))),
      ['own', 'operator'],
    )
  })
})

describe('air cargo to export', () => {
  /** Zone `Near` is Ghana and Togo. Zone `Rest` is all other countries. Each zone in `breaks` gets its own service. */
  const tariff = (carrier: string, breaks: Record<string, WeightBreak[]>, zones = ['Near', 'Rest']): Tariff => ({
    kind: 'export_air',
    volumetricDivisor: 5000,
    stepKg: null,
    zones: zones.map((zone) => ({ zone, countries: zone === 'Near' ? ['GH', 'TG'] : '*' })),
    services: Object.entries(breaks).map(([zone, ofZone]) => ({
      carrier,
      service: `${carrier} ${zone}`,
      surcharges: NO_SURCHARGES,
      zones: [{ zone, transitDays: 2, breaks: ofZone }],
    })),
  })
  const light = [{ upToKg: '20', pricePerKg: '5' }]
  const any = [{ upToKg: null, pricePerKg: '8' }]
  const operators = tariff('Operator', { Near: any, Rest: any })
  const PRICED: [rule: string, own: Tariff, weightKg: number, destination: string, service: string][] = [
    ["is priced by the business's own card", tariff('Own', { Near: light }), 20, 'GH', 'Own Near'],
    ["falls back on the operator's above the own one's last weight", tariff('Own', { Near: light }), 20.001, 'GH', 'Operator Near'],
    ["falls back on the operator's to a zone without a service", tariff('Own', { Near: light }), 2, 'US', 'Operator Rest'],
    ["falls back on the operator's to a country without a zone", tariff('Own', { Near: light }, ['Near']), 2, 'US', 'Operator Rest'],
  ]
  for (const [rule, own, weightKg, destination, service] of PRICED) {
    it(rule, () => {
      const offered = priceExportAir(kilos(weightKg), { direction: 'export', origin: 'NG', destination }, bookOf(own, operators))
      assert.deepEqual(
        offered.map((price) => price.service),
        [service],
      )
    })
  }

  it('that no card prices is not served', () => {
    const book = bookOf(tariff('Own', { Near: light }), tariff('Operator', { Near: light }))
    assert.throws(() => priceExportAir(kilos(21), { direction: 'export', origin: 'NG', destination: 'GH' }, book), {
      code: 'LANE_NOT_SERVED',
      message: 'No rate card prices 21 kg by air from Nigeria to Ghana.',
    })
  })
})
