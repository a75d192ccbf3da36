// The filters that the lists of quotes, packages and customers have in common: when a record was made or changed, and its client's reference.

import type { Value } from './db.ts'

/** From a moment on, and up to but not including one. */
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

/** By the index of what was changed: records that never were are found by when they were made. */
const updatedWithin = (table: RecordTable, inScope: string, params: Value[], since?: number, before?: number): string => {
  if (since === undefined && before === undefined) return ''
  const changed = `select id from ${table} where ${inScope} and updated_at is not null${within('updated_at', params, since, before)}`
  const unchanged = `select id from ${table} where ${inScope} and updated_at is null${within('created_at', params, since, before)}`
  return ` and id in (${changed} union all ${unchanged})`
}

/** Conditions to go on with after those that name the scope, which they repeat where they look elsewhere; their values go to `params`. */
export const recordConditions = (table: RecordTable, inScope: string, params: Value[], filter: RecordFilter): string => {
  const { createdSince, createdBefore, updatedSince, updatedBefore, clientReference } = filter
  const referred = clientReference === undefined ? '' : ` and client_reference = $${params.push(clientReference)}`
  return (
    referred +
    within('created_at', params, createdSince, createdBefore) +
    updatedWithin(table, inScope, params, updatedSince, updatedBefore)
  )
}

/** Then the scope is looked at with the updates: repeated outside, its index would be read through in place of theirs. */
export const asksForUpdates = ({ updatedSince, updatedBefore }: RecordFilter): boolean =>
  updatedSince !== undefined || updatedBefore !== undefined

/** Whether an index leads to the records that a filter asks for. */
export const isIndexed = ({ updatedSince, clientReference }: RecordFilter): boolean =>
  updatedSince !== undefined || clientReference !== undefined

/** More than any business has. */
const ALL_ROWS = 1_000_000_000

/**
 * Reads few rows by the index that leads to them, and sorts them after. Left to itself, a planner prefers the index that has all rows in
 * the order of the list, and reads through it.
 */
export const fewFirst = (table: RecordTable | 'events' | 'webhook_deliveries', where: string): string =>
  `(select * from ${table} where ${where} limit ${ALL_ROWS}) as ${table}`
