// Sends statements to PostgreSQL. Avoids the driver's promise and timer per query, which would keep every result in memory.

import type { Socket } from 'node:net'
import type pg from 'pg'
import { translate } from './errors.ts'

const CHECK_EVERY_MS = 1_000

type Waiting = { stream: Socket; statements: number; sinceMs: number }

const awaited = new WeakMap<pg.ClientBase, Waiting>()

const streamOf = (client: pg.ClientBase): Socket => (client as pg.ClientBase & { connection: { stream: Socket } }).connection.stream

export const connectionOf = (pool: pg.Pool): Promise<pg.PoolClient> =>
  new Promise((resolve, reject) => pool.connect((error, client) => (error ? reject(error) : resolve(client!))))

export const answerTo = <R extends pg.QueryResultRow>(client: pg.ClientBase, query: pg.QueryConfig): Promise<pg.QueryResult<R>> =>
  new Promise((resolve, reject) => {
    const waiting = awaited.get(client)
    if (waiting && waiting.statements++ === 0) waiting.sinceMs = performance.now()
    client.query<R>(query, (error: Error | null, result) => {
      if (waiting) {
        waiting.statements--
        waiting.sinceMs = performance.now()
      }
      if (error) reject(error)
      else resolve(result)
    })
  })

/**
 * Statements sent before `schedule` runs its callback share one packet, because a system call costs more than a statement. Reads pass
 * setImmediate, so that many requests share a packet. Transactions pass process.nextTick: a longer delay between reading and writing would
 * cause more conflicts.
 */
export const sendTogether = (client: pg.ClientBase, schedule: (uncork: () => void) => void): void => {
  const stream = streamOf(client)
  if (stream.writableCorked > 0) return
  stream.cork()
  schedule(() => stream.uncork())
}

export const send = async (client: pg.ClientBase, query: pg.QueryConfig): Promise<pg.QueryResult> => {
  sendTogether(client, process.nextTick)
  try {
    return await answerTo(client, query)
  } catch (error) {
    throw translate(error)
  }
}

/** Closes connections that have waited for an answer for `afterMs`. Otherwise a server that stopped answering would go unnoticed. */
export const closeSilentConnections = (pool: pg.Pool, afterMs: number): { close(): void } => {
  const watched = new Set<Waiting>()
  pool.on('connect', (client) => {
    const mine = { stream: streamOf(client), statements: 0, sinceMs: 0 }
    awaited.set(client, mine)
    watched.add(mine)
    mine.stream.once('close', () => watched.delete(mine))
  })
  const check = (): void => {
    const now = performance.now()
    for (const { stream, statements, sinceMs } of watched)
      if (statements > 0 && now - sinceMs > afterMs) stream.destroy(new Error(`no answer in ${afterMs / 1000} s`))
  }
  // Answers that came while the event loop was blocked are read before the check: timers run first in a turn, setImmediate last.
  const timer = setInterval(() => setImmediate(check), Math.min(CHECK_EVERY_MS, afterMs)).unref()
  return { close: () => clearInterval(timer) }
}
