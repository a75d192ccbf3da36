// Requests are shed after a second in which all requests had long waits, but not after a single long wait. Bookings are shed last.

import assert from 'node:assert/strict'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { describe, it } from 'node:test'
import { createGate, createLoopWatch, shedOverload } from './admission.ts'

const LONG_MS = 101

describe('the gate', () => {
  const gateWithClock = () => {
    let now = 0
    const gate = createGate(() => now)
    const ask = (at: number, waitMs: number, isBooking = false) => {
      now = at
      return gate.admits(waitMs, isBooking)
    }
    const others: number[] = []
    const enter = (count: number, isBooking = false) => {
      for (let each = 0; each < count; each += 1) {
        const entered = gate.entered(isBooking)
        if (!isBooking) others.push(entered)
      }
    }
    const leave = (at: number, count: number) => {
      now = at
      for (const entered of others.splice(0, count)) gate.left(false, entered)
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
    // 2,000 answers in 500 ms are 4 per millisecond. Averaged with the previous rate, 0, this is 2 per millisecond, or 6 in 3 ms.
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

  it('takes no long wait for an overload after a time in which nobody asked', () => {
    const { ask, enter } = gateWithClock()
    assert.deepEqual([ask(0, 1), ask(5_000, LONG_MS)], [true, true])
    enter(1_000)
    assert.deepEqual([ask(5_999, LONG_MS), ask(6_000, LONG_MS)], [true, false])
  })

  it('does not count what has long been under way: a slow upload, a carrier who is asked, a file that waits for its turn', () => {
    const { ask, enter } = gateWithClock()
    enter(1_000)
    assert.deepEqual([ask(1_000, LONG_MS), ask(1_500, 1)], [false, true])
    enter(3)
    assert.deepEqual([ask(1_501, 1), ask(2_500, 1), ask(3_000, 1)], [false, false, true])
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

/** Waits until the event loop is idle and `createLoopWatch` has stopped measuring. */
const idle = async (): Promise<void> => {
  for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('shedding', () => {
  /** Sends the requests while writes have to wait for the store. Leaves them unanswered, and returns those that were admitted. */
  const served = async (t: TestContext, requests: readonly string[]): Promise<string[]> => {
    let nowMs = 0
    t.mock.method(performance, 'now', () => nowMs)
    const server = createServer()
    const answered: string[] = []
    server.on('request', ({ method, url }) => answered.push(`${method} ${url}`))
    shedOverload(server, {
      urgent: /^\/urgent/,
      streams: /^\/stream/,
      storeWaitMs: (kind) => (kind === 'write' ? nowMs : 0),
      requestIdOf: () => 'req_1',
      shed: () => {},
    })
    const send = (line: string): void => {
      const request = new IncomingMessage(new Socket())
      const [method, url] = line.split(' ')
      Object.assign(request, { method, url })
      server.emit('request', request, new ServerResponse(request))
    }
    for (const line of requests) {
      nowMs += 300
      send(line)
      await idle()
    }
    return answered
  }
  const times = (count: number, line: string): string[] => Array.from({ length: count }, () => line)

  it('turns nobody away who only reads, where reading does not wait for who writes', async (t) => {
    const writes = times(4, 'POST /v1/parcel_quotes')
    const reads = [...times(10, 'GET /v1/packages'), ...times(10, 'HEAD /v1/packages')]
    assert.deepEqual(await served(t, [...writes, ...reads]), [...writes.slice(1), ...reads])
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
    await idle()
    assert.equal(waitMs(), 0)
  })
})
