// Something else happens in the middle of a transaction: at the statement at which a race would be lost.

import type { Deps } from '../../../src/flows/deps.ts'
import type { Db, Query } from '../../../src/store/engine/db.ts'

/**
 * `meanwhile` is committed once, before the first statement of a transaction that starts like this. On PostgreSQL only: in the embedded
 * store writing transactions come one after the other.
 */
export const conflictBefore = (deps: Deps, statement: string, meanwhile: () => Promise<unknown>): Deps => {
  const { db } = deps
  let done: Promise<unknown> | undefined
  const reach = async (sql: string): Promise<void> => {
    if (!sql.startsWith(statement)) return
    done ??= meanwhile()
    await done
  }
  const transaction: Db['transaction'] = (fn) =>
    db.transaction((tx) => {
      const query: Query['query'] = async (sql, params) => {
        await reach(sql)
        return tx.query(sql, params)
      }
      const execute: Query['execute'] = async (sql, params) => {
        await reach(sql)
        return tx.execute(sql, params)
      }
      return fn({ ...tx, query, execute })
    })
  return { ...deps, db: { ...db, transaction } }
}
