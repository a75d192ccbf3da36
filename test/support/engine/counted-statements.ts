// A store that counts the statements of its transactions, and notes every statement.

import type { Db, Tx } from '../../../src/platform/engine/db.ts'

type Counted = {
  db: Db
  /** The number of statements in transactions. */
  statements(): number
  /** All statements in order, also those outside of transactions. */
  texts: readonly string[]
}

export const countingStatements = (db: Db): Counted => {
  let count = 0
  const texts: string[] = []
  const note = (sql: string): void => {
    count++
    texts.push(sql)
  }
  const counting = <T extends Tx>(tx: T): T => ({
    ...tx,
    query: (sql, params) => {
      note(sql)
      return tx.query(sql, params)
    },
    execute: (sql, params) => {
      note(sql)
      return tx.execute(sql, params)
    },
    write: (sql, params, subject) => {
      note(sql)
      return tx.write(sql, params, subject)
    },
  })
  return {
    db: {
      ...db,
      query: (sql, params) => {
        texts.push(sql)
        return db.query(sql, params)
      },
      transaction: (by, fn, options) => db.transaction(by, (tx) => fn(counting(tx)), options),
    },
    statements: () => count,
    texts,
  }
}
