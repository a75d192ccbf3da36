// Which storage charges are reversed when the end of storage is undone.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOfEnd, keptSinceDay } from './storage-end.ts'

const LAGOS = 'Africa/Lagos'
const ENDED = Date.UTC(2027, 2, 20, 11)
const DAY_MS = 24 * 60 * 60 * 1000
const charge = { lastDay: '2027-03-20', createdAt: ENDED }

const CASES: [name: string, isFallen: boolean, change: Partial<typeof charge>, keptSince: number | null][] = [
  ['of the end', true, {}, null],
  ['made for the end by a server whose clock is ahead', true, { createdAt: ENDED + 1 }, null],
  ['of the month before', false, { lastDay: '2027-02-28' }, null],
  ['of the day, made before the end', false, { createdAt: ENDED - 1 }, null],
  ['of the end of a package cancelled the day before', true, {}, ENDED - DAY_MS],
  ['of the day on which the package was cancelled', false, {}, ENDED],
]

describe('when the end of storage is undone, the charge', () => {
  for (const [name, isFallen, change, keptSince] of CASES)
    it(`${name} ${isFallen ? 'falls' : 'stands'}`, () =>
      assert.equal(isOfEnd({ ...charge, ...change }, { parcel: { keptSince }, endedAt: ENDED }, LAGOS), isFallen))

  it('without days stands', () =>
    assert.equal(isOfEnd({ lastDay: null, createdAt: ENDED }, { parcel: { keptSince: null }, endedAt: ENDED }, LAGOS), false))
})

describe('the day since which a package is kept', () => {
  it('is a day of its business', () =>
    assert.deepEqual(
      [keptSinceDay({ keptSince: Date.UTC(2027, 2, 19, 23) }, LAGOS), keptSinceDay({ keptSince: null }, LAGOS)],
      ['2027-03-20', null],
    ))
})
