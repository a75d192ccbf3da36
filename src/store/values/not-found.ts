// The error for a record that a business does not have, with a hint if it exists in the other mode.

import { Rejection } from '../../domain/values/errors.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query } from '../../platform/engine/db.ts'

/** By the prefix of their ids. */
const TABLES = {
  pq: { table: 'quotes', what: 'quote' },
  pkg: { table: 'packages', what: 'package' },
  pcus: { table: 'customers', what: 'parcel customer' },
  inb: { table: 'inbound_parcels', what: 'inbound parcel' },
  evt: { table: 'events', what: 'event' },
  whk: { table: 'webhook_endpoints', what: 'webhook endpoint' },
  inv: { table: 'invoices', what: 'invoice' },
  pay: { table: 'payments', what: 'payment' },
  whd: { table: 'webhook_deliveries', what: 'webhook delivery' },
} as const

/** Never reveals records of other businesses. */
export const notFound = async (db: Query, { businessId, mode }: Scope, kind: keyof typeof TABLES, id: string): Promise<Rejection> => {
  const { table, what } = TABLES[kind]
  const other = mode === 'test' ? 'live' : 'test'
  const sql = `select id from ${table} where business_id = $1 and mode = $2 and id = $3`
  const rows = isId(kind, id) ? await db.query(sql, [businessId, other, id]) : []
  return new Rejection('NOT_FOUND', rows.length === 0 ? `No such ${what}.` : `No such ${what} in ${mode} mode: it exists in ${other} mode.`)
}
