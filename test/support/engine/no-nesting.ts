// Fails a test if code in a transaction uses the store without the transaction's own `tx`. This deadlocks on SQLite and may deadlock on PostgreSQL.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '../../../src/platform/engine/db.ts'

const current = new AsyncLocalStorage<{ isOver: boolean }>()

const requireOutside = (): void => {
  if (current.getStore()?.isOver === false) throw new Error('inside a transaction, use only its own tx: transactions do not nest')
}

/** Runs `work` outside the current transaction. For tests that start the work of another caller in the middle of a transaction. */
export const outsideTransaction = <T>(work: () => T): T => current.exit(work)

const inScope =
  <A, T>(fn: (tx: A) => Promise<T>) =>
  (tx: A): Promise<T> => {
    const scope = { isOver: false }
    return current
      .run(scope, () => fn(tx))
      .finally(() => {
        scope.isOver = true
      })
  }

export const withoutNesting = (db: Db): Db => ({
  ...db,
  query: async (sql, params) => {
    requireOutside()
    return db.query(sql, params)
  },
  execute: async (sql, params) => {
    requireOutside()
    return db.execute(sql, params)
  },
  executeReturning: async (sql, params) => {
    requireOutside()
    return db.executeReturning(sql, params)
  },
  transaction: async (by, fn, options) => {
    requireOutside()
    return db.transaction(by, inScope(fn), options)
  },
  exclusively: async (by, fn) => {
    requireOutside()
    return db.exclusively(by, inScope(fn))
  },
})
