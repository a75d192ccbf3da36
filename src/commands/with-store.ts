// Opens the store for a command and closes it afterwards. Does not load the server, so that commands start quickly.

import type { Config } from '../config.ts'
import { config } from '../config.ts'
import { assertSecretKey, beginTrail } from '../flows/audit/begin-trail.ts'
import type { Deps } from '../flows/deps.ts'
import type { Db } from '../platform/engine/db.ts'
import { appliedMigrations, assertUpToDate, migrate } from '../platform/engine/migrate.ts'
import { openDb, openExistingDb } from '../platform/engine/open.ts'
import type { Author } from '../store/audit/audit.ts'
import { systemDeps } from '../system.ts'
import { warn } from './output.ts'

/** Reads the settings, and warns of names that no setting has. */
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

/** For commands that must write nothing: does not begin the audit trail or renew secrets. */
export const withStoreReadOnly = async <T>(work: (deps: Deps) => Promise<T>): Promise<T> =>
  using(await openExistingDb(commandConfig()), async () => {}, work, assertSecretKey)

/** Opens the store even if its secrets are under another key. */
export const withStoreWithoutKey = async <T>(work: (deps: Deps) => Promise<T>): Promise<T> =>
  using(await openExistingDb(commandConfig()), async () => {}, work, null)

/** For a command that may run before the first start: creates the store if it does not exist. */
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
