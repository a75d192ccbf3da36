// Backups of a whole store, in one logical format: what one engine saved the other can restore.

import {
  headerLine,
  isTable,
  parseRow,
  parseTable,
  readLines,
  rowLine,
  tableLine,
  verifyBackup,
  writeBackup,
  writeLines,
} from './backup-file.ts'
import { BATCH_BYTES } from './batches.ts'
import type { Db, Query, Snapshot, Value } from './db.ts'
import type { Migration } from './migrate.ts'
import { appliedMigrations, loadMigrations, migrate, SCHEMA_MIGRATIONS } from './migrate.ts'
import type { Table } from './tables.ts'
import { columnList, readTables } from './tables.ts'

/** Rows while saving and loading, bytes of the file while verifying. */
export interface Progress {
  step: 'saving' | 'verifying' | 'loading'
  done: number
  total: number
}

/** The fewest of these, and of BATCH_BYTES, go into one statement. */
const BATCH_ROWS = 200
const BATCH_VALUES = 10_000

/** Saves the store as it is at one moment, while it goes on being used, and reads the file back. Returns the number of rows. */
export const backup = (db: Db, file: string, createdAt: Date, onProgress: (progress: Progress) => void = () => {}): Promise<number> =>
  writeBackup(
    file,
    (partial) => db.snapshot((view) => save(view, db.engine, partial, createdAt, onProgress)),
    (done, total) => onProgress({ step: 'verifying', done, total }),
  )

const save = async (view: Snapshot, engine: Db['engine'], file: string, createdAt: Date, onProgress: (progress: Progress) => void) => {
  const tables = await dataTables(view, engine)
  if (tables.length === 0) throw new Error('The store has no tables yet: there is nothing to back up.')
  const migrations = await appliedMigrations(view)
  const rows = await countRows(view, tables)
  const total = sum(rows)
  const lines = async function* () {
    yield headerLine({ engine, migrations, created_at: createdAt.toISOString() })
    let done = 0
    for (const table of tables) {
      yield tableLine(table)
      for await (const batch of view.tableBatches(table)) {
        yield batch.map((row) => rowLine(table.columns, row)).join('')
        done += batch.length
        onProgress({ step: 'saving', done, total })
      }
    }
    if (done !== total) throw new Error(`The backup was given up: ${done} of ${total} rows could be read.`)
  }
  await writeLines(file, lines(), rows)
  return total
}

/** Loads a backup into a store that holds nothing yet, and brings it up to date. Returns the number of rows. */
export const restore = async (
  db: Db,
  file: string,
  onProgress: (progress: Progress) => void = () => {},
  migrations?: readonly Migration[],
): Promise<number> => {
  const { header, rows: total } = await verifyBackup(file, (done, total) => onProgress({ step: 'verifying', done, total }))
  const known = migrations ?? (await loadMigrations(db.engine))
  const ofBackup = migrationsOf(header.migrations, known)
  await assertNothingStored(db, db.engine)
  if ((await appliedMigrations(db)).length > ofBackup.length) {
    throw new Error('The schema of this store is newer than the backup: restore into an empty store, which is then brought up to date.')
  }
  // Rows fit the schema that they were saved from; later migrations then change both.
  await migrate(db, ofBackup)
  await db.exclusively((tx) => load(tx, db.engine, file, (done) => onProgress({ step: 'loading', done, total })))
  await migrate(db, known)
  // Of rows that came all at once, plans would take no account until some time later.
  if (db.engine === 'postgres') await db.exclusively((tx) => tx.script('analyze'))
  return total
}

const migrationsOf = (names: readonly string[], known: readonly Migration[]): Migration[] => {
  const unknown = names.find((name) => !known.some((migration) => migration.name === name))
  if (unknown) throw new Error(`The backup was made by a newer version of Waybill: it has the migration "${unknown}".`)
  return known.filter(({ name }) => names.includes(name))
}

const load = async (tx: Query, engine: Db['engine'], file: string, onRows: (done: number) => void) => {
  const tables = await dataTables(tx, engine)
  // On SQLite no one else can write now anyway.
  if (engine === 'postgres') await tx.execute(`lock table ${tables.map(({ name }) => name).join(', ')} in exclusive mode`)
  await assertNothingStored(tx, engine)
  let table: Table | undefined
  let batch: Value[][] = []
  let batchBytes = 0
  let done = 0
  const flush = async () => {
    if (!table || batch.length === 0) return
    await insert(tx, table, batch)
    done += batch.length
    batch = []
    batchBytes = 0
    onRows(done)
  }
  for await (const text of readLines(file)) {
    if (isTable(text)) {
      await flush()
      table = fitting(parseTable(text), tables)
    } else if (table) {
      batch.push(parseRow(table.columns, text))
      batchBytes += text.length
      if (batchBytes >= BATCH_BYTES || batch.length >= Math.min(BATCH_ROWS, BATCH_VALUES / table.columns.length)) await flush()
    }
  }
  await flush()
}

/** The names go into SQL: only those that this store has. */
const fitting = (saved: Table, tables: readonly Table[]): Table => {
  const own = tables.find(({ name }) => name === saved.name)
  if (!own || !saved.columns.every(({ name }) => own.columns.some((column) => column.name === name))) {
    throw new Error(`The backup does not fit the schema of this store: table "${saved.name}".`)
  }
  return saved
}

const insert = (tx: Query, table: Table, rows: readonly Value[][]) => {
  const values = rows.map((row, index) => `(${row.map((_, column) => `$${index * row.length + column + 1}`).join(', ')})`)
  return tx.execute(`insert into ${table.name} (${columnList(table)}) values ${values.join(', ')}`, rows.flat())
}

const assertNothingStored = async (db: Pick<Query, 'query'>, engine: Db['engine']) => {
  for (const { name } of await dataTables(db, engine)) {
    const found = await db.query(`select 1 as found from ${name} limit 1`)
    if (found.length > 0) throw new Error(`The store already holds data (in "${name}"): a backup is restored only into an empty one.`)
  }
}

const dataTables = async (view: Pick<Snapshot, 'query'>, engine: Db['engine']) =>
  (await readTables(view, engine)).filter(({ name }) => name !== SCHEMA_MIGRATIONS)

const countRows = async (view: Snapshot, tables: readonly Table[]): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await view.query<{ rows: number }>(`select count(*) as rows from ${name}`)
    counts[name] = row!.rows
  }
  return counts
}

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((total, count) => total + count, 0)
