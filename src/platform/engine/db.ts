// The interface of both database engines, SQLite and PostgreSQL, and the errors that they throw.

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
   * Sends an insert, or an update that fails on a version conflict. On PostgreSQL, the promise usually resolves before the answer arrives.
   * A later statement or the commit may then throw the error of a failed write. `subject`: the id of the updated row.
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

/** The caller on whose behalf a transaction runs. */
export type Principal = { readonly request?: OngoingRequest | undefined }

/** The caller of background work and commands, which have no request. */
export const SYSTEM: Principal = {}

/** A request in progress, with the steps that each of its transactions runs. */
export interface OngoingRequest {
  /** Throws if the caller has lost its authority. Runs at the start of each transaction. */
  checkAuthority: ((tx: Query) => Promise<void>) | null
  /** Marks the Idempotency-Key as used. Runs at the end of each transaction that wrote something. */
  markKey: ((tx: Tx) => Promise<void>) | null
  /** Whether a transaction of the request has committed something. */
  hasCommitted: boolean
}

export interface Table {
  name: string
  columns: Column[]
}

export interface Column {
  name: string
  isBytes: boolean
}

/** A read-only view of the store at one moment. Later commits are not visible in it. */
export interface Snapshot {
  query: Query['query']
  /** The rows of a large result, in batches of limited size. */
  batches(sql: string): AsyncIterable<Record<string, Value>[]>
  /** All rows of a table in no particular order. The batches are limited in rows and bytes. */
  tableBatches(table: Table): AsyncIterable<Record<string, Value>[]>
  /**
   * The rows of a table as JSON arrays, for tables that have no binary columns. The engine writes the JSON, which costs half as much as
   * reading objects.
   */
  jsonBatches(table: Table): AsyncIterable<string[]>
}

/** A transaction that can also run scripts of several statements. */
export interface Schema extends Tx {
  script(sql: string): Promise<void>
}

/** Tables with the column `search_text`. */
export type Searched = 'packages' | 'customers'

/**
 * Limits a search to a mode, a business or both. If the mode is absent, the search covers all modes. If the business is absent, it covers
 * all businesses.
 */
export type SearchScope = { readonly mode?: Mode; readonly businessId?: string }

/** `from` returns SQL for a FROM clause. Its argument is the parameter, such as $1, to which the caller binds `value`. */
export type Narrowed = { from(parameter: string): string; value: Value }

/** Figures for monitoring. They are available even while the store does not answer. A figure is null if the engine does not have it. */
export type Vitals = {
  /** The size of the embedded store's write-ahead log. */
  walBytes: number | null
  /** Free space on the disk of the embedded store. */
  freeBytes: number | null
  /** Whether a write failed recently because the disk of the PostgreSQL server is full. Always false on SQLite. */
  isFull: boolean
  connections: { open: number; idle: number; waiting: number; max: number } | null
}

/**
 * Sends a signal to all listeners of the topic: on PostgreSQL in every process, on SQLite in this process only. Signals in quick succession
 * may be merged. Signals with a subject, such as "package pkg_…", are collected for a moment and delivered together.
 */
export type Announce = (topic: string, subject?: string) => void

/** Receives the subjects of the signals, or null if some signals may have been missed. */
export type SignalListener = (subjects: readonly string[] | null) => void

/** Outside a transaction, `query` accepts only reads, and each `execute` runs in its own transaction. */
export interface Db extends Query {
  readonly engine: 'sqlite' | 'postgres'
  /** SQL to append to a select that claims rows. The select then skips rows that another server is claiming. */
  readonly skipLocked: string
  /** SQL for the text of a field in a JSON column. */
  jsonText(column: string, field: string): string
  /**
   * Runs `fn` in one transaction, and again after a write conflict or a duplicate random code. `fn` must have no outside effects, and must
   * use only its `tx`: a nested transaction would deadlock. After a failed statement the transaction fails, even if `fn` catches the error.
   */
  transaction<T>(by: Principal, fn: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Like `execute`, but returns the rows of the statement. Runs in a transaction of its own, in one round trip. */
  executeReturning<R extends object>(sql: string, params?: readonly Value[]): Promise<R[]>
  /**
   * Runs `fn` once, in an exclusive transaction. Two exclusive transactions never run at the same time, even in different processes. On
   * PostgreSQL, ordinary transactions can run beside an exclusive one.
   */
  exclusively<T>(by: Principal, fn: (tx: Schema) => Promise<T>): Promise<T>
  /**
   * Like `exclusively`, but for filling an empty store: indexes are dropped first and created again at the end. On SQLite, no other process
   * may have the store open. After a failure, nothing is stored.
   */
  loading<T>(fn: (tx: Schema) => Promise<T>): Promise<T>
  /** Gives `fn` a snapshot of the store on a separate connection. Used for long reads, such as backups. */
  snapshot<T>(fn: (view: Snapshot) => Promise<T>): Promise<T>
  readonly announce: Announce
  /**
   * Calls `listener` for every signal on the topic, and whenever a signal may have been missed. Returns a function that removes the
   * listener.
   */
  listen(topic: string, listener: SignalListener): Promise<() => Promise<void>>
  /**
   * Uses an index to narrow a search. Returns SQL for a FROM clause with the rows that may contain the key. The caller must still compare
   * these rows with the key and the scope. Null if the index would not help.
   */
  narrow(table: Searched, key: string, scope: SearchScope): Promise<Narrowed | null>
  /**
   * A number that changes after another process has written to the store. Null on PostgreSQL, where reading such a number would need a
   * query.
   */
  writtenElsewhere(): number | null
  /**
   * A number that changes with every commit that may affect cached answers. The number changes before the commit returns to its caller.
   * Commits of other processes are noticed by the next call of `writtenElsewhere`. Null on PostgreSQL.
   */
  lastChange(): number | null
  /** How long the first caller in the queue has been waiting for the store. Reads of an embedded store never wait. */
  waitingMs(kind: StoreUse): number
  vitals(): Promise<Vitals>
  /** Copies an embedded store to a file in the same directory. `name` becomes part of the file name. Does nothing on PostgreSQL. */
  keepCopy(name: string): Promise<void>
  /** Updates the planner's statistics of an embedded store if its tables have grown a lot. PostgreSQL does this by itself. */
  refreshStatistics(): Promise<void>
  close(): Promise<void>
}

export type StoreUse = 'read' | 'write'

/** `write`: a single statement in its own transaction. `statement`: a statement inside a `transaction`. */
export type Operation = 'read' | 'write' | 'statement' | 'transaction'

/** Called with the duration of each operation, including waiting time. `sql` is null for a transaction. */
export type Observe = (operation: Operation, ms: number, sql: string | null) => void

export type TransactionOptions = {
  /** Names of locks. They are taken before anything is read, and held until the transaction ends. */
  locks?: readonly string[]
  /**
   * For long transactions. The embedded store usually commits several transactions together. It commits a long transaction separately, so
   * that other transactions do not wait for it.
   */
  isLong?: boolean
  /** True if no cached answer shows the rows that the transaction writes. The commit then leaves `lastChange` unchanged. */
  isInNoAnswer?: boolean
}

/**
 * Thrown after a write conflict, for example if another writer has changed a row since it was read. `transaction` then runs `fn` again.
 * `subject`: the id of the row, or null if it is not known.
 */
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

/** The engine cannot be reached, has no space left, or stays busy. The caller may retry later. */
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

/**
 * Throws unless the SQL begins with `select`, `with` or `values`. Outside a transaction, `query` may only read, because SQLite runs it on a
 * read-only connection.
 */
export const assertRead = (sql: string) => {
  if (!/^\s*(select|with|values)\b/i.test(sql))
    throw new TypeError('outside a transaction query() only reads: use execute() or transaction()')
}

const NONE: readonly Value[] = []

/** Checks the parameters of a statement. Throws for a value that one of the engines could not store unchanged. */
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
