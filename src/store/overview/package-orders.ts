// Sort orders for the operator's list of packages.

import type { Db } from '../../platform/engine/db.ts'
import type { ListOrder } from '../../platform/engine/paging.ts'
import { NEWEST_FIRST } from '../../platform/engine/paging.ts'
import type { SearchQuery } from '../../platform/engine/search/sliced-search.ts'

/** Sorting by arrival leaves out packages that have not arrived. */
export const HAS_ARRIVED = 'warehouse_arrived_at is not null'

const BY_ARRIVAL = 'warehouse_arrived_at'

export const PACKAGE_ORDERS = {
  created: NEWEST_FIRST,
  arrived: {
    sql: BY_ARRIVAL,
    positionOf: (row) => (row as { warehouse_arrived_at?: number }).warehouse_arrived_at!,
    isAscending: false,
  },
} satisfies Record<string, ListOrder>

export const isByArrival = (order: ListOrder | undefined): boolean => order?.sql === BY_ARRIVAL

type Filter = {
  mode: string
  businessId?: string
  status?: string
  hold?: string
  shipmentId?: string
  customerId?: string
  isUnpriced?: boolean
  placeId?: string
  isUnplaced?: boolean
  isKept?: boolean
  q?: string
}

/**
 * Makes SQLite use the index of last free days to find abandoned packages. Abandoned packages are few and old, so a scan from the newest
 * package would reach them last.
 */
export const byLastFreeDay = (db: Db, found: SearchQuery): SearchQuery =>
  db.engine === 'sqlite' && found.from === 'packages' ? { ...found, from: 'packages indexed by ix_packages_ageing' } : found

/**
 * Prepares a list of packages in order of arrival. With narrow filters, SQLite scans the packages in slices, so that other requests can run
 * in between.
 */
export const byArrival = (db: Db, found: SearchQuery, filter: Filter): SearchQuery => {
  const { mode, businessId, status, hold, shipmentId, customerId, isUnpriced, placeId, isUnplaced, isKept, q } = filter
  const { sliced: _, ...whole } = found
  const isNarrow =
    [status, hold, shipmentId, customerId, isUnpriced, placeId, isUnplaced, isKept].some((asked) => asked !== undefined) ||
    (q !== undefined && found.sliced)
  if (db.engine !== 'sqlite' || !isNarrow) return whole
  const columns = { mode, ...(businessId === undefined ? {} : { business_id: businessId }) }
  return { ...whole, sliced: { table: 'packages', columns, condition: HAS_ARRIVED } }
}
