// A store that counts the statements of its transactions.

import type { Db, Tx } from '../../../src/platform/engine/db.ts'

type Counted = { db: Db; statements(): number }

export const countingStatements = (db: Db): Counted => {
  let count = 0
  const counting = <T extends Tx>(tx: T): T => ({
    ...tx,
    query: (sql, params) => {
      count++
      return tx.query(sql, params)
    },
    execute: (sql, params) => {
      count++
      return tx.execute(sql, params)
    },
    write: (sql, params, subject) => {
      count++
      return tx.write(sql, params, subject)
    },
  })
  return {
    db: { ...db, transaction: (by, fn, options) => db.transaction(by, (tx) => fn(counting(tx)), options) },
    statements: () => count,
  }
}
