// Retries connecting when PostgreSQL has no free connection.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const TOO_MANY_CONNECTIONS = '53300'
/** As poolers say it. */
const NO_MORE_CONNECTIONS = /no more connections allowed|max_client_conn/
const PAUSE_MIN_MS = 20
const PAUSE_MAX_MS = 200

const isFull = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === TOO_MANY_CONNECTIONS || NO_MORE_CONNECTIONS.test(error.message))

/** Tries until `forMs` are over. */
export const whenThereIsRoom = async <T>(connect: () => Promise<T>, forMs: number): Promise<T> => {
  const giveUpAtMs = performance.now() + forMs
  for (let pauseMs = PAUSE_MIN_MS; ; pauseMs = Math.min(PAUSE_MAX_MS, pauseMs * 2)) {
    try {
      return await connect()
    } catch (error) {
      if (!isFull(error) || performance.now() > giveUpAtMs) throw error
    }
    await sleep(pauseMs)
  }
}
