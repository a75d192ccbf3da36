// Opens the store that the configuration names: PostgreSQL where there is a URL, else one SQLite file.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from './db.ts'

const OWNER_ONLY = 0o700

type StoreSettings = { databaseUrl?: string | undefined; databaseReplicaUrl?: string | undefined; dataDir: string }

export const openDb = async (options: StoreSettings): Promise<Db> => {
  // Imported on demand: a start pays only for the engine it uses.
  if (options.databaseUrl) return (await import('./postgres.ts')).openPostgres(options.databaseUrl, options.databaseReplicaUrl)
  await mkdir(options.dataDir, { recursive: true, mode: OWNER_ONLY })
  return (await import('./sqlite.ts')).openSqlite(join(options.dataDir, 'waybill.db'))
}
