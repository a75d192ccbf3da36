// Reads the database's time, and creates a clock that follows it. Leases and queues use this clock.

import type { Db } from './db.ts'

/** The database's time in epoch milliseconds. Null for the embedded store, which uses this machine's clock. */
export const databaseTime = async (db: Pick<Db, 'engine' | 'query'>): Promise<number | null> => {
  if (db.engine === 'sqlite') return null
  const [row] = await db.query<{ now: number }>('select extract(epoch from clock_timestamp()) * 1000 as now')
  return row!.now
}

/** Measurements with a round trip longer than this are ignored, because a measurement can be wrong by half of its round trip. */
const ROUND_TRIP_MAX_MS = 1_000
/**
 * A larger difference between this server's clock and the database's is reported, because sessions, keys and prices use each server's own
 * clock.
 */
const SKEW_MAX_MS = 2_000

type QueueClock = {
  now(): number
  /** How far this server's clock is ahead of the database's. Null on the embedded store, and before the first measurement. */
  skewMs(): number | null
  /** Call this at start and then periodically, because the clocks drift apart. Does nothing on the embedded store. */
  measure(): Promise<void>
}

type Clocks = {
  db: Pick<Db, 'engine' | 'query'>
  clock(): number
  monotonic(): number
  report(what: string, details: object): void
}

/**
 * Creates the clock for leases and queues. On PostgreSQL, it follows the database's time, so all servers agree. On the embedded store, it
 * starts at the machine's time and ignores later corrections of the machine's clock.
 */
export const createQueueClock = ({ db, clock, monotonic, report }: Clocks): QueueClock => {
  let offsetMs = clock() - monotonic()
  let skewMs: number | null = null
  return {
    now: () => Math.floor(monotonic() + offsetMs),
    skewMs: () => skewMs,
    measure: async () => {
      const askedAt = monotonic()
      const databaseMs = await databaseTime(db)
      const answeredAt = monotonic()
      if (databaseMs === null || answeredAt - askedAt > ROUND_TRIP_MAX_MS) return
      offsetMs = databaseMs - (askedAt + answeredAt) / 2
      const wasSkewed = Math.abs(skewMs ?? 0) > SKEW_MAX_MS
      skewMs = Math.round(clock() - monotonic() - offsetMs)
      if (Math.abs(skewMs) > SKEW_MAX_MS && !wasSkewed)
        report('this server’s clock differs from the database’s: synchronise both', { ahead_by_ms: skewMs })
    },
  }
}
