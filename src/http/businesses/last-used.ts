// Records when API keys, access tokens and sessions were last used. Writes in the background, at most once a minute for each key, token or session.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'

const WRITE_EVERY_MS = 60_000

type MarkUsed = (tx: Tx, id: string, now: number, unlessSince: number) => Promise<void>

/**
 * Returns a function that records the use of a key, token or session in the background. The application waits for these writes before it
 * closes.
 */
export const recordLastUse = (app: FastifyInstance, deps: Deps, markUsed: MarkUsed): ((id: string) => void) => {
  const writtenAt = new Map<string, number>()
  const writing = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(writing)
  })
  const write = async (id: string, now: number): Promise<void> => {
    try {
      await deps.db.transaction(SYSTEM, (tx) => markUsed(tx, id, now, now - WRITE_EVERY_MS))
    } catch (error) {
      writtenAt.delete(id)
      deps.report('last use not written', { id, reason: (error as Error).message })
    }
  }
  return (id) => {
    const now = deps.monotonic()
    if (now - (writtenAt.get(id) ?? Number.NEGATIVE_INFINITY) < WRITE_EVERY_MS) return
    writtenAt.delete(id)
    writtenAt.set(id, now)
    for (const [oldest, at] of writtenAt) {
      if (now - at < WRITE_EVERY_MS) break
      writtenAt.delete(oldest)
    }
    const written = write(id, deps.clock()).finally(() => writing.delete(written))
    writing.add(written)
  }
}
