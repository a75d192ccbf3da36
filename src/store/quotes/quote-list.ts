// The list of a business's quotes: filters and pages.

import type { TransportMode } from '../../domain/pricing/cargo.ts'
import type { Lane } from '../../domain/pricing/pricing.ts'
import type { QuoteStatus } from '../../domain/quotes/quote.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Db } from '../../platform/engine/db.ts'
import type { Page, PageRequest, Version } from '../../platform/engine/paging.ts'
import { genericPlan } from '../../platform/engine/paging.ts'
import { equals } from '../../platform/engine/rows.ts'
import { scopeValues } from '../../platform/engine/scope.ts'
import { searchPageOf } from '../../platform/engine/search/search.ts'
import type { SearchQuery } from '../../platform/engine/search/sliced-search.ts'
import { slicedBy } from '../../platform/engine/search/sliced-search.ts'
import type { RecordFilter } from '../values/records.ts'
import { asksForUpdates, fewFirst, isIndexed, ofStatus, recordConditions } from '../values/records.ts'

export type QuoteFilter = RecordFilter & {
  status: readonly QuoteStatus[]
  direction?: Lane['direction']
  transportMode?: TransportMode
  customerId?: string
}

const find = (db: Db, scope: Scope, filter: QuoteFilter): SearchQuery => {
  const { status: statuses, direction, transportMode, customerId } = filter
  const params = scopeValues(scope)
  const isPlain = Object.keys(filter).every((name) => name === 'status')
  const given = isPlain ? genericPlan : (parameter: string) => parameter
  const ofBusiness = `business_id = ${given('$1')} and mode = ${given('$2')}`
  const asked = statuses.map((status) => given(`$${params.push(status)}`))
  const inScope = `${ofBusiness}${ofStatus(asked)}`
  const others = [
    equals({ direction, transport_mode: transportMode, customer_id: customerId }, params),
    recordConditions('quotes', inScope, params, filter),
  ].join('')
  const where = `${asksForUpdates(filter) ? ofBusiness : inScope}${others}`
  const found = { from: 'quotes', where, params }
  const isFew = isIndexed(filter) || customerId !== undefined
  if (isFew) return { ...found, from: fewFirst('quotes', where), where: '1 = 1' }
  const [only, another] = statuses
  if (isPlain || db.engine !== 'sqlite')
    return another && !asksForUpdates(filter)
      ? { ...found, merged: asked.map((status) => `${ofBusiness}${ofStatus([status])}${others}`) }
      : found
  const narrowest = { businessId: scope.businessId, mode: scope.mode, ...(only === undefined || another ? {} : { status: only }) }
  return { ...found, sliced: slicedBy('quotes', narrowest) }
}

/** Reads only tokens and versions, which is much cheaper than reading quotes. */
export const versions = (db: Db, scope: Scope, filter: QuoteFilter, page: PageRequest): Promise<Page<Version>> =>
  searchPageOf(db, 'id, version, created_at', find(db, scope, filter), page, (row: Version & { created_at: number }) => row)
