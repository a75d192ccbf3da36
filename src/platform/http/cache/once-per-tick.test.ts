// A result is shared only within one turn of the event loop.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { createTurnNumber, oncePerTick } from './once-per-tick.ts'

describe('once per tick', () => {
  it('asks once, and anew in the next turn', async () => {
    let asked = 0
    const ask = oncePerTick(() => ++asked)
    assert.deepEqual([ask(), ask()], [1, 1])
    await Promise.resolve()
    assert.equal(ask(), 1, 'what goes on without waiting is of the same turn')
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(ask(), 2)
  })

  it('never answers a request with what was asked before it came', async () => {
    let truth = 0
    const ask = oncePerTick(() => truth)
    const server = createServer((_request, response) => response.end(String(ask())))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (let times = 0; times < 200; times += 1) {
      truth = times
      const answers = await Promise.all([fetch(url), fetch(url)].map(async (answer) => (await answer).text()))
      assert.deepEqual(answers, [String(times), String(times)])
    }
    server.close()
    server.closeAllConnections()
  })
})

it('the number of the turn is the same within a turn, and differs in the next', async () => {
  const turnNow = createTurnNumber()
  const first = turnNow()
  await Promise.resolve()
  await new Promise((resolve) => process.nextTick(resolve))
  assert.equal(turnNow(), first)
  await new Promise((resolve) => setImmediate(resolve))
  const second = turnNow()
  assert.notEqual(second, first)
  // Waits for a timer and then for setImmediate, because the timer may fire before the end of the turn in which it was set.
  await new Promise((resolve) => setTimeout(() => setImmediate(resolve), 1))
  assert.notEqual(turnNow(), second)
})
