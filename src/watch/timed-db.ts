// A store whose every read and transaction is timed.

import type { Db } from '../store/db.ts'

export const timedDb = (db: Db, observe: (operation: string, ms: number) => void): Db => {
  const timed = async <T>(operation: string, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      observe(operation, performance.now() - startedAt)
    }
  }
  return {
    ...db,
    query: (sql, params) => timed('read', () => db.query(sql, params)),
    execute: (sql, params) => timed('transaction', () => db.execute(sql, params)),
    transaction: (fn) => timed('transaction', () => db.transaction(fn)),
  }
}
