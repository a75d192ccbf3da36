// Webhook deliveries of all businesses that failed or are being retried.

import type { Delivery } from '../../domain/events/webhook.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import type { Query, Value } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage } from '../../platform/engine/paging.ts'
import type { DeliveryRow } from './webhook-deliveries.ts'
import { fromRow } from './webhook-deliveries.ts'

export type FailingDelivery = { scope: Scope; delivery: Delivery }

type Filter = { mode: Mode; businessId?: string }
type Row = DeliveryRow & { business_id: string; mode: Mode }

/** The condition is written as in the partial index, so that the index is used. */
const failing = ({ mode, businessId }: Filter): { where: string; params: Value[] } => ({
  where: `mode = $1 and status <> 'delivered' and (status = 'failed' or attempts > 0)${businessId === undefined ? '' : ' and business_id = $2'}`,
  params: businessId === undefined ? [mode] : [mode, businessId],
})

export const listFailing = async (db: Query, filter: Filter, page: PageRequest): Promise<Page<FailingDelivery>> => {
  const { where, params } = failing(filter)
  const found = await listPage<Row>(db, 'select * from webhook_deliveries', where, params, page)
  return {
    ...found,
    items: found.items.map((row) => ({ scope: { businessId: row.business_id, mode: row.mode }, delivery: fromRow(row) })),
  }
}

export const countFailing = async (db: Query, filter: Filter): Promise<number> => {
  const { where, params } = failing(filter)
  return (await db.query<{ count: number }>(`select count(*) as count from webhook_deliveries where ${where}`, params))[0]!.count
}
