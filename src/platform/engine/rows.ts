// Multi-row inserts and compare-and-set updates. Statements with the same columns and row count share one SQL text, so that engines can cache it.

import type { Scope } from '../../domain/values/scope.ts'
import type { Query, Tx, Value } from './db.ts'
import { StaleWrite } from './db.ts'

export type Columns = Record<string, Value>

/** Example: `($1, $2), ($3, $4)`. */
const placeholders = (rows: number, columns: number): string =>
  Array.from({ length: rows }, (_, index) => `(${parameters(columns, index * columns + 1)})`).join(', ')

/** SQL texts of inserts with more rows than this are not cached, because such inserts are rare and their texts are long. */
const KEPT_ROWS_MAX = 16

/**
 * The cached SQL texts of inserts: one per table and number of rows, because most inserts into a table have the same columns. Engines find
 * a prepared statement faster if the SQL text is the same string object, not an equal string.
 */
const insertTexts = new Map<string, { names: readonly string[]; sql: string }[]>()

const insertText = (table: string, names: readonly string[], rows: number): string => {
  const ofTable = insertTexts.get(table) ?? []
  const known = ofTable[rows]
  if (known && known.names.length === names.length && known.names.every((name, index) => name === names[index])) return known.sql
  const sql = `insert into ${table} (${names.join(', ')}) values ${placeholders(rows, names.length)} `
  if (rows <= KEPT_ROWS_MAX) ofTable[rows] = { names, sql }
  insertTexts.set(table, ofTable)
  return sql
}

/** The maximum number of parameters per statement. SQLite allows 32,766, PostgreSQL twice as many. */
const PARAMETERS_MAX = 30_000

/** The SQL texts of inserts, each with its parameters. All rows must have the same columns. */
export const insertStatements = (table: string, rows: readonly Columns[], onConflict = ''): { sql: string; params: readonly Value[] }[] => {
  const [first] = rows
  if (!first) return []
  const names = Object.keys(first)
  const together = Math.floor(PARAMETERS_MAX / names.length)
  return chunks(rows, together).map((part) => {
    const text = insertText(table, names, part.length)
    const params: Value[] = []
    for (const row of part) for (const name of names) params.push(row[name] as Value)
    return { sql: onConflict === '' ? text : text + onConflict, params }
  })
}

/** Splits rows for several statements, because SQLite and PostgreSQL limit the parameters of a statement. */
export const chunks = <T>(rows: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, part) => rows.slice(part * size, (part + 1) * size))

/** Inserts rows, all of which must have the same columns. */
export const insert = async (tx: Tx, table: string, rows: readonly Columns[], onConflict = ''): Promise<void> => {
  for (const { sql, params } of insertStatements(table, rows, onConflict)) await tx.write(sql, params)
}

/** Inserts rows and returns how many were inserted. The `onConflict` clause may skip some of the rows. */
export const insertCounted = async (tx: Query, table: string, rows: readonly Columns[], onConflict = ''): Promise<number> => {
  const statements = insertStatements(table, rows, onConflict)
  const counts = await Promise.all(statements.map(({ sql, params }) => tx.execute(sql, params)))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The changed columns. Unchanged ones are not written, because SQLite updates the indexes of every column that is set. */
export const changedColumns = (before: Columns | null, after: Columns): Columns => {
  const changes: Columns = {}
  for (const name of Object.keys(after)) {
    const value = after[name] as Value
    if ((before?.[name] ?? null) !== value) changes[name] = value
  }
  return changes
}

/** Returns the first row, or null if the query returns no rows. */
export const readRow = async <R extends object, T>(
  db: Pick<Query, 'query'>,
  sql: string,
  params: readonly Value[],
  read: (row: R) => T,
): Promise<T | null> => {
  const [row] = await db.query<R>(sql, params)
  return row ? read(row) : null
}

/** `from` is the SQL after `select count(*) from`. */
export const countRows = async (db: Pick<Query, 'query'>, from: string, params: readonly Value[] = []): Promise<number> =>
  (await db.query<{ count: number }>(`select count(*) as count from ${from}`, params))[0]!.count

/** The time of a change on the business's clock, which can be moved in test mode. */
export const changedAt = ({ at, clockOffsetMs = 0 }: { at: number; clockOffsetMs?: number }): number => at + clockOffsetMs

/**
 * Increases the version by 1. If the row no longer has version `$4`, a division by zero makes the statement fail. The transaction therefore
 * need not wait for the number of changed rows.
 */
const NEXT_VERSION = 'version = version + 1 / (case when version = $4 then 1 else 0 end)'

/** Writes `changes` if the row still has the version that was read. Otherwise the statement fails with StaleWrite. */
export const updateVersioned = async (
  tx: Tx,
  table: string,
  scope: Scope,
  row: { id: string; version: number },
  changes: Columns,
): Promise<void> => {
  const names = Object.keys(changes)
  const sets = [NEXT_VERSION, ...names.map((name, index) => `${name} = $${index + 5}`)].join(', ')
  const sql = `update ${table} set ${sets} where business_id = $1 and mode = $2 and id = $3`
  await tx.write(sql, [scope.businessId, scope.mode, row.id, row.version, ...Object.values(changes)], row.id)
}

/** Changes that are the same for all rows. The value of a `computed` column may depend on other columns of the row. */
type CommonChanges = { columns: Columns; computed?: Record<string, { sql: (parameter: string) => string; value: Value }> }

/** Writes the same changes to many rows. Throws StaleWrite if one of them no longer has the version that was read. */
export const updateAllVersioned = async (
  tx: Query,
  table: string,
  scope: Scope,
  rows: readonly { id: string; version: number }[],
  { columns, computed = {} }: CommonChanges,
): Promise<void> => {
  if (rows.length === 0) return
  const params: Value[] = [scope.businessId, scope.mode]
  const sets = [
    ...Object.entries(columns).map(([name, value]) => `${name} = $${params.push(value)}`),
    ...Object.entries(computed).map(([name, { sql, value }]) => `${name} = ${sql(`cast($${params.push(value)} as text)`)}`),
  ].join(', ')
  const ids = rows.map(({ id }) => `$${params.push(id)}`)
  const read = rows.map(({ version }, index) => `(${ids[index]}, cast($${params.push(version)} as bigint))`)
  // `id in` does not change the result, but without it PostgreSQL would read every row of the business.
  const sql = `update ${table} set version = version + 1, ${sets}
    where business_id = $1 and mode = $2 and id in (${ids.join(', ')}) and (id, version) in (values ${read.join(', ')})`
  const changed = await tx.execute(sql, params)
  if (changed !== rows.length) throw new StaleWrite(`${rows.length - changed} of ${rows.length} rows of ${table} have changed`)
}

/** The conditions of a list filter, each beginning with ` and`. A column without a value adds no condition. */
export const equals = (columns: Readonly<Record<string, Value | undefined>>, params: Value[]): string =>
  Object.entries(columns)
    .map(([column, value]) => (value === undefined ? '' : ` and ${column} = $${params.push(value)}`))
    .join('')

/** A substring pattern for LIKE … ESCAPE '\'. */
export const containing = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`

/** A list of parameters for IN, such as `$4, $5, $6`. */
export const parameters = (count: number, from: number): string =>
  Array.from({ length: count }, (_, index) => `$${from + index}`).join(', ')
