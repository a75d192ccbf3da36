// Filters that several lists share: when a record was created or updated, and its client's reference.

import type { Value } from '../../platform/engine/db.ts'

/** `since` is inclusive, `before` is exclusive. */
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

/** A record that was never updated counts by its creation. Two subqueries, so that each uses its index. */
const updatedWithin = (table: RecordTable, inScope: string, params: Value[], since?: number, before?: number): string => {
  if (since === undefined && before === undefined) return ''
  const changed = `select id from ${table} where ${inScope} and updated_at is not null${within('updated_at', params, since, before)}`
  const unchanged = `select id from ${table} where ${inScope} and updated_at is null${within('created_at', params, since, before)}`
  return ` and id in (${changed} union all ${unchanged})`
}

/** Conditions to append to those of the scope. Their values are added to `params`; subqueries repeat `inScope`. */
export const recordConditions = (table: RecordTable, inScope: string, params: Value[], filter: RecordFilter): string => {
  const { createdSince, createdBefore, updatedSince, updatedBefore, clientReference } = filter
  const referred = clientReference === undefined ? '' : ` and client_reference = $${params.push(clientReference)}`
  return (
    referred +
    within('created_at', params, createdSince, createdBefore) +
    updatedWithin(table, inScope, params, updatedSince, updatedBefore)
  )
}

/** If so, only the subqueries contain the scope: repeated outside, its index would be scanned instead of theirs. */
export const asksForUpdates = ({ updatedSince, updatedBefore }: RecordFilter): boolean =>
  updatedSince !== undefined || updatedBefore !== undefined

/** Whether an index supports the filter. */
export const isIndexed = ({ updatedSince, clientReference }: RecordFilter): boolean =>
  updatedSince !== undefined || clientReference !== undefined

/** More rows than any business has. */
const ALL_ROWS = 1_000_000_000

/**
 * Finds a few rows by their index first, and sorts them afterwards. Without it, a planner prefers to scan the index that has all rows in
 * the order of the list.
 */
export const fewFirst = (table: RecordTable | 'events' | 'webhook_deliveries', where: string): string =>
  `(select * from ${table} where ${where} limit ${ALL_ROWS}) as ${table}`
