// Sends a list of large items, and yields to the event loop between them.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** How long the server writes items before it serves other requests. An invoice of a thousand lines takes about this long. */
const TURN_MAX_MS = 25

/** Sends a list. The items are converted and serialised one at a time. */
export const sendLongList = async <T>(reply: FastifyReply, items: readonly T[], present: (item: T) => object): Promise<never> => {
  // The parts are Buffers, because one long string would be encoded in a single blocking step.
  const written: Buffer[] = []
  let startedAtMs = performance.now()
  for (const item of items) {
    if (performance.now() - startedAtMs > TURN_MAX_MS) {
      await nextTurn()
      startedAtMs = performance.now()
    }
    written.push(Buffer.from(`${written.length === 0 ? '[' : ','}${JSON.stringify(present(item))}`))
  }
  written.push(Buffer.from(written.length === 0 ? '[]' : ']'))
  return reply.type('application/json; charset=utf-8').send(Buffer.concat(written)) as never
}
