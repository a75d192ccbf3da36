// Reads and locks a customer's quotes, packages and announcements before they move to another customer. Also counts quotes and packages.

import type { InboundParcel } from '../../domain/inbound/inbound-parcel.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { parameters } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeValues } from '../../platform/engine/scope.ts'
import * as inboundParcels from '../inbound/inbound-parcels.ts'
import * as packages from '../packages/packages.ts'
import * as quotes from '../quotes/quotes.ts'

type Row = Columns & { id: string; version: number }
type Table = 'quotes' | 'packages' | 'inbound_parcels'

const OWNED = `${IN_SCOPE} and customer_id = $3`

/**
 * The rows to read: at most `limit` rows of the customer, or only the rows with the ids in `among`. The rows are locked until the
 * transaction ends.
 */
type Wanted = { limit: number } | { among: readonly string[] }

const read = async (tx: Tx, table: Table, scope: Scope, customerId: string, wanted: Wanted): Promise<Row[]> => {
  const params = scopeValues(scope, customerId)
  if ('limit' in wanted) {
    const sql = `select * from ${table} where ${OWNED} order by created_at, id limit $4 for update`
    return tx.query<Row>(sql, [...params, wanted.limit])
  }
  if (wanted.among.length === 0) return []
  const sql = `select * from ${table} where ${OWNED} and id in (${parameters(wanted.among.length, 4)}) order by created_at, id for update`
  return tx.query<Row>(sql, [...params, ...wanted.among])
}

export const quotesOf = async (tx: Tx, scope: Scope, customerId: string, wanted: Wanted): Promise<Quote[]> =>
  (await read(tx, 'quotes', scope, customerId, wanted)).map((row) => quotes.fromColumns(row))

const toPackage = (row: Row): Package => packages.fromColumns(row)

export const packagesOf = async (tx: Tx, scope: Scope, customerId: string, wanted: Wanted): Promise<Package[]> =>
  (await read(tx, 'packages', scope, customerId, wanted)).map(toPackage)

export const inboundOf = async (tx: Tx, scope: Scope, customerId: string, wanted: Wanted): Promise<InboundParcel[]> =>
  (await read(tx, 'inbound_parcels', scope, customerId, wanted)).map((row) => inboundParcels.fromColumns(row))

/** At most `limit` packages of the customer whose stored customer name differs from `name`. */
export const packagesNamedOtherwise = async (tx: Tx, scope: Scope, customerId: string, name: string, limit: number): Promise<Package[]> => {
  const sql = `select * from packages where ${OWNED} and customer_name <> $4 order by created_at, id limit $5 for update`
  return (await tx.query<Row>(sql, scopeValues(scope, customerId, name, limit))).map(toPackage)
}

export const count = async (db: Query, scope: Scope, customerId: string): Promise<{ quotes: number; packages: number }> => {
  const countOf = async (table: Table): Promise<number> => {
    const sql = `select count(*) as count from ${table} where ${OWNED}`
    return (await db.query<{ count: number }>(sql, scopeValues(scope, customerId)))[0]!.count
  }
  const [ofQuotes, ofPackages] = await Promise.all([countOf('quotes'), countOf('packages')])
  return { quotes: ofQuotes, packages: ofPackages }
}
