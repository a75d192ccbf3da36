// Stands around a store: every read and every transaction goes through `around`, which may time or trace it.

import type { Db } from '../store/db.ts'

type Around = <T>(operation: 'read' | 'transaction', work: () => Promise<T>) => Promise<T>

export const watchedDb = (db: Db, around: Around): Db => ({
  ...db,
  query: (sql, params) => around('read', () => db.query(sql, params)),
  execute: (sql, params) => around('transaction', () => db.execute(sql, params)),
  transaction: (fn) => around('transaction', () => db.transaction(fn)),
})

export const timedDb = (db: Db, observe: (operation: string, ms: number) => void): Db =>
  watchedDb(db, async (operation, work) => {
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      observe(operation, performance.now() - startedAt)
    }
  })
