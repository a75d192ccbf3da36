// Which facts are missing for the price of a parcel without a booking, and which of them staff may supply.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SAMPLE_NOW, sampleBusiness, samplePackage, sampleRate } from '../../../test/support/samples/samples.ts'
import type { Package } from '../packages/package.ts'
import { arrivalQuote, arrivedCargo, isServed, missingForPrice, pricedParcel, supplyFacts } from './arrival-quote.ts'

const DIMENSIONS = { lengthCm: 60, widthCm: 50, heightCm: 40 }
const arrived = (more: Partial<Package> = {}): Package =>
  samplePackage({
    quoteId: null,
    cargoIndex: null,
    status: 'warehouse',
    piecesArrived: 1,
    declaredWeightKg: null,
    actualWeightKg: 3,
    transportMode: 'air',
    containerSize: null,
    warehouseArrivedAt: SAMPLE_NOW,
    destinationLockedAt: null,
    ...more,
  })
const NO_FACTS = { originCountry: null, destinationCountry: null, transportMode: null }

describe('what is missing for a price', () => {
  const business = sampleBusiness()
  const CASES: [what: string, parcel: Partial<Package>, lastMile: boolean, missing: string[]][] = [
    ['nothing but a card', {}, false, ['rate_card']],
    ['how it travels', { transportMode: null, actualWeightKg: null }, false, ['transport_mode']],
    ['the weight by air', { actualWeightKg: null }, false, ['weight']],
    ['the size by sea', { transportMode: 'ocean' }, false, ['dimensions']],
    ['nothing by sea with dimensions', { transportMode: 'ocean', dimensions: DIMENSIONS }, false, ['rate_card']],
    ['nothing by sea with a volume', { transportMode: 'ocean', volumeCbm: 1 }, false, ['rate_card']],
    ['the destination with last mile', { actualWeightKg: null }, true, ['destination', 'weight']],
    ['nothing once the destination is set', { destinationLockedAt: SAMPLE_NOW }, true, ['rate_card']],
  ]
  for (const [what, parcel, lastMile, missing] of CASES)
    it(what, () => assert.deepEqual(missingForPrice(arrived(parcel), { ...business, lastMile }), missing))

  it('imports go to Nigeria, unless a business delivers elsewhere', () => {
    assert.equal(isServed(arrived({ destinationCountry: 'GH' }), { ...business, lastMile: false }), false)
    assert.equal(isServed(arrived({ destinationCountry: 'GH' }), { ...business, lastMile: true }), true)
    assert.equal(isServed(arrived(), { ...business, lastMile: false }), true)
  })
})

describe('the cargo of a parcel that came without a booking', () => {
  it('is the measured one', () => {
    assert.deepEqual(arrivedCargo(arrived({ dimensions: DIMENSIONS }), 'air'), {
      mode: 'air',
      listed: true,
      pieces: [{ weightKg: 3, dimensions: DIMENSIONS }],
    })
    assert.deepEqual(arrivedCargo(arrived({ quantity: 2, piecesArrived: 2, volumeCbm: 0.5 }), 'ocean'), {
      mode: 'ocean',
      elements: [{ containerSize: 'LCL', quantity: 2, weightKg: 3, volumeCbm: 0.5 }],
    })
  })
})

describe('the quote of a parcel that came without a booking', () => {
  const parcel = samplePackage({ customerId: 'pcus_1', originCountry: 'CN', destinationCountry: 'NG', clientReference: 'PO 7' })
  const rate = sampleRate()
  const parties = { sender: { name: 'Shop', address: {} }, recipient: { name: 'Ada', address: {} } }
  const quoteOf = (mode: 'air' | 'ocean') =>
    arrivalQuote(parcel, {
      id: 'pq_1',
      reference: 'Q1',
      cargo: arrivedCargo(parcel, mode),
      parties,
      rate,
      now: SAMPLE_NOW,
      createdAt: SAMPLE_NOW,
    })

  it('is booked and final from the start, at the rate it was priced at', () => {
    assert.partialDeepStrictEqual(quoteOf('air'), {
      ...{ id: 'pq_1', version: 1, status: 'booked', source: 'warehouse', customerId: 'pcus_1', reference: 'Q1', clientReference: 'PO 7' },
      ...{ lane: { direction: parcel.tradeDirection, origin: 'CN', destination: 'NG' }, ...parties },
      ...{ selectedRate: rate, bookedRate: rate, rates: [] },
      ...{ bookedAt: SAMPLE_NOW, priceFinalisedAt: SAMPLE_NOW, createdAt: SAMPLE_NOW, cancelledAt: null },
    })
  })

  it('belongs to the package, and locks its destination', () => {
    const open = { ...parcel, destinationLockedAt: null }
    assert.deepEqual(pricedParcel(open, quoteOf('air')), {
      ...{ ...open, quoteId: 'pq_1', cargoIndex: 0, containerSize: null, destinationLockedAt: SAMPLE_NOW },
    })
    assert.equal(pricedParcel(open, quoteOf('ocean')).containerSize, 'LCL')
    assert.equal(pricedParcel({ ...parcel, destinationLockedAt: 5 }, quoteOf('air')).destinationLockedAt, 5)
  })
})

describe('facts that staff supply', () => {
  it('add to the known facts, and set the destination', () => {
    const parcel = arrived({ transportMode: null, actualWeightKg: null })
    const facts = {
      originCountry: 'TR',
      destinationCountry: 'NG',
      transportMode: 'ocean',
      weightKg: 4,
      dimensions: DIMENSIONS,
      volumeCbm: 1,
    } as const
    assert.deepEqual(supplyFacts(parcel, facts, SAMPLE_NOW), {
      ...parcel,
      originCountry: 'TR',
      destinationCountry: 'NG',
      destinationLockedAt: SAMPLE_NOW,
      transportMode: 'ocean',
      actualWeightKg: 4,
      dimensions: DIMENSIONS,
      volumeCbm: 1,
    })
    assert.deepEqual(supplyFacts(parcel, NO_FACTS, SAMPLE_NOW), parcel)
  })

  it('do not replace measurements', () => {
    const measured = arrived({ dimensions: DIMENSIONS, volumeCbm: 1 })
    for (const fact of [{ weightKg: 4 }, { dimensions: DIMENSIONS }, { volumeCbm: 2 }])
      assert.throws(() => supplyFacts(measured, { ...NO_FACTS, ...fact }, SAMPLE_NOW), { code: 'VALIDATION_FAILED' })
  })

  it('are refused for a package that has a price, has left or was cancelled', () => {
    for (const [more, code] of [
      [{ quoteId: 'pq_sample' }, 'INVALID_TRANSITION'],
      [{ status: 'transit' }, 'INVALID_TRANSITION'],
      [{ status: 'cancelled' }, 'PACKAGE_CANCELLED'],
    ] as const)
      assert.throws(() => supplyFacts(arrived(more), NO_FACTS, SAMPLE_NOW), { code })
  })

  it('do not change the transport mode of a package in a shipment', () => {
    const loaded = arrived({ shipmentId: 'shp_1', transportMode: 'ocean', volumeCbm: 1 })
    assert.throws(() => supplyFacts(loaded, { ...NO_FACTS, transportMode: 'air' }, SAMPLE_NOW), { code: 'INVALID_TRANSITION' })
    assert.deepEqual(supplyFacts(loaded, { ...NO_FACTS, transportMode: 'ocean' }, SAMPLE_NOW), loaded)
    assert.deepEqual(supplyFacts(loaded, NO_FACTS, SAMPLE_NOW), loaded)
  })
})
