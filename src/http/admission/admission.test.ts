// When requests are turned away: not for one long moment, but once no wait has been short for a while; bookings last.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGate, createLoopWatch } from './admission.ts'

const LONG_MS = 101

describe('the gate', () => {
  const gateWithClock = () => {
    let now = 0
    const gate = createGate(() => now)
    const ask = (at: number, waitMs: number, isBooking = false) => {
      now = at
      return gate.admits(waitMs, isBooking)
    }
    const enter = (count: number, isBooking = false) => {
      for (let each = 0; each < count; each += 1) gate.entered(isBooking)
    }
    const leave = (at: number, count: number) => {
      now = at
      for (let each = 0; each < count; each += 1) gate.left(false)
    }
    return { ask, enter, leave }
  }

  it('lets everybody in while waits are long for a moment only, however many there are', () => {
    const { ask, enter } = gateWithClock()
    enter(1_000)
    assert.deepEqual([ask(0, 1), ask(50, 190), ask(999, LONG_MS), ask(1_000, 100), ask(1_999, LONG_MS)], [true, true, true, true, true])
  })

  it('lets in only as many as are answered in 3 ms once waits have been long for a second', () => {
    const { ask, enter, leave } = gateWithClock()
    enter(2_000)
    // Two thousand in 500 ms are four a millisecond, of which half counts at first: room for 6.
    leave(499, 1_999)
    leave(500, 1)
    enter(5)
    assert.equal(ask(1_000, LONG_MS), true)
    enter(1)
    assert.equal(ask(1_001, LONG_MS), false)
    assert.equal(ask(1_002, 1), false, 'one short wait does not end it')
    leave(1_003, 4)
    assert.equal(ask(1_004, LONG_MS), true)
  })

  it('keeps room for bookings, however much else is under way', () => {
    const { ask, enter } = gateWithClock()
    enter(5_000)
    assert.deepEqual([ask(1_000, LONG_MS), ask(1_000, LONG_MS, true)], [false, true])
    enter(59, true)
    assert.equal(ask(1_001, LONG_MS, true), true)
    enter(1, true)
    assert.equal(ask(1_002, LONG_MS, true), false)
  })

  it('is itself again when nobody had to be turned away for a second', () => {
    const { ask, enter, leave } = gateWithClock()
    enter(4)
    assert.equal(ask(1_000, LONG_MS), false)
    leave(1_100, 4)
    assert.equal(ask(1_200, 1), true)
    enter(100)
    assert.equal(ask(2_000, 1), true)
  })
})

describe('the watch over the event loop', () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve))

  it('counts the turn that kept a request waiting, and forgets it when the loop has time again', async (t) => {
    let nowMs = 0
    t.mock.method(performance, 'now', () => nowMs)
    const waitMs = createLoopWatch()
    assert.equal(waitMs(), 0)
    nowMs += 30
    assert.equal(waitMs(), 30, 'within the turn')
    await turn()
    assert.equal(waitMs(), 30, 'in the turn after it')
    for (let turns = 0; turns < 5; turns += 1) await turn()
    assert.equal(waitMs(), 0)
  })
})
