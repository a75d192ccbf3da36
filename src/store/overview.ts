// The numbers of the operator's first page, each from an index.

import type { Mode } from '../domain/business.ts'
import type { Query, Value } from './db.ts'

const count = async (db: Query, sql: string, params: readonly Value[]): Promise<number> =>
  (await db.query<{ count: number }>(`select count(*) as count from ${sql}`, params))[0]!.count

export const arrivedSince = (db: Query, mode: Mode, since: number): Promise<number> =>
  count(db, 'packages where mode = $1 and warehouse_arrived_at >= $2', [mode, since])

export const inWarehouse = (db: Query, mode: Mode): Promise<number> =>
  count(db, `packages where mode = $1 and status = 'warehouse'`, [mode])

/** On delivered and cancelled ones a hold is only a record. Put so that the index of what is on hold serves it. */
export const onHold = (db: Query, mode: Mode): Promise<number> =>
  count(db, `packages where mode = $1 and hold_instruction = 'hold' and status not in ('delivered', 'cancelled')`, [mode])

export const freeStorageEnding = (db: Query, mode: Mode, from: string, to: string): Promise<number> =>
  count(db, `packages where mode = $1 and status = 'warehouse' and last_free_day >= $2 and last_free_day <= $3`, [mode, from, to])

export const charged = (db: Query, mode: Mode, today: string): Promise<number> =>
  count(db, `packages where mode = $1 and status = 'warehouse' and last_free_day < $2`, [mode, today])

export type Leaving = { id: string; number: string | null; carrier: string; etd: number }

/** Open shipments that are due to leave by a moment, soonest first; late ones too. */
export const leavingBy = (db: Query, mode: Mode, by: number, limit: number): Promise<Leaving[]> =>
  db.query<Leaving>(
    `select id, number, carrier, etd from shipments
     where kind = 'consolidation' and departed_at is null and cancelled_at is null and mode = $1 and etd <= $2 order by etd, id limit $3`,
    [mode, by, limit],
  )

/** How many quotes were made or booked on each day from a moment on, days being of equal length. */
export const perDay = async (
  db: Query,
  mode: Mode,
  what: 'created_at' | 'booked_at',
  from: number,
  days: number,
  dayMs: number,
): Promise<number[]> => {
  const rows = await db.query<{ day: number; count: number }>(
    `select (${what} - cast($2 as bigint)) / cast($4 as bigint) as day, count(*) as count from quotes
     where mode = $1 and ${what} >= $2 and ${what} < $3 group by 1`,
    [mode, from, from + days * dayMs, dayMs],
  )
  const counts = new Map(rows.map(({ day, count: found }) => [day, found]))
  return Array.from({ length: days }, (_, day) => counts.get(day) ?? 0)
}
