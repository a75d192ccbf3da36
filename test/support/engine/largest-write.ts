// A store that records the size of its largest statement.

import { rowBytes } from '../../../src/store/engine/batches.ts'
import type { Db, Query } from '../../../src/store/engine/db.ts'

type Measured = { db: Db; largestBytes(): number }

export const measuringWrites = (db: Db): Measured => {
  let largestBytes = 0
  const measuring = <T extends Query>(tx: T): T => ({
    ...tx,
    execute: (sql, params = []) => {
      largestBytes = Math.max(largestBytes, rowBytes(Object.fromEntries(params.entries())))
      return tx.execute(sql, params)
    },
  })
  return {
    db: {
      ...db,
      transaction: (fn, options) => db.transaction((tx) => fn(measuring(tx)), options),
      loading: (fn) => db.loading((tx) => fn(measuring(tx))),
      exclusively: (fn) => db.exclusively((tx) => fn(measuring(tx))),
    },
    largestBytes: () => largestBytes,
  }
}
