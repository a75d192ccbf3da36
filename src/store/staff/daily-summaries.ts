// The staff who want a daily summary by email, and how many packages arrived and how many departed in a period.

import type { Language, Role } from '../../domain/staff/staff.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { fromDuty } from './duties.ts'

export const isWanted = async (db: Query, staffId: string): Promise<boolean> =>
  (await db.query('select staff_id from daily_summaries where staff_id = $1', [staffId])).length > 0

/**
 * Saves that a colleague wants daily summaries. The first summary is sent on the day after `date`. Changes nothing if the colleague already
 * gets summaries.
 */
export const want = async (tx: Tx, staffId: string, date: string, now: number): Promise<void> => {
  await tx.execute('insert into daily_summaries (staff_id, last_date, chosen_at) values ($1, $2, $3) on conflict (staff_id) do nothing', [
    staffId,
    date,
    now,
  ])
}

export const unwant = async (tx: Tx, staffId: string): Promise<void> => {
  await tx.execute('delete from daily_summaries where staff_id = $1', [staffId])
}

export type Reader = { staffId: string; email: string; name: string; role: Role; language: Language | null }

type ReaderRow = { id: string; email: string; name: string; role: Role; language: Language | null }

/** Active colleagues who want a daily summary and have not been sent a summary on `date` or later. */
export const due = async (db: Query, date: string): Promise<Reader[]> => {
  const rows = await db.query<ReaderRow>(
    `select staff.*, staff_preferences.language as language
     from daily_summaries join staff on staff.id = daily_summaries.staff_id left join staff_preferences on staff_preferences.staff_id = staff.id
     where staff.deactivated_at is null and (daily_summaries.last_date is null or daily_summaries.last_date < $1) order by staff.id`,
    [date],
  )
  return rows.map((row) => {
    const { id, email, name, role, language } = fromDuty(row)
    return { staffId: id, email, name, role, language }
  })
}

/**
 * Claims the summary for `date`, so that only one server sends it. Returns false if another server was first, or the colleague no longer
 * wants summaries.
 */
export const claim = async (tx: Tx, staffId: string, date: string): Promise<boolean> =>
  (await tx.execute('update daily_summaries set last_date = $2 where staff_id = $1 and (last_date is null or last_date < $2)', [
    staffId,
    date,
  ])) === 1

export type DayCounts = { arrived: number; departed: number }

/** Counts packages in live mode: arrivals in the warehouse, and departures with a shipment. */
export const countDay = async (db: Query, from: number, before: number): Promise<DayCounts> => {
  const count = async (sql: string): Promise<number> => (await db.query<{ count: number }>(sql, [from, before]))[0]!.count
  const [arrived, departed] = await Promise.all([
    count(`select count(*) as count from packages where mode = 'live' and warehouse_arrived_at >= $1 and warehouse_arrived_at < $2`),
    count(
      `select count(*) as count from shipments join packages on packages.shipment_id = shipments.id
       where shipments.mode = 'live' and shipments.departed_at >= $1 and shipments.departed_at < $2`,
    ),
  ])
  return { arrived, departed }
}
