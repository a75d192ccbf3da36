// waybill doctor: checks everything that a server needs, and says how to fix problems.

import { access, constants, stat, statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { NO_KEY } from '../flows/audit/begin-store.ts'
import { assertSecretKey } from '../flows/audit/begin-trail.ts'
import { databaseTime } from '../platform/engine/database-time.ts'
import type { Db } from '../platform/engine/db.ts'
import { pendingMigrations } from '../platform/engine/migrate.ts'
import { openExistingDb, openToOthers } from '../platform/engine/open.ts'
import { find as findOrigin } from '../store/audit/store-origin.ts'
import { checkPages, connections, countPriceSources, describeEngine, hasSearchIndex, storeBytes } from '../store/doctor.ts'
import type { Output } from './output.ts'
import { fail } from './output.ts'
import { commandConfig } from './with-store.ts'

type Check = { check: string; ok: boolean; note: string; advice?: string }

const FREE_SPACE_MIN_BYTES = 500 * 2 ** 20
const GIB = 2 ** 30
/**
 * The largest accepted difference between the clocks of this machine and the database. All servers use the database's clock for leases and
 * queues.
 */
const CLOCK_SKEW_MAX_MS = 5_000
/** The number of database connections that must stay free for commands and backups. */
const SPARE_CONNECTIONS = 3

/** Thrown by a failed check. `advice` tells the operator how to fix the problem. */
class Problem extends Error {
  readonly advice: string
  constructor(note: string, advice: string) {
    super(note)
    this.advice = advice
  }
}

const attempt = async (check: string, examine: () => Promise<string>): Promise<Check> => {
  try {
    return { check, ok: true, note: await examine() }
  } catch (error) {
    const note = error instanceof Error ? error.message : String(error)
    return { check, ok: false, note, ...(error instanceof Problem ? { advice: error.advice } : {}) }
  }
}

const gib = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`

const checkDataDir = async ({ dataDir }: Config): Promise<string> => {
  await access(dataDir, constants.W_OK)
  if (!(await stat(dataDir)).isDirectory()) throw new Error(`${dataDir} is not a directory`)
  return `${dataDir} is writable`
}

const checkPermissions = async (settings: Config): Promise<string> => {
  const [first, ...others] = await openToOthers(settings)
  if (first) throw new Problem([first, ...others].join('; '), 'close them: they hold personal data and secrets')
  return 'for their owner only'
}

const checkDisk = async (db: Db, { dataDir }: Config): Promise<string> => {
  const { bavail, bsize } = await statfs(dataDir)
  const [free, store] = [bavail * bsize, await storeBytes(db)]
  if (free < Math.max(FREE_SPACE_MIN_BYTES, store))
    throw new Problem(
      `${gib(free)} free in ${dataDir}, the store has ${gib(store)}`,
      'make room: an update keeps a copy of the store beside it',
    )
  return `${gib(free)} free, the store has ${gib(store)}`
}

const examinePages = async (db: Db, isWhole: boolean): Promise<string> => {
  const { faults, tables, unchecked } = await checkPages(db, isWhole)
  if (faults.length > 0)
    throw new Problem(
      `damaged: ${faults.join('; ')}`,
      'stop the server, keep the files as they are, and restore the latest backup into an empty directory',
    )
  if (unchecked > 0) return `sound in a sample of ${tables - unchecked} of ${tables} tables; "waybill doctor --all" checks all of them`
  return db.engine === 'sqlite' ? 'sound' : 'left to PostgreSQL (data_checksums, amcheck)'
}

const checkClock = async (db: Db): Promise<string> => {
  const before = Date.now()
  const there = await databaseTime(db)
  if (there === null) return 'this machine’s own'
  const aheadMs = Math.round((before + Date.now()) / 2 - there)
  const text = `${Math.abs(aheadMs)} ms ${aheadMs < 0 ? 'behind' : 'ahead of'} the database’s`
  if (Math.abs(aheadMs) > CLOCK_SKEW_MAX_MS)
    throw new Problem(text, 'synchronise both with the same time servers (chrony, systemd-timesyncd)')
  return text
}

const checkPool = async (db: Db, { databaseConnections }: Config): Promise<string> => {
  const { used, max } = await connections(db)
  const text = `${used} of ${max} connections in use, this server may open ${databaseConnections}`
  if (databaseConnections + SPARE_CONNECTIONS > max || used >= max - SPARE_CONNECTIONS)
    throw new Problem(text, 'raise max_connections, or lower WAYBILL_DATABASE_CONNECTIONS on each server')
  return text
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

const checkSecretKey = async (db: Db): Promise<string> => {
  if ((await pendingMigrations(db)).length > 0) return 'not checked before "waybill migrate"'
  await assertSecretKey({ db })
  const { keyId } = db.secrets
  if (keyId === null) throw new Problem(NO_KEY.problem, NO_KEY.advice)
  if ((await findOrigin(db))?.secretKeyId === null)
    throw new Problem(
      `key ${keyId} is set, but the secrets are still in clear`,
      'Restart the servers with this key: they encrypt the secrets.',
    )
  return `key ${keyId}`
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

const checksOf = (db: Db, settings: Config, isWhole: boolean): [string, () => Promise<string>][] => {
  const ofEngine: [string, () => Promise<string>][] =
    db.engine === 'sqlite'
      ? [
          ['disk', () => checkDisk(db, settings)],
          ['files', () => checkPermissions(settings)],
        ]
      : [['connections', () => checkPool(db, settings)]]
  return [
    ...ofEngine,
    ['pages', () => examinePages(db, isWhole)],
    ['clock', () => checkClock(db)],
    ['schema', () => checkMigrations(db)],
    ['secret key', () => checkSecretKey(db)],
    ['search', () => checkSearch(db)],
    ['rate cards', () => checkCards(db)],
  ]
}

const linesOf = ({ ok, check, note, advice }: Check): string[] => [
  `${ok ? 'ok  ' : 'FAIL'}  ${check}: ${note}`,
  ...(advice === undefined ? [] : [`      ${advice}`]),
]

export const runDoctor = async (out: Output, { all: isWhole = false }: { all?: boolean }): Promise<void> => {
  const settings = commandConfig()
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
    for (const [check, examine] of checksOf(opened, settings, isWhole)) checks.push(await attempt(check, examine))
    await opened.close()
  }
  const ok = checks.every((check) => check.ok)
  out.print({ ok, checks }, checks.flatMap(linesOf))
  if (!ok) fail('Something needs attention.')
}
