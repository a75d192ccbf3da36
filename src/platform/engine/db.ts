// The database port: the interface of both engines, and its errors.

import type { Mode } from '../../domain/values/scope.ts'
import { isStorable } from '../../domain/values/storable-text.ts'
import type { Secrets } from './secrets.ts'

/** Safe integers, reals, text, bytes and null. `bind` refuses all other values. */
export type Value = string | number | null | Uint8Array

export interface Query {
  /** `sql` must run on both engines. Its parameters are $1, $2 …. */
  query<R extends object = Record<string, unknown>>(sql: string, params?: readonly Value[]): Promise<R[]>
  /** Returns the number of changed rows. */
  execute(sql: string, params?: readonly Value[]): Promise<number>
  readonly secrets: Secrets
}

export interface Tx extends Query {
  /**
   * Sends a statement without a result: an insert, or a versioned update, which fails on a conflict. On PostgreSQL it is not waited for,
   * and the next statement or the commit throws its error. `subject` names the row of a versioned update.
   */
  write(sql: string, params?: readonly Value[], subject?: string): Promise<void>
  /**
   * Queues rows with the same columns. They are inserted together before the commit, or before the next statement that mentions the table.
   */
  insertTogether(table: string, rows: readonly Record<string, Value>[]): void
  /** Runs the work after the commit. If the transaction fails, the work is not run. */
  afterCommit(work: AfterCommit): void
}

export type AfterCommit = (announce: Announce) => void

/** The caller of a transaction. */
export type Principal = { readonly request?: OngoingRequest | undefined }

/** The caller of background work and commands, which have no request. */
export const SYSTEM: Principal = {}

/** The checks that each transaction of a request runs, and the record that it leaves. */
export interface OngoingRequest {
  /** Throws if the caller has lost its authority. Runs at the start of each transaction. */
  checkAuthority: ((tx: Query) => Promise<void>) | null
  /** Marks the Idempotency-Key as used. Runs at the end of each transaction that wrote something. */
  markKey: ((tx: Tx) => Promise<void>) | null
  /** Whether a transaction of the request has committed something. */
  hasCommitted: boolean
}

/** A table in the engine's catalogue. */
export interface Table {
  name: string
  columns: Column[]
}

export interface Column {
  name: string
  isBytes: boolean
}

/** Reads one unchanging state of the store. */
export interface Snapshot {
  query: Query['query']
  /** The rows of a large result, in batches of limited size. */
  batches(sql: string): AsyncIterable<Record<string, Value>[]>
  /** All rows of a table in no particular order. Batches are limited in bytes too. */
  tableBatches(table: Table): AsyncIterable<Record<string, Value>[]>
  /**
   * All rows of a table without columns of bytes, each as a JSON array. The engine writes the JSON, which costs half as much as objects.
   */
  jsonBatches(table: Table): AsyncIterable<string[]>
}

/** A transaction that can also run scripts of several statements. */
export interface Schema extends Tx {
  script(sql: string): Promise<void>
}

/** Tables with the column `search_text`. */
export type Searched = 'packages' | 'customers'

/** The limits of a search. Without a mode or a business, the search covers all of them. */
export type SearchScope = { readonly mode?: Mode; readonly businessId?: string }

/** `from` makes a FROM clause, given the parameter that holds `value`. */
export type Narrowed = { from(parameter: string): string; value: Value }

/** Figures for monitoring, which are known even while the store does not answer. Null if an engine has no such figure. */
export type Vitals = {
  /** The size of the embedded store's log. */
  walBytes: number | null
  /** Free space on the disk of the embedded store. */
  freeBytes: number | null
  /** Whether a write failed recently because the server's disk is full. */
  isFull: boolean
  connections: { open: number; idle: number; waiting: number; max: number } | null
}

/**
 * Signals all listeners of the topic: in every process on PostgreSQL, in this process on SQLite. Signals in quick succession may be merged.
 * Signals with a subject, such as "package pkg_…", are collected for a moment and delivered together.
 */
export type Announce = (topic: string, subject?: string) => void

/** Receives the subjects of the signals, or null if some signals may have been missed. */
export type SignalListener = (subjects: readonly string[] | null) => void

/** Outside a transaction, `query` only reads, and `execute` is a transaction of its own. */
export interface Db extends Query {
  readonly engine: 'sqlite' | 'postgres'
  /** SQL to append to a select of rows to claim. It makes the select skip rows that another server is claiming. */
  readonly skipLocked: string
  /** SQL for the text of a field in a JSON column. */
  jsonText(column: string, field: string): string
  /**
   * Runs fn in one transaction. Checks the authority of the request behind `by` at the beginning, and marks its Idempotency-Key at the end.
   * fn may run again (StaleWrite, duplicate random code, deadlock, serialization failure), so it must have no outside effects. It must use
   * only its own tx, because a nested transaction would deadlock. A failed statement ends the transaction, even if fn catches the error.
   */
  transaction<T>(by: Principal, fn: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Like `execute`, a transaction of its own in one round trip. Returns the rows of the statement. */
  executeReturning<R extends object>(sql: string, params?: readonly Value[]): Promise<R[]>
  /**
   * Runs fn once, in a transaction that never overlaps another exclusive one, in any process. On PostgreSQL, ordinary transactions run
   * beside it. Used for migrations, and for changes that must not run twice at once, such as those of staff accounts.
   */
  exclusively<T>(by: Principal, fn: (tx: Schema) => Promise<T>): Promise<T>
  /**
   * Like `exclusively`, to fill an empty store. No other process may have an embedded store open. Indexes are created at the end. A failure
   * leaves nothing behind.
   */
  loading<T>(fn: (tx: Schema) => Promise<T>): Promise<T>
  /** Reads on a connection of its own, for backups. */
  snapshot<T>(fn: (view: Snapshot) => Promise<T>): Promise<T>
  readonly announce: Announce
  /**
   * Calls `listener` for every signal on the topic, and whenever a signal may have been missed. Returns a function that removes the
   * listener.
   */
  listen(topic: string, listener: SignalListener): Promise<() => Promise<void>>
  /**
   * A FROM clause with the rows whose `search_text` contains the key, and perhaps a few others. The caller must still compare the rows with
   * the key and the scope. Null if a scan of the table is as good.
   */
  narrow(table: Searched, key: string, scope: SearchScope): Promise<Narrowed | null>
  /** A number that changes after other processes have written. Null on PostgreSQL, where finding out would take a query. */
  writtenElsewhere(): number | null
  /**
   * A number that changes with every commit that a cached answer may show, before the caller of the commit gets its result. After commits
   * of other processes, it changes when `writtenElsewhere` is called next. Null on PostgreSQL.
   */
  lastChange(): number | null
  /** How long the first caller in the queue for the store has waited. Reads of an embedded store never wait. */
  waitingMs(kind: StoreUse): number
  vitals(): Promise<Vitals>
  /** Copies an embedded store to a file with this name beside it. Does nothing on PostgreSQL. */
  keepCopy(name: string): Promise<void>
  /** Updates the planner's statistics of an embedded store if its tables have grown much. PostgreSQL does so by itself. */
  refreshStatistics(): Promise<void>
  close(): Promise<void>
}

export type StoreUse = 'read' | 'write'

/** `write` is a transaction of one statement. `statement` is a statement inside a longer transaction. */
export type Operation = 'read' | 'write' | 'statement' | 'transaction'

/** Called with the duration of each operation, including waiting time. `sql` is null for a transaction. */
export type Observe = (operation: Operation, ms: number, sql: string | null) => void

export type TransactionOptions = {
  /** Names that are locked before anything is read. The locks are held until the transaction ends. */
  locks?: readonly string[]
  /** Whether the embedded store commits the transaction alone, so that other transactions do not wait for it. */
  isLong?: boolean
  /** Whether the commit leaves `lastChange` unchanged, because no cached answer shows the rows that the transaction writes. */
  isInNoAnswer?: boolean
}

/** A compare-and-set found another version, so transaction() runs fn again. `subject`: the row, if it was a single one. */
export class StaleWrite extends Error {
  override name = 'StaleWrite'
  subject: string | null
  constructor(message = 'another writer was first', { subject, ...options }: ErrorOptions & { subject?: string } = {}) {
    super(message, options)
    this.subject = subject ?? null
  }
}

/** A duplicate key. The error names the columns or the index, but not the values, which may be personal data. */
export class UniqueViolation extends Error {
  override name = 'UniqueViolation'
  readonly columns: readonly string[]
  readonly constraint: string

  constructor(columns: readonly string[], constraint: string) {
    super(`duplicate ${columns.join(', ') || constraint}`)
    this.columns = columns
    this.constraint = constraint
  }

  /** Whether the duplicate key includes this column. Unique indexes are named `uq_<table>_<column>`. */
  concerns(column: string): boolean {
    return this.columns.includes(column) || this.constraint.endsWith(`_${column}`)
  }
}

/** The engine cannot be reached, is full, or stays busy. The caller may retry later. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** Thrown if a person must change the store or the settings, because a restart does not help. The message says what to do. */
export class StoreRefused extends Error {
  override name = 'StoreRefused'
}

/** Files of the embedded store are missing, empty or damaged. */
export class StoreDamaged extends StoreRefused {
  override name = 'StoreDamaged'
}

/** The commit was sent, but its outcome is unknown. */
export class OutcomeUnknown extends StoreUnavailable {
  override name = 'OutcomeUnknown'
}

/** Whether a statement is a plain select. Other statements may write, even if they return rows, like `with … update … returning`. */
export const onlyReads = (sql: string): boolean => /^\s*(?:select|values)\b/i.test(sql)

/** Outside a transaction `query` only reads, because SQLite uses a read-only connection for it. */
export const assertRead = (sql: string) => {
  if (!/^\s*(select|with|values)\b/i.test(sql))
    throw new TypeError('outside a transaction query() only reads: use execute() or transaction()')
}

const NONE: readonly Value[] = []

/** Refuses values that one of the engines would store as something else. */
export const bind = (params: readonly Value[] = NONE): readonly Value[] => {
  for (let index = 0; index < params.length; index++) {
    const problem = refusal(params[index])
    if (problem) throw new TypeError(`$${index + 1} cannot be stored: ${problem}`)
  }
  return params
}

const refusal = (value: unknown): string | undefined => {
  if (value === null || value instanceof Uint8Array) return undefined
  if (typeof value === 'string') {
    return isStorable(value) ? undefined : 'it contains a NUL character or half of a surrogate pair'
  }
  if (typeof value !== 'number') return `it is ${value instanceof Date ? 'a Date' : `of type ${typeof value}`}`
  if (!Number.isFinite(value)) return 'it is not a finite number'
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? 'it is not a safe integer' : undefined
}
