// Lists of a business's packages: the query for a filter, and the pages of its result.

import type { HoldAction, Package, PackageStatus } from '../../domain/packages/package.ts'
import type { TransportMode } from '../../domain/pricing/cargo.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Db } from '../../platform/engine/db.ts'
import type { Page, PageRequest, Version } from '../../platform/engine/paging.ts'
import { genericPlan } from '../../platform/engine/paging.ts'
import { equals } from '../../platform/engine/rows.ts'
import { scopeValues } from '../../platform/engine/scope.ts'
import { searchPageOf, withSearch } from '../../platform/engine/search/search.ts'
import type { SearchQuery } from '../../platform/engine/search/sliced-search.ts'
import { slicedBy } from '../../platform/engine/search/sliced-search.ts'
import type { RecordFilter } from '../values/records.ts'
import { asksForUpdates, fewFirst, isIndexed, ofStatus, recordConditions } from '../values/records.ts'
import { IN_WAREHOUSE } from './package-rows.ts'

export type PackageFilter = RecordFilter & {
  status?: readonly PackageStatus[]
  key?: string
  direction?: Package['tradeDirection']
  transportMode?: TransportMode
  hold?: HoldAction
  isCancelled?: boolean
  quoteId?: string
  customerId?: string
  /** A date. Limits the list to packages in the warehouse whose last free day of storage is this date or earlier. */
  lastFreeDayBy?: string
}

export const find = async (db: Db, scope: Scope, filter: PackageFilter): Promise<SearchQuery> => {
  const { key, direction, transportMode, hold, isCancelled, quoteId, customerId, lastFreeDayBy } = filter
  const statuses = filter.status ?? (isCancelled ? (['cancelled'] as const) : [])
  const params = scopeValues(scope)
  // On PostgreSQL, lists without filters or filtered only by status share one query plan. Queries with other filters are planned for their
  // actual filter values.
  const isPlain = Object.keys(filter).every((name) => name === 'status')
  const given = isPlain ? genericPlan : (parameter: string) => parameter
  const asked = statuses.map((status) => given(`$${params.push(status)}`))
  const ofBusiness = `business_id = ${given('$1')} and mode = ${given('$2')}`
  const inScope = `${ofBusiness}${ofStatus(asked)}`
  const named = { trade_direction: direction, transport_mode: transportMode, hold_instruction: hold }
  const others = [
    equals({ ...named, quote_id: quoteId, customer_id: customerId }, params),
    lastFreeDayBy === undefined ? '' : ` and ${IN_WAREHOUSE} and last_free_day <= $${params.push(lastFreeDayBy)}`,
    isCancelled === undefined ? '' : ` and cancelled_at is ${isCancelled ? 'not null' : 'null'}`,
    recordConditions('packages', inScope, params, filter),
  ].join('')
  const where = `${asksForUpdates(filter) ? ofBusiness : inScope}${others}`
  const [only, another] = statuses
  const narrowest = { businessId: scope.businessId, mode: scope.mode, ...(only === undefined || another ? {} : { status: only }) }
  const found = await withSearch(db, 'packages', where, params, key, narrowest)
  const isFew = isIndexed(filter) || quoteId !== undefined || customerId !== undefined || lastFreeDayBy !== undefined
  if (isFew && key === undefined) return { ...found, from: fewFirst('packages', where), where: '1 = 1' }
  if (key !== undefined) return found
  if (isPlain || db.engine !== 'sqlite')
    return another && !asksForUpdates(filter)
      ? { ...found, merged: asked.map((status) => `${ofBusiness}${ofStatus([status])}${others}`) }
      : found
  return { ...found, sliced: slicedBy('packages', narrowest) }
}

/** Reads only tokens and versions, which is much cheaper than reading packages. */
export const versions = (db: Db, found: SearchQuery, page: PageRequest): Promise<Page<Version>> =>
  searchPageOf(db, 'id, version, created_at', found, page, (row: Version & { created_at: number }) => row)
