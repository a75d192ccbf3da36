// A store that records the size of its largest statement.

import { rowBytes } from '../../../src/platform/engine/batches.ts'
import type { Db, Tx, Value } from '../../../src/platform/engine/db.ts'

type Measured = { db: Db; largestBytes(): number }

export const measuringWrites = (db: Db): Measured => {
  let largestBytes = 0
  const measure = (params: readonly Value[] = []): void => {
    largestBytes = Math.max(largestBytes, rowBytes(Object.fromEntries(params.entries())))
  }
  const measuring = <T extends Tx>(tx: T): T => ({
    ...tx,
    execute: (sql, params) => {
      measure(params)
      return tx.execute(sql, params)
    },
    write: (sql, params, subject) => {
      measure(params)
      return tx.write(sql, params, subject)
    },
  })
  return {
    db: {
      ...db,
      transaction: (by, fn, options) => db.transaction(by, (tx) => fn(measuring(tx)), options),
      loading: (fn) => db.loading((tx) => fn(measuring(tx))),
      exclusively: (by, fn) => db.exclusively(by, (tx) => fn(measuring(tx))),
    },
    largestBytes: () => largestBytes,
  }
}
