// Webhook deliveries that failed or are being retried, of all businesses.

import type { Delivery } from '../../domain/events/webhook.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import type { Query, Value } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage } from '../../platform/engine/paging.ts'
import { countRows, equals } from '../../platform/engine/rows.ts'
import { scopeOf } from '../../platform/engine/scope.ts'
import type { DeliveryRow } from './webhook-deliveries.ts'
import { fromRow } from './webhook-deliveries.ts'

export type FailingDelivery = { scope: Scope; delivery: Delivery }

type Filter = { mode: Mode; businessId?: string; endpointId?: string }
type Row = DeliveryRow & { business_id: string; mode: Mode }

/** This condition is written as in the partial index, so that the index is used. */
const failing = ({ mode, businessId, endpointId }: Filter): { where: string; params: Value[] } => {
  const params: Value[] = [mode]
  const named = equals({ business_id: businessId, endpoint_id: endpointId }, params)
  return { where: `mode = $1 and status <> 'delivered' and (status = 'failed' or attempts > 0)${named}`, params }
}

export const listFailing = (db: Query, filter: Filter, page: PageRequest): Promise<Page<FailingDelivery>> => {
  const { where, params } = failing(filter)
  const read = (row: Row): FailingDelivery => ({ scope: scopeOf(row), delivery: fromRow(row) })
  return listPage(db, 'select * from webhook_deliveries', where, params, page, read)
}

/**
 * An endpoint with deliveries that failed or are being retried. `since`: when the oldest of these deliveries was created. `latestId`: the
 * id of the newest of these deliveries.
 */
export type FailingEndpoint = { scope: Scope; endpointId: string; failed: number; retrying: number; since: number; latestId: string }

/** Only this many endpoints with failing deliveries are listed. */
export const FAILING_ENDPOINTS_MAX = 50

/** The endpoints with failing deliveries. The endpoint with the most failing deliveries comes first. */
export const failingEndpoints = async (db: Query, filter: Filter): Promise<FailingEndpoint[]> => {
  const { where, params } = failing(filter)
  const rows = await db.query<{
    business_id: string
    mode: Mode
    endpoint_id: string
    failed: number
    retrying: number
    since: number
    latest_id: string
  }>(
    `select business_id, mode, endpoint_id, sum(case when status = 'failed' then 1 else 0 end) as failed,
       sum(case when status = 'failed' then 0 else 1 end) as retrying, min(created_at) as since, max(id) as latest_id
     from webhook_deliveries where ${where}
     group by business_id, mode, endpoint_id order by count(*) desc, endpoint_id limit ${FAILING_ENDPOINTS_MAX}`,
    params,
  )
  return rows.map(({ business_id: businessId, mode, endpoint_id: endpointId, latest_id: latestId, ...counts }) => ({
    scope: { businessId, mode },
    endpointId,
    latestId,
    ...counts,
  }))
}

export const countFailing = (db: Query, filter: Filter): Promise<number> => {
  const { where, params } = failing(filter)
  return countRows(db, `webhook_deliveries where ${where}`, params)
}
