// waybill migrate, backup and restore: migrate, save and load a store.

import { replaceLostKey } from '../flows/audit/begin-trail.ts'
import { backup, restore, verifyBackup } from '../platform/backup/backup.ts'
import { readIdentities } from '../platform/backup/backup-encryption.ts'
import { RESTORE_TABLE } from '../platform/backup/unfinished.ts'
import type { Db } from '../platform/engine/db.ts'
import { migrate, pendingMigrations } from '../platform/engine/migrate.ts'
import { openDb, openExistingDb } from '../platform/engine/open.ts'
import { createMissingSearchIndexes } from '../platform/engine/postgres/search.ts'
import { find as findOrigin } from '../store/audit/store-origin.ts'
import { assertNoneUnfinished } from '../store/customers/customer-merges.ts'
import { systemDeps } from '../system.ts'
import type { Output } from './output.ts'
import { showProgress, warn } from './output.ts'
import { makeMissingKey } from './secret-key.ts'
import { commandConfig, commandLineAuthor } from './with-store.ts'

const withDb = async <T>(open: typeof openDb, use: (db: Db) => Promise<T>): Promise<T> => {
  const db = await open(commandConfig())
  try {
    return await use(db)
  } finally {
    await db.close()
  }
}

export const runMigrate = (out: Output): Promise<void> =>
  withDb(openDb, async (db) => {
    await assertNoneUnfinished(db)
    const applied = await migrate(db)
    const madeSearchIndex = await createMissingSearchIndexes(db)
    const done = applied.length === 0 ? 'The store is up to date.' : `Applied: ${applied.join(', ')}`
    out.print({ applied, made_search_index: madeSearchIndex }, madeSearchIndex ? `${done} Made the search index that was missing.` : done)
  })

const STDIO = '-'

export const runBackup = (out: Output, file: string, { recipient: recipients }: { recipient?: string[] }): Promise<void> =>
  withDb(openExistingDb, async (db) => {
    if (file === STDIO && process.stdout.isTTY)
      throw new Error('A backup cannot be written to a terminal: redirect it to a file or a program.')
    // Throws if the store was migrated by a newer version. Pending migrations are accepted, because a backup is often made before an
    // update.
    await pendingMigrations(db)
    const target = file === STDIO ? process.stdout : file
    const { rows, isReadBack } = await backup(db, target, new Date(), showProgress, { recipients: recipients ?? [] })
    if (file === STDIO) return warn([`wrote ${rows} rows to standard output; they were not read back.`])
    const readBack = isReadBack ? ', and read them back' : '; the target is not a file, so it was not read back'
    out.print({ file, rows, read_back: isReadBack }, `Wrote ${rows} rows to ${file}${readBack}.`)
  })

const openForRestore: typeof openDb = (options) => openDb(options, { resuming: RESTORE_TABLE })

/**
 * Gives the restored store a new secret key if its old key is not available here. The secrets that were encrypted with the old key are
 * lost.
 */
const replaceMissingKey = async (db: Db): Promise<void> => {
  const keyId = (await findOrigin(db))?.secretKeyId ?? null
  if (keyId === null || db.secrets.keyIds.includes(keyId)) return
  const deps = { db, ...systemDeps() }
  const { keyId: newKeyId, endpointIds, secondFactorIds } = await replaceLostKey(deps, commandLineAuthor(deps), makeMissingKey)
  warn([
    `the secrets of this backup are under key ${keyId}, which is not here; they are now under key ${newKeyId}.`,
    ...(endpointIds.length === 0 ? [] : [`Webhook endpoints that got a new secret, and need rotate_secret: ${endpointIds.join(', ')}.`]),
    ...(secondFactorIds.length === 0 ? [] : [`Second factors that an admin has to reset: ${secondFactorIds.join(', ')}.`]),
    'To keep the old secrets, set WAYBILL_SECRET_KEY to the old key and restore again into an empty store.',
  ])
}

/** Verifies a backup file before opening the store. A backup from standard input is verified while its rows are being loaded. */
export const runRestore = async (out: Output, file: string, { identity }: { identity?: string }): Promise<void> => {
  const identities = identity === undefined ? [] : await readIdentities(identity)
  const from = file === STDIO ? process.stdin : file
  const verifiedRows = await verifyBackup(from, showProgress, identities)
  await withDb(openForRestore, async (db) => {
    const rows = await restore(db, from, showProgress, { identities, verifiedRows })
    out.print({ file, rows }, `Restored ${rows} rows from ${file === STDIO ? 'standard input' : file}.`)
    await replaceMissingKey(db)
  })
}
