// Runs the same tests on both engines, each with its own stores.
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
  /** Creates an empty store with these migrations, by default all of ours. */
  freshDb(migrations?: readonly Migration[], observe?: Observe): Promise<FreshDb>
}

/** Whether calls of /v1 go through the client. If so, one engine is enough, because the tests over raw HTTP already run on both. */
export const isThroughClient = process.env.TEST_CALLER === 'client'

/** Runs tests on both engines. In a suite with `concurrency: true` the engines run in parallel, and the tests of each engine in order. */
export const forEachEngine = (suite: (engine: Engine) => void) => {
  for (const engine of isThroughClient && !process.env.SOAK ? [sqlite] : engines)
    describe(`on ${engine.name}`, { concurrency: false }, () => suite(engine))
}

/** Runs tests on one engine, and in the soak on both. For rules that do not involve the store, or that a smaller test proves on both. */
export const forOneEngine = (suite: (engine: Engine) => void, only: Engine = sqlite) => {
  const chosen = process.env.TEST_ENGINE === 'sqlite' ? [sqlite] : process.env.SOAK ? engines : [only]
  for (const engine of chosen) describe(`on ${engine.name}`, { concurrency: false }, () => suite(engine))
}

const newDataDir = async () => mkdtemp(join(await storesAt, 'waybill-test-'))

export const sqlite: Engine = {
  name: 'sqlite',
  freshDb: async (migrations, observe) => {
    const dataDir = await newDataDir()
    if (!migrations) await writeFile(join(dataDir, SQLITE_FILE), await migratedFile())
    const db = withoutNesting(await openDb({ dataDir }, { observe }))
    if (migrations) await migrate(db, migrations)
    const drop = async () => {
      await db.close()
      await rm(dataDir, { recursive: true, force: true })
    }
    return { db, dataDir, env: { WAYBILL_DATA: dataDir, DATABASE_URL: '' }, drop }
  },
}

const SQLITE_FILE = 'waybill.db'
let migrated: Promise<Buffer> | undefined

/** The content of a migrated file. Copying it is much faster than migrating each store. */
const migratedFile = (): Promise<Buffer> => {
  migrated ??= makeMigratedFile()
  return migrated
}

const makeMigratedFile = async (): Promise<Buffer> => {
  const dataDir = await newDataDir()
  const db = await openDb({ dataDir })
  await migrate(db).finally(() => db.close())
  const file = await readFile(join(dataDir, SQLITE_FILE))
  await rm(dataDir, { recursive: true })
  return file
}

export const postgres: Engine = {
  name: 'postgres',
  freshDb: async (migrations, observe) => {
    const template = await templateOf(migrations ?? (await loadMigrations('postgres')))
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
  },
}

const engines = [sqlite, postgres]

/** Makes a migrated database for each test to copy, because copying is much faster. The first test process creates it for all. */
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
