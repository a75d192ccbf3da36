// For an unknown ID or code, a limited number of similar ones is suggested: look-alikes first, then those that differ by a typing error.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { CODE_RANDOM_BYTES, makeCode, readCode } from './codes.ts'
import { codeLookAlikes, lookAlikes } from './look-alike.ts'

/** The maximum number of parameters of one query. */
const BOUND = 2_000

const idText = fc.string({ unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 3, maxLength: 20 })

describe('IDs that look alike', () => {
  const MEANT: [typed: string, meant: string][] = [
    ['DEM1O01', 'DEM1001'],
    ['DEMIOOL', 'DEM1001'],
    ['8OLDSO', 'BOLD50'],
    ['dem1001', 'DEM1007'],
    ['DEM1010', 'DEM1001'],
    ['DEM101', 'DEM1001'],
    ['DEM10001', 'DEM1001'],
    ['4243', '4242'],
    ['DEM-1001', 'DEM1001'],
    ['KAN0-7', 'KANO-7'],
  ]
  for (const [typed, meant] of MEANT) it(`${typed} may be ${meant}`, () => assert.ok(lookAlikes(typed).includes(meant)))

  it('come before typing errors', () => {
    const found = lookAlikes('DEM1O01')
    assert.ok(found.indexOf('DEM1001') < found.indexOf('DEM1X01'))
  })

  it('are none for text that cannot be an ID', () => {
    for (const typed of ['', 'AB', 'A'.repeat(21), 'ÄÖÜ', "' or 1=1"]) assert.deepEqual(lookAlikes(typed), [], typed)
  })

  it('are a bounded list without repeats and without the text itself', () => {
    fc.assert(
      fc.property(idText, (text) => {
        const found = lookAlikes(text)
        assert.ok(found.length < BOUND)
        assert.equal(new Set(found).size, found.length)
        assert.ok(!found.includes(text))
      }),
    )
  })
})

describe('codes that look alike', () => {
  const code = fc.uint8Array({ minLength: CODE_RANDOM_BYTES, maxLength: CODE_RANDOM_BYTES }).map((random) => makeCode('P', random))

  it('include the code before a wrong character or a swap, and only codes with a valid check symbol', () => {
    fc.assert(
      fc.property(code, fc.nat({ max: 10 }), fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTUVWXYZ'), (right, at, symbol) => {
        const mistyped = right.slice(0, at + 1) + symbol + right.slice(at + 2)
        fc.pre(mistyped !== right)
        const found = codeLookAlikes(mistyped)
        assert.ok(found.includes(right))
        assert.ok(found.every((each) => readCode(each).ok))
      }),
      { numRuns: 50 },
    )
  })
})
