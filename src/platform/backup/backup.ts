// Backup and restore of a whole store, in one format for both engines.

import { createHash } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { BATCH_BYTES } from '../engine/batches.ts'
import type { Db, Query, Snapshot, Table, Tx, Value } from '../engine/db.ts'
import { SYSTEM } from '../engine/db.ts'
import type { Migration } from '../engine/migrate.ts'
import { appliedMigrations, loadMigrations, migrate, SCHEMA_MIGRATIONS } from '../engine/migrate.ts'
import { columnList, readTables } from '../engine/tables.ts'
import { decrypted, encrypterFor } from './backup-encryption.ts'
import type { Header } from './backup-file.ts'
import {
  damaged,
  headerLine,
  isTable,
  parseHeader,
  parseRow,
  parseTable,
  readLines,
  rowLine,
  tableLine,
  verifyLength,
  verifyLines,
  writeLines,
} from './backup-file.ts'
import type { Source } from './backup-target.ts'
import { readFrom, writeTo } from './backup-target.ts'
import { RESTORE_TABLE } from './unfinished.ts'

/** `done` and `total` count rows while saving and loading, and bytes of the file while verifying. */
export interface Progress {
  step: 'saving' | 'verifying' | 'loading'
  done: number
  total: number
}

/** The maximum numbers of rows and of values in one insert. BATCH_BYTES also limits the size of an insert. */
const BATCH_ROWS = 200
const BATCH_VALUES = 10_000

/**
 * Saves a snapshot of the store, which may be in use. A backup file is read back and checked. If `recipients` are given, the backup is
 * encrypted for them in the `age` format.
 */
export const backup = async (
  db: Db,
  target: string | Writable,
  createdAt: Date,
  onProgress: (progress: Progress) => void = () => {},
  { recipients = [] }: { recipients?: readonly string[] } = {},
): Promise<{ rows: number; isReadBack: boolean }> => {
  const encrypt = recipients.length > 0 ? await encrypterFor(recipients) : null
  let rows = 0
  let contentBytes = 0
  const { isReadBack } = await writeTo(
    target,
    (output, onBytes) =>
      db.snapshot(async (view) => {
        const saved = await readStore(view, db.engine, createdAt, onProgress)
        rows = saved.total
        const observed = async function* (bytes: AsyncIterable<Uint8Array>) {
          for await (const chunk of bytes) {
            onBytes(chunk)
            yield chunk
          }
        }
        contentBytes = await writeLines(output, saved.lines, saved.rows, encrypt ? [encrypt, observed] : [observed])
      }),
    // An encrypted backup cannot be decompressed here, because the server has no key to decrypt it. Only the hash of its bytes is checked.
    async (partial, sha256) => {
      const bytes = unchanged(verifying(await readFrom(partial), onProgress), sha256)
      if (encrypt) for await (const _ of bytes);
      else await verifyLength(bytes, contentBytes)
    },
  )
  return { rows, isReadBack }
}

const verifying = (source: Source, onProgress: (progress: Progress) => void): AsyncIterable<Uint8Array> =>
  source.read((done) => onProgress({ step: 'verifying', done, total: source.size ?? done }))

const verify = (source: Source, identities: readonly string[], onProgress: (progress: Progress) => void) =>
  verifyLines(decrypted(verifying(source, onProgress), identities))

/** Passes the bytes on. Throws at the end if the hash of all bytes is not `sha256`. */
async function* unchanged(bytes: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const found = createHash('sha256')
  for await (const chunk of bytes) {
    found.update(chunk)
    yield chunk
  }
  if (found.digest('hex') !== sha256) throw damaged('it does not read as it was written')
}

async function* rowLines(view: Snapshot, table: Table): AsyncGenerator<string[]> {
  if (table.columns.some(({ isBytes }) => isBytes))
    for await (const batch of view.tableBatches(table)) yield batch.map((row) => rowLine(table.columns, row))
  else for await (const batch of view.jsonBatches(table)) yield batch.map((json) => `${json}\n`)
}

const readStore = async (view: Snapshot, engine: Db['engine'], createdAt: Date, onProgress: (progress: Progress) => void) => {
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
      for await (const batch of rowLines(view, table)) {
        yield batch.join('')
        done += batch.length
        onProgress({ step: 'saving', done, total })
      }
    }
    if (done !== total) throw new Error(`The backup was given up: ${done} of ${total} rows could be read.`)
  }
  return { lines: lines(), rows, total }
}

type RestoreOptions = {
  migrations?: readonly Migration[]
  /** The secret keys (`age` identities) that decrypt an encrypted backup. */
  identities?: readonly string[]
  /** The result of an earlier `verifyBackup`. If it is undefined, `restore` verifies the backup first. */
  verifiedRows?: number | null
}

/** Verifies a whole file, and returns its number of rows. Returns null for a stream, because `restore` verifies a stream during loading. */
export const verifyBackup = async (
  from: string | Readable,
  onProgress: (progress: Progress) => void = () => {},
  identities: readonly string[] = [],
): Promise<number | null> => {
  const source = await readFrom(from)
  return source.size === null ? null : (await verify(source, identities, onProgress)).rows
}

/**
 * Loads a backup into an empty store, migrates the store, and returns the number of rows. A file is verified first. A stream is verified
 * during loading; if it is faulty, its rows are rolled back. The store is marked as unfinished until all rows are committed.
 */
export const restore = async (
  db: Db,
  from: string | Readable,
  onProgress: (progress: Progress) => void = () => {},
  { migrations, identities = [], verifiedRows }: RestoreOptions = {},
): Promise<number> => {
  const total = verifiedRows === undefined ? await verifyBackup(from, onProgress, identities) : verifiedRows
  const source = await readFrom(from)
  await db.exclusively(SYSTEM, async (tx) => {
    await assertNothingStored(tx, db.engine)
    await tx.script(`create table if not exists ${RESTORE_TABLE} (unused integer)`)
  })
  const known = migrations ?? (await loadMigrations(db.engine))
  const lines = readLines(
    decrypted(
      source.read(() => {}),
      identities,
    ),
  )
  const { done, value: first } = await lines.next()
  if (done) throw damaged('it is empty')
  await prepare(db, parseHeader(first[0]!), known)
  const onRows = (loaded: number): void => onProgress({ step: 'loading', done: loaded, total: total ?? loaded })
  const rows = await db.loading(async (tx) => {
    const loaded = await load(tx, db.engine, first.slice(1), lines, onRows)
    // The mark of an unfinished restore is removed in the transaction that inserts the rows. If a migration below fails, the next start of
    // the server can apply the missing migrations.
    await tx.script(`drop table ${RESTORE_TABLE}`)
    return loaded
  })
  await migrate(db, known)
  // Collects statistics of the new rows now. PostgreSQL would otherwise collect them only some time later.
  if (db.engine === 'postgres') await db.exclusively(SYSTEM, (tx) => tx.script('analyze'))
  else await db.refreshStatistics()
  return rows
}

/**
 * Creates the schema that the store had when the backup was made. Newer migrations run after the rows are loaded, so that the rows are
 * converted too.
 */
const prepare = async (db: Db, header: Header, known: readonly Migration[]): Promise<void> => {
  const ofBackup = migrationsOf(header.migrations, known)
  if ((await appliedMigrations(db)).length > ofBackup.length) {
    throw new Error('The schema of this store is newer than the backup: restore into an empty store, which is then brought up to date.')
  }
  await migrate(db, ofBackup)
}

const migrationsOf = (names: readonly string[], known: readonly Migration[]): Migration[] => {
  const unknown = names.find((name) => !known.some((migration) => migration.name === name))
  if (unknown) throw new Error(`The backup was made by a newer version of Waybill: it has the migration "${unknown}".`)
  return known.filter(({ name }) => names.includes(name))
}

const load = async (
  tx: Tx,
  engine: Db['engine'],
  first: readonly string[],
  rest: AsyncIterable<string[]>,
  onRows: (done: number) => void,
): Promise<number> => {
  const tables = await dataTables(tx, engine)
  // SQLite needs no lock here, because no other process can write now.
  if (engine === 'postgres') await tx.execute(`lock table ${tables.map(({ name }) => name).join(', ')} in exclusive mode`)
  await assertNothingStored(tx, engine)
  let table: Table | undefined
  let batch: Value[][] = []
  let batchBytes = 0
  let done = 0
  const flush = async () => {
    if (!table || batch.length === 0) return
    await insert(tx, engine, table, batch)
    done += batch.length
    batch = []
    batchBytes = 0
    onRows(done)
  }
  const take = async (lines: readonly string[]) => {
    for (const text of lines) {
      if (isTable(text)) {
        await flush()
        table = matchingTable(parseTable(text), tables)
      } else if (table) {
        batch.push(parseRow(table.columns, text))
        batchBytes += text.length
        if (batchBytes >= BATCH_BYTES || batch.length >= Math.min(BATCH_ROWS, BATCH_VALUES / table.columns.length)) await flush()
      }
    }
  }
  await take(first)
  for await (const lines of rest) await take(lines)
  await flush()
  return done
}

/**
 * Throws if this store lacks the saved table or one of its columns. The check is needed because names from the backup become part of SQL
 * statements.
 */
const matchingTable = (saved: Table, tables: readonly Table[]): Table => {
  const own = tables.find(({ name }) => name === saved.name)
  if (!own || !saved.columns.every(({ name }) => own.columns.some((column) => column.name === name))) {
    throw new Error(`The backup does not fit the schema of this store: table "${saved.name}".`)
  }
  return saved
}

/**
 * Inserts rows, one at a time on SQLite. One insert of many rows would take SQLite ten times as long, because it searches the list of
 * parameters again for each parameter.
 */
const insert = async (tx: Tx, engine: Db['engine'], table: Table, rows: readonly Value[][]): Promise<void> => {
  const atOnce = engine === 'sqlite' ? 1 : rows.length
  for (let start = 0; start < rows.length; start += atOnce) {
    const some = rows.slice(start, start + atOnce)
    const values = some.map((row, index) => `(${row.map((_, column) => `$${index * row.length + column + 1}`).join(', ')})`)
    await tx.execute(`insert into ${table.name} (${columnList(table)}) values ${values.join(', ')}`, some.flat())
  }
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
