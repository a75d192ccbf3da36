// Runs competing work in the middle of a transaction, at the statement where the transaction could lose a race.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../../src/flows/deps.ts'
import type { Db } from '../../../src/platform/engine/db.ts'
import { outsideTransaction } from './no-nesting.ts'
import { tellingStatements } from './told-statements.ts'

/** Whether a transaction in this database waits for a lock that another transaction holds. */
const isWaiting = async (db: Db): Promise<boolean> => {
  const sql = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  return (await db.query(sql)).length > 0
}

const LOOK_EVERY_MS = 5

type Meanwhile = { begin(): Promise<void>; hasBegun(): boolean; end(): Promise<unknown> }

/**
 * `begin()` starts `meanwhile`, and returns when `meanwhile` has ended or is waiting for a lock. `end()` waits until `meanwhile` has ended.
 */
const doneOnce = (db: Db, meanwhile: () => Promise<unknown>): Meanwhile => {
  let done: Promise<unknown> | undefined
  return {
    hasBegun: () => done !== undefined,
    end: async () => done,
    begin: () =>
      outsideTransaction(async (): Promise<void> => {
        let hasEnded = false
        done = meanwhile().finally(() => {
          hasEnded = true
        })
        while (!hasEnded && !(await isWaiting(db))) await Promise.race([done, sleep(LOOK_EVERY_MS)])
      }),
  }
}

/**
 * Runs `meanwhile` once, when a transaction reaches its first statement that starts with `statement`. The transaction continues when
 * `meanwhile` is done or is blocked by a lock. Works on PostgreSQL only, because SQLite runs writing transactions one by one.
 */
export const conflictBefore = (deps: Deps, statement: string, meanwhile: () => Promise<unknown>): Deps => {
  const { db } = deps
  const other = doneOnce(db, meanwhile)
  const told = tellingStatements(db, async (sql) => {
    if (!other.hasBegun() && sql.startsWith(statement)) await other.begin()
  })
  const transaction: Db['transaction'] = async (by, fn, options) => {
    const result = await told.transaction(by, fn, options)
    await other.end()
    return result
  }
  return { ...deps, db: { ...db, transaction } }
}

/**
 * Like `conflictBefore`, but `meanwhile` runs just before the commit. By then the transaction has made its decisions, from data that
 * `meanwhile` may change.
 */
export const conflictAtEnd = (deps: Deps, meanwhile: () => Promise<unknown>): Deps => {
  const { db } = deps
  const other = doneOnce(db, meanwhile)
  const transaction: Db['transaction'] = async (by, fn, options) => {
    const result = await db.transaction(
      by,
      async (tx) => {
        const decided = await fn(tx)
        if (!other.hasBegun()) await other.begin()
        return decided
      },
      options,
    )
    await other.end()
    return result
  }
  return { ...deps, db: { ...db, transaction } }
}
