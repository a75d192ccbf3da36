// The current time of the database.

import type { Db } from './db.ts'

/** Epoch milliseconds; null for the embedded store, whose clock is this machine's. */
export const databaseTime = async (db: Pick<Db, 'engine' | 'query'>): Promise<number | null> => {
  if (db.engine === 'sqlite') return null
  const [row] = await db.query<{ now: number }>('select extract(epoch from clock_timestamp()) * 1000 as now')
  return row!.now
}
