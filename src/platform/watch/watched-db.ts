// Wraps a store so that every read and transaction can be timed or traced.

import type { Db, Tx } from '../engine/db.ts'

type Around = <T>(operation: 'read' | 'transaction', work: () => Promise<T>) => Promise<T>

export const watchedDb = (db: Db, around: Around): Db => ({
  ...db,
  query: (sql, params) => around('read', () => db.query(sql, params)),
  execute: (sql, params) => around('transaction', () => db.execute(sql, params)),
  executeReturning: (sql, params) => around('transaction', () => db.executeReturning(sql, params)),
  transaction: (by, fn, options) => around('transaction', () => db.transaction(by, fn, options)),
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

/** A statement of this duration makes a page noticeably slow. */
const SLOW_MS = 500
/** Enough to find it in the source. Values are placeholders. */
const STATEMENT_CHARACTERS = 300

export type Slow = { operation: 'read' | 'write' | 'statement' | 'transaction'; ms: number; statement?: string }

const shortened = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim().slice(0, STATEMENT_CHARACTERS)

/** Reports slow statements by their text, and slow transactions including their waiting time. */
export const slowNamedDb = (db: Db, report: (slow: Slow) => void, slowMs = SLOW_MS): Db => {
  const timed = async <T>(operation: Slow['operation'], sql: string | null, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      const ms = Math.round(performance.now() - startedAt)
      if (ms >= slowMs) report({ operation, ms, ...(sql === null ? {} : { statement: shortened(sql) }) })
    }
  }
  const named = (tx: Tx): Tx => ({
    ...tx,
    query: (sql, params) => timed('statement', sql, () => tx.query(sql, params)),
    execute: (sql, params) => timed('statement', sql, () => tx.execute(sql, params)),
  })
  return {
    ...db,
    query: (sql, params) => timed('read', sql, () => db.query(sql, params)),
    execute: (sql, params) => timed('write', sql, () => db.execute(sql, params)),
    executeReturning: (sql, params) => timed('write', sql, () => db.executeReturning(sql, params)),
    transaction: (by, fn, options) => timed('transaction', null, () => db.transaction(by, (tx) => fn(named(tx)), options)),
  }
}
