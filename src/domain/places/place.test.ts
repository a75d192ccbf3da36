// The code of a place can be read from its barcode, and a range of codes lists every place in it.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCode, readTrackingCode } from '../values/codes.ts'
import { Rejection } from '../values/errors.ts'
import { placeBarcode, placesBetween, readPlaceBarcode, readPlaceCode } from './place-code.ts'

describe('the code of a place', () => {
  const READ: [typed: string, code: string | null][] = [
    ['A-01-12', 'A-01-12'],
    [' a–01–12 ', 'A-01-12'],
    ['Ａ-０１', 'A-01'],
    ['COLD', 'COLD'],
    ['', null],
    ['-', null],
    ['A--01', null],
    ['A-01-12-07', null],
    ['A 01', null],
    ['A;01;"12"', null],
    ['=cmd|A1', null],
    ['MEZZANINE-01', null],
    ['冷库', null],
  ]
  for (const [typed, code] of READ) it(`"${typed}" is ${code ?? 'none'}`, () => assert.equal(readPlaceCode(typed), code))

  it('can be read from its barcode, which no other code matches', () => {
    for (const code of ['A-01-12', 'P23456-789AB', 'WB1234', 'Q']) {
      const barcode = placeBarcode(code)
      assert.equal(readPlaceBarcode(barcode), code)
      assert.equal(readPlaceBarcode(barcode.toLowerCase().replace(':', '：')), code)
      assert.deepEqual([readCode(barcode), readTrackingCode(barcode)], Array(2).fill({ ok: false, reason: 'not-a-code' }))
    }
  })

  it('without the prefix is not a barcode of a place', () => assert.equal(readPlaceBarcode('A-01-12'), null))
})

describe('a range of places', () => {
  it('counts every part, the last one fastest', () => {
    const codes = placesBetween('a-01-01', 'A-04-12')
    assert.equal(codes.length, 48)
    assert.deepEqual([codes[0], codes[11], codes[12], codes[47]], ['A-01-01', 'A-01-12', 'A-02-01', 'A-04-12'])
    assert.deepEqual(placesBetween('A-9', 'C-9'), ['A-9', 'B-9', 'C-9'])
    assert.deepEqual(placesBetween('COLD', 'COLD'), ['COLD'])
  })

  const REFUSED: [from: string, to: string, field: string, words: RegExp][] = [
    ['A-01', 'A-01-12', 'to', /2 parts/],
    ['A-04', 'A-01', 'to', /in order/],
    ['A-1', 'A-12', 'to', /same length/],
    ['COLD-1', 'WARM-1', 'to', /numbers of the same length or single letters/],
    ['A-001-01', 'A-999-99', 'to', /98901 places; at most 2000/],
    ['000000-000000-000000', '999999-999999-999999', 'to', /makes 1000000000000000000 places/],
    ['A,01', 'A-04', 'from', /zone, rack and bin/],
  ]
  for (const [from, to, field, words] of REFUSED)
    it(`${from} to ${to} is refused`, () =>
      assert.throws(
        () => placesBetween(from, to),
        (error) => error instanceof Rejection && error.problems[0]?.field === field && words.test(error.problems[0].message),
      ))
})
