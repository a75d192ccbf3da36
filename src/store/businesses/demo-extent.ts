// Counts the records of one business in test or live mode, before and after demo data is created.

import type { Scope } from '../../domain/values/scope.ts'
import type { Query } from '../../platform/engine/db.ts'
import { countRows } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeValues } from '../../platform/engine/scope.ts'

export type Extent = { customers: number; quotes: number; packages: number; shipments: number }

const count = (db: Query, from: string, scope: Scope): Promise<number> => countRows(db, from, scopeValues(scope))

export const isEmpty = async (db: Query, scope: Scope): Promise<boolean> => {
  for (const table of ['quotes', 'packages', 'customers']) {
    const rows = await db.query(`select id from ${table} where ${IN_SCOPE} limit 1`, scopeValues(scope))
    if (rows.length > 0) return false
  }
  return true
}

/** Counts the records of a business and mode. Only consolidations with a package of the business count as shipments. */
export const extentOf = async (db: Query, scope: Scope): Promise<Extent> => ({
  customers: await count(db, `customers where ${IN_SCOPE}`, scope),
  quotes: await count(db, `quotes where ${IN_SCOPE}`, scope),
  packages: await count(db, `packages where ${IN_SCOPE}`, scope),
  shipments: await count(
    db,
    `shipments where kind = 'consolidation' and id in (select shipment_id from packages where ${IN_SCOPE})`,
    scope,
  ),
})
