// The database port: the interface of both engines, and its errors.

import type { Mode } from '../../domain/businesses/business.ts'
import type { Secrets } from './secrets.ts'

/** Safe integers, reals, text, bytes and null; `bind` refuses everything else. */
export type Value = string | number | null | Uint8Array

export interface Query {
  /** Rows of a statement written in the one dialect ($1, $2 …). */
  query<R extends object = Record<string, unknown>>(sql: string, params?: readonly Value[]): Promise<R[]>
  /** Runs a statement; returns how many rows it changed. */
  execute(sql: string, params?: readonly Value[]): Promise<number>
  /** Encrypts and digests what is secret in this store. */
  readonly secrets: Secrets
  /**
   * Only of a transaction: leaves rows, all of one shape, to be inserted in one statement with others of their table, at its end or before
   * the next statement that mentions the table.
   */
  insertTogether?(table: string, rows: readonly Record<string, Value>[]): void
}

/** A table as the engine's own catalogue lists it. */
export interface Table {
  name: string
  columns: Column[]
}

export interface Column {
  name: string
  isBytes: boolean
}

/** Reads of one moment, whatever is written meanwhile. */
export interface Snapshot {
  query: Query['query']
  /** The rows of a large result, a bounded number at a time. */
  batches(sql: string): AsyncIterable<Record<string, Value>[]>
  /** Every row of a table, in no order, and at a time only so many that their bytes are bounded too. */
  tableBatches(table: Table): AsyncIterable<Record<string, Value>[]>
}

/** A transaction in which several statements of DDL may run as one text. */
export interface Schema extends Query {
  script(sql: string): Promise<void>
}

/** Tables with a `search_text`. */
export type Searched = 'packages' | 'customers'

/** Whose rows a search is for, as far as it says. */
export type SearchScope = { readonly mode?: Mode; readonly businessId?: string }

/** What to read from, given a value. */
export type Narrowed = { from(parameter: string): string; value: Value }

/** What an operator watches of a store, known without asking it: also while it does not answer. Null where an engine has no such thing. */
export type Vitals = {
  /** The log that is not yet part of the embedded store's file. */
  walBytes: number | null
  /** On the disk of the embedded store. */
  freeBytes: number | null
  /** Whether a write failed lately because the server's disk is full. */
  isFull: boolean
  connections: { open: number; idle: number; waiting: number; max: number } | null
}

/**
 * Tells whoever listens to the topic, in every process on this store; of an embedded store, in this process. Words said in quick
 * succession may be heard as one. With a subject, "package pkg_…" say, they are gathered for a moment, and heard together.
 */
export type Announce = (topic: string, subject?: string) => void

/** The subjects of the words that were heard; null when some may have been missed. */
export type Told = (subjects: readonly string[] | null) => void

/** Outside a transaction `query` only reads, and `execute` is a transaction of its own. */
export interface Db extends Query {
  readonly engine: 'sqlite' | 'postgres'
  /** Ends a select of rows to be claimed: those that another server is claiming at this instant are left out. */
  readonly skipLocked: string
  /** A field of a column that holds a JSON object, as text. */
  jsonText(column: string, field: string): string
  /**
   * Runs fn in one transaction. fn may run again (StaleWrite, random-id collision, deadlock, serialization), so it has no outside
   * effects; it uses only its own tx and does not nest. A failed statement ends the transaction, even when fn catches the error.
   */
  transaction<T>(fn: (tx: Query) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Like `execute`, a transaction of its own in one round trip; returns the rows that the statement returns. */
  executeReturning<R extends object>(sql: string, params?: readonly Value[]): Promise<R[]>
  /** One transaction, run once, that excludes every other of its kind in any process: for migrations. */
  exclusively<T>(fn: (tx: Schema) => Promise<T>): Promise<T>
  /**
   * Like `exclusively`, to fill a store that holds nothing: nobody else may have an embedded store open, indexes are made at the end, and
   * whatever fails leaves nothing behind.
   */
  loading<T>(fn: (tx: Schema) => Promise<T>): Promise<T>
  /** For backups: reads apart from all other traffic. */
  snapshot<T>(fn: (view: Snapshot) => Promise<T>): Promise<T>
  readonly announce: Announce
  /** Calls `told` at every word on the topic, and whenever one may have been missed; the answer stops it. */
  listen(topic: string, told: Told): Promise<() => Promise<void>>
  /**
   * Where to read from, so that a search for part of `search_text` reads few rows beside those that match; null when the table itself
   * is as good. What is read has still to be compared with the key, and may be of another scope.
   */
  narrow(table: Searched, key: string, scope: SearchScope): Promise<Narrowed | null>
  /** Moves on whenever another process has written; null where only asking the server would tell. */
  writtenElsewhere(): number | null
  /**
   * Moves on with every commit before anybody is told of it: with those of other processes as far as `writtenElsewhere` was asked for
   * them. Null where only asking the server would tell.
   */
  lastChange(): number | null
  /** How long whoever waits longest to be served by the store has waited. Whoever only reads the embedded store waits for nobody. */
  waitingMs(kind: StoreUse): number
  vitals(): Promise<Vitals>
  /** Keeps a copy of the whole store beside it, under this name, where the engine is a file; elsewhere it does nothing. */
  keepCopy(name: string): Promise<void>
  close(): Promise<void>
}

export type StoreUse = 'read' | 'write'

export type TransactionOptions = {
  /** Names that no other transaction holds meanwhile. They are taken before anything is read. */
  locks?: readonly string[]
  /** On the embedded store it shares its commit with nobody, who would have to wait for it. */
  isLong?: boolean
}

/** A compare-and-set found another version: transaction() runs fn again. `subject`: at which row, where it was one. */
export class StaleWrite extends Error {
  override name = 'StaleWrite'
  subject: string | null
  constructor(message = 'another writer was first', { subject, ...options }: ErrorOptions & { subject?: string } = {}) {
    super(message, options)
    this.subject = subject ?? null
  }
}

/** A duplicate. Names only the columns or the index, never the values: they may be personal data. */
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

/** The engine cannot be reached, is full or stays busy: the caller may try again later. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The store cannot be used as it is, or as the settings say. The message says what a person has to do; a restart does not help. */
export class StoreRefused extends Error {
  override name = 'StoreRefused'
}

/** Files of the embedded store are missing, empty or damaged. */
export class StoreDamaged extends StoreRefused {
  override name = 'StoreDamaged'
}

/** The commit was sent, and nobody said whether it holds: what was written may be there or not. */
export class OutcomeUnknown extends StoreUnavailable {
  override name = 'OutcomeUnknown'
}

/** What begins otherwise may write: `with … update … returning` gives rows too. */
export const onlyReads = (sql: string): boolean => /^\s*(?:select|values)\b/i.test(sql)

/** Outside a transaction only reads go through `query`: the embedded engine answers them from a connection that cannot write. */
export const assertRead = (sql: string) => {
  if (!/^\s*(select|with|values)\b/i.test(sql))
    throw new TypeError('outside a transaction query() only reads: use execute() or transaction()')
}

const NONE: readonly Value[] = []

/** Refuses what one of the engines would store as something else, so that both store the same. */
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
