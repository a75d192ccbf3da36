// A repack can be undone only on the day it was made. The undo restores the source packages. Tracking of a repacked package follows its goods.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, error, given, into, stored } from '../../../test/support/samples/repacks.ts'
import { SAMPLE_NOW } from '../../../test/support/samples/samples.ts'
import type { Package, Repacked } from '../packages/package.ts'
import { followed } from '../packages/tracking.ts'
import type { Repack } from './repack.ts'
import { mayUndoRepack, repack, undoRepack } from './repack.ts'

const AGAIN: Repacked = { repackId: 'rpk_two', parcels: [{ id: 'new9', parcelNumber: 'NEW9' }] }

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
  const known = { sources: gone, openPlaces: new Set<string>(), timeZone: 'UTC' }
  const undo = (more: Partial<Package> = {}, of: Partial<Repack> = {}, now = SAMPLE_NOW + 1) =>
    undoRepack({ ...record, ...of }, { ...known, results: [{ ...results[0]!, ...more }], now, reason: null })

  it('restores its sources, and cancels its result', () => {
    const { back, dropped } = undo()
    assert.deepEqual(back, [stored('a'), stored('b')])
    assert.partialDeepStrictEqual(dropped[0], { status: 'cancelled', cancelledAt: SAMPLE_NOW + 1, comment: 'Its repack was undone' })
  })

  it('restores their places, except those closed since', () => {
    const sources = gone.map((parcel, index) => ({ ...parcel, placeId: ['open', 'closed'][index]!, placeChangedAt: SAMPLE_NOW }))
    const context = { ...known, sources, openPlaces: new Set(['open']), results, now: SAMPLE_NOW + 1, reason: null }
    assert.deepEqual(
      undoRepack(record, context).back.map(({ placeId, placeChangedAt }) => [placeId, placeChangedAt]),
      [
        ['open', SAMPLE_NOW],
        [null, SAMPLE_NOW + 1],
      ],
    )
  })

  it('is offered on its own day, once', () => {
    assert.equal(mayUndoRepack(record, 'UTC', SAMPLE_NOW), true)
    assert.equal(mayUndoRepack(record, 'UTC', SAMPLE_NOW + DAY_MS), false)
    assert.equal(mayUndoRepack({ ...record, undoneAt: SAMPLE_NOW }, 'UTC', SAMPLE_NOW), false)
  })

  it('gives its own reason, where there is one', () => {
    const context = { ...known, results, now: SAMPLE_NOW, reason: 'wrong box' }
    assert.equal(undoRepack(record, context).dropped[0]!.comment, 'wrong box')
  })

  for (const [what, more, of, now, told] of [
    ['undone', {}, { undoneAt: SAMPLE_NOW }, SAMPLE_NOW, /^INVALID_TRANSITION This repack is undone already/],
    ['of yesterday', {}, {}, SAMPLE_NOW + DAY_MS, /^INVALID_TRANSITION Package NEW1 was repacked on 2026-11-15; a repack can be undone/],
    ['in a shipment', { shipmentId: 'shp' }, {}, SAMPLE_NOW, /^PACKAGE_IN_SHIPMENT/],
    ['on hold', { holdInstruction: 'hold' }, {}, SAMPLE_NOW, /^PACKAGE_ON_HOLD/],
    ['on its way', { status: 'transit' }, {}, SAMPLE_NOW, /^INVALID_TRANSITION Package NEW1 is in transit/],
    [
      'repacked again',
      { status: 'cancelled', repackedInto: AGAIN },
      {},
      SAMPLE_NOW,
      /^INVALID_TRANSITION Package NEW1 was repacked into NEW9; undo/,
    ],
  ] as const)
    it(`is refused for one that is ${what}`, () =>
      assert.match(
        error(() => undo(more, of, now)),
        told,
      ))
})

describe('the tracking of a package that was repacked', () => {
  const parcel = stored('a', { status: 'cancelled', cancelledAt: SAMPLE_NOW })
  const on = (status: Package['status']): Package => stored(status, { status })

  it('follows the part with the least progress, and no cancelled one', () => {
    assert.equal(followed(parcel, [on('delivered'), on('transit'), on('cancelled')]).status, 'transit')
    assert.equal(followed(parcel, [on('cancelled')]).status, 'cancelled')
    assert.partialDeepStrictEqual(followed(parcel, [on('transit')]), { id: 'a', parcelNumber: 'A', createdAt: parcel.createdAt })
    assert.equal(followed(parcel, []), parcel)
  })
})
