// An explanation shows the prices that fit the state of its quote, and says how the chargeable quantity was computed.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bookWith, bowls, fromChina, ocean, pricedQuote, toBritain } from '../../../test/support/samples/priced-quotes.ts'
import { SAMPLE_NOW, sampleRate } from '../../../test/support/samples/samples.ts'
import { SAMPLE_CARDS } from '../demo/sample-cards.ts'
import type { Cargo, OceanElement } from '../pricing/cargo.ts'
import type { Lane } from '../pricing/pricing.ts'
import { cardOffers } from '../pricing/pricing.ts'
import { NO_SURCHARGES } from '../pricing/rate-card.ts'
import type { Quote } from '../quotes/quote.ts'
import { explainQuote, factorsOf } from './explain.ts'

const explain = (quote: Quote) => explainQuote({ quote, parcels: [], customer: null })

describe('the prices of an explanation', () => {
  const exportAir = pricedQuote(toBritain, bowls)
  const [economy] = exportAir.rates

  it('are all rates as last shown while none is selected', () => {
    for (const quote of [exportAir, { ...exportAir, status: 'cancelled' as const }]) {
      assert.deepEqual(
        explain(quote).prices.map(({ rateId, service, isSelected }) => [rateId, service, isSelected]),
        [
          ['rate_Economy', 'Economy', false],
          ['rate_Priority', 'Priority', false],
          ['rate_Express', 'Express', false],
        ],
      )
    }
  })

  it('are the selected one once there is one', () => {
    const { prices, notes } = explain({ ...exportAir, status: 'booked', rates: [], selectedRate: economy! })
    assert.deepEqual(
      prices.map(({ service, isSelected }) => [service, isSelected]),
      [['Economy', true]],
    )
    assert.deepEqual(notes, [])
  })

  it('are none, with a note, if no card prices the cargo any more', () => {
    const { prices, notes } = explain({ ...exportAir, rates: [] })
    assert.deepEqual(prices, [])
    assert.deepEqual(notes, ['No rate card priced this cargo when the quote was last read.'])
  })

  it('of imports and ocean are estimates until they are final', () => {
    const container = pricedQuote(fromChina, ocean({ containerSize: "20'", quantity: 1 }))
    const estimate = /estimate until the warehouse/
    const saysSo = (quote: Quote): boolean => explain(quote).notes.some((note) => estimate.test(note))
    const booked: Quote = { ...container, status: 'booked', rates: [], selectedRate: container.rates[0]! }
    assert.deepEqual([saysSo(container), saysSo(booked)], [true, true])
    assert.deepEqual([saysSo({ ...booked, priceFinalisedAt: SAMPLE_NOW }), saysSo(exportAir)], [false, false])
  })

  it('of an import with another delivery country say that it is priced to Nigeria', () => {
    const { lane, notes } = explain(pricedQuote({ ...fromChina, destination: 'GH' }, bowls))
    assert.equal(lane.text, 'China to Nigeria')
    assert.ok(notes.includes('Imports are priced to Nigeria, whatever the address.'))
  })
})

describe('the chargeable basis', () => {
  const basisFor = (lane: Lane, cargo: Cargo) => explain(pricedQuote(lane, cargo)).prices[0]!.basis

  it('of air explains the weight, with a step and without', () => {
    assert.deepEqual(basisFor(toBritain, bowls), [
      {
        cargo: '2.4 kg',
        quantity: '2.5',
        unit: 'kg',
        explanation:
          'The greater of the actual weight, 2.4 kg, and the volumetric weight, 1.8 kg (cubic centimetres divided by 5000), rounded up to a full 0.5 kg.',
      },
    ])
    assert.match(basisFor(fromChina, bowls)[0]!.explanation, /divided by 6000\)\.$/)
  })

  const BASES: [element: OceanElement, quantity: string, unit: string, explanation: string][] = [
    [{ containerSize: "40' HC", quantity: 2 }, '2', 'container', 'Charged per container.'],
    [{ containerSize: 'LCL', quantity: 1, volumeCbm: 2.5 }, '2.5', 'CBM', 'Charged per CBM: 2.5 CBM.'],
    [
      { containerSize: 'LCL', quantity: 3, dimensions: { lengthCm: 100, widthCm: 50, heightCm: 80 } },
      '1.2',
      'CBM',
      'Charged per CBM: 1.2 CBM (3 x 100 x 50 x 80 cm).',
    ],
    [
      { containerSize: 'Ro-Ro', quantity: 1, volumeCbm: 12, weightKg: 1_500 },
      '12',
      'RT',
      'Charged per revenue ton, the greater of volume and weight: 12 CBM, 1.5 t.',
    ],
    [
      { containerSize: 'Breakbulk', quantity: 1, volumeCbm: 1, weightKg: 4_200 },
      '4.2',
      'RT',
      'Charged per revenue ton, the greater of volume and weight: 1 CBM, 4.2 t.',
    ],
  ]
  for (const [element, quantity, unit, explanation] of BASES) {
    const cargo = `${element.quantity} x ${element.containerSize}`
    it(`of ${cargo} is ${quantity} ${unit}`, () => {
      assert.deepEqual(basisFor(fromChina, ocean(element)), [{ cargo, quantity, unit, explanation }])
    })
  }

  it('of an outside carrier is its own charge', () => {
    const charged = sampleRate({ breakdown: { ...sampleRate().breakdown, card: null, lines: [freightLine] } })
    const [item] = explain(pricedQuote(toBritain, bowls, { rates: [charged] })).prices[0]!.basis
    assert.deepEqual([item?.quantity, item?.unit], ['1', 'shipment'])
    assert.match(item!.explanation, /price that the carrier charges/)
  })
})

const freightLine = {
  kind: 'freight' as const,
  description: 'Sample Parcel Ground',
  quantity: '1',
  unit: 'shipment',
  unitPrice: '12.345',
  currency: 'USD',
  fxRate: '1400',
  amount: '17283.00',
}

describe('the factors of a line', () => {
  const FACTORS: [line: object, text: string][] = [
    [{}, '1 shipment x USD 12.345 x 1400'],
    [{ quantity: '2', unit: 'container', unitPrice: '4800' }, '2 containers x USD 4800 x 1400'],
    [{ quantity: '1', unit: 'container', unitPrice: '4800' }, '1 container x USD 4800 x 1400'],
    [{ unit: 'kg', currency: 'NGN', fxRate: '1' }, '1 kg x NGN 12.345'],
    [{ quantity: '7.5', unit: '%', unitPrice: '44250', currency: 'NGN', fxRate: '1' }, '7.5% of NGN 44250'],
  ]
  for (const [line, text] of FACTORS) it(`are ${text}`, () => assert.equal(factorsOf({ ...freightLine, ...line }), text))
})

describe('the card offers', () => {
  it('are cheapest first, whatever the order of the card', () => {
    const services = ['Slow', 'Quick'].map((service, index) => ({
      carrier: 'Sample Air',
      service,
      surcharges: NO_SURCHARGES,
      zones: [{ zone: 'World', transitDays: 3, breaks: [{ upToKg: null, pricePerKg: `${9 - index}` }] }],
    }))
    const tariff = {
      kind: 'export_air' as const,
      volumetricDivisor: 5000,
      stepKg: null,
      zones: [{ zone: 'World', countries: '*' as const }],
      services,
    }
    const offers = cardOffers(toBritain, bowls, { ...bookWith(), cards: [{ ...SAMPLE_CARDS[0]!, tariff }] })
    assert.deepEqual(
      offers.map(({ service }) => service),
      ['Quick', 'Slow'],
    )
  })
})
