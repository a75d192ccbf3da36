// The orders in which the operator's packages can be listed.

import type { Db } from '../../platform/engine/db.ts'
import type { ListOrder } from '../../platform/engine/paging.ts'
import { NEWEST_FIRST } from '../../platform/engine/paging.ts'
import type { SearchQuery } from '../../platform/engine/search/sliced-search.ts'

/** The order of arrival leaves out packages that have not arrived. */
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
 * Makes SQLite find abandoned packages by the index of last free days. They are few and the oldest, so a scan in the order of the list
 * would reach them last.
 */
export const byLastFreeDay = (db: Db, found: SearchQuery): SearchQuery =>
  db.engine === 'sqlite' && found.from === 'packages' ? { ...found, from: 'packages indexed by ix_packages_ageing' } : found

/** Lists packages by arrival. Few of the arrived packages may match, so SQLite scans them in slices, and other requests run in between. */
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
