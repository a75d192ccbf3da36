// What may be repacked together, what the new packages are, and when it can be undone.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SAMPLE_NOW, samplePackage } from '../../../test/support/samples/samples.ts'
import type { Package, Repacked } from '../packages/package.ts'
import { followed } from '../packages/tracking.ts'
import { storageFeeUntil } from '../storage/storage-fee.ts'
import type { Repack } from './repack.ts'
import { repack, undoRepack } from './repack.ts'

const DAY_MS = 24 * 3_600_000

const stored = (id: string, more: Partial<Package> = {}): Package =>
  samplePackage({
    id,
    parcelNumber: id.toUpperCase(),
    quoteId: `pq_${id}`,
    customerId: 'pcus_one',
    status: 'warehouse',
    quantity: 1,
    piecesArrived: 1,
    actualWeightKg: 2,
    dimensions: null,
    volumeCbm: null,
    containerSize: null,
    transportMode: 'air',
    warehouseArrivedAt: SAMPLE_NOW,
    ...more,
  })

const given = (now = SAMPLE_NOW) => ({
  repackId: 'rpk_one',
  identities: ['new1', 'new2'].map((id) => ({ id, parcelNumber: id.toUpperCase() })),
  timeZone: 'Africa/Lagos',
  note: null,
  now,
})
const into = (weightKg: number | null = 4, more: object = {}) => ({
  parts: [{ pieces: 1, ...(weightKg === null ? {} : { weightKg }), ...more }],
  at: () => '',
  isConfirmed: false,
})
const error = (work: () => unknown): string => {
  try {
    work()
  } catch (thrown) {
    const { code, problems = [], message } = thrown as { code: string; problems?: { field: string }[]; message: string }
    return problems.length > 0 ? problems.map(({ field }) => field).join(' ') : `${code} ${message}`
  }
  return 'done'
}

describe('a repack', () => {
  const [a, b] = [stored('a', { warehouseArrivedAt: SAMPLE_NOW + DAY_MS }), stored('b')]

  it('cancels what it is made of, and its result arrived with the first of them, in whose quote it is', () => {
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

  it('is in the quote of one that has a price, and keeps what they have in common alone', () => {
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
    ['a full container', { containerSize: "40'" }, /full container/],
    ['another customer’s', { customerId: 'pcus_two' }, /another customer/],
    ['for elsewhere', { destinationCountry: 'GH' }, /to Ghana/],
    ['by another way', { transportMode: 'ocean' }, /goes by ocean/],
  ] as const)
    it(`takes nothing that is ${what}`, () =>
      assert.match(
        error(() => repack([b, stored('c', other)], into(), given())),
        told,
      ))

  it('takes what nobody has decided the way of', () =>
    assert.equal(repack([b, stored('c', { transportMode: null })], into(), given()).results[0]!.transportMode, 'air'))

  it('asks for the weight, for a size where one was known, and about a weight a hundred times off', () => {
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
  })

  it('splits into as many pieces as there were, unless boxes were opened', () => {
    const parts = [1, 2].map((pieces) => ({ pieces, weightKg: 1 }))
    const split = (quantity: number, isConfirmed: boolean) =>
      error(() => repack([stored('c', { quantity, piecesArrived: quantity })], { parts, at: (i) => `parts[${i}].`, isConfirmed }, given()))
    assert.deepEqual([split(3, false), split(1, false), split(4, true), split(4, false)], ['done', 'done', 'done', 'parts[0].pieces'])
  })

  it('counts the storage of its result from the day after on', () => {
    const goods = { quantity: 1, volumeCbm: 1, warehouseArrivedAt: SAMPLE_NOW, storageEndedAt: null }
    const terms = { freeDays: 2, dailyRate: '10', currency: 'NGN' } as Parameters<typeof storageFeeUntil>[1]
    const until = new Date(SAMPLE_NOW + 9 * DAY_MS).toISOString().slice(0, 10)
    const counted = new Date(SAMPLE_NOW + 6 * DAY_MS).toISOString().slice(0, 10)
    assert.equal(storageFeeUntil(goods, terms, 'UTC', until).chargeableDays, 8)
    assert.equal(storageFeeUntil({ ...goods, countedUntil: counted }, terms, 'UTC', until).chargeableDays, 3)
  })
})

const AGAIN: Repacked = { repackId: 'rpk_two', parcels: [] }

describe('undoing a repack', () => {
  const { gone, results } = repack([stored('a'), stored('b')], into(), given())
  const record: Repack = {
    id: 'rpk_one',
    kind: 'repack',
    sources: [],
    results: [],
    note: null,
    repackedBy: 'Dock One',
    repackedAt: SAMPLE_NOW,
    undoneBy: null,
    undoneAt: null,
    undoReason: null,
  }
  const undo = (more: Partial<Package> = {}, of: Partial<Repack> = {}, now = SAMPLE_NOW + 1) =>
    undoRepack({ ...record, ...of }, { sources: gone, results: [{ ...results[0]!, ...more }], timeZone: 'UTC', now, reason: null })

  it('brings back what it was made of, and cancels its result', () => {
    const { back, dropped } = undo()
    assert.deepEqual(back, [stored('a'), stored('b')])
    assert.partialDeepStrictEqual(dropped[0], { status: 'cancelled', cancelledAt: SAMPLE_NOW + 1, comment: 'Its repack was undone' })
  })

  for (const [what, more, of, now] of [
    ['undone', {}, { undoneAt: SAMPLE_NOW }, SAMPLE_NOW],
    ['of yesterday', {}, {}, SAMPLE_NOW + DAY_MS],
    ['in a shipment', { shipmentId: 'shp' }, {}, SAMPLE_NOW],
    ['on hold', { holdInstruction: 'hold' }, {}, SAMPLE_NOW],
    ['on its way', { status: 'transit' }, {}, SAMPLE_NOW],
    ['repacked again', { status: 'cancelled', repackedInto: AGAIN }, {}, SAMPLE_NOW],
  ] as const)
    it(`is refused for one that is ${what}`, () =>
      assert.notEqual(
        error(() => undo(more, of, now)),
        'done',
      ))
})

describe('the tracking of a package that was repacked', () => {
  const parcel = stored('a', { status: 'cancelled', cancelledAt: SAMPLE_NOW })
  const on = (status: Package['status']): Package => stored(status, { status })

  it('follows the part that is least far, and not one that was cancelled', () => {
    assert.equal(followed(parcel, [on('delivered'), on('transit'), on('cancelled')]).status, 'transit')
    assert.equal(followed(parcel, [on('cancelled')]).status, 'cancelled')
    assert.partialDeepStrictEqual(followed(parcel, [on('transit')]), { id: 'a', parcelNumber: 'A', createdAt: parcel.createdAt })
    assert.equal(followed(parcel, []), parcel)
  })
})
