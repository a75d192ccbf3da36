// Stores that report each statement in a transaction before sending it. A test can then count statements, make one fail, or cause a race.

import type { Db, Tx } from '../../../src/platform/engine/db.ts'

type Told = (sql: string) => void | Promise<void>

const telling = <T extends Tx>(tx: T, told: Told): T => ({
  ...tx,
  query: async (sql, params) => {
    await told(sql)
    return tx.query(sql, params)
  },
  execute: async (sql, params) => {
    await told(sql)
    return tx.execute(sql, params)
  },
  write: async (sql, params, subject) => {
    await told(sql)
    return tx.write(sql, params, subject)
  },
})

/** Calls `told` before each statement of a transaction. */
export const tellingStatements = (db: Db, told: Told): Db => ({
  ...db,
  transaction: (by, fn, options) => db.transaction(by, (tx) => fn(telling(tx, told)), options),
})

type Counted = {
  db: Db
  /** The number of statements in transactions. */
  statements(): number
  /** All statements in order, including queries outside transactions. */
  texts: readonly string[]
}

export const countingStatements = (db: Db): Counted => {
  let count = 0
  const texts: string[] = []
  const told = tellingStatements(db, (sql) => {
    count++
    texts.push(sql)
  })
  const query: Db['query'] = (sql, params) => {
    texts.push(sql)
    return db.query(sql, params)
  }
  return { db: { ...told, query }, statements: () => count, texts }
}
