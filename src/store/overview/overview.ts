// Counts for the overview. Each count uses an index.

import { QUOTE_STATUSES } from '../../domain/quotes/quote.ts'
import type { Decimal } from '../../domain/values/money.ts'
import { decimal } from '../../domain/values/money.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { Db, Query, Value } from '../../platform/engine/db.ts'
import { countRows } from '../../platform/engine/rows.ts'
import { IN_WAREHOUSE } from '../packages/package-rows.ts'
import { holdsPackageOf } from '../shipments/shipments.ts'
import type { SiteFilter } from '../sites/seen-sites.ts'
import { packageConditions, shipmentConditions, siteConditions } from '../sites/seen-sites.ts'
import type { Todays } from '../storage/storage-lists.ts'
import { lastFreeDayIs } from '../storage/storage-lists.ts'

/**
 * A site filter limits the counts to records at the chosen sites, or in shipments that arrive there. Records without a site, such as
 * quotes, are always counted.
 */
export type OverviewScope = SiteFilter & { mode: Mode; businessId?: string }

/** The condition on the business, if the scope names a business. The business id is added as the parameter after `params`. */
const ofBusiness = ({ businessId }: OverviewScope, params: readonly Value[], condition: (parameter: string) => string) =>
  businessId === undefined
    ? { narrowed: '', values: params }
    : { narrowed: ` and ${condition(`$${params.length + 1}`)}`, values: [...params, businessId] }

const countPackages = (db: Query, scope: OverviewScope, where: string, params: readonly Value[] = []): Promise<number> => {
  const { narrowed, values } = ofBusiness(scope, [scope.mode, ...params], (parameter) => `business_id = ${parameter}`)
  const all = [...values]
  const here = packageConditions(scope, all).map((condition) => ` and ${condition}`)
  return countRows(db, `packages where mode = $1 and ${where}${narrowed}${here.join('')}`, all)
}

export const arrivedSince = (db: Query, scope: OverviewScope, since: number): Promise<number> =>
  countPackages(db, scope, 'warehouse_arrived_at >= $2', [since])

export const inWarehouse = (db: Query, scope: OverviewScope): Promise<number> => countPackages(db, scope, `status = 'warehouse'`)

/**
 * Counts packages on hold. Delivered and cancelled packages are left out, because a hold has no effect on them. The condition on
 * `created_at` is always true. It makes SQLite use the index of packages on hold.
 */
export const onHold = async (db: Query, { mode, businessId, ...sites }: OverviewScope): Promise<number> => {
  const values: Value[] = businessId === undefined ? [mode] : [mode, businessId]
  const asked = [...(businessId === undefined ? [] : ['business_id = $2']), ...packageConditions(sites, values)]
  const counted = asked.length === 0 ? '*' : `case when ${asked.join(' and ')} then 1 end`
  const rows = await db.query<{ count: number }>(
    `select count(${counted}) as count from packages
     where mode = $1 and hold_instruction = 'hold' and created_at >= 0 and status not in ('delivered', 'cancelled')`,
    values,
  )
  return rows[0]!.count
}

type ByLastFreeDay = { overdue: boolean; todays: Todays; endsBy?: string }

/** Counts the packages that the storage ageing list shows with the same filter. */
const countByLastFreeDay = (db: Query, scope: OverviewScope, { endsBy, ...filter }: ByLastFreeDay): Promise<number> => {
  const params: Value[] = []
  const take = (value: Value): string => `$${params.push(value) + 1}`
  const ending = endsBy === undefined ? '' : ` and last_free_day <= ${take(endsBy)}`
  return countPackages(db, scope, `${IN_WAREHOUSE} and ${lastFreeDayIs(filter, take)}${ending}`, params)
}

export const freeStorageEnding = (db: Query, scope: OverviewScope, todays: Todays, endsBy: string): Promise<number> =>
  countByLastFreeDay(db, scope, { overdue: false, todays, endsBy })

export const charged = (db: Query, scope: OverviewScope, todays: Todays): Promise<number> =>
  countByLastFreeDay(db, scope, { overdue: true, todays })

/** Counts packages that were cancelled in the warehouse and are still there. */
export const kept = (db: Query, scope: OverviewScope): Promise<number> => countPackages(db, scope, 'kept_since is not null')

/** Counts unidentified parcels. There is no filter by business, because these parcels belong to no business. */
export const unidentified = (db: Query, { mode, ...sites }: OverviewScope): Promise<number> => {
  const values: Value[] = [mode]
  const here = siteConditions('site_id', sites, values)
  return countRows(db, `unidentified_parcels where mode = $1 and assigned_at is null and discarded_at is null${here}`, values)
}

/** Counts the packages that the list of unpriced packages shows. */
export const unpriced = (db: Query, scope: OverviewScope): Promise<number> =>
  countPackages(db, scope, `quote_id is null and price_waived_at is null and status = 'warehouse'`)

export type Leaving = { id: string; number: string | null; carrier: string; etd: number }

/** Open shipments with a planned departure at or before `by`, earliest first. Shipments that are already late are included. */
export const leavingBy = (db: Query, scope: OverviewScope, by: number, limit: number): Promise<Leaving[]> => {
  const { narrowed, values } = ofBusiness(scope, [scope.mode, by, limit], holdsPackageOf)
  const all = [...values]
  const here = shipmentConditions(scope, all)
  return db.query<Leaving>(
    `select id, number, carrier, etd from shipments where kind = 'consolidation' and departed_at is null and cancelled_at is null
     and mode = $1 and etd <= $2${narrowed}${here} order by etd, id limit $3`,
    all,
  )
}

/** Counts open shipments whose planned departure time is past. */
export const late = (db: Query, scope: OverviewScope, now: number): Promise<number> => {
  const { narrowed, values } = ofBusiness(scope, [scope.mode, now], holdsPackageOf)
  const all = [...values]
  const here = shipmentConditions(scope, all)
  return countRows(
    db,
    `shipments where kind = 'consolidation' and number is not null and departed_at is null and cancelled_at is null
     and mode = $1 and etd < $2${narrowed}${here}`,
    all,
  )
}

/**
 * This condition is always true. It lets the database use the index of a business's quotes, in which the status comes before the creation
 * time.
 */
const ANY_STATUS = `status in (${QUOTE_STATUSES.map((status) => `'${status}'`).join(', ')})`

/** In every time zone, midnight falls on a full quarter of an hour in UTC. */
const QUARTER_MS = 15 * 60 * 1000

export type QuarterCount = { at: number; count: number }

/** The number of quotes created or booked in each quarter of an hour. The caller can sum these numbers per day, in any time zone. */
export const perQuarter = async (
  db: Query,
  scope: OverviewScope,
  what: 'created_at' | 'booked_at',
  from: number,
  to: number,
): Promise<QuarterCount[]> => {
  const anyStatus = what === 'created_at' ? ` and ${ANY_STATUS}` : ''
  const { narrowed, values } = ofBusiness(scope, [scope.mode, from, to], (parameter) => `business_id = ${parameter}${anyStatus}`)
  const rows = await db.query<{ quarter: number; count: number }>(
    `select ${what} / ${QUARTER_MS} as quarter, count(*) as count from quotes
     where mode = $1 and ${what} >= $2 and ${what} < $3${narrowed} group by 1`,
    values,
  )
  return rows.map(({ quarter, count }) => ({ at: quarter * QUARTER_MS, count }))
}

/** `kobo` is a Decimal, because the total may be larger than the largest safe integer. */
export type Booked = { bookings: number; kobo: Decimal }

/** Each amount is divided by this number. Quotients and remainders are summed separately, so that both sums are safe integers. */
const PART_KOBO = 100_000_000

/** The number of bookings in a period, and the total of their current prices. */
export const booked = async (db: Db, scope: OverviewScope, from: number, to: number): Promise<Booked> => {
  const { narrowed, values } = ofBusiness(scope, [scope.mode, from, to], (parameter) => `business_id = ${parameter}`)
  const kobo = `cast(round(cast(${db.jsonText('selected_rate', 'amount')} as numeric) * 100) as bigint)`
  const sumOf = (part: string): string => `cast(coalesce(sum(${part}), 0) as bigint)`
  const rows = await db.query<{ bookings: number; parts: number; rest: number }>(
    `select count(*) as bookings, ${sumOf(`kobo / ${PART_KOBO}`)} as parts, ${sumOf(`kobo % ${PART_KOBO}`)} as rest
     from (select ${kobo} as kobo from quotes where mode = $1 and booked_at >= $2 and booked_at < $3${narrowed} and ${STILL_BOOKED}) as booked`,
    values,
  )
  const { bookings, parts, rest } = rows[0]!
  return { bookings, kobo: decimal(parts).mul(PART_KOBO).plus(rest) }
}

/** A booking whose packages are all cancelled does not count. */
export const STILL_BOOKED = `status = 'booked'
  and exists (select 1 from packages where packages.business_id = quotes.business_id and packages.mode = quotes.mode
    and packages.quote_id = quotes.id and packages.status <> 'cancelled')`
