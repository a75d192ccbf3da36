// If a period has more quotes than the limit, shadow pricing covers only the newest part of the period.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { newestOfPeriod } from './shadow-prices.ts'

/** A binary search over all safe integers needs at most this many steps. */
const LOOKS_MAX = 53

const moments = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 2, maxLength: 200 })

describe('the newest of a period', () => {
  it('is at most what is allowed, and begins no later than it must', async () => {
    await fc.assert(
      fc.asyncProperty(moments, fc.integer({ min: 1, max: 100 }), fc.boolean(), async (all, max, isOpen) => {
        const period = { since: 0, until: isOpen ? null : 10_001 }
        const from = (since: number): number => all.filter((at) => at >= since).length
        fc.pre(all.length > max)
        let looks = 0
        const { since, until } = await newestOfPeriod(period, max, async (asked) => {
          looks += 1
          assert.ok(looks <= LOOKS_MAX, 'what is left is halved each time')
          return from(asked.since)
        })
        assert.equal(until, period.until)
        assert.ok(from(since) <= max)
        // The period has at least 90 % of the allowed quotes, or a start one millisecond earlier would exceed the limit.
        assert.ok(from(since) >= max * 0.9 || from(since - 1) > max)
      }),
    )
  })

  it('is looked for until it is nine tenths full, and no further', async () => {
    const looks: number[] = []
    const newest = await newestOfPeriod({ since: 0, until: 19 }, 10, async ({ since }) => {
      looks.push(since)
      return 18 - since
    })
    assert.deepEqual([newest, looks], [{ since: 9, until: 19 }, [9]])
  })

  it('begins with the oldest quote for which there is room, to the millisecond', async () => {
    const count = async ({ since }: { since: number }): Promise<number> => [2, 3].filter((at) => at >= since).length
    assert.equal((await newestOfPeriod({ since: 0, until: 8 }, 1, count)).since, 3)
  })
})
