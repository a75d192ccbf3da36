// Opens the store for a command and closes it after, whatever happens. Loads nothing of the server: commands start quickly.

import { config } from '../config.ts'
import type { Deps } from '../flows/deps.ts'
import { migrate } from '../store/migrate.ts'
import { openDb } from '../store/open.ts'
import { systemDeps } from '../system.ts'

export const withStore = async <T>(use: (deps: Deps) => Promise<T>): Promise<T> => {
  const db = await openDb(config())
  try {
    await migrate(db)
    return await use({ db, ...systemDeps() })
  } finally {
    await db.close()
  }
}
