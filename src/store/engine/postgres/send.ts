// Sends statements to PostgreSQL without the driver's promise and timer per query, which kept every result in memory.

import type { Socket } from 'node:net'
import type pg from 'pg'
import { translate } from './errors.ts'

const LOOK_EVERY_MS = 1_000

type Waiting = { stream: Socket; statements: number; sinceMs: number }

const awaited = new WeakMap<pg.ClientBase, Waiting>()

const streamOf = (client: pg.ClientBase): Socket => (client as pg.ClientBase & { connection: { stream: Socket } }).connection.stream

/** The connection for a while, from its pool. */
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
 * Statements sent until `then` runs leave in one piece: a system call costs more than a statement. Reads wait for the end of the event
 * loop's turn (setImmediate), so that many requests share it. A transaction does not wait (process.nextTick): the longer it takes from
 * reading to writing, the more conflicts there are.
 */
export const sendTogether = (client: pg.ClientBase, then: (uncork: () => void) => void): void => {
  const stream = streamOf(client)
  if (stream.writableCorked > 0) return
  stream.cork()
  then(() => stream.uncork())
}

/** A statement of a transaction, or by itself. */
export const send = async (client: pg.ClientBase, query: pg.QueryConfig): Promise<pg.QueryResult> => {
  sendTogether(client, process.nextTick)
  try {
    return await answerTo(client, query)
  } catch (error) {
    throw translate(error)
  }
}

/** Ends connections of the pool on which a statement waits and no answer came for so long: nobody else would notice that the server fell silent. */
export const endSilent = (pool: pg.Pool, afterMs: number): { close(): void } => {
  const watched = new Set<Waiting>()
  pool.on('connect', (client) => {
    const mine = { stream: streamOf(client), statements: 0, sinceMs: 0 }
    awaited.set(client, mine)
    watched.add(mine)
    mine.stream.once('close', () => watched.delete(mine))
  })
  const look = (): void => {
    const now = performance.now()
    for (const { stream, statements, sinceMs } of watched)
      if (statements > 0 && now - sinceMs > afterMs) stream.destroy(new Error(`no answer in ${afterMs / 1000} s`))
  }
  const timer = setInterval(look, Math.min(LOOK_EVERY_MS, afterMs)).unref()
  return { close: () => clearInterval(timer) }
}
