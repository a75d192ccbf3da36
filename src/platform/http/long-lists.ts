// Answers with a list whose items may be long: between them others have their turn.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** After so long the next item waits for the next turn. An invoice of a thousand lines takes about as long by itself. */
const TURN_MAX_MS = 25

/** Each item is converted and written on its own, as the schema of the route says, which types the answer as a whole. */
export const sendLongList = async <T>(reply: FastifyReply, items: readonly T[], present: (item: T) => object): Promise<never> => {
  // Bytes, as one text of all of them would be encoded in one go.
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
