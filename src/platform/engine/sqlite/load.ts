// Fills an empty SQLite store in one transaction with a rollback journal, which stays small.

import { withoutIndexes } from '../../backup/bulk.ts'
import type { Schema } from '../db.ts'
import { StoreUnavailable, SYSTEM } from '../db.ts'
import { sqliteDdl } from '../ddl.ts'
import type { Secrets } from '../secrets.ts'
import type { Ran, Session } from '../transaction.ts'
import { runTransaction } from '../transaction.ts'
import { connect } from './connection.ts'

const CACHE_KIB = 256 * 2 ** 10
/** How long to wait for another process to close the store. */
const BUSY_TIMEOUT_MS = 1_000

/** Fills the file on a separate connection. This process must have no other connection to the file. */
export const loadAlone = async <T>(file: string, secrets: Secrets, fn: (tx: Schema) => Promise<T>): Promise<Ran<T>> => {
  const { database, all, run, translated } = connect(file, { readOnly: false, busyTimeoutMs: BUSY_TIMEOUT_MS })
  const session: Session = {
    isPipelined: false,
    secrets,
    query: async <R extends object>(sql: string, params?: Parameters<typeof all>[1]) => all(sql, params) as R[],
    execute: async (sql, params) => run(sql, params),
    script: async (sql) => translated(() => database.exec(sqliteDdl(sql))),
  }
  try {
    assertAlone(file, () => database.prepare('pragma journal_mode = delete').get() as { journal_mode: string })
    database.exec(`pragma cache_size = -${CACHE_KIB}`)
    translated(() => database.exec('begin exclusive'))
    const result = await runTransaction(session, SYSTEM, (tx) => withoutIndexes(tx, 'sqlite', fn))
    translated(() => database.exec('commit'))
    return result
  } finally {
    // Closing rolls back an open transaction.
    database.close()
  }
}

/** Throws if another connection is open, because the journal mode cannot be changed then. */
const assertAlone = (file: string, change: () => { journal_mode: string }): void => {
  const isAlone = (): boolean => {
    try {
      return change().journal_mode === 'delete'
    } catch {
      return false
    }
  }
  if (!isAlone()) throw new StoreUnavailable(`another process has ${file} open: stop it first`)
}
