// Opens the configured store: PostgreSQL if there is a URL, else an SQLite file.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Unfinished } from '../backup/unfinished.ts'
import { assertFinished, RESTORE_TABLE } from '../backup/unfinished.ts'
import type { Db, Observe } from './db.ts'
import { StoreRefused } from './db.ts'
import { findSecretKeys, secretKeyFile } from './secret-key.ts'
import type { Secrets } from './secrets.ts'
import { createSecrets } from './secrets.ts'

const OWNER_ONLY = 0o700
/** The maximum number of connections from one process to PostgreSQL, unless the settings give another number. */
export const DATABASE_CONNECTIONS = 16

export type StoreSettings = {
  databaseUrl?: string | undefined
  databaseConnections?: number
  secretKeys?: readonly string[] | undefined
  dataDir: string
}

const storeFile = (dataDir: string): string => join(dataDir, 'waybill.db')

/**
 * `resuming`: the unfinished work that the caller will complete, a restore or a move. Any other unfinished work in the store makes opening
 * fail. `report` receives errors of background work.
 */
export type Opening = {
  resuming?: Unfinished
  report?: ((what: string, details: object) => void) | undefined
  observe?: Observe | undefined
}

/** Opens the store. An embedded store is created if it does not exist yet. */
export const openDb = async (options: StoreSettings, opening: Opening = {}): Promise<Db> => {
  const db = await openEngine(options, opening)
  await assertFinished(db, db.engine, opening.resuming).catch((error) => db.close().then(() => Promise.reject(error)))
  return db
}

const makeDataDir = async (dataDir: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY }).catch((error: NodeJS.ErrnoException) => {
    throw new StoreRefused(`WAYBILL_DATA: ${dataDir} cannot be used as a directory (${error.code}).`)
  })
}

/** Returns the secrets. Creates the file `secret.key` in the data directory if it is missing and the settings contain no keys. */
export const makeSecretKey = async (settings: StoreSettings): Promise<Secrets> => {
  try {
    await makeDataDir(settings.dataDir)
    return createSecrets(await findSecretKeys(settings, true))
  } catch (error) {
    if (error instanceof StoreRefused) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new StoreRefused(`A secret key cannot be written to ${settings.dataDir} (${code}). Set WAYBILL_SECRET_KEY, or WAYBILL_DATA.`)
  }
}

const openEngine = async (options: StoreSettings, { resuming, report, observe }: Opening): Promise<Db> => {
  // Each engine is imported on demand, so that a start loads only the engine that it uses.
  const { databaseUrl: url, databaseConnections = DATABASE_CONNECTIONS } = options
  // On PostgreSQL, no secret key is created here, because several Waybill servers may share the database and need the same key. If the
  // database is empty, `beginTrail` creates the key.
  const keys = (isCreated: boolean) => findSecretKeys(options, isCreated).then(createSecrets)
  if (url) return (await import('./postgres/postgres.ts')).openPostgres(url, databaseConnections, await keys(false), observe)
  await makeDataDir(options.dataDir)
  return (await import('./sqlite/sqlite.ts')).openSqlite(storeFile(options.dataDir), {
    // A key file without a store means that the store was lost. Then only a restore may create a store.
    keyFile: options.secretKeys?.length || resuming === RESTORE_TABLE ? undefined : secretKeyFile(options.dataDir),
    report,
    observe,
    findSecrets: () => keys(true),
  })
}

/**
 * Opens the store for a command. Throws if there is no embedded store, because a command must not create a new store in a wrong directory.
 */
export const openExistingDb = async (options: StoreSettings): Promise<Db> => {
  if (!options.databaseUrl && (await (await import('./sqlite/file.ts')).fileSize(storeFile(options.dataDir))) === null)
    throw new Error(
      `There is no store in ${options.dataDir}: WAYBILL_DATA says where it is. To make a new one, start the server or run "waybill migrate".`,
    )
  return openDb(options)
}

/** Returns warnings about the directory and files of the embedded store, if other users of this machine have access to them. */
export const openToOthers = async ({ databaseUrl, dataDir }: StoreSettings): Promise<string[]> => {
  if (databaseUrl) return []
  const { followLink, openToOthers: openFiles } = await import('./sqlite/file.ts')
  const path = storeFile(dataDir)
  const file = await followLink(path)
  return [...(await openFiles(path)), ...(file === path ? [] : await openFiles(file))]
}
