// Events: one record per change, committed in the transaction that makes the change.

import type { DomainEvent, EventType, RecordedEvent } from '../../domain/events/event.ts'
import { EVENT_TYPES } from '../../domain/events/event.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage } from '../../platform/engine/paging.ts'
import { equals, insert, parameters } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeColumns, scopeValues } from '../../platform/engine/scope.ts'
import { fewFirst } from '../values/records.ts'
import { loadScopedRow } from '../values/rows-by-token.ts'

export type EventRow = { id: string; type: EventType; object_id: string; data: string; created_at: number; recorded_at: number }

export const fromRow = (row: EventRow): RecordedEvent => {
  const { parcels, notices, ...content } = JSON.parse(row.data)
  return {
    id: row.id,
    event: { type: row.type, objectId: row.object_id, ...content } as DomainEvent,
    surroundings: { ...(parcels ? { parcels } : {}), ...(notices ? { notices } : {}) },
    happenedAt: row.created_at,
    recordedAt: row.recorded_at,
  }
}

export const append = async (
  tx: Tx,
  scope: Scope,
  records: readonly RecordedEvent[],
  by: { actor: string; requestId: string },
): Promise<void> => {
  await insert(
    tx,
    'events',
    records.map(({ id, event, surroundings, happenedAt, recordedAt }) => {
      const { type, objectId, ...content } = event
      return {
        ...scopeColumns(scope),
        id,
        type,
        object_type: EVENT_TYPES[type].object,
        object_id: objectId,
        object_version: event.data.version,
        data: JSON.stringify({ ...content, ...surroundings }),
        actor: by.actor,
        request_id: by.requestId,
        created_at: happenedAt,
        recorded_at: recordedAt,
      }
    }),
  )
}

export const load = async (db: Query, scope: Scope, id: string): Promise<RecordedEvent> =>
  fromRow(await loadScopedRow<EventRow>(db, scope, 'evt', id))

/** `since`: only events recorded at or after this time. */
export type EventFilter = { type?: EventType; objectId?: string; since?: number }

/** SQL that makes lists sort by the time of recording. Event times may be out of order, because a test clock can be moved. */
const listedFrom = (source: string): string => `select id, type, object_id, data, happened_at, recorded_at, created_at from
  (select business_id, mode, id, type, object_id, data, created_at as happened_at, recorded_at, recorded_at as created_at from ${source}) as listed`

/** Returns the rows without parsing their JSON, because one event may hold an invoice of a thousand lines. */
export const list = (db: Query, scope: Scope, filter: EventFilter, page: PageRequest): Promise<Page<EventRow>> => {
  const params = scopeValues(scope)
  let where = IN_SCOPE + equals({ type: filter.type }, params)
  // An object has few events, so its events are found by index first and then sorted.
  const source =
    filter.objectId === undefined ? 'events' : fewFirst('events', `${IN_SCOPE} and object_id = $${params.push(filter.objectId)}`)
  if (filter.since !== undefined) where += ` and created_at >= $${params.push(filter.since)}`
  const read = (row: EventRow & { happened_at: number }): EventRow => ({ ...row, created_at: row.happened_at })
  return listPage(db, listedFrom(source), where, params, page, read)
}

/** An event, and its delivery to one endpoint. `deliveryId` and `status` are null if there is no delivery. */
export type EventForEndpoint = {
  id: string
  type: EventType
  objectId: string
  objectVersion: number
  recordedAt: number
  deliveryId: string | null
  status: string | null
}

const forEndpoint = columnsOf<EventForEndpoint>()('id, type, object_id, object_version, recorded_at, delivery_id, status')

/**
 * The next events after the position `after` and up to the time `until`, oldest first. Each event comes with its delivery to the endpoint,
 * if any.
 */
export const rangeForEndpoint = async (
  db: Query,
  scope: Scope,
  endpointId: string,
  range: { after: { recordedAt: number; id: string }; until: number; limit: number },
): Promise<EventForEndpoint[]> => {
  const rows = await db.query<ReturnType<typeof forEndpoint.toRow>>(
    `select events.id, events.type, coalesce(deliveries.object_id, events.object_id) as object_id, events.object_version, events.recorded_at,
       deliveries.id as delivery_id, deliveries.status
     from events left join webhook_deliveries as deliveries
       on deliveries.business_id = events.business_id and deliveries.mode = events.mode
       and deliveries.endpoint_id = $3 and deliveries.event_id = events.id
     where events.business_id = $1 and events.mode = $2 and (events.recorded_at, events.id) > ($4, $5) and events.recorded_at <= $6
     order by events.recorded_at, events.id limit $7`,
    scopeValues(scope, endpointId, range.after.recordedAt, range.after.id, range.until, range.limit),
  )
  return rows.map(forEndpoint.fromRow)
}

const UNDELIVERED = `not exists (
  select 1 from webhook_deliveries as deliveries
  where deliveries.business_id = events.business_id and deliveries.mode = events.mode and deliveries.event_id = events.id)`

/**
 * Deletes at most `limit` events recorded before `recordedBefore`, oldest first. Events that have a delivery are kept. Returns the number
 * of deleted events.
 */
export const prune = async (tx: Tx, scope: Scope, recordedBefore: number, limit: number): Promise<number> => {
  const inScope = scopeValues(scope)
  // The ids are read first. If this query were a subselect of the delete, PostgreSQL might run it again for each event of the business.
  const rows = await tx.query<{ id: string }>(
    `select id from events where ${IN_SCOPE} and recorded_at < $3 and ${UNDELIVERED} order by recorded_at limit $4`,
    [...inScope, recordedBefore, limit],
  )
  if (rows.length === 0) return 0
  return tx.execute(`delete from events where ${IN_SCOPE} and id in (${parameters(rows.length, 3)}) and ${UNDELIVERED}`, [
    ...inScope,
    ...rows.map(({ id }) => id),
  ])
}
