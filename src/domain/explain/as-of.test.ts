// The price of a quote is compared with the price of the same cargo at another time.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  bookedAt,
  bookWith,
  bowls,
  fromChina,
  ocean,
  pricedQuote,
  ratesFor,
  toBritain,
} from '../../../test/support/samples/priced-quotes.ts'
import { SAMPLE_NOW, samplePackage, sampleRate } from '../../../test/support/samples/samples.ts'
import type { PriceBook } from '../pricing/pricing.ts'
import type { Quote } from '../quotes/quote.ts'
import { explainAsOf } from './explain.ts'

const asOf = (quote: Quote, book: PriceBook) => explainAsOf({ quote, parcels: [], customer: null }, book, SAMPLE_NOW)

describe('another moment', () => {
  const exportAir = pricedQuote(toBritain, bowls)

  it('compares each service with the same one of the quote', () => {
    const { prices, asOf: at } = asOf(exportAir, bookWith({ rate: '1500' }))
    assert.equal(at, SAMPLE_NOW)
    assert.deepEqual(
      prices.map(({ rateId, service, breakdown, comparison }) => [rateId, service, breakdown.total, comparison]),
      [
        [null, 'Economy', '44250.00', { carrier: 'Waybill Air', service: 'Economy', total: '41300.00', difference: '2950.00' }],
        [null, 'Priority', '57375.00', { carrier: 'Waybill Air', service: 'Priority', total: '53550.00', difference: '3825.00' }],
        [null, 'Express', '71250.00', { carrier: 'Waybill Air', service: 'Express', total: '66500.00', difference: '4750.00' }],
      ],
    )
  })

  it('compares every service with the one price of a booked quote, also an outside carrier’s', () => {
    const selectedRate = sampleRate({ carrier: 'Sample Parcel', service: 'Ground', amount: '50000.00' })
    const { prices } = asOf({ ...exportAir, status: 'booked', rates: [], selectedRate }, bookWith({ rate: '1000' }))
    assert.deepEqual(
      prices.map(({ comparison }) => [comparison?.service, comparison?.difference]),
      [
        ['Ground', '-20500.00'],
        ['Ground', '-11750.00'],
        ['Ground', '-2500.00'],
      ],
    )
  })

  it('has nothing to compare with if the quote has no price', () => {
    assert.deepEqual(
      asOf({ ...exportAir, rates: [] }, bookWith({ rate: '1500' })).prices.map(({ comparison }) => comparison),
      [null, null, null],
    )
  })

  it('says that it is hypothetical, and for export air that outside carriers are left out', () => {
    const [hypothetical, carriers] = asOf(exportAir, bookWith({ rate: '1500' })).notes
    assert.match(hypothetical!, /^Hypothetical: /)
    assert.match(carriers!, /^Outside carriers cannot be asked about the past/)
    assert.equal(asOf(pricedQuote(fromChina, bowls), bookWith({ rate: '1500' })).notes.length, 1)
  })

  it('takes the markup of that moment', () => {
    const quote = pricedQuote(fromChina, bowls)
    assert.deepEqual(
      asOf(quote, bookWith({ rate: '1400', markupPercent: '10' })).prices.map(({ breakdown, comparison }) => [
        breakdown.markupPercent,
        comparison?.difference,
      ]),
      [['10', '2856.00']],
    )
  })

  it('is LANE_NOT_SERVED, with the time, if nothing priced the cargo then', () => {
    assert.throws(() => asOf(exportAir, { ...bookWith(), cards: [] }), {
      code: 'LANE_NOT_SERVED',
      message:
        'At 2026-11-15T09:30:00.000Z: No rate card prices 2.4 kg by air from Nigeria to United Kingdom. Outside carriers cannot be asked about the past: their rates are left out.',
    })
    assert.throws(() => asOf(pricedQuote(fromChina, bowls), { ...bookWith(), fx: [] }), {
      code: 'LANE_NOT_SERVED',
      message: 'At 2026-11-15T09:30:00.000Z: No USD/NGN exchange rate is in force.',
    })
  })

  it('prices the cargo that was measured once the price is final', () => {
    const lcl = ocean({ containerSize: 'LCL', quantity: 1, volumeCbm: 2.5 })
    const [rate] = ratesFor(fromChina, ocean({ containerSize: 'LCL', quantity: 1, volumeCbm: 3 }))
    const quote = bookedAt(rate!, fromChina, lcl, { priceFinalisedAt: SAMPLE_NOW })
    const parcels = [samplePackage({ volumeCbm: 3, warehouseArrivedAt: SAMPLE_NOW, status: 'warehouse' })]
    const [price] = explainAsOf({ quote, parcels, customer: null }, bookWith(), SAMPLE_NOW).prices
    assert.deepEqual([price?.basis[0]?.quantity, price?.comparison?.difference], ['3', '0.00'])
  })
})
