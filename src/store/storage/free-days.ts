// Recomputes the stored last free day of packages. Called when the terms or the time zone of a business change.

import type { Business } from '../../domain/businesses/business.ts'
import { lastFreeDay } from '../../domain/storage/storage-forecast.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { parameters } from '../../platform/engine/rows.ts'
import { IN_SCOPE } from '../../platform/engine/scope.ts'
import { IN_WAREHOUSE } from '../packages/package-rows.ts'

const UPDATED_AT_ONCE = 500

type Row = { id: string; warehouse_arrived_at: number; last_free_day: string | null; storage_counted_until: string | null }

export const countFreeDaysAgain = async (tx: Tx, business: Pick<Business, 'id' | 'terms' | 'timeZone'>): Promise<void> => {
  for (const mode of ['live', 'test'] as const) {
    const rows = await tx.query<Row>(
      `select id, warehouse_arrived_at, last_free_day, storage_counted_until from packages
       where ${IN_SCOPE} and ${IN_WAREHOUSE} and warehouse_arrived_at is not null`,
      [business.id, mode],
    )
    const dayOf = (row: Row): string => lastFreeDay(business, row.warehouse_arrived_at, row.storage_counted_until)
    const moved = Map.groupBy(
      rows.filter((row) => row.last_free_day !== dayOf(row)),
      dayOf,
    )
    for (const [day, packages] of moved) {
      for (let start = 0; start < packages.length; start += UPDATED_AT_ONCE) {
        const ids = packages.slice(start, start + UPDATED_AT_ONCE).map(({ id }) => id)
        await tx.execute(
          `update packages set last_free_day = $1 where business_id = $2 and mode = $3 and id in (${parameters(ids.length, 4)})`,
          [day, business.id, mode, ...ids],
        )
      }
    }
  }
}
