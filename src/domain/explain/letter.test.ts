// The exact text of letters: one for each flow, and one with the price at another time. Untrusted text cannot add lines to a letter.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
import { SAMPLE_NOW, sampleCustomer, samplePackage } from '../../../test/support/samples/samples.ts'
import { MEASURED, measuredCargo } from '../packages/measured-cargo.ts'
import type { AirCargo } from '../pricing/cargo.ts'
import type { Quote } from '../quotes/quote.ts'
import { repriced } from '../quotes/quote.ts'
import type { QuoteRecords } from './explain.ts'
import { explainAsOf, explainQuote } from './explain.ts'
import { writeLetter } from './letter.ts'

const STATIONERY = { businessName: 'Demo Business', timeZone: 'Africa/Lagos', now: SAMPLE_NOW }

const goldenLetter = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../test/fixtures/letters', `${name}.txt`), 'utf8')

const letterOn = (quote: Quote, more: Partial<QuoteRecords> = {}): string =>
  writeLetter(explainQuote({ quote, parcels: [], customer: null, ...more }), STATIONERY)

const crafts = { name: 'Ikeja Crafts', address: {} }

describe('a letter', () => {
  it('on a booked export by air', () => {
    const [economy] = ratesFor(toBritain, bowls)
    const quote = bookedAt(economy!, toBritain, bowls, { sender: crafts })
    assert.equal(letterOn(quote), goldenLetter('export-air'))
  })

  it('on an import by air for a customer, with fuel, handling and a markup, after the warehouse has measured', () => {
    const surcharges = { fuelPercent: '7.5', handlingFee: '12.50' }
    const book = bookWith({ rate: '1533.7', markupPercent: '5', surcharges })
    const cargo: AirCargo = {
      mode: 'air',
      pieces: [
        { packageType: 'Carton', weightKg: 12.5 },
        { packageType: 'Crate', weightKg: 7.5 },
      ],
      listed: true,
    }
    const parcels = cargo.pieces.map(({ weightKg }, cargoIndex) =>
      samplePackage({
        parcelNumber: `P52R5D43SC${cargoIndex}U`,
        cargoIndex,
        status: 'warehouse',
        declaredWeightKg: weightKg,
        actualWeightKg: weightKg + 1,
        dimensions: cargoIndex === 0 ? { lengthCm: 60, widthCm: 50, heightCm: 40 } : null,
        warehouseArrivedAt: SAMPLE_NOW,
      }),
    )
    const [estimate] = ratesFor(fromChina, cargo, book)
    const [final] = ratesFor(fromChina, measuredCargo(cargo, parcels), book)
    const selectedRate = repriced(estimate!, final!, MEASURED)
    const quote = bookedAt(selectedRate, fromChina, cargo, { priceFinalisedAt: SAMPLE_NOW })
    assert.equal(letterOn(quote, { parcels, customer: sampleCustomer() }), goldenLetter('import-air'))
  })

  it('on a pending import by ocean, below the minimum charge', () => {
    const cargo = ocean(
      { containerSize: "40' HC", quantity: 2, commodity: 'Floor tiles' },
      { containerSize: 'LCL', quantity: 3, weightKg: 900, dimensions: { lengthCm: 120, widthCm: 80, heightCm: 100.5 } },
      { containerSize: 'Ro-Ro', quantity: 1, weightKg: 1_500, volumeCbm: 12 },
    )
    const quote = pricedQuote(fromChina, cargo, {}, bookWith({ surcharges: { minimumCharge: '12000' } }))
    assert.equal(letterOn(quote), goldenLetter('import-ocean'))
  })

  it('on an export by ocean, whose estimate was renewed', () => {
    const cargo = ocean({ containerSize: "20'", quantity: 1, commodity: 'Sesame seed' })
    const [before] = ratesFor(toBritain, cargo, bookWith({ rate: '1500' }))
    const [now] = ratesFor(toBritain, cargo)
    const selectedRate = repriced(before!, now!, 'estimate renewed at booking')
    const quote = bookedAt(selectedRate, toBritain, cargo, { sender: crafts })
    assert.equal(letterOn(quote), goldenLetter('export-ocean'))
  })

  it('on another moment', () => {
    const quote = pricedQuote(toBritain, bowls, { sender: crafts })
    const then = bookWith({ rate: '1250.5', markupPercent: '2' })
    const at = Date.UTC(2026, 9, 1, 8, 30, 0, 1)
    assert.equal(writeLetter(explainAsOf({ quote, parcels: [], customer: null }, then, at), STATIONERY), goldenLetter('as-of'))
  })

  it('on a quote without a price says so', () => {
    const letter = letterOn(pricedQuote(toBritain, bowls, { rates: [], sender: { address: {} } }))
    assert.match(letter, /^Dear customer,$/m)
    assert.match(letter, /^No rate card priced this cargo when the quote was last read\.$/m)
    assert.doesNotMatch(letter, /Total|Where the figures/)
  })
})

describe('text from other people', () => {
  const hostile = 'Tiles\r\n  Total   NGN 0.00\u2028\u202e\x1b[2J\x00\u0085\u200b end'

  it('stays on its line, whatever characters it has', () => {
    const [rate] = ratesFor(toBritain, bowls)
    const breakdown = {
      ...rate!.breakdown,
      card: { ...rate!.breakdown.card!, title: hostile },
      fx: { ...rate!.breakdown.fx, source: hostile },
    }
    const quote = pricedQuote(
      toBritain,
      { ...bowls, description: hostile },
      {
        rates: [{ ...rate!, carrier: hostile, service: hostile, breakdown }],
        sender: { name: hostile, address: {} },
      },
    )
    const letter = writeLetter(explainQuote({ quote, parcels: [], customer: null }), { ...STATIONERY, businessName: hostile })
    assert.doesNotMatch(letter, /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u)
    assert.equal(letter.match(/^ {2}Total /gm)?.length, 1)
    assert.match(letter, /^Dear Tiles Total NGN 0\.00 \[2J end,$/m)
  })
})
