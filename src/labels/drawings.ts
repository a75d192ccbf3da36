// Draws labels and other documents one at a time, and caches the most recently used drawings.

import { createHash } from 'node:crypto'
import { createBoundedMap } from '../domain/values/bounded-map.ts'
import { Rejection } from '../domain/values/errors.ts'

/** The size of the cache, which has room for a few hundred labels. */
const KEPT_MAX_BYTES = 16 * 1024 * 1024
const WAITING_MAX = 50
const RETRY_SECONDS = 1

export type Drawings<Content> = { of(content: Content): Promise<Uint8Array> }

/** Makes a cached drawing function. The cache is never stale, because a drawing depends on its content only. */
export const createDrawings = <Content>(
  draw: (content: Content) => Promise<Uint8Array>,
  { keptMaxBytes = KEPT_MAX_BYTES, waitingMax = WAITING_MAX } = {},
): Drawings<Content> => {
  const kept = createBoundedMap<Uint8Array>(keptMaxBytes, ({ length }) => length)
  const underWay = new Map<string, Promise<Uint8Array>>()
  let last: Promise<unknown> = Promise.resolve()

  const drawInTurn = (name: string, content: Content): Promise<Uint8Array> => {
    if (underWay.size >= waitingMax)
      throw new Rejection('OVERLOADED', 'Too many labels are being drawn.', { retryAfterSeconds: RETRY_SECONDS })
    const drawn = last.then(() => draw(content))
    underWay.set(name, drawn)
    last = drawn
      .then((bytes) => kept.set(name, bytes))
      .catch(() => {})
      .finally(() => underWay.delete(name))
    return drawn
  }

  return {
    of: async (content) => {
      const name = createHash('sha256').update(JSON.stringify(content)).digest('base64')
      return kept.get(name) ?? underWay.get(name) ?? drawInTurn(name, content)
    },
  }
}
