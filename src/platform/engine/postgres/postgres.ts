// PostgreSQL 15 or later, through a pool of pipelining connections: statements sent together share a round trip.
import { hash } from 'node:crypto'
import pg from 'pg'
import { withoutIndexes } from '../../backup/bulk.ts'
import { jsonBatches } from '../batches.ts'
import type { Db, Observe, Operation, Query, Value } from '../db.ts'
import { assertRead, bind, OutcomeUnknown, StoreRefused, StoreUnavailable, SYSTEM } from '../db.ts'
import { postgresDdl } from '../ddl.ts'
import type { Secrets } from '../secrets.ts'
import { columnList } from '../tables.ts'
import type { Session } from '../transaction.ts'
import { finish, retrying } from '../transaction.ts'
import { batches, tableBatches } from './batches.ts'
import { Client, STATEMENT_TIMEOUT_MS } from './client.ts'
import { inTransaction } from './commit.ts'
import { isDiskFull, SHARED_SESSIONS, StalePlan, translate } from './errors.ts'
import { createReadPipelines } from './read-pipelines.ts'
import { createNarrow } from './search.ts'
import { answerTo, closeSilentConnections, connectionOf, send, sendTogether } from './send.ts'
import { createSignals } from './signals.ts'
import { types } from './types.ts'

/** How long a request waits for a free connection of the pool. */
const WAIT_FOR_CONNECTION_MS = 20_000
const IDLE_TIMEOUT_MS = 30_000
/**
 * How long a connection may go without an answer before it is closed. The server ends slow statements earlier, so a server
 * that is silent for this long no longer answers at all.
 */
const SILENCE_TIMEOUT_MS = 25_000
/** How long the disk of the PostgreSQL server counts as full after a failed write. */
const FULL_FOR_MS = 30_000
const NAMED_STATEMENTS_MAX = 500
const SERVER_VERSION_MIN = 15
/**
 * The key of the advisory lock for exclusive transactions. All Waybill servers of a store use the same number, which spells "waybill" on a
 * telephone keypad.
 */
const EXCLUSIVE_LOCK = 9292455
/**
 * Advisory locks on names have two keys: this number and a hash of the name. They never conflict with EXCLUSIVE_LOCK, which has a single
 * key.
 */
const ROW_LOCKS = 9292455

/**
 * Lifts all time limits until the end of the transaction. The names are looked up in pg_settings, because older PostgreSQL servers lack
 * some of them.
 */
const LIFT_TIME_LIMITS = `select set_config(name, '0', true) from pg_settings where setting <> '0' and name in (
  'statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`

/** Adds the schema of pg_trgm to the search path for this transaction, because migrations name pg_trgm's operators without a schema. */
const FIND_EXTENSION = `select set_config('search_path', concat_ws(', ', nullif(current_setting('search_path'), ''), quote_ident(nspname)), true)
  from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'`

export const openPostgres = async (url: string, connectionsMax: number, secrets: Secrets, observe: Observe = () => {}): Promise<Db> => {
  const connection = {
    connectionString: url,
    application_name: 'waybill',
    keepAlive: true,
    pipeline: true,
    types,
  }
  const pool = new pg.Pool({
    ...connection,
    Client,
    max: connectionsMax,
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
  })
  const silence = closeSilentConnections(pool, SILENCE_TIMEOUT_MS)
  // The pool reports lost idle connections here. The error is ignored, because the pool replaces these connections.
  pool.on('error', () => {})
  /**
   * Connections on which a commit stopped waiting for the standby's confirmation. PostgreSQL reports such a commit as a success, but a
   * failover would lose the data.
   */
  const unreplicated = new WeakSet<pg.ClientBase>()
  pool.on('connect', (client) =>
    client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') unreplicated.add(client)
    }),
  )

  /**
   * The names of prepared statements. A named statement is prepared only once per connection, which saves parsing and planning. Beyond the
   * limit, statements get no name. Searches get no name either, because rare and frequent search keys need different plans.
   */
  const names = new Map<string, string>()
  const statement = (sql: string, params?: readonly Value[]) => {
    if (!names.has(sql) && !sql.includes(' like $') && names.size < NAMED_STATEMENTS_MAX) names.set(sql, hash('sha256', sql, 'base64url'))
    return { name: names.get(sql), text: sql, values: [...bind(params)] }
  }

  const answered = async (client: pg.ClientBase, sql: string, params?: readonly Value[]): Promise<pg.QueryResult> => {
    const startedAtMs = performance.now()
    try {
      return await send(client, statement(sql, params))
    } finally {
      observe('statement', performance.now() - startedAtMs, sql)
    }
  }

  const session = (client: pg.ClientBase): Session => ({
    isPipelined: true,
    query: async <R extends object>(sql: string, params?: readonly Value[]) => (await answered(client, sql, params)).rows as R[],
    execute: async (sql, params) => (await answered(client, sql, params)).rowCount ?? 0,
    script: async (sql) => void (await send(client, { text: postgresDdl(sql) })),
    secrets,
  })

  /** Runs work on a connection outside the pool. Used for exclusive transactions and snapshots, which lift the time limits. */
  const onOwnConnection = async <T>(fn: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new Client(connection)
    await client.connect().catch(rethrow)
    try {
      return await fn(client)
    } finally {
      await client.end()
    }
  }

  /** The times at which callers began to wait for a connection, in the order in which the pool serves the callers. */
  const waiting: number[] = []
  const connected = async (): Promise<pg.PoolClient> => {
    waiting.push(performance.now())
    try {
      return await connectionOf(pool).catch(rethrow)
    } finally {
      waiting.shift()
    }
  }

  const giveBack = async (client: pg.PoolClient, failure: { error: unknown } | null): Promise<void> => {
    if (!failure) return client.release()
    client.release(!(await isUsable(client, failure.error)))
  }

  let fullAtMs = Number.NEGATIVE_INFINITY
  const onPooledConnection = async <T>(fn: (client: pg.ClientBase) => Promise<T>): Promise<T> => {
    const client = await connected()
    try {
      const result = await fn(client)
      if (unreplicated.has(client)) throw new OutcomeUnknown('PostgreSQL: committed, but no standby has confirmed it')
      await giveBack(client, null)
      return result
    } catch (error) {
      if (isDiskFull(error)) fullAtMs = performance.now()
      await giveBack(client, { error })
      throw error
    }
  }

  const observed = async <T>(operation: Operation, sql: string | null, work: () => Promise<T>): Promise<T> => {
    const startedAtMs = performance.now()
    try {
      return await work()
    } finally {
      observe(operation, performance.now() - startedAtMs, sql)
    }
  }

  const write = (sql: string, params?: readonly Value[]): Promise<pg.QueryResult> =>
    observed('write', sql, () => onPooledConnection((client) => send(client, statement(sql, params))))

  const inPipeline = createReadPipelines({ take: connected, giveBack })

  const {
    announce,
    listen,
    finish: finishSignals,
  } = createSignals(
    () => new Client(connection),
    (topic, payload) => onPooledConnection((client) => send(client, { text: 'select pg_notify($1, $2)', values: [topic, payload] })),
  )

  const db: Db = {
    engine: 'postgres',
    secrets,
    skipLocked: 'for update skip locked',
    jsonText: (column, field) => `(cast(${column} as json) ->> '${field}')`,
    narrow: createNarrow({ query: (sql, params) => db.query(sql, params) }),
    announce,
    listen,
    query: async <R extends object>(sql: string, params?: readonly Value[]) => {
      assertRead(sql)
      const read = (client: pg.ClientBase) => {
        sendTogether(client, setImmediate)
        return send(client, statement(sql, params))
      }
      const { rows } = await observed('read', sql, () => retrying(() => inPipeline(read)))
      return rows as R[]
    },
    execute: async (sql, params) => (await write(sql, params)).rowCount ?? 0,
    executeReturning: async <R extends object>(sql: string, params?: readonly Value[]) => (await write(sql, params)).rows as R[],
    transaction: (by, fn, { locks = [] } = {}) => {
      const attempt = (subject: string | null) =>
        onPooledConnection((client) =>
          inTransaction(client, session(client), by, fn, takeLocks(subject === null ? locks : [...locks, subject])),
        )
      return observed('transaction', null, async () => finish(announce, await retrying(attempt)))
    },
    exclusively: async (by, fn) => {
      const lock: TakeLock = (tx) =>
        Promise.all([tx.query(LIFT_TIME_LIMITS), tx.query(FIND_EXTENSION), tx.query('select pg_advisory_xact_lock($1)', [EXCLUSIVE_LOCK])])
      return finish(announce, await onOwnConnection((client) => inTransaction(client, session(client), by, fn, lock)))
    },
    loading: (fn) => db.exclusively(SYSTEM, (tx) => withoutIndexes(tx, 'postgres', fn)),
    snapshot: (fn) =>
      onOwnConnection(async (client) => {
        await send(client, { text: 'begin isolation level repeatable read read only' })
        await send(client, { text: LIFT_TIME_LIMITS })
        const { query } = session(client)
        const read = async (text: string, values: readonly Value[] = []) => (await send(client, { text, values: [...values] })).rows
        return fn({
          query,
          batches: (sql) => batches(read, sql),
          tableBatches: (table) => tableBatches(read, table),
          jsonBatches: (table) =>
            jsonBatches(batches(read, `select cast(json_build_array(${columnList(table)}) as text) as json from ${table.name}`)),
        })
      }),
    writtenElsewhere: () => null,
    lastChange: () => null,
    waitingMs: () => (waiting[0] === undefined ? 0 : performance.now() - waiting[0]),
    vitals: async () => ({
      walBytes: null,
      freeBytes: null,
      isFull: performance.now() - fullAtMs < FULL_FOR_MS,
      connections: { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, max: connectionsMax },
    }),
    // `keepCopy` and `refreshStatistics` do nothing, because PostgreSQL has its own backup tools and updates its statistics by itself.
    keepCopy: async () => {},
    refreshStatistics: async () => {},
    close: async () => {
      await finishSignals()
      if (!pool.ending) await pool.end()
      silence.close()
    },
  }
  try {
    await assertServer(db)
  } catch (error) {
    await db.close()
    throw error
  }
  return db
}

/**
 * Rolls back after an error, and returns whether the connection can be used again. If the connection may be dead or has a stale plan,
 * returns false without a rollback. The answer of a dead connection might never come.
 */
const isUsable = async (client: pg.ClientBase, error: unknown): Promise<boolean> => {
  if (error instanceof StoreUnavailable || error instanceof StalePlan) return false
  return answerTo(client, { text: 'rollback' }).then(
    () => true,
    () => false,
  )
}

type TakeLock = (tx: Query) => Promise<unknown>

/** Locks names across all servers of the store. All transactions lock names in the same order, which avoids deadlocks. */
const takeLocks = (names: readonly string[]): TakeLock | undefined =>
  names.length === 0
    ? undefined
    : (tx) =>
        tx.query(
          `select pg_advisory_xact_lock($1, hash)
           from (select distinct hashtext(name) as hash from json_array_elements_text($2::json) as name order by hash) as hashes`,
          [ROW_LOCKS, JSON.stringify(names)],
        )

const assertServer = async (db: Db): Promise<void> => {
  const [server] = await db.query<{ version: string; encoding: string; is_standby: number; timeout_ms: string }>(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
       pg_is_in_recovery() as is_standby, (select setting from pg_settings where name = 'statement_timeout') as timeout_ms`,
  )
  const { encoding, is_standby: isStandby, timeout_ms: timeoutMs } = server!
  const version = Math.trunc(Number(server!.version) / 10_000)
  if (version < SERVER_VERSION_MIN) throw new StoreRefused(`PostgreSQL ${SERVER_VERSION_MIN} or later is needed, this server is ${version}`)
  if (encoding !== 'UTF8') throw new StoreRefused(`the database must be encoded in UTF8, this one is in ${encoding}`)
  if (isStandby) throw new StoreUnavailable('PostgreSQL: DATABASE_URL leads to a standby, which accepts no writes')
  if (Number(timeoutMs) !== STATEMENT_TIMEOUT_MS) throw new StoreRefused(SHARED_SESSIONS)
}

const rethrow = (error: unknown): never => {
  throw translate(error)
}
