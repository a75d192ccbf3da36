// Shadow prices of quotes with an outside carrier, a selected rate or measurements.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sampleQuote, sampleRate } from '../../../test/support/samples/samples.ts'
import { SAMPLE_CARDS } from '../demo/sample-cards.ts'
import { priceCarrierCharge, priceExportAir, priceImportAir, priceOcean } from '../pricing/pricing.ts'
import type { FxRate, RateCard } from '../pricing/rate-card.ts'
import type { Rate } from '../quotes/quote.ts'
import { Rejection } from '../values/errors.ts'
import { pastBooks } from './price-history.ts'
import type { QuotedPrice, Trial } from './shadow-price.ts'
import { shadowPrice } from './shadow-price.ts'

const FX: FxRate = { id: 'fx', base: 'USD', quote: 'NGN', rate: '1400', effectiveFrom: 0, source: '' }
const BOOK = { cards: SAMPLE_CARDS, fx: [FX], markupPercent: '0' }
const past = pastBooks({ cards: SAMPLE_CARDS.map((card) => ({ ...card, publishedAt: 0 })), fx: [{ ...FX, recordedAt: 0 }] }, 0)

const lane = { direction: 'export', origin: 'NG', destination: 'GB' } as const
const cargo = { mode: 'air', pieces: [{ weightKg: 2 }], listed: false } as const

/** The outside carrier charges USD 20. The operator's cheapest service, Economy, costs 2 kg x USD 11.80. */
const charge = { carrier: 'Sample Carrier', service: 'Fast', amount: '20', currency: 'USD' }
const carrierRate = (): Rate =>
  sampleRate({
    ...charge,
    ...priceCarrierCharge(charge, lane, BOOK),
    offer: { carrierId: 'x', shipmentId: 's', rateId: 'r', amount: '20', currency: 'USD' },
  })
const ownRates = (): Rate[] =>
  priceExportAir({ ...cargo, pieces: [...cargo.pieces] }, lane, BOOK)
    .map((price) => sampleRate(price))
    .reverse()

const quoted = (more: Partial<QuotedPrice>): QuotedPrice => ({
  ...{ ...sampleQuote(), businessId: 'biz_a', lane, cargo: { ...cargo, pieces: [...cargo.pieces] }, isFinal: false },
  ...more,
})

/** The sample card without its Economy service, and with all other prices doubled. */
const draft: RateCard = structuredClone(SAMPLE_CARDS[0]!)
assert.ok(draft.tariff.kind === 'export_air')
const services = draft.tariff.services.filter(({ service }) => service !== 'Economy')
const doubled = services.map((air) => ({
  ...air,
  zones: air.zones.map((zone) => ({
    ...zone,
    breaks: zone.breaks.map(({ upToKg, pricePerKg }) => ({ upToKg, pricePerKg: String(Number(pricePerKg) * 2) })),
  })),
}))
const CARD: Trial = { card: { ...draft, version: 2, tariff: { ...draft.tariff, services: doubled } }, fx: null }
const DEARER_USD: Trial = { card: null, fx: { ...FX, rate: '1500' } }

const amounts = (quote: QuotedPrice, trial: Trial) => {
  const price = shadowPrice(quote, trial, past)
  return typeof price === 'string' ? price : [price.before, price.after]
}

describe('a shadow price', () => {
  it('of a quote without a selected rate compares the cheapest rates before and after', () => {
    assert.deepEqual(amounts(quoted({ rates: ownRates() }), CARD), ['33040.00', '85680.00'])
    assert.deepEqual(amounts(quoted({ rates: ownRates() }), DEARER_USD), ['33040.00', '35400.00'])
  })

  it('of a selected service is that of the same service, or none if the card drops it', () => {
    const [economy, priority] = ownRates()
    assert.deepEqual(amounts(quoted({ rates: [], selectedRate: priority! }), CARD), ['42840.00', '85680.00'])
    assert.deepEqual(amounts(quoted({ rates: [], selectedRate: economy! }), CARD), ['33040.00', null])
  })

  it('of an outside carrier follows the exchange rate, and no card', () => {
    const chosen = quoted({ rates: [], selectedRate: carrierRate() })
    assert.deepEqual(amounts(chosen, DEARER_USD), ['28000.00', '30000.00'])
    assert.equal(amounts(chosen, CARD), 'untouched')
  })

  it('of an outside carrier is not that of an own service with the same name', () => {
    const name = { carrier: 'Waybill Air', service: 'Express' }
    assert.deepEqual(amounts(quoted({ rates: [], selectedRate: { ...carrierRate(), ...name } }), DEARER_USD), ['28000.00', '30000.00'])
  })

  it('uses the card version and exchange rate recorded in the quote, whatever else was in force then', () => {
    const china = SAMPLE_CARDS[3]!
    const ocean = sampleQuote().cargo
    assert.ok(ocean.mode === 'ocean' && china.tariff.kind === 'ocean_import')
    const later = { ...china, version: 2, tariff: { ...china.tariff, prices: { "20'": '1' } } }
    const history = [china, later].map((card) => ({ ...card, publishedAt: 0 }))
    const other = pastBooks({ cards: history, fx: [{ ...FX, rate: '7', recordedAt: 0 }] }, 0)
    const { lane: way, rates } = sampleQuote()
    const frozen = { ...rates[0]!, ...priceOcean(ocean, way, BOOK) }
    const quote = quoted({ lane: way, cargo: ocean, rates: [frozen] })
    const unrelated = { ...china, id: 'own-china', businessId: 'biz_a', tariff: { ...china.tariff, prices: { LCL: '1' } } }
    const withFx = { card: unrelated, fx: { ...FX, base: 'USD', rate: '1500' } }
    assert.deepEqual(shadowPrice(quote, withFx, other), { breakdown: frozen.breakdown, before: '4060000.00', after: '4350000.00' })
    const better = { ...unrelated, tariff: { ...unrelated.tariff, prices: { "20'": '3000' } } }
    assert.deepEqual(shadowPrice(quote, { card: better, fx: null }, other), {
      breakdown: frozen.breakdown,
      before: '4060000.00',
      after: '4200000.00',
    })
  })

  it('of own and outside rates is that of the cheapest remaining one', () => {
    const cheaperAtCarrier = quoted({ rates: [carrierRate(), ...ownRates()] })
    assert.equal(amounts(cheaperAtCarrier, CARD), 'untouched')
    const dearer = {
      ...carrierRate(),
      offer: { ...carrierRate().offer!, amount: '30' },
      ...priceCarrierCharge({ ...charge, amount: '30' }, lane, BOOK),
    }
    assert.deepEqual(amounts(quoted({ rates: [...ownRates().slice(0, 1), dearer] }), CARD), ['33040.00', '42000.00'])
  })

  it('of two equal prices is the operator’s own', () => {
    const asCarrier = services.map((air) => ({
      ...air,
      zones: air.zones.map((zone) => ({ ...zone, breaks: zone.breaks.map(({ upToKg }) => ({ upToKg, pricePerKg: '10' })) })),
    }))
    const trial = { card: { ...CARD.card!, tariff: { ...draft.tariff, services: asCarrier } } as RateCard, fx: null }
    assert.deepEqual(amounts(quoted({ rates: [carrierRate(), ...ownRates()] }), trial), ['28000.00', '28000.00'])
  })

  it('converts every currency at its own rate', () => {
    assert.deepEqual(amounts(quoted({ rates: ownRates() }), { ...CARD, fx: { ...FX, base: 'EUR' } }), ['33040.00', '85680.00'])
  })

  it('before is the quoted price while nothing is measured', () => {
    const way = { direction: 'import', origin: 'CN', destination: 'NG' } as const
    const goods = { mode: 'air' as const, pieces: [{ weightKg: 10 }], listed: true }
    const rate = { ...sampleRate(priceImportAir(goods, way, BOOK)), amount: '118000.00' }
    assert.deepEqual(amounts(quoted({ lane: way, cargo: goods, rates: [], selectedRate: rate }), DEARER_USD), ['118000.00', '127500.00'])
  })

  it('before is the booked price of export air, which no measurement changes', () => {
    const [, priority] = ownRates()
    const booked = quoted({ rates: [], selectedRate: { ...priority!, amount: '42000.00' }, isFinal: true })
    assert.deepEqual(amounts(booked, CARD), ['42000.00', '85680.00'])
  })

  it('hides no error of a card except that it does not serve the lane', () => {
    const failing = (error: Error): Trial => ({
      card: {
        ...draft,
        tariff: Object.defineProperty({ ...draft.tariff }, 'services', {
          get: () => {
            throw error
          },
        }),
      },
      fx: null,
    })
    const quote = quoted({ rates: ownRates() })
    assert.throws(() => amounts(quote, failing(new TypeError('no zones'))), TypeError)
    assert.throws(() => amounts(quote, failing(new Rejection('CARRIER_UNAVAILABLE'))), { code: 'CARRIER_UNAVAILABLE' })
  })

  it('of a measured quote uses the declared cargo, before and after', () => {
    const imported = {
      lane: { direction: 'import', origin: 'CN', destination: 'NG' } as const,
      cargo: { mode: 'air' as const, pieces: [{ weightKg: 10 }], listed: true },
    }
    const measured = priceImportAir({ mode: 'air', pieces: [{ weightKg: 33 }], listed: true }, imported.lane, BOOK)
    const final = quoted({ ...imported, rates: [], selectedRate: sampleRate(measured), isFinal: true })
    assert.deepEqual(amounts(final, DEARER_USD), ['119000.00', '127500.00'])
  })

  it('uses another card if the draft no longer covers the country, and is none if no card does', () => {
    const imported = {
      lane: { direction: 'import', origin: 'CN', destination: 'NG' } as const,
      cargo: { mode: 'air' as const, pieces: [{ weightKg: 10 }], listed: true },
    }
    const quote = quoted({ ...imported, rates: [], selectedRate: sampleRate(priceImportAir(imported.cargo, imported.lane, BOOK)) })
    const [, china, world] = SAMPLE_CARDS
    const without = { card: { ...china!, version: 2, tariff: { ...china!.tariff, countries: ['HK'] } } as RateCard, fx: null }
    assert.deepEqual(amounts(quote, without), ['119000.00', '130900.00'])
    const alone = pastBooks({ cards: [{ ...china!, publishedAt: 0 }], fx: [] }, 0)
    assert.deepEqual(shadowPrice(quote, without, alone), { breakdown: quote.selectedRate!.breakdown, before: '119000.00', after: null })
    assert.equal(amounts(quote, { card: { ...world!, version: 2 }, fx: null }), 'untouched')
  })

  it('does not exist for a quote that has no rates', () => assert.equal(amounts(quoted({ rates: [] }), DEARER_USD), 'unpriced'))

  it('leaves quotes of other businesses and other currencies alone', () => {
    assert.equal(amounts(quoted({ rates: ownRates() }), { card: { ...CARD.card!, id: 'own', businessId: 'biz_b' }, fx: null }), 'untouched')
    assert.equal(amounts(quoted({ rates: ownRates() }), { card: null, fx: { ...FX, base: 'EUR' } }), 'untouched')
    assert.deepEqual(amounts(quoted({ rates: ownRates() }), { card: { ...CARD.card!, id: 'own', businessId: 'biz_a' }, fx: null }), [
      '33040.00',
      '85680.00',
    ])
  })
})
