// A quote's price becomes final once no package is awaited. Until then, warehouse staff see which packages are still awaited.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SAMPLE_NOW, samplePackage, sampleQuote, sampleRate } from '../../../test/support/samples/samples.ts'
import type { Package } from '../packages/package.ts'
import type { Price } from '../pricing/price.ts'
import {
  arrivalPrice,
  changedFrom,
  isAwaited,
  measuredPrice,
  unchangedPrice,
  waitingPrice,
  withdrawnPrice,
  withOwnDifference,
} from './receipt-price.ts'

const air = { mode: 'air' as const, pieces: [{ weightKg: 10 }], listed: false }
const quote = sampleQuote({
  cargo: { mode: 'ocean', elements: [{ containerSize: 'LCL', quantity: 5, weightKg: 100, volumeCbm: 2.5 }] },
  selectedRate: sampleRate({ amount: '1000.00' }),
})

const parcel = (parcelNumber: string, more: Partial<Package> = {}): Package =>
  samplePackage({ parcelNumber, quantity: 5, declaredWeightKg: 100, volumeCbm: 2.5, ...more })
const absent = parcel('PABSENT')
const part = parcel('PPART', { status: 'warehouse', piecesArrived: 3 })
const whole = parcel('PWHOLE', { status: 'warehouse', piecesArrived: 5 })
const single = parcel('PSINGLE', {
  status: 'warehouse',
  quantity: 1,
  piecesArrived: 1,
  actualWeightKg: 90,
  volumeCbm: null,
  declaredWeightKg: null,
})

const line = { kind: 'freight' as const, description: 'Ocean freight', quantity: '2', unit: 'CBM', unitPrice: '1', currency: 'USD' }
const price: Price = {
  amount: '900.50',
  breakdown: { ...sampleRate().breakdown, lines: [{ ...line, fxRate: '450.25', amount: '900.50' }] },
}

describe('a price waits', () => {
  const ROWS: [what: string, parcel: Package, awaited: boolean][] = [
    ['for a package that has not come', absent, true],
    ['for a full container that has not come', parcel('PFULL', { containerSize: "40'" }), true],
    ['no longer for one that was loaded at the supplier', parcel('PFULL', { containerSize: "40'", shipmentId: 'shp_1' }), false],
    ['for the rest of one', part, true],
    ['no longer for one that is in', whole, false],
    ['no longer for one that left with pieces missing', { ...part, status: 'transit' }, false],
    ['no longer for a cancelled one', { ...absent, status: 'cancelled' }, false],
  ]
  for (const [what, given, awaited] of ROWS) it(what, () => assert.equal(isAwaited(given), awaited))

  it('as booked, and says what it waits for', () =>
    assert.deepEqual(waitingPrice(quote, [absent, part, whole]), {
      quoteId: 'pq_sample',
      reference: 'QSAMPLE',
      before: '1000.00',
      after: '1000.00',
      difference: '0.00',
      ownDifference: null,
      isFinal: false,
      reasons: [
        'The booked price stands until every package of the quote is in, or closed short.',
        'PABSENT has not come yet',
        'PPART: 3 of 5 pieces have come',
      ],
    }))
})

describe('a measured price', () => {
  const FREIGHT = 'Ocean freight: 2 CBM x USD 1 x 450.25 = NGN 900.50'

  it('is final once nothing is awaited, and lists the measurements', () =>
    assert.deepEqual(measuredPrice(quote, [whole, single], price), {
      quoteId: 'pq_sample',
      reference: 'QSAMPLE',
      before: '1000.00',
      after: '900.50',
      difference: '-99.50',
      ownDifference: null,
      isFinal: true,
      reasons: [
        'PWHOLE: as declared, 5 pieces, 100 kg, 2.5 CBM',
        'PSINGLE: declared 5 pieces, 100 kg, 2.5 CBM; measured 1 piece, 90 kg',
        FREIGHT,
      ],
    }))

  it('counts awaited packages as declared, and is not final', () => {
    const { isFinal, reasons } = measuredPrice(quote, [part, whole], price)
    assert.deepEqual(
      [isFinal, ...reasons],
      [false, 'PWHOLE: as declared, 5 pieces, 100 kg, 2.5 CBM', 'PPART: 3 of 5 pieces have come; counted as declared', FREIGHT],
    )
  })

  it('names no weight where none is known', () => {
    const unknown = { ...quote, cargo: { mode: 'ocean' as const, elements: [{ containerSize: "20'" as const, quantity: 1 }] } }
    const box = parcel('PBOX', { status: 'warehouse', quantity: 1, piecesArrived: 1, declaredWeightKg: null, volumeCbm: null })
    assert.equal(measuredPrice(unknown, [box], price).reasons[0], 'PBOX: as declared, 1 piece')
  })
})

describe('a price that measuring does not touch', () => {
  const toBritain = { direction: 'export' as const, origin: 'NG', destination: 'GB' }
  const ROWS: [what: string, more: object, isFinal: boolean, reason: string][] = [
    ['export by air', { lane: toBritain, cargo: air }, false, 'Export by air keeps the price that was booked, whatever is measured.'],
    ['a final price', { priceFinalisedAt: SAMPLE_NOW }, true, 'The price is already final.'],
  ]
  for (const [what, more, isFinal, reason] of ROWS)
    it(what, () =>
      assert.deepEqual(unchangedPrice({ ...quote, ...more }), {
        quoteId: 'pq_sample',
        reference: 'QSAMPLE',
        before: '1000.00',
        after: '1000.00',
        difference: '0.00',
        ownDifference: null,
        isFinal,
        reasons: [reason],
      }),
    )
})

describe('a price that comes and goes with its parcel', () => {
  const priced = { ...quote, selectedRate: { ...sampleRate(), ...price } }

  it('is final at once for a parcel without a booking, which is its whole difference', () => {
    assert.deepEqual(arrivalPrice(priced), {
      quoteId: 'pq_sample',
      reference: 'QSAMPLE',
      before: '0.00',
      after: '900.50',
      difference: '900.50',
      ownDifference: '900.50',
      isFinal: true,
      reasons: measuredPrice(priced, [], price).reasons,
    })
  })

  it('is zero once the last parcel is gone, for the reason given', () => {
    assert.deepEqual(withdrawnPrice(quote, '1000.00', 'Repacked into PWHOLE'), {
      quoteId: 'pq_sample',
      reference: 'QSAMPLE',
      before: '1000.00',
      after: '0.00',
      difference: '-1000.00',
      ownDifference: null,
      isFinal: true,
      reasons: ['Repacked into PWHOLE'],
    })
  })

  it('can be compared with an earlier price, and has the difference of one parcel', () => {
    const change = measuredPrice(quote, [whole], price)
    assert.deepEqual(changedFrom(change, '800.25'), { ...change, before: '800.25', difference: '100.25' })
    assert.deepEqual(withOwnDifference(change, { ...price, amount: '950.00' }), { ...change, ownDifference: '-49.50' })
  })
})
