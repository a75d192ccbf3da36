// When a receipt may be undone, and what the package and the price of its quote are afterwards.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SAMPLE_NOW, samplePackage, sampleQuote, sampleRate } from '../../../test/support/samples/samples.ts'
import type { Package } from '../packages/package.ts'
import type { Quote } from '../quotes/quote.ts'
import type { BeforeReceipt, Receipt } from './receipt.ts'
import { reinstateQuote, reopenPrice, undoReceipt, withdrawQuote } from './undo-receipt.ts'

const HOUR_MS = 3_600_000

const before: BeforeReceipt = {
  status: 'booked',
  quantity: 5,
  piecesArrived: null,
  actualWeightKg: null,
  dimensions: null,
  volumeCbm: 2.5,
  warehouseArrivedAt: null,
  comment: 'Fragile',
}

const receipt: Receipt = {
  id: 'rcp_latest',
  packageId: 'pkg_sample',
  siteId: null,
  pieces: 5,
  weightKg: 90,
  conditionNote: null,
  priceBefore: null,
  priceAfter: null,
  before,
  receivedBy: 'Dock One',
  receivedAt: SAMPLE_NOW,
  recordedAt: SAMPLE_NOW,
  unidentifiedParcelId: null,
  undoneBy: null,
  undoneAt: null,
  undoReason: null,
}

const received = samplePackage({ status: 'warehouse', quantity: 5, piecesArrived: 5, actualWeightKg: 90, warehouseArrivedAt: SAMPLE_NOW })

type Given = {
  receipt?: Partial<Receipt>
  parcel?: Partial<Package>
  latestId?: string
  now?: number
  reason?: string | null
  quote?: Quote | null
}

const undo = (given: Given = {}): Package => {
  const { receipt: more = {}, parcel = {}, latestId = receipt.id, now = SAMPLE_NOW, reason = null, quote = sampleQuote() } = given
  return undoReceipt(
    { ...receipt, ...more },
    { parcel: { ...received, ...parcel }, quote, latest: { ...receipt, id: latestId }, timeZone: 'Africa/Lagos', now, reason },
  )
}

describe('an undone receipt', () => {
  it('leaves the package as it was before', () => assert.deepEqual(undo(), { ...received, ...before }))

  it('clears the place, unless the package was in the warehouse before', () => {
    const [now, parcel] = [SAMPLE_NOW + HOUR_MS, { placeId: 'plc_shelf', placeChangedAt: SAMPLE_NOW }]
    assert.deepEqual(undo({ parcel, now }), { ...received, ...before, placeId: null, placeChangedAt: now })
    const earlier: BeforeReceipt = { ...before, status: 'warehouse', piecesArrived: 2, warehouseArrivedAt: SAMPLE_NOW }
    assert.deepEqual(undo({ parcel, now, receipt: { before: earlier } }), { ...received, ...earlier, ...parcel })
  })

  it('cancels an unannounced package, for the reason given', () => {
    const cancelled = { ...received, quoteId: null, status: 'cancelled', warehouseArrivedAt: null, cancelledAt: SAMPLE_NOW }
    assert.deepEqual(undo({ parcel: { quoteId: null }, quote: null, reason: 'Not ours' }), { ...cancelled, comment: 'Not ours' })
    assert.deepEqual(undo({ parcel: { quoteId: null }, quote: null }), { ...cancelled, comment: 'Its receipt was undone' })
  })

  it('cancels a package quoted by the warehouse, and withdraws the quote', () => {
    const quote = sampleQuote({ status: 'booked', source: 'warehouse' })
    assert.equal(undo({ quote }).status, 'cancelled')
    const withdrawn = { ...quote, status: 'cancelled', cancelledAt: SAMPLE_NOW, closedReason: 'cancelled_by_operator' }
    assert.deepEqual(withdrawQuote(quote, 'Not ours', SAMPLE_NOW), { ...withdrawn, comment: 'Not ours' })
    assert.deepEqual(withdrawQuote(quote, null, SAMPLE_NOW), { ...withdrawn, comment: 'Its receipt was undone' })
  })

  const REFUSED: [rule: string, given: Given, message: string][] = [
    ['it is undone already', { receipt: { undoneAt: 0 } }, 'This receipt of package PSAMPLE is undone already.'],
    ['the package left', { parcel: { status: 'transit' } }, 'Package PSAMPLE is in transit; its receipt can no longer be undone.'],
    [
      'the package is in a shipment',
      { parcel: { shipmentId: 'shp_sample' } },
      'Package PSAMPLE is in the warehouse and in a shipment; detach it before its receipt is undone.',
    ],
    ['a later one stands', { latestId: 'rcp_later' }, 'Package PSAMPLE is in the warehouse by a later receipt; undo that one first.'],
    [
      'the business’s day is over',
      { now: SAMPLE_NOW + 14 * HOUR_MS },
      'Package PSAMPLE was received on 2026-11-15; a receipt can be undone on its own day only.',
    ],
  ]
  for (const [rule, given, message] of REFUSED)
    it(`is refused where ${rule}`, () => assert.throws(() => undo(given), { code: 'INVALID_TRANSITION', message }))

  it('is possible on the day of recording, however long ago the parcel came', () =>
    assert.equal(undo({ receipt: { receivedAt: 0 }, now: SAMPLE_NOW + 13 * HOUR_MS }).status, 'booked'))

  it('is possible for a package in the shipment that its booking bought', () =>
    assert.equal(undo({ parcel: { shipmentId: 'shp_sample', carrierTracked: true } }).status, 'booked'))
})

describe('the price of a quote whose receipt is undone', () => {
  const [booked, measured] = [sampleRate({ id: 'rate_booked' }), sampleRate({ id: 'rate_measured' })]
  const final = sampleQuote({ selectedRate: measured, bookedRate: booked, priceFinalisedAt: SAMPLE_NOW })

  it('is the booked estimate again if it was final', () =>
    assert.deepEqual(reopenPrice(final), { ...final, selectedRate: booked, bookedRate: null, priceFinalisedAt: null }))

  for (const more of [{ priceFinalisedAt: null }, { bookedRate: null }])
    it(`stays with ${Object.keys(more)} null`, () => assert.deepEqual(reopenPrice({ ...final, ...more }), { ...final, ...more }))
})

describe('a withdrawn quote whose parcels are back', () => {
  it('is booked as before', () => {
    const quote = sampleQuote({ status: 'booked', comment: null })
    assert.deepEqual(reinstateQuote(withdrawQuote(quote, 'Repacked', SAMPLE_NOW)), quote)
  })
})
