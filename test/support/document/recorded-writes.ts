// Records which tables, events and audit records each transaction wrote, and which flow started it, for tests of rules that apply to all flows.

import type { Db, Tx, Value } from '../../../src/platform/engine/db.ts'
import type { Engine } from '../engine/engines.ts'

export type Written = {
  /** The flow that started the transaction: the name of its file in src/flows. Null if the transaction was not started by a flow. */
  flow: string | null
  tables: ReadonlySet<string>
  /**
   * Kinds of objects, such as `quote` and `package`. `events`: kinds for which the transaction wrote an event. `records`: kinds for which
   * the transaction wrote an audit record.
   */
  events: ReadonlySet<string>
  records: ReadonlySet<string>
}

const WRITES = /\b(?:insert\s+into|update|delete\s+from)\s+(\w+)/i
/** Matches a statement that only locks a row. */
const ONLY_LOCKS = /\bset\s+(\w+)\s*=\s*\1\s+where\b/i
const FLOW = /\/src\/flows\/(?:[\w-]+\/)*([\w-]+)\.ts/
const EVENT_TYPE = /^([a-z_]+)\.[a-z_]+$/

type Noted = { tables: Set<string>; events: Set<string>; records: Set<string> }

const note = (noted: Noted, sql: string, params: readonly Value[], changed: number): void => {
  const table = WRITES.exec(sql)?.[1]
  if (table === undefined || changed === 0 || ONLY_LOCKS.test(sql)) return
  noted.tables.add(table)
  const texts = params.filter((value) => typeof value === 'string')
  if (table === 'events') for (const text of texts) if (EVENT_TYPE.test(text)) noted.events.add(EVENT_TYPE.exec(text)![1]!)
  if (table === 'audit_records') for (const text of texts) noted.records.add(text)
}

const watchedTx = <T extends Tx>(tx: T, noted: Noted): T => ({
  ...tx,
  query: async <R extends object>(sql: string, params: readonly Value[] = []) => {
    const rows = await tx.query<R>(sql, params)
    note(noted, sql, params, rows.length)
    return rows
  },
  execute: async (sql: string, params: readonly Value[] = []) => {
    const changed = await tx.execute(sql, params)
    note(noted, sql, params, changed)
    return changed
  },
  write: async (sql: string, params: readonly Value[] = [], subject?: string) => {
    await tx.write(sql, params, subject)
    note(noted, sql, params, 1)
  },
  insertTogether: (table: string, rows: readonly Record<string, Value>[]) => {
    tx.insertTogether(table, rows)
    note(
      noted,
      `insert into ${table}`,
      rows.flatMap((row) => Object.values(row)),
      rows.length,
    )
  },
})

const STACK_FRAMES = 60

const flowThatBegins = (): string | null => {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = STACK_FRAMES
  const { stack = '' } = new Error('to see who is asking')
  Error.stackTraceLimit = limit
  return FLOW.exec(stack)?.[1] ?? null
}

const watchedDb = (db: Db, committed: (written: Written) => void): Db => ({
  ...db,
  transaction: async (by, fn) => {
    const flow = flowThatBegins()
    let noted: Noted = { tables: new Set(), events: new Set(), records: new Set() }
    const result = await db.transaction(by, (tx) => {
      // Each attempt starts with empty sets, because the transaction may be retried.
      noted = { tables: new Set(), events: new Set(), records: new Set() }
      return fn(watchedTx(tx, noted))
    })
    committed({ flow, ...noted })
    return result
  },
})

/** An engine whose stores report every committed transaction. */
export const recordingWrites = (engine: Engine, committed: (written: Written) => void): Engine => ({
  name: engine.name,
  freshDb: async (migrations) => {
    const store = await engine.freshDb(migrations)
    return { ...store, db: watchedDb(store.db, committed) }
  },
})
