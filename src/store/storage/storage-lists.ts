// Lists packages in the warehouse by last free day, and reads packages in batches for storage totals.

import { storedPieces } from '../../domain/storage/storage-forecast.ts'
import type { Stored } from '../../domain/storage/storage-totals.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { Db, Query, Value } from '../../platform/engine/db.ts'
import { dimensionsFrom, IN_WAREHOUSE } from '../packages/package-rows.ts'
import type { FoundPackage, FoundRow } from '../packages/packages.ts'
import { foundFromRow } from '../packages/packages.ts'
import type { SiteFilter } from '../sites/seen-sites.ts'
import { packageConditions } from '../sites/seen-sites.ts'

export type AgeingCursor = { lastFreeDay: string; id: string }

/**
 * `overdue`: true for packages past their last free day, false for the other packages. `todays`: the dates to compare last free days with.
 */
export type AgeingFilter = SiteFilter & {
  mode: Mode
  businessId?: string
  overdue?: boolean
  endsBy?: string
  todays: Todays
}

type Row = FoundRow & { last_free_day: string }

/**
 * Maps the id of each business to the date that last free days are compared with. This is the current date of the business, or an earlier
 * date to find abandoned packages.
 */
export type Todays = ReadonlyMap<string, string>

export type Aged = FoundPackage & { lastFreeDay: string }

type Take = (value: Value) => string

/**
 * SQL for the date in `todays` that applies to a row's business. Most businesses have the same date, so the SQL lists only businesses with
 * another date.
 */
const todayOf = (todays: Todays, take: Take): string => {
  const byDate = Map.groupBy(todays.keys(), (id) => todays.get(id)!)
  const [usual, ...others] = [...byDate].sort(([, some], [, more]) => more.length - some.length)
  const named = others.map(([date, ids]) => `when business_id in (${ids.map(take).join(', ')}) then ${take(date)}`)
  return `case ${named.join(' ')} else ${take(usual![0])} end`
}

/**
 * SQL condition on the last free day. The dates of businesses can differ, so the earliest or latest date limits the index range. Each row
 * is then compared with the date of its business.
 */
const lastFreeDayCondition = (
  { overdue, todays }: Pick<AgeingFilter, 'overdue' | 'todays'>,
  after: AgeingCursor | null,
  take: Take,
): string => {
  const dates = [...new Set(todays.values())].sort()
  const [earliest, latest] = [dates[0], dates.at(-1)]
  if (overdue === undefined || earliest === undefined || latest === undefined) return 'last_free_day is not null'
  // The cursor already excludes all overdue rows. With a second lower bound, the engine would not start reading at the cursor.
  if (!overdue && after !== null && after.lastFreeDay >= latest) return 'last_free_day is not null'
  const bound = overdue ? `last_free_day < ${take(latest)}` : `last_free_day >= ${take(earliest)}`
  return earliest === latest ? bound : `${bound} and last_free_day ${overdue ? '<' : '>='} ${todayOf(todays, take)}`
}

/** SQL condition for packages that are past their last free day, or for the other packages if `overdue` is false. */
export const lastFreeDayIs = (filter: { overdue: boolean; todays: Todays }, take: Take): string => lastFreeDayCondition(filter, null, take)

export const listByAge = async (db: Query, filter: AgeingFilter, after: AgeingCursor | null, limit: number): Promise<Aged[]> => {
  const params: Value[] = [filter.mode]
  const take = (value: Value): string => `$${params.push(value)}`
  const where = [
    // Repeats the condition of the partial index. Otherwise the index would not be used.
    `mode = $1 and ${IN_WAREHOUSE}`,
    lastFreeDayCondition(filter, after, take),
    ...(filter.endsBy === undefined ? [] : [`last_free_day <= ${take(filter.endsBy)}`]),
    ...(filter.businessId === undefined ? [] : [`business_id = ${take(filter.businessId)}`]),
    ...(after === null ? [] : [`(last_free_day, id) > (${take(after.lastFreeDay)}, ${take(after.id)})`]),
    ...packageConditions(filter, params),
  ].join(' and ')
  const rows = await db.query<Row>(`select * from packages where ${where} order by last_free_day, id limit ${take(limit)}`, params)
  return rows.map((row) => ({ ...foundFromRow(row), lastFreeDay: row.last_free_day }))
}

export type FoundStored = { businessId: string; stored: Stored }

type StoredRow = {
  business_id: string
  id: string
  quantity: number
  pieces_arrived: number | null
  length_cm: number | null
  width_cm: number | null
  height_cm: number | null
  volume_cbm: number | null
  warehouse_arrived_at: number
  ended_at: number | null
  storage_counted_until: string | null
}

const ENDED_AT = 'coalesce(departed_at, delivered_at, disposed_at, cancelled_at)'
const STORED = `business_id, id, quantity, pieces_arrived, length_cm, width_cm, height_cm, volume_cbm, warehouse_arrived_at,
  storage_counted_until, case when kept_since is null then ${ENDED_AT} end as ended_at`

const toStored = (row: StoredRow): FoundStored => ({
  businessId: row.business_id,
  stored: {
    quantity: storedPieces({ piecesArrived: row.pieces_arrived, quantity: row.quantity }),
    dimensions: dimensionsFrom(row),
    volumeCbm: row.volume_cbm,
    arrivedAt: row.warehouse_arrived_at,
    endedAt: row.ended_at,
    countedUntil: row.storage_counted_until,
  },
})

const BATCH_ROWS = 2_000

/** All packages in the warehouse, in batches. Other requests can run between the batches. */
export async function* inWarehouse(db: Query, mode: Mode, sites: SiteFilter): AsyncIterable<FoundStored[]> {
  let last: AgeingCursor = { lastFreeDay: '', id: '' }
  for (;;) {
    const params: Value[] = [mode, last.lastFreeDay, last.id, BATCH_ROWS]
    const rows = await db.query<StoredRow & { last_free_day: string }>(
      `select ${STORED}, last_free_day from packages where mode = $1 and ${IN_WAREHOUSE} and (last_free_day, id) > ($2, $3)${andSites(sites, params)}
       order by last_free_day, id limit $4`,
      params,
    )
    yield rows.map(toStored)
    if (rows.length < BATCH_ROWS) return
    last = { lastFreeDay: rows.at(-1)!.last_free_day, id: rows.at(-1)!.id }
  }
}

const andSites = (sites: SiteFilter, params: Value[]): string =>
  packageConditions(sites, params)
    .map((condition) => ` and ${condition}`)
    .join('')

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Packages whose storage ended at `since` or later, read week by week so that other requests can run in between. Packages that certainly
 * left on a free day are left out: their storage ended, by the UTC date, before the last free day.
 */
export async function* leftSince(
  db: Db,
  { mode, since, now, ...sites }: SiteFilter & { mode: Mode; since: number; now: number },
): AsyncIterable<FoundStored[]> {
  const endedOn =
    db.engine === 'sqlite'
      ? `date(${ENDED_AT} / 1000, 'unixepoch')`
      : `to_char(to_timestamp(${ENDED_AT} / 1000.0) at time zone 'UTC', 'YYYY-MM-DD')`
  for (let from = since; from <= now; from += WEEK_MS) {
    // The last range has no end, because the clock of a business in test mode may be ahead of `now`.
    const until = from + WEEK_MS > now ? Number.MAX_SAFE_INTEGER : from + WEEK_MS
    const params: Value[] = [mode, from, until]
    const rows = await db.query<StoredRow>(
      `select ${STORED} from packages where mode = $1 and warehouse_arrived_at is not null and kept_since is null
       and ${ENDED_AT} >= $2 and ${ENDED_AT} < $3 and last_free_day <= ${endedOn}${andSites(sites, params)}`,
      params,
    )
    yield rows.map(toStored)
  }
}
