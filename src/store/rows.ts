// Writing rows: multi-row inserts and compare-and-set updates, each text made once per shape so that engines can cache it.

import type { Scope } from '../domain/business.ts'
import type { Query, Value } from './db.ts'
import { StaleWrite } from './db.ts'

export type Columns = Record<string, Value>

const placeholders = (rows: number, columns: number): string =>
  Array.from(
    { length: rows },
    (_, row) => `(${Array.from({ length: columns }, (__, column) => `$${row * columns + column + 1}`).join(', ')})`,
  ).join(', ')

/** Inserts the rows, all of one shape, in one statement. Returns how many went in. */
export const insert = (tx: Query, table: string, rows: readonly Columns[], onConflict = ''): Promise<number> => {
  const [first] = rows
  if (!first) return Promise.resolve(0)
  const names = Object.keys(first)
  const sql = `insert into ${table} (${names.join(', ')}) values ${placeholders(rows.length, names.length)} ${onConflict}`
  return tx.execute(
    sql,
    rows.flatMap((row) => names.map((name) => row[name] as Value)),
  )
}

/** Writes `changes` if the row still has the version that was read; otherwise someone else was first. */
export const updateVersioned = async (
  tx: Query,
  table: string,
  scope: Scope,
  row: { id: string; version: number },
  changes: Columns,
): Promise<void> => {
  const names = Object.keys(changes)
  const sets = names.map((name, index) => `${name} = $${index + 5}`).join(', ')
  const sql = `update ${table} set version = version + 1, ${sets} where business_id = $1 and mode = $2 and id = $3 and version = $4`
  const changed = await tx.execute(sql, [scope.businessId, scope.mode, row.id, row.version, ...names.map((name) => changes[name] as Value)])
  if (changed === 0) throw new StaleWrite(`${table} ${row.id} is no longer at version ${row.version}`)
}

/** A substring pattern for LIKE … ESCAPE '\'. */
export const containing = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`

/** `$4, $5, $6`: a list of parameters for IN. */
export const parameters = (count: number, from: number): string =>
  Array.from({ length: count }, (_, index) => `$${from + index}`).join(', ')
