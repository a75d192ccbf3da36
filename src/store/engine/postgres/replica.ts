// Reads from a replica, only when it has replayed everything committed before the read; else the primary is used.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { prefersReplica } from '../db.ts'
import { answerTo, connectionOf, endSilent } from './send.ts'
import { setSession } from './session-settings.ts'

const CONNECT_TIMEOUT_MS = 1_000
const ANSWER_TIMEOUT_MS = 5_000
/** A replica further behind than these together is not used. */
const PAUSES_MS = [0, 2, 5, 10, 20]
/** How long a replica that failed or lagged is left alone before one read tries it again. */
const REST_MS = 1_000

/** How far a server's log reaches. Positions compare only within one timeline of one cluster: each promotion starts another. */
export type LogPosition = { position: number; timeline: number; cluster: string }

/** To be asked of the primary: nothing that is committed lies beyond it. */
export const PRIMARY_POSITION = {
  name: 'primary position',
  text: `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as position,
    ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
    (select system_identifier::text from pg_control_system()) as cluster`,
}

/** To be asked of the replica. The control file names the timeline a while after it is reached, never before. */
const REPLAYED = {
  name: 'replayed',
  text: `select pg_last_wal_replay_lsn() - '0/0'::pg_lsn as position,
    greatest(timeline_id, min_recovery_end_timeline) as timeline,
    (select system_identifier::text from pg_control_system()) as cluster
    from pg_control_checkpoint(), pg_control_recovery() where pg_is_in_recovery()`,
}

type Replica = {
  /** The rows, or null when the primary is to be asked. */
  read(query: pg.QueryConfig): Promise<object[] | null>
  /** Whether it has caught up and answers. */
  isUsed(): boolean
  close(): Promise<void>
}

export const openReplica = (config: pg.PoolConfig, askPrimary: () => Promise<LogPosition>): Replica => {
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: ANSWER_TIMEOUT_MS,
  })
  const silence = endSilent(pool, ANSWER_TIMEOUT_MS)
  pool.on('error', () => {})
  pool.on('connect', (client) => setSession(client.on('error', () => {})))
  const positionNow = shared(askPrimary)
  let state: 'used' | 'resting' | 'to be tried' = 'used'

  const rest = (): void => {
    state = 'resting'
    setTimeout(() => {
      state = 'to be tried'
    }, REST_MS).unref()
  }

  /** Question and read go to the same connection, in this order: several replicas may share an address. */
  const readOnce = async (query: pg.QueryConfig, needed: LogPosition): Promise<object[] | null> => {
    const client = await connectionOf(pool)
    try {
      const [replayed, answer] = await Promise.all([answerTo<LogPosition>(client, REPLAYED), answerTo(client, query)])
      client.release()
      return replayed.rows.some((reached) => covers(reached, needed)) ? answer.rows : null
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  const readAfter = async (query: pg.QueryConfig, needed: LogPosition): Promise<object[] | null> => {
    for (const pauseMs of PAUSES_MS) {
      if (pauseMs > 0) await sleep(pauseMs)
      const rows = await readOnce(query, needed)
      if (rows) return rows
    }
    return null
  }

  return {
    read: async (query) => {
      if (!prefersReplica() || state === 'resting') return null
      // The others stay away until this one has tried.
      if (state === 'to be tried') state = 'resting'
      const rows = await positionNow()
        .then((needed) => readAfter(query, needed))
        // Whatever went wrong, the primary's answer counts.
        .catch(() => null)
      if (rows) state = 'used'
      else rest()
      return rows
    },
    isUsed: () => state === 'used',
    close: async () => {
      if (!pool.ending) await pool.end()
      silence.close()
    },
  }
}

const covers = (reached: LogPosition, needed: LogPosition): boolean =>
  reached.cluster === needed.cluster && reached.timeline === needed.timeline && reached.position >= needed.position

/** One question at a time. An answer may be older than those who come while it is on its way: they share the next one. */
export const shared = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let asking: Promise<T> | null = null
  let next: Promise<T> | null = null
  const join = (): Promise<T> => {
    if (asking) {
      next ??= asking.then(start, start)
      return next
    }
    return start()
  }
  const start = (): Promise<T> => {
    next = null
    const mine = ask().finally(() => {
      if (asking === mine) asking = null
    })
    asking = mine
    return mine
  }
  return join
}
