// Code shared by the records of a business: client reference, metadata and list filters.

import type { ClientData, Metadata } from '../../domain/values/client-data.ts'
import type { Value } from '../../platform/engine/db.ts'
import type { Columns } from '../../platform/engine/rows.ts'

/** Older audit records lack these fields, because the columns did not exist yet. */
export type ClientRow = { client_reference?: string | null; metadata?: string | null }

export const clientDataFrom = ({ client_reference: reference = null, metadata = null }: ClientRow): ClientData => ({
  clientReference: reference,
  metadata: metadata === null ? null : (JSON.parse(metadata) as Metadata),
})

export const clientColumns = ({ clientReference, metadata }: ClientData): Columns => ({
  client_reference: clientReference,
  metadata: metadata && JSON.stringify(metadata),
})

/** The times `createdSince` and `updatedSince` are inclusive. The times `createdBefore` and `updatedBefore` are exclusive. */
export type RecordFilter = {
  createdSince?: number
  createdBefore?: number
  updatedSince?: number
  updatedBefore?: number
  clientReference?: string
}

/**
 * SQL condition for one or several statuses, which are given as SQL parameters. No index has the rows of several statuses in list order, so
 * lists of several statuses use `mergedRows`.
 */
export const ofStatus = (statuses: readonly string[]): string => {
  if (statuses.length === 0) return ''
  return statuses.length === 1 ? ` and status = ${statuses[0]}` : ` and status in (${statuses.join(', ')})`
}

type RecordTable = 'quotes' | 'packages' | 'customers' | 'inbound_parcels'

const within = (column: string, params: Value[], since?: number, before?: number): string => {
  const from = since === undefined ? '' : ` and ${column} >= $${params.push(since)}`
  return before === undefined ? from : `${from} and ${column} < $${params.push(before)}`
}

/**
 * For a record that was never updated, the time of creation is used instead. There are two subqueries, so that each can use its own index.
 */
const updatedWithin = (table: RecordTable, inScope: string, params: Value[], since?: number, before?: number): string => {
  if (since === undefined && before === undefined) return ''
  const changed = `select id from ${table} where ${inScope} and updated_at is not null${within('updated_at', params, since, before)}`
  const unchanged = `select id from ${table} where ${inScope} and updated_at is null${within('created_at', params, since, before)}`
  return ` and id in (${changed} union all ${unchanged})`
}

/**
 * SQL conditions for the filter, which the caller appends to its own conditions. Subqueries repeat `inScope`. Adds the values to `params`.
 */
export const recordConditions = (table: RecordTable, inScope: string, params: Value[], filter: RecordFilter): string => {
  const { createdSince, createdBefore, updatedSince, updatedBefore, clientReference } = filter
  const referred = clientReference === undefined ? '' : ` and client_reference = $${params.push(clientReference)}`
  return (
    referred +
    within('created_at', params, createdSince, createdBefore) +
    updatedWithin(table, inScope, params, updatedSince, updatedBefore)
  )
}

/**
 * True if the filter adds subqueries on the update time. The status condition must then be in these subqueries only: in the outer query, it
 * would make the engine scan another index.
 */
export const asksForUpdates = ({ updatedSince, updatedBefore }: RecordFilter): boolean =>
  updatedSince !== undefined || updatedBefore !== undefined

/** Whether an index supports the filter. */
export const isIndexed = ({ updatedSince, clientReference }: RecordFilter): boolean =>
  updatedSince !== undefined || clientReference !== undefined

/** A limit that no business reaches. */
const ALL_ROWS = 1_000_000_000

/**
 * SQL that first finds the few matching rows by their index. The rows are sorted afterwards. Without the inner limit, a planner may scan an
 * index in the order of the list instead.
 */
export const fewFirst = (table: RecordTable | 'events' | 'webhook_deliveries', where: string): string =>
  `(select * from ${table} where ${where} limit ${ALL_ROWS}) as ${table}`
