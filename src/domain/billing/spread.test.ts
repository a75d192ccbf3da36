// The parts add up to the divided amount, and each part is within one kobo of its exact share.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { AMOUNT_MAX_KOBO } from '../values/kobo.ts'
import { spreadKobo } from './charge.ts'

describe('spreadKobo', () => {
  it('gives the kobo left by rounding to the largest remainders, earlier ones first', () => {
    assert.deepEqual(spreadKobo(100, [1, 1, 1]), [34, 33, 33])
    assert.deepEqual(spreadKobo(100, [1, 2, 3]), [17, 33, 50])
    assert.deepEqual(spreadKobo(2, [1, 1, 1]), [1, 1, 0])
    assert.deepEqual(spreadKobo(100, [1, 2]), [33, 67])
    assert.deepEqual(spreadKobo(7, [5]), [7])
  })

  it('adds up, and no part is a kobo off its share', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 50_000_000 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: AMOUNT_MAX_KOBO }), weights, (total, parts) => {
        const spread = spreadKobo(total, parts)
        const sum = parts.reduce((all, part) => all + part, 0)
        assert.equal(
          spread.reduce((all, kobo) => all + kobo, 0),
          total,
        )
        for (const [index, kobo] of spread.entries()) {
          const off = BigInt(kobo) * BigInt(sum) - BigInt(total) * BigInt(parts[index]!)
          assert.ok(off < BigInt(sum) && off > -BigInt(sum))
        }
      }),
    )
  })
})
