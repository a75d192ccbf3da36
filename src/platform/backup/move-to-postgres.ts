// Copies an SQLite store to PostgreSQL. An interrupted copy can be resumed. At the end, both stores are compared.

import { hash } from 'node:crypto'
import type { Db, Query, Snapshot, Table, Value } from '../engine/db.ts'
import { SYSTEM } from '../engine/db.ts'
import { assertUpToDate, migrate, SCHEMA_MIGRATIONS } from '../engine/migrate.ts'
import type { Columns } from '../engine/rows.ts'
import { insert as insertRows } from '../engine/rows.ts'
import { columnList, readTables } from '../engine/tables.ts'
import { MOVE_TABLE } from './unfinished.ts'

/** `remainingMs` is estimated from the speed of the current step. */
export type MoveProgress = { step: 'moving' | 'comparing'; done: number; total: number; remainingMs: number }

/** A table that was found equal in both stores. `sum`: the sum of the hashes of the table's rows. */
export type MovedTable = { table: string; rows: number; sum: string }

/** The maximum number of values in one statement. */
const VALUES_MAX = 10_000

type TableProgress = { lastRow: number; rows: number }

export const moveStore = async (
  from: Db,
  to: Db,
  clock: () => number,
  onProgress: (progress: MoveProgress) => void = () => {},
): Promise<MovedTable[]> => {
  const tables = (await readTables(from, from.engine)).filter(({ name }) => name !== SCHEMA_MIGRATIONS)
  const counts = new Map<string, number>()
  for (const { name } of tables) counts.set(name, await countOf(from, name))
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const progressOf = await begin(from, to, counts)

  const track = (step: MoveProgress['step'], already: number) => {
    const startedAt = clock()
    return (done: number): void => {
      const rate = (done - already) / Math.max(1, clock() - startedAt)
      onProgress({ step, done, total, remainingMs: rate === 0 ? 0 : Math.round((total - done) / rate) })
    }
  }
  let done = [...progressOf.values()].reduce((sum, { rows }) => sum + rows, 0)
  const moved = track('moving', done)
  await from.snapshot(async (view) => {
    for (const table of tables) {
      let progress = progressOf.get(table.name)!
      for await (const batch of rowsAfter(view, table, progress)) {
        progress = await moveBatch(to, table, batch, progress)
        done += batch.length
        moved(done)
      }
    }
  })
  const compared = await compare(from, to, tables, track('comparing', 0))
  // Collects statistics of the new rows now. PostgreSQL would otherwise collect them only some time later.
  await to.exclusively(SYSTEM, (tx) => tx.script(`drop table ${MOVE_TABLE}; analyze`))
  return compared
}

const countOf = async (db: Pick<Query, 'query'>, table: string): Promise<number> =>
  (await db.query<{ rows: number }>(`select count(*) as rows from ${table}`))[0]!.rows

/** Begins or resumes a move. Throws if the target holds data that does not come from an interrupted move of the same source. */
const begin = async (from: Db, to: Db, counts: ReadonlyMap<string, number>): Promise<Map<string, TableProgress>> => {
  await assertUpToDate(from)
  await migrate(to)
  const source = hash('sha256', JSON.stringify([...counts]), 'hex')
  const isBegun = (await readTables(to, to.engine)).some(({ name }) => name === MOVE_TABLE)
  if (!isBegun) {
    await to.exclusively(SYSTEM, async (tx) => {
      for (const name of counts.keys()) {
        if ((await tx.query(`select 1 as found from ${name} limit 1`)).length > 0)
          throw new Error(`The target already holds data (in "${name}"): a store is moved only into an empty one.`)
      }
      await tx.script(
        `create table ${MOVE_TABLE} (name text primary key, last_row bigint not null, moved bigint not null, source text not null)`,
      )
      for (const name of counts.keys())
        await tx.execute(`insert into ${MOVE_TABLE} (name, last_row, moved, source) values ($1, $2, 0, $3)`, [
          name,
          Number.MIN_SAFE_INTEGER,
          source,
        ])
    })
  }
  const rows = await to.query<{ name: string; last_row: number; moved: number; source: string }>(`select * from ${MOVE_TABLE}`)
  if (rows.some((row) => row.source !== source))
    throw new Error('The embedded store has changed since the move began. Stop its server, empty the target, and begin again.')
  return new Map(rows.map((row) => [row.name, { lastRow: row.last_row, rows: row.moved }]))
}

/** The rows after `lastRow`, in the order of their row numbers in SQLite. */
const rowsAfter = (view: Snapshot, table: Table, { lastRow }: TableProgress): ReturnType<Snapshot['batches']> =>
  view.batches(`select rowid as moved_row, ${columnList(table)} from ${table.name} where rowid > ${lastRow} order by rowid`)

const moveBatch = async (to: Db, table: Table, batch: readonly Columns[], progress: TableProgress): Promise<TableProgress> => {
  const next = { lastRow: batch.at(-1)!.moved_row as number, rows: progress.rows + batch.length }
  const rows = batch.map(({ moved_row: _place, ...row }) => row)
  const atOnce = Math.floor(VALUES_MAX / table.columns.length)
  await to.transaction(SYSTEM, async (tx) => {
    for (let start = 0; start < rows.length; start += atOnce) await insertRows(tx, table.name, rows.slice(start, start + atOnce))
    await tx.execute(`update ${MOVE_TABLE} set last_row = $2, moved = $3 where name = $1`, [table.name, next.lastRow, next.rows])
  })
  return next
}

const SUM_BITS = 64
const SUM_HEX_CHARACTERS = 12

const contents = (table: Table, row: Record<string, Value>): string =>
  JSON.stringify(table.columns.map(({ name, isBytes }) => (isBytes && row[name] !== null ? (row[name] as Uint8Array).toHex() : row[name])))

/** Adds up the hashes of all rows. A sum does not depend on the order of the rows. */
const sumUp = async (db: Db, table: Table, onRows: (rows: number) => void): Promise<MovedTable> =>
  db.snapshot(async (view) => {
    let rows = 0
    let sum = 0n
    for await (const batch of view.tableBatches(table)) {
      for (const row of batch) sum += BigInt(`0x${hash('sha256', contents(table, row), 'hex').slice(0, SUM_HEX_CHARACTERS)}`)
      rows += batch.length
      onRows(batch.length)
    }
    return { table: table.name, rows, sum: BigInt.asUintN(SUM_BITS, sum).toString(16) }
  })

const compare = async (from: Db, to: Db, tables: readonly Table[], onRows: (done: number) => void): Promise<MovedTable[]> => {
  const compared: MovedTable[] = []
  let done = 0
  for (const table of tables) {
    const here = await sumUp(from, table, (rows) => {
      done += rows
      onRows(done)
    })
    const there = await sumUp(to, table, () => {})
    if (here.rows !== there.rows || here.sum !== there.sum)
      throw new Error(
        `"${table.name}" differs: ${here.rows} rows (sum ${here.sum}) in the embedded store, ${there.rows} rows (sum ${there.sum}) in the target. Was the server still running? Stop it, empty the target, and begin again.`,
      )
    compared.push(here)
  }
  return compared
}
