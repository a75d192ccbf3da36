// When requests are turned away: not for one long moment, but once no wait has been short for a while; bookings last.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGate, createLoopWatch } from './admission.ts'

const ORDINARY_MS = 100
const BOOKING_MS = 500

describe('the gate', () => {
  const gateAt = () => {
    let now = 0
    const isAdmitted = createGate(() => now)
    return (at: number, waitMs: number, limitMs = ORDINARY_MS) => {
      now = at
      return isAdmitted(waitMs, limitMs)
    }
  }

  it('lets a burst pass: waits are long for a moment only', () => {
    const ask = gateAt()
    assert.deepEqual([ask(0, 1), ask(50, 190), ask(150, 900), ask(999, 101)], [true, true, true, true])
  })

  it('turns away what would wait too long once waits have been long for a second, and lets in what would not', () => {
    const ask = gateAt()
    assert.deepEqual([ask(0, 100), ask(100, 150), ask(999, 150), ask(1_000, 150), ask(1_001, 101)], [true, true, true, false, false])
    assert.equal(ask(1_002, 100), true)
    assert.equal(ask(1_003, 150), true, 'one short wait ends the overload')
  })

  it('lets bookings in when others no longer are, up to a limit of their own', () => {
    const ask = gateAt()
    ask(0, 0)
    assert.deepEqual([ask(2_000, 400), ask(2_000, 400, BOOKING_MS), ask(2_000, 501, BOOKING_MS)], [false, true, false])
  })
})

describe('the watch over the event loop', () => {
  const block = (ms: number): void => {
    const until = performance.now() + ms
    while (performance.now() < until);
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))

  it('counts the turn that kept a request waiting, and forgets it when the loop has time again', async () => {
    const waitMs = createLoopWatch()
    assert.ok(waitMs() < 5)
    block(30)
    assert.ok(waitMs() >= 30, 'within the turn')
    await turn()
    assert.ok(waitMs() >= 30, 'in the turn after it')
    for (let turns = 0; turns < 5; turns += 1) await turn()
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.ok(waitMs() < 20)
  })
})
