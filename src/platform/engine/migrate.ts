// Forward-only migrations. Each is applied once, in order, under a lock.
import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, Query } from './db.ts'
import { StoreRefused, SYSTEM } from './db.ts'

export interface Migration {
  /** A name such as `0001-the-contract`. Migrations are applied in the order of their numbers. */
  name: string
  sql: string
}

const FILE_NAME = /^(\d{4}-[a-z0-9-]+)(?:\.(sqlite|postgres))?\.sql$/
const MIGRATIONS_DIR = join(import.meta.dirname, 'migrations')

const loaded = new Map<Db['engine'], Promise<Migration[]>>()

/** The files in `migrations`. They are read once, because an update may replace the files of a running server. */
export const loadMigrations = (engine: Db['engine']): Promise<Migration[]> => {
  const known = loaded.get(engine) ?? readMigrations(engine)
  loaded.set(engine, known)
  return known
}

/** Reads the migrations. If the engines need different SQL, each has its own file, such as `0002-search.sqlite.sql`. */
const readMigrations = async (engine: Db['engine']): Promise<Migration[]> => {
  const migrations: Migration[] = []
  for (const file of (await readdir(MIGRATIONS_DIR)).sort()) {
    const [, name, only] = FILE_NAME.exec(file) ?? []
    if (!name) throw new Error(`${file} is not the name of a migration`)
    if (only && only !== engine) continue
    migrations.push({ name, sql: await readFile(join(MIGRATIONS_DIR, file), 'utf8') })
  }
  return migrations
}

/**
 * How many migrations are applied in one transaction if the store is empty. Fewer transactions save time, above all with a distant
 * PostgreSQL server. But PostgreSQL holds a lock for each table and index until the commit, and has room for only a few thousand locks.
 */
const TOGETHER_IN_EMPTY_STORE = 25

/** Applies pending migrations and returns their names. */
export const migrate = async (db: Db, migrations?: readonly Migration[]): Promise<string[]> => {
  const known = migrations ?? (await loadMigrations(db.engine))
  const applied: string[] = []
  const pending = await pendingMigrations(db, known)
  // The store is copied first, because the copy is the only way back to the old schema.
  if (pending.length > 0 && pending.length < known.length) await db.keepCopy(`before-${pending[0]!.name}`)
  const together = pending.length === known.length ? TOGETHER_IN_EMPTY_STORE : 1
  for (let from = 0; from < pending.length; from += together)
    applied.push(...(await applyTogether(db, pending.slice(from, from + together), known)))
  return applied
}

/** The migrations that are still to be applied. Refuses a store with unknown or changed migrations. */
export const pendingMigrations = async (db: Db, migrations?: readonly Migration[]): Promise<Migration[]> => {
  const known = migrations ?? (await loadMigrations(db.engine))
  return pendingAfter(await readApplied(db), known)
}

/** `pending`: migrations that the store lacks. `ahead`: migrations that the store has and this program does not know. */
export type SchemaDistance = { pending: readonly string[]; ahead: readonly string[] }

/**
 * Compares the store's migrations with the known ones. They may differ, because a server of another version may migrate the store while
 * this server is running.
 */
export const schemaDistance = async (db: Pick<Query, 'query'>, known: readonly Migration[]): Promise<SchemaDistance> => {
  const applied = await readApplied(db)
  const ahead = applied.filter(({ name }) => !known.some((migration) => migration.name === name))
  const shared = applied.filter((each) => !ahead.includes(each))
  return { pending: pendingAfter(shared, known).map(({ name }) => name), ahead: ahead.map(({ name }) => name) }
}

/**
 * Throws if the store has pending migrations. Commands call this instead of migrating, because a server of another version may be running.
 */
export const assertUpToDate = async (db: Db): Promise<void> => {
  const [first] = await pendingMigrations(db)
  if (first)
    throw new Error(
      `The store is not up to date: it lacks "${first.name}". Run "waybill migrate", or start the server of this version, first.`,
    )
}

export const appliedMigrations = async (db: Pick<Query, 'query'>): Promise<string[]> => (await readApplied(db)).map(({ name }) => name)

interface Applied {
  name: string
  sha256: string
}

export const SCHEMA_MIGRATIONS = 'schema_migrations'
const SELECT_APPLIED = `select name, sha256 from ${SCHEMA_MIGRATIONS} order by name`

const readApplied = async (db: Pick<Query, 'query'>): Promise<Applied[]> => {
  try {
    return await db.query<Applied>(SELECT_APPLIED)
  } catch (error) {
    if (isMissingTable(error)) return []
    throw error
  }
}

const UNDEFINED_TABLE = '42P01'

const isMissingTable = (error: unknown) =>
  error instanceof Error && ((error as Error & { code?: string }).code === UNDEFINED_TABLE || error.message.startsWith('no such table:'))

const pendingAfter = (applied: readonly Applied[], known: readonly Migration[]): Migration[] => {
  for (const { name, sha256 } of applied) {
    const migration = known.find((candidate) => candidate.name === name)
    if (!migration)
      throw new StoreRefused(`The store was migrated by a newer version of Waybill: it has "${name}", which this version does not know.`)
    if (fingerprint(migration) !== sha256)
      throw new StoreRefused(`Migration "${name}" was changed after it had been applied to this store.`)
  }
  const last = applied.at(-1)?.name ?? ''
  const pending = known.filter(({ name }) => !applied.some((done) => done.name === name))
  const late = pending.find(({ name }) => name < last)
  if (late)
    throw new StoreRefused(`Migration "${late.name}" comes before "${last}", which this store already has: migrations only go forward.`)
  return pending
}

/**
 * Applies migrations in one transaction, except those that another server has already applied. Returns the names of the migrations that it
 * applied.
 */
const applyTogether = (db: Db, migrations: readonly Migration[], known: readonly Migration[]): Promise<string[]> =>
  db.exclusively(SYSTEM, async (tx) => {
    await tx.script(`create table if not exists ${SCHEMA_MIGRATIONS} (name text primary key, sha256 text not null)`)
    // Another server may have applied migrations while this one waited for the lock, so the list of applied migrations is read again.
    const pending = pendingAfter(await tx.query<Applied>(SELECT_APPLIED), known).filter((migration) => migrations.includes(migration))
    for (const migration of pending) {
      await tx.script(migration.sql)
      await tx.execute(`insert into ${SCHEMA_MIGRATIONS} (name, sha256) values ($1, $2)`, [migration.name, fingerprint(migration)])
    }
    return pending.map(({ name }) => name)
  })

const fingerprint = ({ sql }: Migration) => hash('sha256', sql, 'hex')
