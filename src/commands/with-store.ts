// Opens the store for a command and closes it afterwards. Does not load the server, so that commands start quickly.

import type { Config } from '../config.ts'
import { config } from '../config.ts'
import { beginStore, keyMadeText } from '../flows/audit/begin-store.ts'
import { assertSecretKey, beginTrail } from '../flows/audit/begin-trail.ts'
import type { Deps } from '../flows/deps.ts'
import type { Db } from '../platform/engine/db.ts'
import { appliedMigrations, assertUpToDate, migrate } from '../platform/engine/migrate.ts'
import { openDb, openExistingDb } from '../platform/engine/open.ts'
import type { Author } from '../store/audit/audit.ts'
import { systemDeps } from '../system.ts'
import { warn } from './output.ts'

/** Reads the settings, and warns about settings that have no effect, such as misspelt names. */
export const commandConfig = (): Config => {
  const settings = config()
  warn(settings.warnings)
  return settings
}

const using = async <T>(
  db: Db,
  work: (deps: Deps) => Promise<T>,
  begin: ((deps: Deps) => Promise<void>) | null = (deps) => beginTrail(deps),
): Promise<T> => {
  try {
    await assertUpToDate(db)
    const deps = { db, ...systemDeps() }
    await begin?.(deps)
    return await work(deps)
  } finally {
    await db.close()
  }
}

export const withStore = async <T>(work: (deps: Deps) => Promise<T>): Promise<T> => using(await openExistingDb(commandConfig()), work)

/** Opens the store for a command that must not write. Unlike `withStore`, does not begin the audit trail or re-encrypt secrets. */
export const withStoreReadOnly = async <T>(work: (deps: Deps) => Promise<T>): Promise<T> =>
  using(await openExistingDb(commandConfig()), work, assertSecretKey)

/** Opens the store even if its secrets are encrypted with a key that is missing from the settings. */
export const withStoreWithoutKey = async <T>(work: (deps: Deps) => Promise<T>): Promise<T> =>
  using(await openExistingDb(commandConfig()), work, null)

/** Opens the store for a command that may run before the server's first start. Creates the store if it does not exist. */
export const withNewStore = async <T>(work: (deps: Deps) => Promise<T>): Promise<T> => {
  const settings = commandConfig()
  let db = await openDb(settings)
  try {
    if ((await appliedMigrations(db)).length === 0) {
      await migrate(db)
      warn([`a new store was made in ${db.engine === 'sqlite' ? settings.dataDir : 'the database'}.`])
    }
    await assertUpToDate(db)
    const begun = await beginStore({ db, ...systemDeps() }, settings)
    db = begun.db
    if (begun.keyFile) warn([keyMadeText(begun.keyFile)])
    return await work({ db, ...systemDeps() })
  } finally {
    await db.close()
  }
}

/** The server's URL, used in the links that commands print. */
export const serverUrl = (): string => {
  const { publicUrl, host, port } = config()
  return publicUrl ?? `http://${host}:${port}`
}

const REQUEST_BYTES = 8

export const commandLineAuthor = (deps: Deps): Author => ({
  actor: 'command-line',
  requestId: `cli-${deps.random(REQUEST_BYTES).toHex()}`,
  at: deps.clock(),
})
