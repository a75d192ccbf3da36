// While a long list is being written, other requests are served between its items. The list that is sent is complete.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FastifyReply } from 'fastify'
import { sendLongList } from './long-lists.ts'

/** How long each item takes: longer than `TURN_MAX_MS`. */
const ITEM_MS = 30

const sent = async (items: readonly number[], present: (item: number) => object): Promise<string> => {
  let text = ''
  const reply = {
    type: () => reply,
    send: (body: Buffer) => {
      text = body.toString()
      return reply
    },
  }
  await sendLongList(reply as unknown as FastifyReply, items, present)
  return text
}

describe('a long list', () => {
  it('lets others have a turn after each item that takes long', async () => {
    const turns: number[] = []
    let isOver = false
    let turn = 0
    const others = (): void => {
      turn += 1
      if (!isOver) setImmediate(others)
    }
    setImmediate(others)
    const present = (item: number): object => {
      turns.push(turn)
      for (const until = performance.now() + ITEM_MS; performance.now() < until; );
      return { item }
    }
    const text = await sent([1, 2, 3, 4], present)
    isOver = true
    assert.equal(text, '[{"item":1},{"item":2},{"item":3},{"item":4}]')
    assert.equal(new Set(turns).size, 4, `turns ${turns.join()}`)
  })

  it('is an empty list where there is nothing', async () => {
    assert.equal(await sent([], () => ({})), '[]')
  })
})
