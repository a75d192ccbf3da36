// waybill move-to-postgres: copies an SQLite store to PostgreSQL.

import { assertDatabaseUrl } from '../database-config.ts'
import type { MoveProgress } from '../platform/backup/move-to-postgres.ts'
import { moveStore } from '../platform/backup/move-to-postgres.ts'
import { MOVE_TABLE } from '../platform/backup/unfinished.ts'
import { openDb, openExistingDb } from '../platform/engine/open.ts'
import { ConfigError } from '../settings.ts'
import type { Output } from './output.ts'
import { showProgress } from './output.ts'
import { commandConfig } from './with-store.ts'

const SECOND_MS = 1000

const show = ({ step, done, total, remainingMs }: MoveProgress): void => {
  const seconds = Math.ceil(remainingMs / SECOND_MS)
  showProgress({ step: `${step}, ${seconds} s to go`, done, total })
}

/** `address`: the database URL from the command line. Its password is visible in the list of processes, so DATABASE_URL is safer. */
export const runMoveToPostgres = async (out: Output, address: string | undefined): Promise<void> => {
  const { dataDir, secretKeys, databaseUrl } = commandConfig()
  const url = address ?? databaseUrl
  if (url === undefined) throw new ConfigError('DATABASE_URL must name the database that the store is to be moved into.')
  assertDatabaseUrl(url)
  const from = await openExistingDb({ dataDir, secretKeys })
  try {
    const to = await openDb({ databaseUrl: url, dataDir, secretKeys }, { resuming: MOVE_TABLE })
    try {
      const tables = await moveStore(from, to, Date.now, show)
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      out.print({ rows, tables }, [
        `Moved ${rows} rows in ${tables.length} tables; rows and sums are equal on both sides.`,
        `From now on start Waybill with DATABASE_URL set to that address. The embedded store in ${dataDir} is untouched: keep it until you trust the new one.`,
      ])
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}
