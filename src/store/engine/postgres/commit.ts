// One transaction on a connection: `begin` travels with its first statements, and the commit with its last, where nothing depends on them.

import type pg from 'pg'
import type { Schema } from '../db.ts'
import type { TakeLock } from '../transaction.ts'
import { runInScope } from '../transaction.ts'
import { atCommit } from './errors.ts'
import { send } from './send.ts'

/** Sends the commit behind statements that may still be under way. Whatever is lost from here on leaves the outcome open. */
const commitBehind = async (client: pg.ClientBase, statements: Promise<unknown>): Promise<void> => {
  const answer = send(client, { text: 'commit' }).catch((error) => {
    throw atCommit(error)
  })
  const failure = statements.then(
    () => null,
    (error: unknown) => ({ error }),
  )
  const [failed, { command }] = await Promise.all([failure, answer])
  if (failed) throw failed.error
  // PostgreSQL answers the commit of a failed transaction with a rollback, and calls that a success.
  if (command !== 'COMMIT') throw new Error('PostgreSQL rolled back a transaction in which a statement had failed')
}

export const inTransaction = async <T>(
  client: pg.ClientBase,
  session: Schema,
  fn: (tx: Schema) => Promise<T>,
  lock?: TakeLock,
): Promise<T> => {
  // Not awaited: it travels together with the first statements.
  const begun = send(client, { text: 'begin' })
  begun.catch(() => {})
  let isCommitted = false
  const result = await runInScope(session, fn, {
    lock,
    commitBehind: async (last) => {
      await commitBehind(client, Promise.all([begun, last]))
      isCommitted = true
    },
  })
  if (isCommitted) return result
  await begun
  await commitBehind(client, begun)
  return result
}
