// Runs something during a transaction, at the statement where a race would be lost.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../../src/flows/deps.ts'
import type { Db } from '../../../src/platform/engine/db.ts'
import { outsideTransaction } from './no-nesting.ts'
import { tellingStatements } from './told-statements.ts'

/** Whether a transaction waits for a row that another has locked. */
const isWaiting = async (db: Db): Promise<boolean> => {
  const sql = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  return (await db.query(sql)).length > 0
}

const LOOK_EVERY_MS = 5

type Meanwhile = { begin(): Promise<void>; hasBegun(): boolean; end(): Promise<unknown> }

/** Starts `meanwhile` once, and continues when it has ended or waits for a lock of the transaction. */
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
 * `meanwhile` has ended or waits for one of the transaction's locks. Works on PostgreSQL only, because SQLite runs writing transactions one
 * after the other.
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

/** Like `conflictBefore`, but just before the commit: the transaction has already decided, from data that `meanwhile` may change. */
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
