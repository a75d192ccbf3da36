// Checks for a connection pooler: session pooling works, other modes are refused with the reason.

import type pg from 'pg'
import { StoreRefused } from '../db.ts'

const NEEDS = `Waybill needs session pooling (prepared statements, time limits, LISTEN): connect to PostgreSQL directly, or set pool_mode = session`

/** `name` is the setting that the pooler does not pass on. */
export const unsupportedParameter = (name: string): string =>
  `The pooler in front of PostgreSQL refuses the setting ${name}. ${NEEDS} and ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout.`

export const SHARED_SESSIONS = `The pooler in front of PostgreSQL shares its sessions among connections, as pgbouncer does in transaction mode. ${NEEDS}.`

const pidOf = async (client: pg.ClientBase): Promise<number> => (await client.query('select pg_backend_pid() as pid')).rows[0].pid

/**
 * While the second connection is in a transaction, nobody else has its session. Where it got the first one's, or the first one has
 * another by now, sessions are shared.
 */
export const assertOwnSessions = async (first: pg.ClientBase, second: pg.ClientBase): Promise<void> => {
  const before = await pidOf(first)
  await second.query('begin')
  const other = await pidOf(second)
  const after = await pidOf(first)
  await second.query('rollback')
  if (before !== after || before === other) throw new StoreRefused(SHARED_SESSIONS)
}
