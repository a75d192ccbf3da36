// Storage reminders: the last day processed for each business, and the reminders sent per package.

import type { Business } from '../../domain/businesses/business.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { IN_SCOPE, scopeValues } from '../../platform/engine/scope.ts'
import * as businesses from '../businesses/businesses.ts'

type StorageDay = { business: Business; mode: Mode; clockOffsetMs: number }

export const storageDays = async (db: Query): Promise<StorageDay[]> => {
  const [all, offsets] = await Promise.all([businesses.list(db), businesses.testClocks(db)])
  return all.flatMap((business) => [
    { business, mode: 'test', clockOffsetMs: offsets.get(business.id) ?? 0 },
    { business, mode: 'live', clockOffsetMs: 0 },
  ])
}

/** The clock of a business in one mode, and the latest day that was claimed for processing. `isDone`: whether that day is finished. */
type OpenDay = Scope & { timeZone: string; clockOffsetMs: number; date: string | null; isDone: boolean; claimedUntil: number }

type DayRow = {
  business_id: string
  mode: Mode
  time_zone: string
  offset_ms: number | null
  date: string | null
  done_at: number | null
  claimed_until: number | null
}

export const timeZones = async (db: Query): Promise<string[]> =>
  (await db.query<{ time_zone: string }>('select distinct time_zone from businesses')).map((row) => row.time_zone)

/**
 * Businesses that may have a day to process. `today`: the current date in each time zone. Leaves out businesses whose current date is
 * already done, unless their test clock was moved.
 */
export const openDays = async (db: Query, today: ReadonlyMap<string, string>): Promise<OpenDay[]> => {
  if (today.size === 0) return []
  const dates = Array.from(today, (_, at) => `select cast($${at * 2 + 1} as text) as time_zone, cast($${at * 2 + 2} as text) as date`)
  const rows = await db.query<DayRow>(
    `select businesses.id as business_id, modes.mode, businesses.time_zone, offset_ms, days.date, days.done_at, days.claimed_until
     from businesses
     join (${dates.join(' union all ')}) as today on today.time_zone = businesses.time_zone
     cross join (select 'test' as mode union all select 'live' as mode) as modes
     left join test_clocks on test_clocks.business_id = businesses.id and modes.mode = 'test'
     left join storage_days as days on days.business_id = businesses.id and days.mode = modes.mode
     where days.done_at is null or days.date <> today.date or coalesce(offset_ms, 0) <> 0
     order by businesses.created_at, businesses.id, modes.mode desc`,
    [...today].flat(),
  )
  return rows.map((row) => ({
    businessId: row.business_id,
    mode: row.mode,
    timeZone: row.time_zone,
    clockOffsetMs: row.offset_ms ?? 0,
    date: row.date,
    isDone: row.done_at !== null,
    claimedUntil: row.claimed_until ?? 0,
  }))
}

/**
 * Claims a day until `claim.until`. `claim.from`: the `claimedUntil` that `openDays` returned. Returns false if the day is done, or if
 * another server has claimed it after that.
 */
export const claimDay = async (tx: Tx, scope: Scope, date: string, claim: { from: number; until: number }): Promise<boolean> =>
  (await tx.execute(
    `insert into storage_days (business_id, mode, date, claimed_until) values ($1, $2, $3, $5)
     on conflict (business_id, mode) do update set date = excluded.date, claimed_until = excluded.claimed_until, done_at = null
     where storage_days.date <> excluded.date or (storage_days.done_at is null and storage_days.claimed_until = $4)`,
    scopeValues(scope, date, claim.from, claim.until),
  )) === 1

export const finishDay = async (tx: Tx, scope: Scope, date: string, now: number): Promise<void> => {
  await tx.execute(`update storage_days set done_at = $4 where ${IN_SCOPE} and date = $3`, scopeValues(scope, date, now))
}

/** A position in a list of packages that is sorted by last free day. */
export type DuePlace = { lastFreeDay: string; id: string }

/**
 * The next packages in the warehouse whose last free day is `today` or earlier. Leaves out packages that already had a
 * `package.storage_started` reminder since their arrival.
 */
export const duePackages = async (db: Query, scope: Scope, today: string, after: DuePlace, limit: number): Promise<DuePlace[]> => {
  const rows = await db.query<{ id: string; last_free_day: string }>(
    `select id, last_free_day from packages where ${IN_SCOPE} and status = 'warehouse'
       and last_free_day <= $3 and (last_free_day, id) > ($4, $5)
       and not exists (select 1 from storage_reminders as said
         where said.business_id = packages.business_id and said.mode = packages.mode and said.package_id = packages.id
           and said.type = 'package.storage_started' and said.reminded_at >= packages.warehouse_arrived_at)
     order by last_free_day, id limit $6`,
    scopeValues(scope, today, after.lastFreeDay, after.id, limit),
  )
  return rows.map((row) => ({ id: row.id, lastFreeDay: row.last_free_day }))
}

/**
 * Packages in the warehouse whose last free day is after `today` and not after `until`. Leaves out packages that already had a reminder of
 * this type since their arrival.
 */
export const endingPackages = async (
  db: Query,
  scope: Scope,
  { type, today, until, after }: { type: string; today: string; until: string; after: DuePlace },
  limit: number,
): Promise<DuePlace[]> => {
  const rows = await db.query<{ id: string; last_free_day: string }>(
    `select id, last_free_day from packages where ${IN_SCOPE} and status = 'warehouse'
       and last_free_day > $3 and last_free_day <= $4 and (last_free_day, id) > ($5, $6)
       and not exists (select 1 from storage_reminders as said
         where said.business_id = packages.business_id and said.mode = packages.mode and said.package_id = packages.id
           and said.type = $7 and said.reminded_at >= packages.warehouse_arrived_at)
     order by last_free_day, id limit $8`,
    scopeValues(scope, today, until, after.lastFreeDay, after.id, type, limit),
  )
  return rows.map((row) => ({ id: row.id, lastFreeDay: row.last_free_day }))
}

export const hasUndatedPackages = async (db: Query, scope: Scope): Promise<boolean> =>
  (
    await db.query(
      `select 1 as found from packages where ${IN_SCOPE} and status = 'warehouse' and last_free_day is null
         and warehouse_arrived_at is not null limit 1`,
      scopeValues(scope),
    )
  ).length > 0

export type Reminder = { packageId: string; type: string; startDate: string; now: number }

/** Saves a reminder. Returns false if the same reminder was already saved for this stay in the warehouse. */
export const recordOnce = async (tx: Tx, scope: Scope, { packageId, type, startDate, now }: Reminder): Promise<boolean> =>
  (await tx.execute(
    `insert into storage_reminders (business_id, mode, package_id, type, start_date, reminded_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    scopeValues(scope, packageId, type, startDate, now),
  )) === 1
