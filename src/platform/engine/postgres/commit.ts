// Runs a transaction on a connection. `begin` is sent together with the first statements, and the commit with the last writes.

import type pg from 'pg'
import type { Principal, Query, Schema } from '../db.ts'
import type { Ran, Session } from '../transaction.ts'
import { runTransaction } from '../transaction.ts'
import { atCommit } from './errors.ts'
import { send } from './send.ts'

/** Sends the commit even if earlier statements are not answered yet. If the connection is lost after that, the outcome is unknown. */
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
  // If a transaction has failed, PostgreSQL answers the commit with ROLLBACK, but reports no error.
  if (command !== 'COMMIT') throw new Error('PostgreSQL rolled back a transaction in which a statement had failed')
}

export const inTransaction = <T>(
  client: pg.ClientBase,
  session: Session,
  by: Principal,
  fn: (tx: Schema) => Promise<T>,
  lock?: (tx: Query) => Promise<unknown>,
): Promise<Ran<T>> => {
  // `begin` is not awaited, so that it travels together with the first statements.
  const begun = send(client, { text: 'begin' })
  begun.catch(() => {})
  return runTransaction(session, by, fn, { lock, commit: (unanswered) => commitBehind(client, Promise.all([begun, ...unanswered])) })
}
