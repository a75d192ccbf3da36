// Drawings are made one at a time and cached; the cache and the queue are bounded.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDrawings } from './drawings.ts'

const BYTES = 10

/** Returns a drawing service that records which contents were drawn, and the maximum number of drawings made at the same time. */
const watched = (limits = {}) => {
  const drawn: string[] = []
  let [atOnce, atOnceMax] = [0, 0]
  const drawings = createDrawings<string>(async (content) => {
    drawn.push(content)
    atOnceMax = Math.max(atOnceMax, ++atOnce)
    await new Promise(setImmediate)
    atOnce--
    if (content === 'broken') throw new Error('no such glyph')
    return new Uint8Array(BYTES).fill(content.length)
  }, limits)
  return { drawings, drawn, atOnceMax: () => atOnceMax }
}

describe('drawings', () => {
  it('are drawn once for concurrent and later callers', async () => {
    const { drawings, drawn } = watched()
    const [one, two] = await Promise.all([drawings.of('a'), drawings.of('a')])
    assert.equal(one, two)
    assert.equal(await drawings.of('a'), one)
    assert.deepEqual(drawn, ['a'])
  })

  it('are drawn one after the other', async () => {
    const { drawings, drawn, atOnceMax } = watched()
    await Promise.all(['a', 'b', 'c'].map((content) => drawings.of(content)))
    assert.deepEqual([drawn, atOnceMax()], [['a', 'b', 'c'], 1])
  })

  it('are dropped when there are too many, least recently used first', async () => {
    const { drawings, drawn } = watched({ keptMaxBytes: 2 * BYTES })
    for (const content of ['a', 'b', 'a', 'c', 'a', 'b']) await drawings.of(content)
    assert.deepEqual(drawn, ['a', 'b', 'c', 'b'])
  })

  it('are refused when too many wait, and accepted again once there is room', async () => {
    const { drawings } = watched({ waitingMax: 2 })
    const waiting = [drawings.of('a'), drawings.of('b')]
    await assert.rejects(drawings.of('c'), { code: 'OVERLOADED', retryAfterSeconds: 1 })
    await Promise.all(waiting)
    assert.equal((await drawings.of('c')).length, BYTES)
  })

  it('that fail do not affect others', async () => {
    const { drawings } = watched()
    const broken = assert.rejects(drawings.of('broken'), /glyph/)
    assert.equal((await drawings.of('a')).length, BYTES)
    await broken
  })
})
