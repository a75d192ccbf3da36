// Finds the record that a scanned code belongs to, across all businesses.

import type { Mode, Scope } from '../../domain/values/scope.ts'
import type { Query } from '../../platform/engine/db.ts'
import { parameters, readRow } from '../../platform/engine/rows.ts'
import { BY_TOKEN } from '../audit/audit-trail.ts'

export type Location = { scope: Scope; id: string }

type LocationRow = { business_id: string; mode: Mode; id: string }

const locationOf = ({ business_id, mode, id }: LocationRow): Location => ({ scope: { businessId: business_id, mode }, id })

/**
 * How many customers are returned at most. Customers of several businesses may have the same ID, and staff then choose the right customer.
 */
const CUSTOMERS_MAX = 20

/** `key`: the ID by which the customer was found. */
export type KeyedLocation = Location & { key: string }

/**
 * Finds customers by full ID, in the order of `keys`. The unary plus makes SQLite use the index of IDs instead of scanning all customers.
 */
export const customersByKeys = async (db: Query, mode: Mode, keys: readonly string[]): Promise<KeyedLocation[]> => {
  if (keys.length === 0) return []
  const rows = await db.query<LocationRow & { suffix_key: string }>(
    `select business_id, mode, id, suffix_key from customers
     where mode = $1 and suffix_key in (${parameters(keys.length, 2)}) order by +created_at, id limit ${CUSTOMERS_MAX}`,
    [mode, ...keys],
  )
  return rows
    .toSorted((a, b) => keys.indexOf(a.suffix_key) - keys.indexOf(b.suffix_key))
    .map((row) => ({ ...locationOf(row), key: row.suffix_key }))
}

/** Finds customers of all businesses by the short form of their ID: the digits after the prefix. */
export const customersByNumbers = async (db: Query, mode: Mode, numbers: readonly string[]): Promise<Location[]> => {
  if (numbers.length === 0) return []
  const values = numbers.map((_, index) => `($${index + 2})`).join(', ')
  const rows = await db.query<LocationRow>(
    `select customers.business_id as business_id, customers.mode as mode, customers.id as id
     from businesses cross join (values ${values}) as numbers
     join customers on customers.business_id = businesses.id and customers.mode = $1
       and customers.suffix_key = businesses.prefix || numbers.column1
     order by customers.created_at, customers.id limit ${CUSTOMERS_MAX}`,
    [mode, ...numbers],
  )
  return rows.map(locationOf)
}

export const customerById = (db: Query, id: string): Promise<Location | null> =>
  readRow(db, `select business_id, mode, id from customers where ${BY_TOKEN}`, [id], locationOf)

export const quoteByReference = (db: Query, reference: string): Promise<Location | null> =>
  readRow(db, 'select business_id, mode, id from quotes where reference = $1', [reference], locationOf)

/** The newest quotes with this client reference, across all businesses. Returns at most `QUOTES_MAX` quotes. */
export const quotesByClientReference = async (db: Query, mode: Mode, reference: string): Promise<Location[]> => {
  const rows = await db.query<LocationRow>(
    `select business_id, mode, id from quotes where client_reference = $1 and mode = $2 order by created_at desc, id desc limit ${QUOTES_MAX}`,
    [reference, mode],
  )
  return rows.map(locationOf)
}

const QUOTES_MAX = 10

export type ScannedShipment = {
  id: string
  number: string
  mode: Mode
  carrier: string
  from_site_id: string | null
  to_site_id: string | null
}

/**
 * Finds a shipment by its number alone. The search is not limited to a business, because a shipment may hold packages of several
 * businesses.
 */
export const shipmentByNumber = async (db: Query, number: string): Promise<ScannedShipment | null> => {
  const sql = 'select id, number, mode, carrier, from_site_id, to_site_id from shipments where number = $1'
  return (await db.query<ScannedShipment>(sql, [number]))[0] ?? null
}
