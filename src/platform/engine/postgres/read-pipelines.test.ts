// Which reads share a connection, and what happens to the connection if one of them fails.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type pg from 'pg'
import { createReadPipelines } from './read-pipelines.ts'

type Returned = { client: number; failure: { error: unknown } | null }

const watched = () => {
  let taken = 0
  const returned: Returned[] = []
  const inPipeline = createReadPipelines({
    take: async () => ({ number: taken++ }) as unknown as pg.PoolClient,
    giveBack: async (client, failure) => void returned.push({ client: numberOf(client), failure }),
  })
  return { inPipeline, returned, taken: () => taken }
}

const numberOf = (client: pg.ClientBase): number => (client as unknown as { number: number }).number

describe('reads', () => {
  it('that come together share a connection, given back once after the last', async (t) => {
    t.mock.method(performance, 'now', () => 0)
    const { inPipeline, returned } = watched()
    const last = Promise.withResolvers<void>()
    const first = Array.from({ length: 3 }, () => inPipeline(async (client) => numberOf(client)))
    const slow = inPipeline((client) => last.promise.then(() => numberOf(client)))
    assert.deepEqual(await Promise.all(first), [0, 0, 0])
    assert.deepEqual(returned, [])
    last.resolve()
    assert.equal(await slow, 0)
    assert.deepEqual(returned, [{ client: 0, failure: null }])
  })

  it('are sixteen at most on one connection', async (t) => {
    t.mock.method(performance, 'now', () => 0)
    const { inPipeline } = watched()
    const clients = await Promise.all(Array.from({ length: 40 }, () => inPipeline(async (client) => numberOf(client))))
    assert.deepEqual(
      [0, 1, 2].map((number) => clients.filter((client) => client === number).length),
      [16, 16, 8],
    )
  })

  it('do not wait behind one that has been under way for a while', async (t) => {
    let now = 0
    t.mock.method(performance, 'now', () => now)
    const { inPipeline } = watched()
    const last = Promise.withResolvers<void>()
    const slow = inPipeline(() => last.promise)
    now = 2
    assert.equal(await inPipeline(async (client) => numberOf(client)), 1)
    last.resolve()
    await slow
  })

  it('after the last of them take a connection anew', async () => {
    const { inPipeline, taken } = watched()
    await inPipeline(async () => {})
    await inPipeline(async () => {})
    assert.equal(taken(), 2)
  })

  it('fail each for itself, and the connection is given back with the first failure', async (t) => {
    t.mock.method(performance, 'now', () => 0)
    const { inPipeline, returned } = watched()
    const error = new Error('no such column')
    const results = await Promise.allSettled([
      inPipeline(async () => 'fine'),
      inPipeline(() => Promise.reject(error)),
      inPipeline(() => Promise.reject(new Error('later'))),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected'],
    )
    assert.deepEqual(returned, [{ client: 0, failure: { error } }])
  })

  it('do not join one that has failed, though others are under way on its connection', async (t) => {
    t.mock.method(performance, 'now', () => 0)
    const { inPipeline } = watched()
    const last = Promise.withResolvers<void>()
    const slow = inPipeline(() => last.promise)
    await assert.rejects(inPipeline(() => Promise.reject(new Error('gone'))))
    assert.equal(await inPipeline(async (client) => numberOf(client)), 1)
    last.resolve()
    await slow
  })

  it('all fail when there is no connection, and the next tries again', async () => {
    let isUp = false
    const inPipeline = createReadPipelines({
      take: async () => {
        if (!isUp) throw new Error('down')
        return {} as pg.PoolClient
      },
      giveBack: async () => {},
    })
    const results = await Promise.allSettled([inPipeline(async () => 1), inPipeline(async () => 2)])
    assert.ok(results.every(({ status }) => status === 'rejected'))
    isUp = true
    assert.equal(await inPipeline(async () => 3), 3)
  })
})
