// Lists packages, quotes and customers of all businesses for the operator, and finds single records by token.

import type { Customer, CustomerStatus } from '../../domain/customers/customer.ts'
import type { HoldAction, PackageStatus } from '../../domain/packages/package.ts'
import type { Quote, QuoteStatus } from '../../domain/quotes/quote.ts'
import { readCode } from '../../domain/values/codes.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import type { Db, Query, Value } from '../../platform/engine/db.ts'
import type { ListOrder, Page, PageRequest } from '../../platform/engine/paging.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { scopeOf } from '../../platform/engine/scope.ts'
import { fullScan, searchPageOf, withSearch } from '../../platform/engine/search/search.ts'
import type { SearchQuery } from '../../platform/engine/search/sliced-search.ts'
import { BY_TOKEN } from '../audit/audit-trail.ts'
import * as customers from '../customers/customers.ts'
import { IN_WAREHOUSE } from '../packages/package-rows.ts'
import type { FoundPackage } from '../packages/packages.ts'
import * as packages from '../packages/packages.ts'
import * as quotes from '../quotes/quotes.ts'
import type { SiteFilter } from '../sites/seen-sites.ts'
import { packageConditions } from '../sites/seen-sites.ts'
import type { Todays } from '../storage/storage-lists.ts'
import { lastFreeDayIs } from '../storage/storage-lists.ts'
import { loadRow } from '../values/rows-by-token.ts'
import type { ListCount, PackageTotals } from './list-totals.ts'
import { boundedCount, packageTotals } from './list-totals.ts'
import { STILL_BOOKED } from './overview.ts'
import { byArrival, byLastFreeDay, HAS_ARRIVED, isByArrival } from './package-orders.ts'

export type FoundQuote = { scope: Scope; quote: Quote }
export type FoundCustomer = { scope: Scope; customer: Customer }

export type FoundRow = Columns & { business_id: string; mode: Mode; id: string; version: number; created_at: number }

const toPackage = (row: FoundRow): FoundPackage => ({ scope: scopeOf(row), parcel: packages.fromColumns(row) })
const toQuote = (row: FoundRow): FoundQuote => ({ scope: scopeOf(row), quote: quotes.fromColumns(row) })
export const toCustomer = (row: FoundRow): FoundCustomer => ({ scope: scopeOf(row), customer: customers.fromColumns(row) })

type Table = 'packages' | 'quotes' | 'customers'

export const locateQuote = async (db: Query, id: string): Promise<FoundQuote> => toQuote(await loadRow(db, 'pq', id, BY_TOKEN))
export const locateCustomer = async (db: Query, id: string): Promise<FoundCustomer> => toCustomer(await loadRow(db, 'pcus', id, BY_TOKEN))

export const scopeOfCustomer = async (db: Query, id: string): Promise<Scope | null> => {
  const rows = isId('pcus', id) ? await db.query<FoundRow>(`select business_id, mode from customers where ${BY_TOKEN}`, [id]) : []
  return rows[0] ? scopeOf(rows[0]) : null
}

type Common = { mode: Mode; businessId?: string; q?: string }

export type PackagesFilter = Common &
  SiteFilter & {
    status?: PackageStatus
    hold?: HoldAction
    shipmentId?: string
    customerId?: string
    arrivedFrom?: number
    arrivedBefore?: number
    isUnpriced?: boolean
    placeId?: string
    isUnplaced?: boolean
    isKept?: boolean
    /** Limits the list to abandoned packages: packages whose last free day is before the date that this map contains for their business. */
    abandonedBefore?: Todays
  }
export type QuotesFilter = Common & { status?: QuoteStatus; customerId?: string; bookedFrom?: number; bookedBefore?: number }
export type CustomersFilter = Common & { status?: CustomerStatus }

/** Collects conditions, which are joined by `and`. An undefined value adds no condition. */
const conditions = ({ mode, businessId }: Common) => {
  const params: Value[] = []
  const parts: string[] = []
  const add = (value: Value | undefined, sql: (parameter: string) => string): void => {
    if (value !== undefined) parts.push(sql(`$${params.push(value)}`))
  }
  add(businessId, (parameter) => `business_id = ${parameter}`)
  add(mode, (parameter) => `mode = ${parameter}`)
  return { params, add, addSql: (sql: string) => parts.push(sql), where: () => parts.join(' and ') }
}

type Conditions = ReturnType<typeof conditions>

/**
 * If the text is a code of this kind, adds a condition on `column` and returns undefined. Otherwise returns the text, which is then
 * searched for.
 */
const takeCode = ({ add }: Conditions, q: string | undefined, kind: 'P' | 'Q', column: string): string | undefined => {
  const read = q === undefined ? null : readCode(q)
  if (!read?.ok || read.kind !== kind) return q
  add(read.code, (parameter) => `${column} = ${parameter}`)
  return undefined
}

/**
 * If the text is a client reference of at least one record, adds a condition for the reference and returns undefined. Otherwise returns the
 * text, which is then searched for.
 */
const takeReference = async (db: Db, table: Table, asked: Conditions, q: string | undefined): Promise<string | undefined> => {
  if (q === undefined) return undefined
  const where = `${asked.where()} and client_reference = $${asked.params.length + 1}`
  const rows = await db.query(`select id from ${table} where ${where} limit 1`, [...asked.params, q.trim()])
  if (rows.length === 0) return q
  asked.add(q.trim(), (parameter) => `client_reference = ${parameter}`)
  return undefined
}

const unsliced = ({ sliced: _, ...found }: SearchQuery): SearchQuery => found

const findPackages = async (db: Db, filter: PackagesFilter, order?: ListOrder): Promise<SearchQuery> => {
  const asked = conditions(filter)
  asked.add(filter.status, (parameter) => `status = ${parameter}`)
  // The SQL text must match the condition of the partial index. Otherwise the database does not use the index.
  if (filter.hold !== undefined) asked.addSql(filter.hold === 'hold' ? `hold_instruction = 'hold'` : `hold_instruction = 'release'`)
  // Packages that are delivered or cancelled are left out, as in the overview, because a hold has no effect on them.
  if (filter.hold === 'hold' && filter.status === undefined) asked.addSql(`status not in ('delivered', 'cancelled')`)
  asked.add(filter.shipmentId, (parameter) => `shipment_id = ${parameter}`)
  asked.add(filter.customerId, (parameter) => `customer_id = ${parameter}`)
  asked.add(filter.arrivedFrom, (parameter) => `warehouse_arrived_at >= ${parameter}`)
  asked.add(filter.arrivedBefore, (parameter) => `warehouse_arrived_at < ${parameter}`)
  // The SQL text of these conditions must match the partial indexes. Otherwise the database does not use the indexes.
  if (filter.isUnpriced) asked.addSql(`quote_id is null and price_waived_at is null and status = 'warehouse'`)
  asked.add(filter.placeId, (parameter) => `place_id = ${parameter} and ${IN_WAREHOUSE}`)
  if (filter.isUnplaced) asked.addSql(`place_id is null and ${IN_WAREHOUSE}`)
  if (filter.isKept) asked.addSql('kept_since is not null')
  if (filter.abandonedBefore) {
    const abandoned = lastFreeDayIs({ overdue: true, todays: filter.abandonedBefore }, (value) => `$${asked.params.push(value)}`)
    asked.addSql(`${IN_WAREHOUSE} and ${abandoned}`)
  }
  if (isByArrival(order)) asked.addSql(HAS_ARRIVED)
  for (const condition of packageConditions(filter, asked.params)) asked.addSql(condition)
  const key = await takeReference(db, 'packages', asked, takeCode(asked, filter.q, 'P', 'parcel_number'))
  const found = await withSearch(db, 'packages', asked.where(), asked.params, key, filter)
  if (filter.abandonedBefore) return byLastFreeDay(db, unsliced(found))
  if (isByArrival(order)) return byArrival(db, found, filter)
  // These filters match few packages and have indexes, so the packages need not be scanned in slices.
  const isOfOne = [filter.customerId, filter.shipmentId, filter.placeId].some((id) => id !== undefined)
  const isFew = isOfOne || filter.hold === 'hold' || filter.isUnpriced || filter.isUnplaced || filter.isKept
  return isFew ? unsliced(found) : found
}

export const listPackages = async (db: Db, filter: PackagesFilter, page: PageRequest): Promise<Page<FoundPackage>> =>
  searchPageOf(db, 'packages.*', await findPackages(db, filter, page.order), page, toPackage)

export const totalPackages = async (db: Db, filter: PackagesFilter): Promise<PackageTotals> =>
  packageTotals(db, await findPackages(db, filter))

/**
 * A complete quote reference is looked up by its column. Any other text is searched for in slices of rows, newest first. The quotes of one
 * customer are few, and need no slices.
 */
const findQuotes = (db: Db, filter: QuotesFilter): SearchQuery => {
  const asked = conditions(filter)
  asked.add(filter.status, (parameter) => `status = ${parameter}`)
  asked.add(filter.customerId, (parameter) => `customer_id = ${parameter}`)
  asked.add(filter.bookedFrom, (parameter) => `booked_at >= ${parameter}`)
  asked.add(filter.bookedBefore, (parameter) => `booked_at < ${parameter}`)
  if (filter.bookedFrom !== undefined || filter.bookedBefore !== undefined) asked.addSql(STILL_BOOKED)
  const key = takeCode(asked, filter.q, 'Q', 'reference')
  const all: SearchQuery = { from: 'quotes', where: asked.where(), params: asked.params }
  const found = key === undefined ? all : fullScan(db, 'quotes', all.where, all.params, key, filter)
  return filter.customerId === undefined ? found : unsliced(found)
}

export const listQuotes = (db: Db, filter: QuotesFilter, page: PageRequest): Promise<Page<FoundQuote>> =>
  searchPageOf(db, 'quotes.*', findQuotes(db, filter), page, toQuote)

export const countQuotes = (db: Db, filter: QuotesFilter): Promise<ListCount> => boundedCount(db, findQuotes(db, filter))

const findCustomers = async (db: Db, filter: CustomersFilter): Promise<SearchQuery> => {
  const asked = conditions(filter)
  asked.add(filter.status, (parameter) => `status = ${parameter}`)
  const key = await takeReference(db, 'customers', asked, filter.q)
  return withSearch(db, 'customers', asked.where(), asked.params, key, filter)
}

export const listCustomers = async (db: Db, filter: CustomersFilter, page: PageRequest): Promise<Page<FoundCustomer>> =>
  searchPageOf(db, 'customers.*', await findCustomers(db, filter), page, toCustomer)

export const countCustomers = async (db: Db, filter: CustomersFilter): Promise<ListCount> =>
  boundedCount(db, await findCustomers(db, filter))
