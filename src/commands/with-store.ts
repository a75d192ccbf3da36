// Opens the store for a command and closes it afterwards. Loads nothing of the server, so that commands start quickly.

import type { Config } from '../config.ts'
import { config } from '../config.ts'
import { assertSecretKey, beginTrail } from '../flows/audit/begin-trail.ts'
import type { Deps } from '../flows/deps.ts'
import type { Author } from '../store/audit/audit.ts'
import type { Db } from '../store/engine/db.ts'
import { appliedMigrations, assertUpToDate, migrate } from '../store/engine/migrate.ts'
import { openDb, openExistingDb } from '../store/open.ts'
import { systemDeps } from '../system.ts'
import { warn } from './output.ts'

/** The settings, and a note of each name that no setting has. */
export const commandConfig = (): Config => {
  const settings = config()
  warn(settings.warnings)
  return settings
}

const using = async <T>(
  db: Db,
  prepare: () => Promise<void>,
  work: (deps: Deps) => Promise<T>,
  begin: ((deps: Deps) => Promise<void>) | null = beginTrail,
): Promise<T> => {
  try {
    await prepare()
    await assertUpToDate(db)
    const deps = { db, ...systemDeps() }
    await begin?.(deps)
    return await work(deps)
  } finally {
    await db.close()
  }
}

export const withStore = async <T>(work: (deps: Deps) => Promise<T>): Promise<T> =>
  using(await openExistingDb(commandConfig()), async () => {}, work)

/** Reads what is on record, and puts nothing there: neither rows that are new to the trail nor secrets under another key. */
export const withStoreAsItIs = async <T>(work: (deps: Deps) => Promise<T>): Promise<T> =>
  using(await openExistingDb(commandConfig()), async () => {}, work, assertSecretKey)

/** Also where the key of its secrets is not the one that is given. */
export const withLockedStore = async <T>(work: (deps: Deps) => Promise<T>): Promise<T> =>
  using(await openExistingDb(commandConfig()), async () => {}, work, null)

/** For a command that may be the very first, before any start: a store that is not there yet is made. */
export const withNewStore = async <T>(work: (deps: Deps) => Promise<T>): Promise<T> => {
  const settings = commandConfig()
  const db = await openDb(settings)
  const makeStore = async (): Promise<void> => {
    if ((await appliedMigrations(db)).length > 0) return
    await migrate(db)
    warn([`a new store was made in ${db.engine === 'sqlite' ? settings.dataDir : 'the database'}.`])
  }
  return using(db, makeStore, work)
}

const REQUEST_BYTES = 8

export const commandLineAuthor = (deps: Deps): Author => ({
  actor: 'command-line',
  requestId: `cli-${deps.random(REQUEST_BYTES).toHex()}`,
  at: deps.clock(),
})
