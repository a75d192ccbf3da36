// Runs the same tests on SQLite and on PostgreSQL. Each engine has its own stores.
import { hash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe } from 'node:test'
import pg from 'pg'
import type { Db, Observe } from '../../../src/platform/engine/db.ts'
import type { Migration } from '../../../src/platform/engine/migrate.ts'
import { loadMigrations, migrate } from '../../../src/platform/engine/migrate.ts'
import { openDb } from '../../../src/platform/engine/open.ts'
import { storesAt } from './memory.ts'
import { withoutNesting } from './no-nesting.ts'
import { isThrowaway, postgresUrl } from './postgres.ts'

export interface FreshDb {
  db: Db
  /** The address of the database, on PostgreSQL only. */
  url?: string
  dataDir: string
  /** The environment in which a `waybill` process opens this store. */
  env: Record<string, string>
  drop(): Promise<void>
}

export interface Engine {
  name: Db['engine']
  /** Creates an empty store with these migrations. The default is all migrations of Waybill. */
  freshDb(migrations?: readonly Migration[], observe?: Observe): Promise<FreshDb>
}

/**
 * Whether tests call /v1 through the TypeScript client. If so, one engine is enough, because the same tests also run over raw HTTP, on both
 * engines.
 */
export const isThroughClient = process.env.TEST_CALLER === 'client'

/** Runs tests on both engines. In a suite with `concurrency: true` the engines run in parallel, and the tests of each engine in order. */
export const forEachEngine = (suite: (engine: Engine) => void) => {
  for (const engine of isThroughClient && !process.env.SOAK ? [sqlite] : engines)
    describe(`on ${engine.name}`, { concurrency: false }, () => suite(engine))
}

/**
 * Runs tests on one engine, and in the soak on both. One engine is enough for business rules. Tests of races must set `only` to PostgreSQL,
 * which runs transactions concurrently.
 */
export const forOneEngine = (suite: (engine: Engine) => void, only: Engine = sqlite) => {
  const chosen = process.env.TEST_ENGINE === 'sqlite' ? [sqlite] : process.env.SOAK ? engines : [only]
  for (const engine of chosen) describe(`on ${engine.name}`, { concurrency: false }, () => suite(engine))
}

const newDataDir = async () => mkdtemp(join(await storesAt, 'waybill-test-'))

export const sqlite: Engine = {
  name: 'sqlite',
  freshDb: async (migrations, observe) => {
    if (!migrations) return sqliteDb(await migratedFiles(), observe)
    const fresh = await sqliteDb({}, observe)
    await migrate(fresh.db, migrations)
    return fresh
  },
}

/** The files of a data directory: content by file name. */
type Files = Readonly<Record<string, Buffer>>

const sqliteDb = async (files: Files, observe?: Observe): Promise<FreshDb> => {
  const dataDir = await newDataDir()
  for (const name in files) await writeFile(join(dataDir, name), files[name]!, { mode: OWNER_ONLY })
  const db = withoutNesting(await openDb({ dataDir }, { observe }))
  const drop = async () => {
    await db.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { db, dataDir, env: { WAYBILL_DATA: dataDir, DATABASE_URL: '' }, drop }
}

const SQLITE_FILE = 'waybill.db'
const KEY_FILE = 'secret.key'
const OWNER_ONLY = 0o600
let migrated: Promise<Files> | undefined

/**
 * The migrated database file, without a key file, because each store makes its own key. Copying the database is much faster than migrating
 * each store.
 */
const migratedFiles = (): Promise<Files> => {
  migrated ??= filesAfter(migrate, {}, [SQLITE_FILE])
  return migrated
}

const filesAfter = async (prepare: (db: Db) => Promise<unknown>, files: Files, kept: readonly string[]): Promise<Files> => {
  const { db, dataDir } = await sqliteDb(files)
  await prepare(db).finally(() => db.close())
  const after = await Promise.all(kept.map(async (name) => [name, await readFile(join(dataDir, name))] as const))
  await rm(dataDir, { recursive: true })
  return Object.fromEntries(after)
}

export const postgres: Engine = {
  name: 'postgres',
  freshDb: async (migrations, observe) => {
    const template = await templateOf(migrations ?? (await loadMigrations('postgres')))
    return postgresDb(template, observe)
  },
}

const postgresDb = async (template: string, observe?: Observe): Promise<FreshDb> => {
  const name = `waybill_test_${randomBytes(6).toString('hex')}`
  // The default strategy logs every page for recovery, which test databases do not need. Copying files takes less than half the time.
  await onServer((server) => server.query(`create database ${name} template ${template} strategy file_copy`))
  const [dataDir, url] = await Promise.all([newDataDir(), databaseUrl(name)])
  const db = withoutNesting(await openDb({ databaseUrl: url, dataDir }, { observe }))
  const drop = async () => {
    await db.close()
    // A temporary server is deleted with its databases: dropping each database would make creating the next one five times slower.
    if (!isThrowaway(url)) await onServer((server) => server.query(`drop database ${name} with (force)`))
    await rm(dataDir, { recursive: true, force: true })
  }
  return { db, url, dataDir, env: { WAYBILL_DATA: dataDir, DATABASE_URL: url }, drop }
}

type Prepare = (db: Db) => Promise<void>
type Copy = () => Promise<FreshDb>

const copyPrepared: ReadonlyMap<Engine, (prepare: Prepare) => Promise<Copy>> = new Map([
  [
    sqlite,
    async (prepare) => {
      const files = await filesAfter(prepare, await migratedFiles(), [SQLITE_FILE, KEY_FILE])
      return () => sqliteDb(files)
    },
  ],
  [
    postgres,
    async (prepare) => {
      const { db, url } = await postgres.freshDb()
      await prepare(db).finally(() => db.close())
      return () => postgresDb(new URL(url!).pathname.slice(1))
    },
  ],
])
const copies = new Map<Engine, Promise<Copy>>()

/** Makes a store on which `prepare` has run. Usually the store is a copy, so that `prepare` runs only once per process and engine. */
export const preparedDb = async (engine: Engine, prepare: Prepare): Promise<FreshDb> => {
  const start = copyPrepared.get(engine)
  // A PostgreSQL server that outlives the run would keep the prepared template of every process. On such a server, `prepare` runs for each
  // store instead.
  if (start && (engine === sqlite || isThrowaway(await postgresUrl()))) {
    const copy = copies.get(engine) ?? start(prepare)
    copies.set(engine, copy)
    return (await copy)()
  }
  const fresh = await engine.freshDb()
  await prepare(fresh.db)
  return fresh
}

const engines = [sqlite, postgres]

/**
 * Returns the name of a migrated template database, which the first test process creates for all processes. Test databases are copies of
 * the template, because copying is much faster than migrating.
 */
const templateOf = (migrations: readonly Migration[]): Promise<string> => {
  const name = `waybill_template_${hash('sha256', JSON.stringify(migrations)).slice(0, 16)}`
  const found = templates.get(name) ?? makeTemplate(name, migrations)
  templates.set(name, found)
  return found
}

const templates = new Map<string, Promise<string>>()

const makeTemplate = (name: string, migrations: readonly Migration[]): Promise<string> =>
  onServer(async (server) => {
    await server.query('select pg_advisory_lock(1)')
    const { rowCount } = await server.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return name
    // The template has a temporary name until it is complete.
    await server.query(`drop database if exists ${name}_new`)
    await server.query(`create database ${name}_new`)
    const db = await openDb({ databaseUrl: await databaseUrl(`${name}_new`), dataDir: '' })
    await migrate(db, migrations).finally(() => db.close())
    await server.query(`alter database ${name}_new rename to ${name}`)
    return name
  })

const onServer = async <T>(work: (server: pg.Client) => Promise<T>): Promise<T> => {
  const server = new pg.Client(await postgresUrl())
  await server.connect()
  return work(server).finally(() => server.end())
}

const databaseUrl = async (name: string) => {
  const url = new URL(await postgresUrl())
  url.pathname = name
  return url.href
}
