// Seeded stores. A store is created once per size and schema, cached in the system's temporary directory, and copied for each run.

import { execFile } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { access, cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Deps } from '../src/flows/deps.ts'
import type { Db } from '../src/platform/engine/db.ts'
import { SYSTEM } from '../src/platform/engine/db.ts'
import { loadMigrations, migrate } from '../src/platform/engine/migrate.ts'
import { openDb } from '../src/platform/engine/open.ts'
import { systemDeps } from '../src/system.ts'
import { startKeeper } from '../test/support/engine/postgres.ts'
import { seedBigStore } from './big-store.ts'
import { inBulk } from './bulk.ts'
import { showProgress } from './progress.ts'
import type { Progress } from './seed.ts'
import { catchUp, seed } from './seed.ts'

/** The PostgreSQL settings of the benchmark, as listed in docs/scale.md. */
const SETTINGS = ['fsync=on', 'full_page_writes=on', 'shared_buffers=512MB', 'max_wal_size=4GB', 'jit=off']

type KeptPostgres = { urlOf(database: string): string; stop(): Promise<void> }

/**
 * Starts a PostgreSQL server that is as durable as in production. Its data is kept between runs, so that a million packages are seeded only
 * once.
 */
const startKeptPostgres = async (directory: string): Promise<KeptPostgres> => {
  const { keeper, url: address } = await startKeeper(`--keep=${directory}`, ...SETTINGS)
  return {
    urlOf: (database) => {
      const url = new URL(address)
      url.pathname = database
      return url.href
    },
    stop: async () => {
      keeper.stdin.end()
      await once(keeper, 'exit')
    },
  }
}

const CACHE = join(tmpdir(), 'waybill-bench')

export type Store = { engine: Db['engine']; size: number; db: Db; env: Record<string, string>; drop(): Promise<void> }

export type Stores = {
  open(engine: Db['engine'], size: number, onProgress: Progress): Promise<Store>
  /** Runs vacuum, checkpoint and sync now, so that this work does not happen during the next measurement. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** `file` is the name of the seeder's file in this folder. */
type Seeder = { file: string; seed(deps: Deps, size: number, onProgress: Progress): Promise<void> }

/** Seeds the history of several businesses, without events and charges. */
const PAGES: Seeder = { file: 'seed.ts', seed: (deps, size, onProgress) => inBulk(deps.db, () => seed(deps, size, onProgress)) }
/** Seeds the history of one business, with events, charges and audit records. */
export const BIG: Seeder = {
  file: 'big-store.ts',
  seed: (deps, size, onProgress) => seedBigStore(deps, size, (share) => onProgress(share, 1)),
}

/** Returns the cache key of a store. If the migrations or the seeder's source file change, the key changes, and a new store is seeded. */
const fingerprint = async (engine: Db['engine'], { file }: Seeder): Promise<string> => {
  const seeder = await readFile(join(import.meta.dirname, file), 'utf8')
  return hash('sha256', JSON.stringify([await loadMigrations(engine), seeder])).slice(0, 12)
}

const fill = async (db: Db, seeder: Seeder, size: number, onProgress: Progress): Promise<void> => {
  try {
    await migrate(db)
    const deps = { db, ...systemDeps() }
    await seeder.seed(deps, size, onProgress)
    // Collects table statistics, because PostgreSQL reads whole tables if it has no statistics. Autovacuum, which normally collects them,
    // is off here.
    if (db.engine === 'postgres') await db.exclusively(SYSTEM, (tx) => tx.script('analyze'))
    await catchUp(deps)
  } finally {
    await db.close()
  }
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

const openSqliteStore = async (seeder: Seeder, size: number, onProgress: Progress): Promise<Store> => {
  const template = join(CACHE, `sqlite-${await fingerprint('sqlite', seeder)}-${size}`)
  if (!(await isThere(template))) {
    const unfinished = `${template}-${randomBytes(4).toHex()}`
    await fill(await openDb({ dataDir: unfinished }), seeder, size, onProgress)
    await rename(unfinished, template)
  }
  const dataDir = await mkdtemp(join(CACHE, 'run-'))
  // The whole directory is copied, because the last rows may still be in the write-ahead log, which is a separate file.
  await cp(template, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const db = await openDb({ dataDir })
  const drop = async (): Promise<void> => {
    await db.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { engine: 'sqlite', size, db, env: { WAYBILL_DATA: dataDir, DATABASE_URL: '' }, drop }
}

const onServer = async <T>(server: KeptPostgres, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(server.urlOf('postgres'))
  await client.connect()
  return work(client).finally(() => client.end())
}

const openPostgresStore = async (server: KeptPostgres, seeder: Seeder, size: number, onProgress: Progress): Promise<Store> => {
  const template = `seed_${await fingerprint('postgres', seeder)}_${size}`
  const { rowCount } = await onServer(server, (client) => client.query('select 1 from pg_database where datname = $1', [template]))
  if (!rowCount) {
    const unfinished = `${template}_new`
    await onServer(server, async (client) => {
      await client.query(`drop database if exists ${unfinished} with (force)`)
      await client.query(`create database ${unfinished}`)
    })
    await fill(await openDb({ databaseUrl: server.urlOf(unfinished), dataDir: CACHE }), seeder, size, onProgress)
    await onServer(server, (client) => client.query(`alter database ${unfinished} rename to ${template}`))
  }
  const name = `run_${randomBytes(6).toHex()}`
  await onServer(server, (client) => client.query(`create database ${name} template ${template} strategy file_copy`))
  const db = await openDb({ databaseUrl: server.urlOf(name), dataDir: CACHE })
  // Replaces autovacuum, which is off here. In a real store, autovacuum would have run long ago.
  await onDatabase(server.urlOf(name), 'vacuum analyze')
  const drop = async (): Promise<void> => {
    await db.close()
    await onServer(server, (client) => client.query(`drop database ${name} with (force)`))
  }
  return { engine: 'postgres', size, db, env: { WAYBILL_DATA: CACHE, DATABASE_URL: server.urlOf(name) }, drop }
}

const onDatabase = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

export const openStores = async (seeder: Seeder = PAGES): Promise<Stores> => {
  await mkdir(CACHE, { recursive: true })
  let server: KeptPostgres | null = null
  const opened: Store[] = []
  return {
    open: async (engine, size, onProgress) => {
      if (engine === 'postgres') server ??= await startKeptPostgres(join(CACHE, 'postgres'))
      const store =
        engine === 'sqlite' ? await openSqliteStore(seeder, size, onProgress) : await openPostgresStore(server!, seeder, size, onProgress)
      opened.push(store)
      return store
    },
    settle: async () => {
      for (const { engine, env } of opened) if (engine === 'postgres') await onDatabase(env.DATABASE_URL!, 'vacuum analyze')
      if (server) await onServer(server, (client) => client.query('checkpoint'))
      await promisify(execFile)('sync')
    },
    close: async () => {
      for (const store of opened) await store.drop()
      await server?.stop()
    },
  }
}

/** Runs `work` on a seeded store of each engine, one engine after the other. `engines`: names separated by commas. */
export const withStores = async (engines: string, size: number, work: (store: Store, stores: Stores) => Promise<void>): Promise<void> => {
  for (const engine of engines.split(',') as Db['engine'][]) {
    const stores = await openStores()
    try {
      await work(await stores.open(engine, size, (done, of) => showProgress(`seeding ${engine}`, done / of)), stores)
    } finally {
      await stores.close()
    }
  }
}
