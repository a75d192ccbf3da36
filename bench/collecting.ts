// Lets the seeder use the store's own insert functions. Collects their inserts and writes them in batches.

import type { Db, Query, Tx, Value } from '../src/platform/engine/db.ts'
import { SYSTEM } from '../src/platform/engine/db.ts'
import { insertStatements } from '../src/platform/engine/rows.ts'
import { createSecrets } from '../src/platform/engine/secrets.ts'

/**
 * Number of parameters per insert statement. On PostgreSQL, many rows per statement save round trips. SQLite is faster with one row per
 * statement.
 */
const PARAMETERS_AT_ONCE: Record<Db['engine'], number> = { sqlite: 1, postgres: 20_000 }

const INSERT = /^(insert into \w+ \(([^)]*)\) values) [^a-z]*(on conflict.*)?$/

type Gathered = { head: string; tail: string; columns: number; values: Value[] }

/**
 * Only businesses are read from the database, because they exist before the seeding begins. All other reads return no rows, because the
 * collected rows are not written yet.
 */
const READ_FROM_STORE = /^select \* from businesses /

/**
 * Runs `work` and writes its inserts together at the end of a transaction. Updates are ignored, because the rows to update are not written
 * yet.
 */
export const collected = (db: Db, work: (rows: Tx) => Promise<void>): Promise<void> =>
  db.transaction(SYSTEM, async (tx) => {
    const inserts = new Map<string, Gathered>()
    const gather = (sql: string, params: readonly Value[] = []): number => {
      const [, head, names, tail = ''] = INSERT.exec(sql) ?? []
      if (head === undefined) return 0
      const gathered = inserts.get(head) ?? { head, tail, columns: names!.split(',').length, values: [] }
      inserts.set(head, gathered)
      for (const value of params) gathered.values.push(value)
      return params.length / gathered.columns
    }
    await work({
      secrets: createSecrets([]),
      query: async <R extends object>(sql: string, params?: readonly Value[]) =>
        READ_FROM_STORE.test(sql) ? tx.query<R>(sql, params) : [],
      execute: async (sql, params) => gather(sql, params),
      write: async (sql, params) => void gather(sql, params),
      insertTogether: (table, rows) => {
        for (const { sql, params } of insertStatements(table, rows)) gather(sql, params)
      },
      afterCommit: () => {},
    })
    for (const gathered of inserts.values()) await write(tx, gathered, PARAMETERS_AT_ONCE[db.engine])
  })

const write = async (tx: Query, { head, tail, columns, values }: Gathered, parameters: number): Promise<void> => {
  const step = Math.max(1, Math.floor(parameters / columns)) * columns
  let text = ''
  let rowsInText = 0
  for (let from = 0; from < values.length; from += step) {
    const chunk = values.slice(from, from + step)
    const rows = chunk.length / columns
    if (rows !== rowsInText) text = `${head} ${placeholders(rows, columns)} ${tail}`
    rowsInText = rows
    await tx.execute(text, chunk)
  }
}

const placeholders = (rows: number, columns: number): string =>
  Array.from(
    { length: rows },
    (_, row) => `(${Array.from({ length: columns }, (__, column) => `$${row * columns + column + 1}`).join(', ')})`,
  ).join(', ')
