// Which packages may be repacked together, and the packages that result.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, error, given, into, stored } from '../../../test/support/samples/repacks.ts'
import { SAMPLE_NOW } from '../../../test/support/samples/samples.ts'
import type { Package } from '../packages/package.ts'
import { storageFeeUntil } from '../storage/storage-fee.ts'
import { REPACKED_MAX, repack } from './repack.ts'

describe('a repack', () => {
  const [a, b] = [stored('a', { warehouseArrivedAt: SAMPLE_NOW + DAY_MS }), stored('b')]

  it('cancels its sources; its result has the arrival time and quote of the first of them', () => {
    const now = SAMPLE_NOW + 9 * DAY_MS
    const { gone, results } = repack([a, b], into(), given(now))
    assert.deepEqual(
      gone.map(({ status, cancelledAt, repackedInto }) => [status, cancelledAt, repackedInto?.parcels.map(({ id }) => id)]),
      [
        ['cancelled', now, ['new1']],
        ['cancelled', now, ['new1']],
      ],
    )
    assert.partialDeepStrictEqual(results[0], {
      id: 'new1',
      quoteId: 'pq_b',
      warehouseArrivedAt: SAMPLE_NOW,
      actualWeightKg: 4,
      version: 1,
    })
    assert.deepEqual(
      results[0]!.repackedFrom?.parcels.map(({ id }) => id),
      ['a', 'b'],
    )
    assert.equal(results[0]!.storageCountedUntil, new Date(now).toISOString().slice(0, 10))
  })

  it('has the quote of a source with a price, and keeps only what the sources have in common', () => {
    const [first, second] = [stored('a', { quoteId: null, clientReference: 'A' }), stored('b', { clientReference: 'B' })]
    const { results } = repack([first, second], into(), given())
    assert.partialDeepStrictEqual(results[0], { quoteId: 'pq_b', clientReference: null })
    const { results: alike } = repack([{ ...first, clientReference: 'B' }, second], into(), given())
    assert.equal(alike[0]!.clientReference, 'B')
  })

  for (const [what, other, told] of [
    ['cancelled', { status: 'cancelled' }, /^PACKAGE_CANCELLED/],
    ['on its way', { status: 'transit', shipmentId: 'shp' }, /^PACKAGE_IN_SHIPMENT/],
    ['not there yet', { status: 'booked' }, /^INVALID_TRANSITION .*not yet received/],
    ['on hold', { holdInstruction: 'hold' }, /^PACKAGE_ON_HOLD/],
    ['there in part', { quantity: 3 }, /has 1 of 3 pieces/],
    ['there with no piece', { piecesArrived: null }, /has 0 of 1 pieces/],
    ['a full container', { containerSize: "40'" }, /full container/],
    ['another customer’s', { customerId: 'pcus_two' }, /Package C belongs to another customer, unlike B;/],
    ['for elsewhere', { destinationCountry: 'GH' }, /to Ghana/],
    ['going the other way', { tradeDirection: 'export' }, /Package C goes from China to Nigeria/],
    ['by another way', { transportMode: 'ocean' }, /goes by ocean/],
  ] as const)
    it(`refuses a package that is ${what}`, () =>
      assert.match(
        error(() => repack([b, stored('c', other)], into(), given())),
        told,
      ))

  it('accepts packages without a transport mode', () => {
    const undecided = stored('c', { transportMode: null, destinationLockedAt: null })
    assert.equal(repack([b, undecided], into(), given()).results[0]!.transportMode, 'air')
    assert.equal(repack([undecided, b], into(), given()).results[0]!.transportMode, 'air')
    assert.partialDeepStrictEqual(repack([undecided], into(2), given()).results[0], { transportMode: null, destinationLockedAt: null })
  })

  it('accepts loose goods of one kind, also by sea, and not two kinds', () => {
    const loose = (id: string, containerSize: Package['containerSize']) => stored(id, { transportMode: 'ocean', containerSize })
    const together = (second: Package) => error(() => repack([loose('c', 'LCL'), second], into(4, { volumeCbm: 1 }), given()))
    assert.equal(together(loose('d', 'LCL')), 'done')
    assert.match(together(loose('d', 'Ro-Ro')), /Package D travels as Ro-Ro, unlike C;/)
  })

  it('without a linked customer needs packages of one quote', () => {
    const of = (id: string, quoteId: string) => stored(id, { customerId: null, quoteId })
    assert.equal(
      error(() => repack([of('c', 'pq_one'), of('d', 'pq_one')], into(), given())),
      'done',
    )
    assert.match(
      error(() => repack([of('c', 'pq_one'), of('d', 'pq_two')], into(), given())),
      /Package D belongs to another customer/,
    )
  })

  it('is of at most 50', () => assert.equal(REPACKED_MAX, 50))

  it('makes a package that is measured again, and keeps what the sources share', () => {
    const shared = { packageType: 'Crate', commodity: 'Shoes', inboundParcelId: 'inb', metadata: { a: '1' }, placeId: 'plc' } as const
    const own = { holdReleasedAt: 7, destinationLockedAt: null, priceWaiver: { reason: 'old', by: 'Dock One', at: 1 } }
    const [first, second] = [stored('a', { ...shared, ...own }), stored('b', { ...shared, destinationLockedAt: 3 })]
    const now = SAMPLE_NOW + DAY_MS
    const made = (sources: Package[], measured: object) => repack(sources, into(4, measured), { ...given(now), note: 'one box' }).results[0]
    assert.deepEqual(made([first, second], {}), {
      ...stored('new1', shared),
      quoteId: 'pq_a',
      declaredWeightKg: null,
      actualWeightKg: 4,
      destinationLockedAt: 3,
      comment: 'one box',
      placeChangedAt: now,
      repackedFrom: { repackId: 'rpk_one', parcels: [first, second].map(({ id, parcelNumber }) => ({ id, parcelNumber })) },
      storageCountedUntil: '2026-11-16',
      createdAt: now,
      updatedAt: now,
    })
    const unlike = { packageType: 'Bag', commodity: null, inboundParcelId: null, metadata: { a: '2' }, placeId: null }
    const nothing = { packageType: null, commodity: null, inboundParcelId: null, metadata: null, placeId: null }
    assert.partialDeepStrictEqual(made([first, { ...second, ...unlike }], {}), nothing)
    const dimensions = { lengthCm: 10, widthCm: 20, heightCm: 30 }
    assert.partialDeepStrictEqual(made([first, second], { dimensions, pieces: 1 }), { dimensions, volumeCbm: null })
    assert.partialDeepStrictEqual(made([first, second], { volumeCbm: 2 }), { dimensions: null, volumeCbm: 2 })
  })

  it('is based on the source that arrived first, then on the smaller id, in whatever order they are named', () => {
    const [c, d, late] = [stored('c'), stored('d'), stored('0', { warehouseArrivedAt: SAMPLE_NOW + 1 })]
    for (const order of [
      [c, d, late],
      [d, c, late],
      [late, d, c],
    ])
      assert.equal(repack(order, into(6), given()).results[0]!.quoteId, 'pq_c')
    const unpriced = [stored('c', { quoteId: null, customerName: 'First' }), stored('d', { quoteId: null })]
    assert.partialDeepStrictEqual(repack(unpriced.toReversed(), into(), given()).results[0], {
      quoteId: null,
      customerName: 'First',
    })
  })

  it('requires the weight, a size if one was known, and confirmation of a weight a hundred times off', () => {
    const sized = stored('c', { volumeCbm: 1 })
    assert.equal(
      error(() => repack([b, sized], into(null), given())),
      'weight volume',
    )
    assert.equal(
      error(() => repack([b, sized], into(4, { volumeCbm: 1 }), given())),
      'done',
    )
    assert.equal(
      error(() => repack([a, b], into(400), given())),
      'weight',
    )
    assert.equal(
      error(() => repack([a, b], { ...into(400), isConfirmed: true }, given())),
      'done',
    )
    const ocean = stored('c', { transportMode: 'ocean' })
    assert.equal(
      error(() => repack([ocean], into(2), given())),
      'volume',
    )
    const dimensions = { lengthCm: 10, widthCm: 20, heightCm: 30 }
    assert.equal(
      error(() => repack([stored('c', { dimensions })], into(2, { dimensions }), given())),
      'done',
    )
    assert.equal(
      error(() => repack([stored('c', { dimensions })], into(2), given())),
      'volume',
    )
  })

  it('compares with the declared weight if a source was not weighed, and not at all without a weight', () => {
    const unweighed = (declaredWeightKg: number | null) => stored('c', { actualWeightKg: null, declaredWeightKg })
    const weighed = (parcel: Package, weightKg: number) => error(() => repack([parcel], into(weightKg), given()))
    assert.deepEqual(
      [
        weighed(unweighed(2), 200),
        weighed(unweighed(2), 199),
        weighed(unweighed(null), 400),
        weighed(stored('c', { declaredWeightKg: 300 }), 2),
      ],
      ['weight', 'done', 'done', 'done'],
    )
  })

  it('names the part with an impossible weight or number of pieces', () => {
    const split = (parts: { pieces: number; weightKg: number }[], quantity = 2) =>
      error(() =>
        repack([stored('c', { quantity, piecesArrived: quantity })], { parts, at: (i) => `parts[${i}].`, isConfirmed: false }, given()),
      )
    const part = (pieces: number, weightKg = 1) => ({ pieces, weightKg })
    assert.equal(split([part(1, 200), part(1)]), 'parts[0].weight')
    assert.equal(split([part(1), part(1_000_001)]), 'parts[1].pieces')
    assert.equal(split([part(2), part(1)]), 'parts[0].pieces')
    // One new box may hold the contents of several old boxes.
    assert.equal(split([part(1, 2)], 3), 'done')
  })

  it('splits into as many pieces as there were, unless boxes were opened', () => {
    const parts = [1, 2].map((pieces) => ({ pieces, weightKg: 1 }))
    const split = (quantity: number, isConfirmed: boolean) =>
      error(() => repack([stored('c', { quantity, piecesArrived: quantity })], { parts, at: (i) => `parts[${i}].`, isConfirmed }, given()))
    assert.deepEqual([split(3, false), split(1, false), split(4, true), split(4, false)], ['done', 'done', 'done', 'parts[0].pieces'])
  })

  it('starts the storage of its result on the next day', () => {
    const goods = { quantity: 1, volumeCbm: 1, warehouseArrivedAt: SAMPLE_NOW, storageEndedAt: null }
    const terms = { freeDays: 2, dailyRate: '10', currency: 'NGN' } as Parameters<typeof storageFeeUntil>[1]
    const until = new Date(SAMPLE_NOW + 9 * DAY_MS).toISOString().slice(0, 10)
    const counted = new Date(SAMPLE_NOW + 6 * DAY_MS).toISOString().slice(0, 10)
    assert.equal(storageFeeUntil(goods, terms, 'UTC', until).chargeableDays, 8)
    assert.equal(storageFeeUntil({ ...goods, countedUntil: counted }, terms, 'UTC', until).chargeableDays, 3)
  })
})
