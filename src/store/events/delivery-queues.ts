// Queues of webhook deliveries, one per endpoint and object. A server claims a queue, then sends its deliveries one by one. The table is webhook_lanes.

import type { RecordedEvent } from '../../domain/events/event.ts'
import type { Delivery, WebhookEndpoint } from '../../domain/events/webhook.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Db, Query, Tx } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import { insert, parameters } from '../../platform/engine/rows.ts'
import { scopeColumns } from '../../platform/engine/scope.ts'
import type { EventRow } from './events.ts'
import { fromRow as eventFromRow } from './events.ts'
import type { DeliveryRow } from './webhook-deliveries.ts'
import { fromRow as deliveryFromRow } from './webhook-deliveries.ts'
import * as endpoints from './webhook-endpoints.ts'

/** The channel on which servers announce that a delivery was queued. */
export const DELIVERIES_DUE = 'waybill_deliveries_due'

type QueueKey = Pick<Delivery, 'endpointId' | 'objectId'>

const LANES_PER_INSERT_MAX = 1_000

/**
 * Opens the queues of new deliveries. Writes the rows of open queues too, so that a transaction about to delete such a row waits and sees
 * the new deliveries. `atOnce`: queues that wait for a retry become due now.
 */
export const open = async (tx: Tx, scope: Scope, queues: readonly QueueKey[], now: number, atOnce = false): Promise<void> => {
  const distinct = [...new Map(queues.map((queue) => [`${queue.endpointId} ${queue.objectId}`, queue])).values()]
  const dueAt = atOnce
    ? 'case when webhook_lanes.claim is null and excluded.due_at < webhook_lanes.due_at then excluded.due_at else webhook_lanes.due_at end'
    : 'webhook_lanes.due_at'
  for (let from = 0; from < distinct.length; from += LANES_PER_INSERT_MAX) {
    await insert(
      tx,
      'webhook_lanes',
      distinct.slice(from, from + LANES_PER_INSERT_MAX).map(({ endpointId, objectId }) => ({
        ...scopeColumns(scope),
        endpoint_id: endpointId,
        object_id: objectId,
        due_at: now,
      })),
      `on conflict (endpoint_id, object_id) do update set due_at = ${dueAt}`,
    )
  }
}

/** Ids of the endpoints that have a due queue. Needs one index look-up per endpoint, however many queues the endpoint has. */
export const dueEndpoints = async (db: Query, now: number): Promise<string[]> => {
  const rows = await db.query<{ id: string }>(
    `with recursive queued (id) as (
       select min(endpoint_id) from webhook_lanes
       union all
       select (select min(endpoint_id) from webhook_lanes where endpoint_id > queued.id) from queued where queued.id is not null)
     select id from queued where id is not null
       and exists (select 1 from webhook_lanes where endpoint_id = queued.id and due_at <= $1)`,
    [now],
  )
  return rows.map((row) => row.id)
}

export type Claim = { token: string; now: number; until: number; limit: number }

/** A delivery that this server may attempt until the claim expires. `endpoint`: null if the endpoint was disabled or deleted. */
export type ClaimedDelivery = { scope: Scope; endpoint: WebhookEndpoint | null; delivery: Delivery; event: RecordedEvent; token: string }

/** Claims due queues of an endpoint, and returns the first delivery of each. Queues that another server is claiming are skipped. */
export const claim = (db: Db, endpointId: string, { token, now, until, limit }: Claim): Promise<ClaimedDelivery[]> =>
  db.transaction(SYSTEM, async (tx) => {
    const queues = await tx.query<{ business_id: string; mode: Scope['mode']; object_id: string }>(
      `with due as materialized (
         select object_id from webhook_lanes where endpoint_id = $1 and due_at <= $2 order by due_at limit $3 ${db.skipLocked})
       update webhook_lanes set due_at = $4, claim = $5 from due
       where webhook_lanes.endpoint_id = $1 and webhook_lanes.object_id = due.object_id
       returning webhook_lanes.business_id, webhook_lanes.mode, webhook_lanes.object_id`,
      [endpointId, now, limit, until, token],
    )
    if (!queues[0]) return []
    const scope: Scope = { businessId: queues[0].business_id, mode: queues[0].mode }
    const objectIds = queues.map((queue) => queue.object_id)
    const [endpoint, first] = await Promise.all([endpoints.findEnabled(tx, scope, endpointId), firstOfEach(tx, endpointId, objectIds)])
    const filled = new Set(first.map(({ delivery }) => delivery.objectId))
    for (const objectId of objectIds) if (!filled.has(objectId)) await giveBack(tx, { endpointId, objectId }, token, now)
    return first.map((each) => ({ scope, endpoint, token, ...each }))
  })

type FirstRow = DeliveryRow & { event_data: string; happened_at: number; recorded_at: number; event_object_id: string }

const firstOfEach = async (
  tx: Tx,
  endpointId: string,
  objectIds: readonly string[],
): Promise<{ delivery: Delivery; event: RecordedEvent }[]> => {
  const rows = await tx.query<FirstRow>(
    `select deliveries.*, events.data as event_data, events.object_id as event_object_id, events.created_at as happened_at, events.recorded_at
     from (
       select webhook_deliveries.*, row_number() over (partition by object_id order by object_version, event_id) as turn
       from webhook_deliveries where endpoint_id = $1 and status = 'pending' and object_id in (${parameters(objectIds.length, 2)})
     ) as deliveries
     join events on events.business_id = deliveries.business_id and events.mode = deliveries.mode and events.id = deliveries.event_id
     where deliveries.turn = 1`,
    [endpointId, ...objectIds],
  )
  return rows.map((row) => ({ delivery: deliveryFromRow(row), event: eventFromRow(eventRow(row)) }))
}

const eventRow = (row: FirstRow): EventRow => ({
  id: row.event_id,
  type: row.event_type,
  object_id: row.event_object_id,
  data: row.event_data,
  created_at: row.happened_at,
  recorded_at: row.recorded_at,
})

/**
 * Releases a claimed queue. A queue with pending deliveries becomes due again at `dueAt`. A queue without pending deliveries is deleted.
 * Does nothing if another server has claimed the queue since.
 */
export const giveBack = async (tx: Tx, { endpointId, objectId }: QueueKey, token: string, dueAt: number): Promise<void> => {
  await tx.write('update webhook_lanes set due_at = $4, claim = null where endpoint_id = $1 and object_id = $2 and claim = $3', [
    endpointId,
    objectId,
    token,
    dueAt,
  ])
  // This is a separate statement, so that it sees deliveries that were committed while the update above waited for a lock.
  await tx.write(
    `delete from webhook_lanes where endpoint_id = $1 and object_id = $2 and claim is null and not exists (
       select 1 from webhook_deliveries where endpoint_id = $1 and object_id = $2 and status = 'pending')`,
    [endpointId, objectId],
  )
}

/** Deletes the queues of an endpoint that was disabled or deleted. */
export const close = async (tx: Tx, endpointId: string): Promise<void> => {
  await tx.execute('delete from webhook_lanes where endpoint_id = $1', [endpointId])
}

/** The due time of the queue that has been due longest. Null if no queue is due. */
export const oldestDue = async (db: Query, now: number): Promise<number | null> => {
  const [row] = await db.query<{ due_at: number | null }>('select min(due_at) as due_at from webhook_lanes where due_at <= $1', [now])
  return row!.due_at
}
