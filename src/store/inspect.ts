// What a doctor asks the store: which engine it is, and whether it holds what prices need.

import type { Db, Query } from './db.ts'
import { isIndexed } from './postgres-search.ts'

const POSTGRES_MIN_VERSION = 150_000

export const describeEngine = async (db: Db): Promise<{ text: string; isSupported: boolean }> => {
  if (db.engine === 'sqlite') {
    const [row] = await db.query<{ version: string }>('select sqlite_version() as version')
    return { text: `embedded SQLite ${row!.version}`, isSupported: true }
  }
  const [row] = await db.query<{ version: string; number: string }>(
    "select version() as version, current_setting('server_version_num') as number",
  )
  return { text: row!.version.split(' on ')[0]!, isSupported: Number(row!.number) >= POSTGRES_MIN_VERSION }
}

export const countPriceSources = async (db: Query): Promise<{ cards: number; fxRates: number }> => {
  const [cards] = await db.query<{ count: number }>('select count(distinct id) as count from rate_cards where published_at is not null')
  const [fx] = await db.query<{ count: number }>('select count(*) as count from fx_rates')
  return { cards: cards!.count, fxRates: fx!.count }
}

/** A hosted PostgreSQL may not let us have the extension that the index needs. */
export const hasSearchIndex = async (db: Db): Promise<boolean> => db.engine === 'sqlite' || isIndexed(db)
