// waybill migrate, backup, restore, doctor: the care of the store.

import { access, constants, statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { config } from '../config.ts'
import { backup, restore } from '../store/backup.ts'
import { readIdentities } from '../store/backup-encryption.ts'
import type { Db } from '../store/db.ts'
import { countPriceSources, describeEngine, hasSearchIndex } from '../store/inspect.ts'
import { migrate, pendingMigrations } from '../store/migrate.ts'
import { openDb, openExistingDb } from '../store/open.ts'
import { mendSearch } from '../store/postgres-search.ts'
import { find as findOrigin } from '../store/store-origin.ts'
import type { Output } from './output.ts'
import { fail, showProgress, warn } from './output.ts'

const withDb = async <T>(open: typeof openDb, use: (db: Db) => Promise<T>): Promise<T> => {
  const db = await open(config())
  try {
    return await use(db)
  } finally {
    await db.close()
  }
}

export const runMigrate = (out: Output): Promise<void> =>
  withDb(openDb, async (db) => {
    const applied = await migrate(db)
    const madeSearchIndex = await mendSearch(db)
    const done = applied.length === 0 ? 'The store is up to date.' : `Applied: ${applied.join(', ')}`
    out.print({ applied, made_search_index: madeSearchIndex }, madeSearchIndex ? `${done} Made the search index that was missing.` : done)
  })

const STANDARD = '-'

export const runBackup = (out: Output, file: string, { recipient: recipients }: { recipient?: string[] }): Promise<void> =>
  withDb(openExistingDb, async (db) => {
    if (file === STANDARD && process.stdout.isTTY)
      throw new Error('A backup is not written to a terminal: lead it into a file or a program.')
    // Pending migrations are no obstacle: before they run is when a backup is wanted. A store of a newer version is refused.
    await pendingMigrations(db)
    const target = file === STANDARD ? process.stdout : file
    const { rows, isReadBack } = await backup(db, target, new Date(), showProgress, { recipients: recipients ?? [] })
    if (file === STANDARD) return warn([`wrote ${rows} rows to standard output; whoever keeps them has to read them back.`])
    const readBack = isReadBack ? ', and read them back' : '; what is no file cannot be read back'
    out.print({ file, rows, read_back: isReadBack }, `Wrote ${rows} rows to ${file}${readBack}.`)
  })

/** Where a store was lost its copies may be left: they are no obstacle. */
const openForRestore: typeof openDb = (options) => openDb(options, { isBesideCopies: true })

export const runRestore = (out: Output, file: string, { identity }: { identity?: string }): Promise<void> =>
  withDb(openForRestore, async (db) => {
    const identities = identity === undefined ? [] : await readIdentities(identity)
    const rows = await restore(db, file === STANDARD ? process.stdin : file, showProgress, { identities })
    out.print({ file, rows }, `Restored ${rows} rows from ${file === STANDARD ? 'standard input' : file}.`)
    const keyId = (await findOrigin(db))?.secretKeyId ?? null
    if (keyId !== null && !db.secrets.keyIds.includes(keyId))
      warn([`its secrets are under key ${keyId}, which is not the one given: put it into WAYBILL_SECRET_KEY before the start.`])
  })

type Check = { check: string; ok: boolean; note: string }

const FREE_SPACE_MIN_BYTES = 500 * 1024 * 1024

const attempt = async (check: string, examine: () => Promise<string>): Promise<Check> => {
  try {
    return { check, ok: true, note: await examine() }
  } catch (error) {
    return { check, ok: false, note: error instanceof Error ? error.message : String(error) }
  }
}

const checkDataDir = async ({ dataDir }: Config): Promise<string> => {
  await access(dataDir, constants.W_OK)
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < FREE_SPACE_MIN_BYTES) throw new Error(`less than 500 MiB free in ${dataDir}`)
  return `${dataDir} is writable, ${Math.round((bavail * bsize) / 1024 ** 3)} GiB free`
}

const checkEngine = async (db: Db): Promise<string> => {
  const engine = await describeEngine(db)
  if (!engine.isSupported) throw new Error(`PostgreSQL 15 or later is needed; this is ${engine.text}`)
  return engine.text
}

const checkMigrations = async (db: Db): Promise<string> => {
  const pending = await pendingMigrations(db)
  if (pending.length > 0) throw new Error(`${pending.length} migrations pending: run "waybill migrate"`)
  return 'up to date'
}

const checkSearch = async (db: Db): Promise<string> =>
  (await hasSearchIndex(db))
    ? 'by index'
    : 'without an index: searches slow down as packages grow, until the database has the extension pg_trgm and "waybill migrate" has run'

const checkCards = async (db: Db): Promise<string> => {
  const { cards, fxRates } = await countPriceSources(db)
  if (cards === 0 || fxRates === 0) throw new Error('no published rate cards or no FX rate: quotes cannot be priced')
  return `${cards} published cards, ${fxRates} FX rates`
}

export const runDoctor = async (out: Output): Promise<void> => {
  const settings = config()
  const checks: Check[] = [{ check: 'node', ok: true, note: process.version }]
  if (settings.databaseUrl === undefined) checks.push(await attempt('data directory', () => checkDataDir(settings)))
  let db: Db | null = null
  checks.push(
    await attempt('store', async () => {
      db = await openExistingDb(settings)
      return checkEngine(db)
    }),
  )
  if (db !== null) {
    const opened: Db = db
    checks.push(await attempt('schema', () => checkMigrations(opened)))
    checks.push(await attempt('search', () => checkSearch(opened)))
    checks.push(await attempt('rate cards', () => checkCards(opened)))
    await opened.close()
  }
  const ok = checks.every((check) => check.ok)
  out.print(
    { ok, checks },
    checks.map((check) => `${check.ok ? 'ok  ' : 'FAIL'}  ${check.check}: ${check.note}`),
  )
  if (!ok) fail('Something needs attention.')
}
