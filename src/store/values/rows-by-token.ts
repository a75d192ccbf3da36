// Loads rows by their tokens, and creates the error for a missing row.

import { Rejection } from '../../domain/values/errors.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { IN_SCOPE, scopeValues } from '../../platform/engine/scope.ts'

/** For each token prefix, the table, and the name that error messages use for a record of this table. */
const TABLES = {
  pq: { table: 'quotes', what: 'quote' },
  pkg: { table: 'packages', what: 'package' },
  pcus: { table: 'customers', what: 'parcel customer' },
  mrg: { table: 'customer_merges', what: 'merge of customers' },
  inb: { table: 'inbound_parcels', what: 'inbound parcel' },
  rcp: { table: 'receipts', what: 'receipt' },
  rpk: { table: 'repacks', what: 'repack' },
  uid: { table: 'unidentified_parcels', what: 'unidentified parcel' },
  pho: { table: 'photos', what: 'photo' },
  site: { table: 'sites', what: 'site' },
  plc: { table: 'places', what: 'place' },
  stk: { table: 'stocktakes', what: 'stocktake' },
  voy: { table: 'voyages', what: 'flight or voyage' },
  evt: { table: 'events', what: 'event' },
  whk: { table: 'webhook_endpoints', what: 'webhook endpoint' },
  whd: { table: 'webhook_deliveries', what: 'webhook delivery' },
  chg: { table: 'charges', what: 'charge' },
  msd: { table: 'missed_charges', what: 'missed charge' },
  inv: { table: 'invoices', what: 'invoice' },
  crn: { table: 'credit_notes', what: 'credit note' },
  wof: { table: 'write_offs', what: 'write-off' },
  pay: { table: 'payments', what: 'payment' },
  ntf: { table: 'payment_notices', what: 'payment notice' },
  cct: { table: 'cash_counts', what: 'count' },
  mrq: { table: 'money_requests', what: 'request' },
  whc: { table: 'withholding_certificates', what: 'certificate' },
  stf: { table: 'staff', what: 'staff account' },
  usr: { table: 'users', what: 'person' },
  key: { table: 'api_keys', what: 'key' },
  msg: { table: 'messages', what: 'message' },
  tsk: { table: 'tasks', what: 'task' },
} as const

type Kind = keyof typeof TABLES

const oneOf = async <R extends object>(db: Query, kind: Kind, id: string, sql: string): Promise<R> => {
  const [row] = isId(kind, id) ? await db.query<R>(sql, [id]) : []
  if (!row) throw new Rejection('NOT_FOUND', `No such ${TABLES[kind].what}.`)
  return row
}

/** The row with this token, of any business. */
export const loadRow = <R extends object>(db: Query, kind: Kind, id: string, where = 'id = $1'): Promise<R> =>
  oneOf(db, kind, id, `select * from ${TABLES[kind].table} where ${where}`)

/** Like `loadRow`, but also locks the row until the transaction ends. The update changes nothing: it locks the row on both engines. */
export const lockRow = <R extends object>(tx: Tx, kind: Kind, id: string): Promise<R> =>
  oneOf(tx, kind, id, `update ${TABLES[kind].table} set id = id where id = $1 returning *`)

/** The row with this token, of this business and mode. */
export const loadScopedRow = async <R extends object>(db: Query, scope: Scope, kind: Kind, id: string, where = IN_SCOPE): Promise<R> => {
  const sql = `select * from ${TABLES[kind].table} where ${where} and id = $3`
  const [row] = isId(kind, id) ? await db.query<R>(sql, scopeValues(scope, id)) : []
  if (!row) throw await notFound(db, scope, kind, id)
  return row
}

/**
 * Creates the error for a missing record. The message says whether the record exists in the other mode of the business. It never reveals
 * records of other businesses.
 */
const notFound = async (db: Query, { businessId, mode }: Scope, kind: Kind, id: string): Promise<Rejection> => {
  const { table, what } = TABLES[kind]
  const other = mode === 'test' ? 'live' : 'test'
  const sql = `select id from ${table} where ${IN_SCOPE} and id = $3`
  const rows = isId(kind, id) ? await db.query(sql, [businessId, other, id]) : []
  return new Rejection('NOT_FOUND', rows.length === 0 ? `No such ${what}.` : `No such ${what} in ${mode} mode: it exists in ${other} mode.`)
}
