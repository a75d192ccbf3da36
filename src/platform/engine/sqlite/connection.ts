// One SQLite connection: settings, prepared statements, values and errors.

import type { StatementSync } from 'node:sqlite'
import { DatabaseSync } from 'node:sqlite'
import type { Value } from '../db.ts'
import { bind, StaleWrite, StoreDamaged, StoreUnavailable, UniqueViolation } from '../db.ts'

const STATEMENTS_MAX = 500
const MMAP_BYTES = 256 * 2 ** 20
const CACHE_KIB = 16 * 2 ** 10
const WAL_FILE_BYTES = 64 * 2 ** 20

/** With `synchronous = full`, a commit returns only when it is on the disk. */
export const SETTINGS = `
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma mmap_size = ${MMAP_BYTES};
  pragma cache_size = -${CACHE_KIB};
  pragma journal_size_limit = ${WAL_FILE_BYTES};`

export interface Connection {
  readonly database: DatabaseSync
  all(sql: string, params?: readonly Value[]): object[]
  run(sql: string, params?: readonly Value[]): number
  /** Runs `work` in one snapshot. */
  atOneMoment<T>(work: () => T): T
  /** Runs `work`. Translates SQLite errors into the error classes of `db.ts`, such as StoreUnavailable. */
  translated<T>(work: () => T): T
}

export const connect = (file: string, options: { readOnly: boolean; busyTimeoutMs: number }): Connection => {
  const database = new DatabaseSync(file, { readOnly: options.readOnly, timeout: options.busyTimeoutMs })
  try {
    database.exec(options.readOnly ? SETTINGS : `pragma journal_mode = wal; ${SETTINGS}`)
  } catch (error) {
    database.close()
    throw damage(error, file) ?? error
  }
  const translated = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw translate(error, file)
    }
  }
  const statements = new Map<string, Prepared>()

  const prepared = (sql: string): Prepared => {
    const known = statements.get(sql)
    if (known) return known
    // Drops the oldest statement, even if it is still used often. Moving each used entry to the end would constantly rebuild the map, and
    // V8 keeps the discarded tables of a map in memory until a full garbage collection.
    if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value!)
    const fresh = prepare(database, sql)
    statements.set(sql, fresh)
    return fresh
  }

  const run: Connection['run'] = (sql, params) =>
    translated(() => {
      const { statement, parameters } = prepared(sql)
      return Number(statement.run(...toSqlite(params, parameters)).changes)
    })
  return {
    database,
    translated,
    all: (sql, params) =>
      translated(() => {
        const { statement, parameters } = prepared(sql)
        return statement.all(...toSqlite(params, parameters))
      }),
    run,
    atOneMoment: (work) => {
      run('begin')
      try {
        return work()
      } finally {
        run('commit')
      }
    },
  }
}

interface Prepared {
  statement: StatementSync
  parameters: number
}

/** Matches `for share` or `for update` at the end of a statement. This ending is dropped, because SQLite has one writer at a time. */
const ROW_LOCK = / for (?:share|update)$/

/** Matches a quoted string, which is left unchanged, or a parameter such as `$4`. */
const TOKEN = /'(?:[^']|'')*'|\$(\d+)/g

const prepare = (database: DatabaseSync, sql: string): Prepared => {
  const unlocked = sql.replace(ROW_LOCK, '')
  const numbers = [...unlocked.matchAll(TOKEN)].flatMap(([, number]) => (number === undefined ? [] : Number(number)))
  // If all parameters are in order, each becomes `?`, not a number such as ?7. SQLite finds ?7 by searching all numbers of the statement.
  // With 10,000 numbers, this takes five times as long as the insert itself.
  const areInOrder = numbers.every((number, index) => number === index + 1)
  const text = unlocked.replace(TOKEN, (token, number) => (number === undefined ? token : areInOrder ? '?' : `?${number}`))
  return { statement: database.prepare(text), parameters: numbers.reduce((most, number) => Math.max(most, number), 0) }
}

/**
 * Integers become BigInt. Otherwise SQLite would store them as REAL, and in a text column as '3.0'. A missing parameter is refused, because
 * SQLite would store NULL for it.
 */
const toSqlite = (params: readonly Value[] | undefined, expected: number) => {
  const values = bind(params)
  if (values.length !== expected) throw new TypeError(`the statement takes ${expected} parameters, not ${values.length}`)
  return values.map((value) => (typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value))
}

const CONSTRAINT_UNIQUE = new Set([1555, 2067])
const CONSTRAINT_NOT_NULL = 1299
export const SQLITE_BUSY = 5
export const SQLITE_IOERR = 10
// The SQLite error codes BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN and PROTOCOL.
const UNAVAILABLE = new Set([SQLITE_BUSY, 6, 7, 8, SQLITE_IOERR, 13, 14, 15])

/** The primary SQLite error code, which is the low byte of an extended error code. */
export const primaryCode = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff

// The SQLite error codes CORRUPT and NOTADB.
const DAMAGED = new Set([11, 26])

/** `hint` suggests "waybill doctor". It is empty for a store that cannot be opened, because the doctor could not open it either. */
const damage = (error: unknown, file: string, hint = ''): StoreDamaged | null =>
  DAMAGED.has(primaryCode(error))
    ? new StoreDamaged(
        `${file} is damaged (SQLite: ${(error as Error).message}). Stop the server, keep the file and those whose names begin with it as they are, and restore the latest backup into an empty directory ("waybill restore FILE").${hint}`,
        { cause: error },
      )
    : null

export const translate = (error: unknown, file: string): unknown => {
  if ((error as { code?: string }).code === 'ERR_INVALID_STATE') return new StoreUnavailable('the store is closed', { cause: error })
  if (!(error instanceof Error) || !('errcode' in error)) return error
  if (CONSTRAINT_UNIQUE.has(error.errcode as number)) return uniqueViolation(error.message)
  // A null version can only come from `updateVersioned`. If the row no longer has the version that was read, `updateVersioned` divides by
  // zero, which gives null in SQLite.
  if (error.errcode === CONSTRAINT_NOT_NULL && error.message.endsWith('.version'))
    return new StaleWrite('the row is no longer at the version that was read')
  if (UNAVAILABLE.has(primaryCode(error))) return new StoreUnavailable(`SQLite: ${error.message}`, { cause: error })
  return damage(error, file, ' "waybill doctor" says how far the damage goes.') ?? error
}

/**
 * Reads a message such as `UNIQUE constraint failed: quotes.business_id, quotes.reference`. For an index on an expression, the message ends
 * with `index 'uq_…'` instead.
 */
const uniqueViolation = (message: string) => {
  const failed = message.slice(message.indexOf(': ') + 2)
  const index = /^index '(.*)'$/.exec(failed)?.[1]
  if (index) return new UniqueViolation([], index)
  const columns = failed.split(', ').map((name) => name.slice(name.indexOf('.') + 1))
  return new UniqueViolation(columns, failed)
}
