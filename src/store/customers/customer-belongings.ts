// The quotes and packages of a customer: counts, and batches to reassign.

import type { Scope } from '../../domain/businesses/business.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import type { Query } from '../engine/db.ts'
import type { Columns } from '../engine/rows.ts'
import { parameters } from '../engine/rows.ts'
import * as packages from '../packages/packages.ts'
import * as quotes from '../quotes/quotes.ts'

type Row = Columns & { id: string; version: number }

const OWNED = 'business_id = $1 and mode = $2 and customer_id = $3'

const owned = (db: Query, table: 'quotes' | 'packages', scope: Scope, customerId: string, limit: number): Promise<Row[]> =>
  db.query<Row>(`select * from ${table} where ${OWNED} order by created_at, id limit $4`, [scope.businessId, scope.mode, customerId, limit])

/** Of these, the ones that are still the customer's. */
const stillOwned = async (
  db: Query,
  table: 'quotes' | 'packages',
  scope: Scope,
  customerId: string,
  ids: readonly string[],
): Promise<Row[]> =>
  ids.length === 0
    ? []
    : db.query<Row>(`select * from ${table} where ${OWNED} and id in (${parameters(ids.length, 4)})`, [
        scope.businessId,
        scope.mode,
        customerId,
        ...ids,
      ])

const toQuote = (row: Row): Quote => quotes.fromColumns(row.id, row.version, row)
const toPackage = (row: Row): Package => packages.fromColumns(row.id, row.version, row)

export const nextQuotes = async (db: Query, scope: Scope, customerId: string, limit: number): Promise<Quote[]> =>
  (await owned(db, 'quotes', scope, customerId, limit)).map(toQuote)

export const nextPackages = async (db: Query, scope: Scope, customerId: string, limit: number): Promise<Package[]> =>
  (await owned(db, 'packages', scope, customerId, limit)).map(toPackage)

/** Of the customer's packages, those that go by another name. */
export const packagesNamedOtherwise = async (
  db: Query,
  scope: Scope,
  customerId: string,
  name: string,
  limit: number,
): Promise<Package[]> => {
  const sql = `select * from packages where ${OWNED} and customer_name <> $4 order by created_at, id limit $5`
  return (await db.query<Row>(sql, [scope.businessId, scope.mode, customerId, name, limit])).map(toPackage)
}

export const quotesAmong = async (db: Query, scope: Scope, customerId: string, ids: readonly string[]): Promise<Quote[]> =>
  (await stillOwned(db, 'quotes', scope, customerId, ids)).map(toQuote)

export const packagesAmong = async (db: Query, scope: Scope, customerId: string, ids: readonly string[]): Promise<Package[]> =>
  (await stillOwned(db, 'packages', scope, customerId, ids)).map(toPackage)

export const count = async (db: Query, scope: Scope, customerId: string): Promise<{ quotes: number; packages: number }> => {
  const of = async (table: 'quotes' | 'packages'): Promise<number> => {
    const rows = await db.query<{ count: number }>(`select count(*) as count from ${table} where ${OWNED}`, [
      scope.businessId,
      scope.mode,
      customerId,
    ])
    return rows[0]!.count
  }
  const [ofQuotes, ofPackages] = await Promise.all([of('quotes'), of('packages')])
  return { quotes: ofQuotes, packages: ofPackages }
}
