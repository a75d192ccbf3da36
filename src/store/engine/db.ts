// The database port: the interface of both engines, its errors, and the replica preference of a request.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Mode } from '../../domain/businesses/business.ts'
import type { Secrets } from './secrets.ts'

/** Safe integers, reals, text, bytes and null; `bind` refuses everything else. */
export type Value = string | number | null | Uint8Array

export interface Query {
  /** The SQL dialect of both engines, with parameters $1, $2 …. */
  query<R extends object = Record<string, unknown>>(sql: string, params?: readonly Value[]): Promise<R[]>
  /** Returns the number of changed rows. */
  execute(sql: string, params?: readonly Value[]): Promise<number>
  readonly secrets: Secrets
}

export interface Tx extends Query {
  /**
   * Sends a statement whose result is not needed: an insert, or a versioned update, which fails by itself. On PostgreSQL it does not wait:
   * the next statement or the commit throws its error. `subject` names the row of a versioned update.
   */
  write(sql: string, params?: readonly Value[], subject?: string): Promise<void>
  /** Queues rows of one shape for a joint insert: at the end, or before the next statement that mentions the table. */
  insertTogether(table: string, rows: readonly Record<string, Value>[]): void
  /** Runs the work after the commit, and not at all if the transaction fails. */
  afterCommit(work: AfterCommit): void
}

export type AfterCommit = (announce: Announce) => void

/** The caller that a transaction runs for. */
export type Principal = { readonly request?: OngoingRequest | undefined }

/** Background work and commands, which have no request. */
export const SYSTEM: Principal = {}

/** The duties of a request's transactions. */
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

/** A consistent view: later commits are not seen. */
export interface Snapshot {
  query: Query['query']
  /** The rows of a large result, in batches. */
  batches(sql: string): AsyncIterable<Record<string, Value>[]>
  /** Every row of a table, in no order, in batches limited by rows and bytes. */
  tableBatches(table: Table): AsyncIterable<Record<string, Value>[]>
}

/** A transaction that can also run scripts of several statements. */
export interface Schema extends Tx {
  script(sql: string): Promise<void>
}

/** Tables with a `search_text`. */
export type Searched = 'packages' | 'customers'

/** Narrows a search to a mode or a business. */
export type SearchScope = { readonly mode?: Mode; readonly businessId?: string }

/** A FROM clause, given its parameter, and the parameter's value. */
export type Narrowed = { from(parameter: string): string; value: Value }

/**
 * State of the store for monitoring, read without a query, so that it is known while the store does not respond. Null if the engine lacks
 * it.
 */
export type Vitals = {
  /** Size of SQLite's write-ahead log. */
  walBytes: number | null
  /** Free space on the disk of the embedded store. */
  freeBytes: number | null
  /** Whether a recent write failed because the database's disk is full. */
  isFull: boolean
  connections: { open: number; idle: number; waiting: number; max: number } | null
  isReplicaUsed: boolean | null
}

/**
 * Notifies the listeners of a topic: on PostgreSQL in every process, on SQLite in this one. Notifications in quick succession may be merged
 * into one. Those with a subject, for example "package pkg_…", are collected for a moment and sent together.
 */
export type Announce = (topic: string, subject?: string) => void

/** Receives the subjects of notifications; null if some may have been missed. */
export type Told = (subjects: readonly string[] | null) => void

/** Outside a transaction `query` only reads, and `execute` is a transaction of its own. */
export interface Db extends Query {
  readonly engine: 'sqlite' | 'postgres'
  /** Whether reads may be answered by a replica, where their request allows it. */
  readonly hasReplica: boolean
  /** Ends a select of rows to be claimed: those that another server is claiming at this instant are left out. */
  readonly skipLocked: string
  /** SQL for a field of a JSON column, as text. */
  jsonText(column: string, field: string): string
  /**
   * Runs fn in one transaction: checks the authority of the request behind `by` at the beginning, and marks its Idempotency-Key at the end.
   * fn may run again (StaleWrite, duplicate random code, deadlock, serialization failure), so it has no outside effects. It uses only its
   * own tx: a nested transaction would deadlock. A failed statement ends the transaction, even if fn catches the error.
   */
  transaction<T>(by: Principal, fn: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Like `execute`, a transaction of its own in one round trip; returns the rows that the statement returns. */
  executeReturning<R extends object>(sql: string, params?: readonly Value[]): Promise<R[]>
  /** One transaction, run once, exclusive across processes: for migrations, and for changes of staff. */
  exclusively<T>(by: Principal, fn: (tx: Schema) => Promise<T>): Promise<T>
  /**
   * Like `exclusively`, to fill an empty store. No other process may have an embedded store open. Indexes are made at the end, and a
   * failure leaves nothing behind.
   */
  loading<T>(fn: (tx: Schema) => Promise<T>): Promise<T>
  /** For backups: reads on a connection of its own. */
  snapshot<T>(fn: (view: Snapshot) => Promise<T>): Promise<T>
  readonly announce: Announce
  /** Calls `told` for every notification on the topic, and when one may have been missed. Returns a function that stops it. */
  listen(topic: string, told: Told): Promise<() => Promise<void>>
  /**
   * A FROM clause by which a search in `search_text` reads few other rows; null if the table itself is as good. Its rows must still be
   * compared with the key and the scope.
   */
  narrow(table: Searched, key: string, scope: SearchScope): Promise<Narrowed | null>
  /** A counter that grows when another process has written; null on PostgreSQL, which would have to be queried. */
  writtenElsewhere(): number | null
  /**
   * A counter that grows with every commit, before its notification is sent. Commits of other processes count from the next call of
   * `writtenElsewhere`. Null on PostgreSQL.
   */
  lastChange(): number | null
  /** How long the longest waiting caller has waited for the store. Reads of the embedded store never wait. */
  waitingMs(kind: StoreUse): number
  vitals(): Promise<Vitals>
  /** Copies the store to a file of this name beside it. Does nothing on PostgreSQL. */
  keepCopy(name: string): Promise<void>
  close(): Promise<void>
}

export type StoreUse = 'read' | 'write'

export type TransactionOptions = {
  /** Names that are locked before anything is read, until the transaction ends. */
  locks?: readonly string[]
  /** The embedded store commits it alone, so that other transactions do not wait for it. */
  isLong?: boolean
}

/** A compare-and-set found another version: transaction() runs fn again. `subject`: the row, if it was one. */
export class StaleWrite extends Error {
  override name = 'StaleWrite'
  subject: string | null
  constructor(message = 'another writer was first', { subject, ...options }: ErrorOptions & { subject?: string } = {}) {
    super(message, options)
    this.subject = subject ?? null
  }
}

/** A duplicate. Names only the columns or the index, never the values, which may be personal data. */
export class UniqueViolation extends Error {
  override name = 'UniqueViolation'
  readonly columns: readonly string[]
  readonly constraint: string

  constructor(columns: readonly string[], constraint: string) {
    super(`duplicate ${columns.join(', ') || constraint}`)
    this.columns = columns
    this.constraint = constraint
  }

  /** Whether the duplicate is in this column, alone or with others. Unique indexes are named `uq_<table>_<column>`. */
  concerns(column: string): boolean {
    return this.columns.includes(column) || this.constraint.endsWith(`_${column}`)
  }
}

/** The engine cannot be reached, is full or stays busy: the caller may retry later. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The store or its settings are unusable. The message tells the operator what to do; a restart does not help. */
export class StoreRefused extends Error {
  override name = 'StoreRefused'
}

/** Files of the embedded store are missing, empty or damaged. */
export class StoreDamaged extends StoreRefused {
  override name = 'StoreDamaged'
}

/** The connection was lost during the commit: the transaction may have committed or not. */
export class OutcomeUnknown extends StoreUnavailable {
  override name = 'OutcomeUnknown'
}

/** Other statements may write, such as `with … update … returning`. */
export const onlyReads = (sql: string): boolean => /^\s*(?:select|values)\b/i.test(sql)

/** Outside a transaction `query` only reads: the embedded engine uses a read-only connection for it. */
export const assertRead = (sql: string) => {
  if (!/^\s*(select|with|values)\b/i.test(sql))
    throw new TypeError('outside a transaction query() only reads: use execute() or transaction()')
}

const NONE: readonly Value[] = []

/** Refuses values that the engines would store differently. */
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
    if (value.includes('\0')) return 'it contains a NUL character'
    return value.isWellFormed() ? undefined : 'it contains half of a surrogate pair'
  }
  if (typeof value !== 'number') return `it is ${value instanceof Date ? 'a Date' : `of type ${typeof value}`}`
  if (!Number.isFinite(value)) return 'it is not a finite number'
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? 'it is not a safe integer' : undefined
}

const preferring = new AsyncLocalStorage<true>()

/** Reads that begin in fn, outside of transactions, may be answered by a replica, if there is one. */
export const preferReplica = <T>(fn: () => T): T => preferring.run(true, fn)

export const prefersReplica = (): boolean => preferring.getStore() === true
