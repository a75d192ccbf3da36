// The operator's list of purchases, and how many purchases need attention.

import type { PurchaseConcern, PurchaseIntent, PurchaseState } from '../../domain/booking/purchase.ts'
import { OPEN_LONG_MS, PURCHASE_CONCERNS } from '../../domain/booking/purchase.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query, Value } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage } from '../../platform/engine/paging.ts'
import { equals } from '../../platform/engine/rows.ts'
import { scopeOf } from '../../platform/engine/scope.ts'
import type { PurchaseRow } from './purchases.ts'
import { fromRow } from './purchases.ts'

export type FoundPurchase = { scope: Scope; business: { id: string; name: string; prefix: string }; intent: PurchaseIntent }

export type PurchasesFilter = { businessId?: string; state?: PurchaseState; concern?: PurchaseConcern; now: number }

type FoundRow = PurchaseRow & { created_at: number; business_name: string; business_prefix: string }

const SELECT = `select * from (
  select purchases.*, purchases.opened_at as created_at, businesses.name as business_name, businesses.prefix as business_prefix
  from purchases join businesses on businesses.id = purchases.business_id) as listed`

/**
 * The SQL condition for each concern. `longAgo` adds a time to the query parameters and returns its placeholder. A purchase opened at or
 * before that time has been open too long.
 */
const CONDITIONS: Record<PurchaseConcern, (longAgo: () => string) => string> = {
  open_long: (longAgo) => `state = 'open' and opened_at <= ${longAgo()}`,
  refund_unanswered: () => "state = 'refunding' and looks > 0",
  refund_refused: () => "state = 'refund_refused'",
  charged_otherwise: () => 'charged_otherwise_at is not null',
}

const addingLongAgo = (params: Value[], now: number) => (): string => `$${params.push(now - OPEN_LONG_MS)}`

const toFound = (row: FoundRow): FoundPurchase => ({
  scope: scopeOf(row),
  business: { id: row.business_id, name: row.business_name, prefix: row.business_prefix },
  intent: fromRow(row),
})

export const listPurchases = (db: Query, filter: PurchasesFilter, page: PageRequest): Promise<Page<FoundPurchase>> => {
  const params: Value[] = []
  const concern = filter.concern === undefined ? '1 = 1' : CONDITIONS[filter.concern](addingLongAgo(params, filter.now))
  const where = concern + equals({ business_id: filter.businessId, state: filter.state }, params)
  return listPage(db, SELECT, where, params, page, toFound)
}

export const countConcerns = async (db: Query, now: number): Promise<Record<PurchaseConcern, number>> => {
  const params: Value[] = []
  const counts = PURCHASE_CONCERNS.map((concern) => {
    const where = CONDITIONS[concern](addingLongAgo(params, now))
    return `(select count(*) from purchases where ${where}) as ${concern}`
  })
  const [row] = await db.query<Record<PurchaseConcern, number>>(`select ${counts.join(', ')}`, params)
  return row!
}
