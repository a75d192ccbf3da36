// Webhook deliveries, one for each event and endpoint, with the attempts to send them.

import type { AttemptOutcome, Decision, Delivery, DeliveryStatus } from '../../domain/events/webhook.ts'
import { ATTEMPTS_SHOWN_MAX } from '../../domain/events/webhook.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { ANY_OBJECT } from '../../platform/engine/notification-batches.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage } from '../../platform/engine/paging.ts'
import { equals, insert as insertRows, parameters } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeColumns, scopeValues } from '../../platform/engine/scope.ts'
import { announceChanges } from '../audit/change-feed.ts'
import { fewFirst, ofStatus } from '../values/records.ts'
import { loadScopedRow } from '../values/rows-by-token.ts'

const { fromRow, toRow } = columnsOf<Delivery>()(
  'id, endpoint_id, event_id, event_type, object_id, object_version, status, attempts, next_attempt_at, delivered_at, created_at',
)

export { fromRow }
export type DeliveryRow = ReturnType<typeof toRow>

const SELECT = 'select * from webhook_deliveries'

/**
 * Notifies open console windows that deliveries have changed. Other changes are announced through the audit trail, which does not record
 * deliveries.
 */
const announceDeliveries = (tx: Tx, ids: readonly string[]): void =>
  announceChanges(
    tx,
    ids.map((id) => ({ type: 'webhook_delivery', id })),
  )

export const insert = async (tx: Tx, scope: Scope, deliveries: readonly Delivery[]): Promise<void> => {
  const rows = deliveries.map((delivery) => ({ ...scopeColumns(scope), ...toRow(delivery) }))
  // Existing rows are ignored, because another replay of the same time range may insert the same deliveries at the same moment.
  await insertRows(tx, 'webhook_deliveries', rows, 'on conflict do nothing')
  announceDeliveries(
    tx,
    deliveries.map(({ id }) => id),
  )
}

export const load = async (db: Query, scope: Scope, id: string): Promise<Delivery> =>
  fromRow(await loadScopedRow<DeliveryRow>(db, scope, 'whd', id))

export type DeliveryFilter = { endpointId?: string; eventId?: string; status?: readonly DeliveryStatus[] }

export const list = (db: Query, scope: Scope, filter: DeliveryFilter, page: PageRequest): Promise<Page<Delivery>> => {
  const params = scopeValues(scope)
  let where = IN_SCOPE + equals({ endpoint_id: filter.endpointId, event_id: filter.eventId }, params)
  where += ofStatus((filter.status ?? []).map((status) => `$${params.push(status)}`))
  // This condition is written as in the partial index, so that the index is used.
  if (filter.status && !filter.status.includes('delivered')) where += ` and status <> 'delivered'`
  const isOfEvent = filter.eventId !== undefined
  const select = isOfEvent ? `select * from ${fewFirst('webhook_deliveries', where)}` : SELECT
  return listPage(db, select, isOfEvent ? '1 = 1' : where, params, page, fromRow)
}

/**
 * Saves the outcome of an attempt. A delivery that already succeeded stays `delivered`. A delivery that was marked as failed during the
 * attempt is not retried.
 */
export const saveDecision = async (tx: Tx, scope: Scope, id: string, decision: Decision, now: number): Promise<void> => {
  const was = decision.status === 'pending' ? `status = 'pending'` : `status <> 'delivered'`
  await tx.execute(
    `update webhook_deliveries set status = $4, attempts = $5, next_attempt_at = $6, delivered_at = $7 where ${IN_SCOPE} and id = $3 and ${was}`,
    scopeValues(scope, id, decision.status, decision.attempts, decision.nextAttemptAt, decision.status === 'delivered' ? now : null),
  )
  announceDeliveries(tx, [id])
}

/** Marks the pending deliveries of a disabled or deleted endpoint as failed. */
export const failPending = async (tx: Tx, scope: Scope, endpointId: string): Promise<void> => {
  await tx.execute(
    `update webhook_deliveries set status = 'failed', next_attempt_at = null where ${IN_SCOPE} and endpoint_id = $3 and status = 'pending'`,
    scopeValues(scope, endpointId),
  )
  announceDeliveries(tx, [ANY_OBJECT])
}

/** Makes deliveries pending again, and resets their count of attempts to zero. */
export const restart = async (tx: Tx, scope: Scope, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await tx.execute(
    `update webhook_deliveries set status = 'pending', attempts = 0, next_attempt_at = null, delivered_at = null
     where ${IN_SCOPE} and id in (${parameters(ids.length, 3)})`,
    scopeValues(scope, ...ids),
  )
  announceDeliveries(tx, ids)
}

export type Attempt = { number: number; attemptedAt: number } & Omit<AttemptOutcome, 'retryAfter'>

/**
 * Adds an attempt. Call this after saving the delivery. The row of the delivery is then locked, so that two attempts cannot get the same
 * number. The numbers continue after `restart`.
 */
export const addAttempt = async (tx: Tx, scope: Scope, id: string, attemptedAt: number, outcome: AttemptOutcome): Promise<void> => {
  await tx.execute(
    `insert into webhook_attempts (business_id, mode, delivery_id, number, attempted_at, duration_ms, response_status, response_excerpt, error)
     select $1, $2, $3, coalesce(max(number), 0) + 1, cast($4 as bigint), cast($5 as bigint), cast($6 as bigint), $7, $8
     from webhook_attempts where ${IN_SCOPE} and delivery_id = $3`,
    scopeValues(scope, id, attemptedAt, outcome.durationMs, outcome.responseStatus, outcome.responseExcerpt, outcome.error),
  )
}

const attempts = columnsOf<Attempt>()('number, attempted_at, duration_ms, response_status, response_excerpt, error')

/** The latest attempts of a delivery, oldest first. */
export const attemptsOf = async (db: Query, scope: Scope, id: string): Promise<Attempt[]> => {
  const rows = await db.query<ReturnType<typeof attempts.toRow>>(
    `select * from webhook_attempts where ${IN_SCOPE} and delivery_id = $3 order by number desc limit ${ATTEMPTS_SHOWN_MAX}`,
    scopeValues(scope, id),
  )
  return rows.map(attempts.fromRow).reverse()
}

/** The latest attempt of each delivery, by delivery id. Deliveries that were never attempted are left out. */
export const lastAttempts = async (db: Query, scope: Scope, ids: readonly string[]): Promise<Map<string, Attempt>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.query<ReturnType<typeof attempts.toRow> & { delivery_id: string }>(
    `select tried.* from webhook_attempts tried
     where tried.business_id = $1 and tried.mode = $2 and tried.delivery_id in (${parameters(ids.length, 3)}) and number = (
       select max(latest.number) from webhook_attempts latest
       where latest.business_id = tried.business_id and latest.mode = tried.mode and latest.delivery_id = tried.delivery_id)`,
    scopeValues(scope, ...ids),
  )
  return new Map(rows.map((row) => [row.delivery_id, attempts.fromRow(row)]))
}

/**
 * Deletes at most `limit` deliveries created before `createdBefore`, oldest first, with their attempts. Pending deliveries are kept.
 * Returns the number of deleted deliveries.
 */
export const prune = async (tx: Tx, scope: Scope, createdBefore: number, limit: number): Promise<number> => {
  // The ids are read first. If this query were a subselect of the update, PostgreSQL might run it again for each delivery of the business.
  const found = await tx.query<{ id: string }>(
    `select id from webhook_deliveries where ${IN_SCOPE} and created_at < $3 and status <> 'pending' order by created_at limit $4`,
    scopeValues(scope, createdBefore, limit),
  )
  if (found.length === 0) return 0
  // Locks the deliveries, so that none can be replayed while it is being deleted.
  const rows = await tx.query<{ id: string }>(
    `update webhook_deliveries set id = id where ${IN_SCOPE} and id in (${parameters(found.length, 3)}) and status <> 'pending' returning id`,
    scopeValues(scope, ...found.map(({ id }) => id)),
  )
  if (rows.length === 0) return 0
  const [ids, listed] = [rows.map(({ id }) => id), parameters(rows.length, 3)]
  await tx.execute(`delete from webhook_attempts where ${IN_SCOPE} and delivery_id in (${listed})`, scopeValues(scope, ...ids))
  return tx.execute(`delete from webhook_deliveries where ${IN_SCOPE} and id in (${listed})`, scopeValues(scope, ...ids))
}
