// Shared queries: a caller never gets the result of a query that was sent before its own call.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { shared } from './replica.ts'

describe('a shared question', () => {
  it('is asked after everyone who is given the answer has come, one at a time, failures included', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ waits: fc.nat(4), takes: fc.nat(3), fails: fc.boolean() }), { maxLength: 30 }),
        async (arrivals) => {
          let time = 0
          let asking = 0
          let asked = 0
          const ask = async () => {
            const { takes, fails } = arrivals[asked++ % arrivals.length]!
            const at = ++time
            assert.equal(++asking, 1)
            for (let turn = 0; turn < takes; turn += 1) await nextTurn()
            asking -= 1
            if (fails) throw at
            return at
          }
          const join = shared(ask)
          const given: Promise<void>[] = []
          for (const { waits } of arrivals) {
            for (let turn = 0; turn < waits; turn += 1) await nextTurn()
            const cameAt = ++time
            const check = (askedAt: unknown) => assert.ok((askedAt as number) > cameAt)
            given.push(join().then(check, check))
          }
          await Promise.all(given)
          assert.ok(asked <= arrivals.length)
        },
      ),
    ))

  it('is asked twice for a crowd that comes while it is being asked', async () => {
    let asked = 0
    const join = shared(async () => {
      await nextTurn()
      return ++asked
    })
    assert.deepEqual(await Promise.all(Array.from({ length: 100 }, join)), [1, ...Array(99).fill(2)])
  })
})
