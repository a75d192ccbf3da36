// Reminders about storage: which day each business was looked through for, and what was said of which package.

import type { Business, Mode, Scope } from '../domain/business.ts'
import * as businesses from './businesses.ts'
import type { Query } from './db.ts'

/** A business in one mode, what time it is for it, and the day it was last looked through for. */
export type StorageDay = {
  business: Business
  mode: Mode
  clockOffsetMs: number
  date: string | null
  isDone: boolean
  claimedUntil: number
}

export const storageDays = async (db: Query): Promise<StorageDay[]> => {
  const [all, clocks, days] = await Promise.all([
    businesses.list(db),
    db.query<{ business_id: string; offset_ms: number }>('select business_id, offset_ms from test_clocks'),
    db.query<{ business_id: string; mode: Mode; date: string; claimed_until: number; done_at: number | null }>(
      'select * from storage_days',
    ),
  ])
  const offsets = new Map(clocks.map((clock) => [clock.business_id, clock.offset_ms]))
  const known = new Map(days.map((day) => [`${day.business_id} ${day.mode}`, day]))
  return all.flatMap((business) =>
    (['test', 'live'] as const).map((mode) => {
      const day = known.get(`${business.id} ${mode}`)
      return {
        business,
        mode,
        clockOffsetMs: mode === 'test' ? (offsets.get(business.id) ?? 0) : 0,
        date: day?.date ?? null,
        isDone: typeof day?.done_at === 'number',
        claimedUntil: day?.claimed_until ?? 0,
      }
    }),
  )
}

/** Takes a day for this server until a moment, unless it is done or somebody else is at it; of several servers, one succeeds. */
export const claimDay = async (tx: Query, scope: Scope, date: string, now: number, until: number): Promise<boolean> =>
  (await tx.execute(
    `insert into storage_days (business_id, mode, date, claimed_until) values ($1, $2, $3, $5)
     on conflict (business_id, mode) do update set date = excluded.date, claimed_until = excluded.claimed_until, done_at = null
     where storage_days.date <> excluded.date or (storage_days.done_at is null and storage_days.claimed_until <= $4)`,
    [scope.businessId, scope.mode, date, now, until],
  )) === 1

export const finishDay = async (tx: Query, scope: Scope, date: string, now: number): Promise<void> => {
  await tx.execute('update storage_days set done_at = $4 where business_id = $1 and mode = $2 and date = $3', [
    scope.businessId,
    scope.mode,
    date,
    now,
  ])
}

/** A place in the order of last free days. */
export type DuePlace = { lastFreeDay: string; id: string }

/** Packages in the warehouse whose last free day has come, and of which it has yet to be said that storage is charged. In pages. */
export const duePackages = async (db: Query, scope: Scope, today: string, after: DuePlace, limit: number): Promise<DuePlace[]> => {
  const rows = await db.query<{ id: string; last_free_day: string }>(
    `select id, last_free_day from packages where business_id = $1 and mode = $2 and status = 'warehouse'
       and last_free_day <= $3 and (last_free_day, id) > ($4, $5)
       and not exists (select 1 from storage_reminders as said
         where said.business_id = packages.business_id and said.mode = packages.mode and said.package_id = packages.id
           and said.type = 'package.storage_started' and said.reminded_at >= packages.warehouse_arrived_at)
     order by last_free_day, id limit $6`,
    [scope.businessId, scope.mode, today, after.lastFreeDay, after.id, limit],
  )
  return rows.map((row) => ({ id: row.id, lastFreeDay: row.last_free_day }))
}

/** Those received before last free days were kept. */
export const undatedPackages = async (db: Query, scope: Scope, limit: number): Promise<string[]> => {
  const rows = await db.query<{ id: string }>(
    `select id from packages where business_id = $1 and mode = $2 and status = 'warehouse' and last_free_day is null limit $3`,
    [scope.businessId, scope.mode, limit],
  )
  return rows.map((row) => row.id)
}

export type Reminder = { packageId: string; type: string; startDate: string; now: number }

/** False when it was said before, of this stay in the warehouse. */
export const sayOnce = async (tx: Query, scope: Scope, { packageId, type, startDate, now }: Reminder): Promise<boolean> =>
  (await tx.execute(
    `insert into storage_reminders (business_id, mode, package_id, type, start_date, reminded_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [scope.businessId, scope.mode, packageId, type, startDate, now],
  )) === 1
