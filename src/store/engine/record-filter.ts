// Filters shared by the lists of quotes, packages, customers and pre-alerts: creation, last change, and client reference.

import type { Value } from './db.ts'

/** `since` is inclusive, `before` is not. */
export type RecordFilter = {
  createdSince?: number
  createdBefore?: number
  updatedSince?: number
  updatedBefore?: number
  clientReference?: string
}

type RecordTable = 'quotes' | 'packages' | 'customers' | 'inbound_parcels'

const within = (column: string, params: Value[], since?: number, before?: number): string => {
  const from = since === undefined ? '' : ` and ${column} >= $${params.push(since)}`
  return before === undefined ? from : `${from} and ${column} < $${params.push(before)}`
}

/** Uses the index on `updated_at`; records that never changed are found by creation. */
const updatedWithin = (table: RecordTable, inScope: string, params: Value[], since?: number, before?: number): string => {
  if (since === undefined && before === undefined) return ''
  const changed = `select id from ${table} where ${inScope} and updated_at is not null${within('updated_at', params, since, before)}`
  const unchanged = `select id from ${table} where ${inScope} and updated_at is null${within('created_at', params, since, before)}`
  return ` and id in (${changed} union all ${unchanged})`
}

/** Conditions to append after those on the scope; their values are pushed to `params`. */
export const recordConditions = (table: RecordTable, inScope: string, params: Value[], filter: RecordFilter): string => {
  const { createdSince, createdBefore, updatedSince, updatedBefore, clientReference } = filter
  const referred = clientReference === undefined ? '' : ` and client_reference = $${params.push(clientReference)}`
  return (
    referred +
    within('created_at', params, createdSince, createdBefore) +
    updatedWithin(table, inScope, params, updatedSince, updatedBefore)
  )
}

/** If so, omit the outer condition on the scope: the planner would use its index instead of that on `updated_at`. */
export const asksForUpdates = ({ updatedSince, updatedBefore }: RecordFilter): boolean =>
  updatedSince !== undefined || updatedBefore !== undefined

export const isIndexed = ({ updatedSince, clientReference }: RecordFilter): boolean =>
  updatedSince !== undefined || clientReference !== undefined

const ALL_ROWS = 1_000_000_000

/**
 * Reads few rows by a selective index and sorts them afterwards. Without the limit, the planner scans the index that has all rows in list
 * order.
 */
export const fewFirst = (table: RecordTable | 'events' | 'webhook_deliveries', where: string): string =>
  `(select * from ${table} where ${where} limit ${ALL_ROWS}) as ${table}`
