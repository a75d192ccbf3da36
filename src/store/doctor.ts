// Store checks for the command `waybill doctor`: engine, integrity, price sources, search index and connections.

import type { Db, Query } from '../platform/engine/db.ts'
import { isIndexed } from '../platform/engine/postgres/search.ts'

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

/**
 * Whether there is an index for searching customers and packages. PostgreSQL needs an extension for this index, and some hosted services do
 * not offer the extension.
 */
export const hasSearchIndex = async (db: Db): Promise<boolean> => db.engine === 'sqlite' || isIndexed(db)

const PAGE_FAULTS_SHOWN = 5

/** The maximum size of a store that is checked completely. A complete check of such a store takes a second or two. */
const CHECKED_BYTES_MAX = 256 * 2 ** 20
/** How long the tables of a larger store are checked. Tables left over after this time are not checked. */
const SAMPLED_MS = 1_000

type PageCheck = { faults: string[]; tables: number; unchecked: number }

const faultsIn = (found: readonly { quick_check: string }[]): string[] =>
  found.map((row) => row.quick_check.replaceAll('\n', ' ')).filter((text) => text !== 'ok')

/**
 * Runs SQLite's `quick_check`. In a large store, only some tables are checked, unless `isWhole` is set. PostgreSQL is not checked, because
 * it has its own tools.
 */
export const checkPages = async (db: Db, isWhole: boolean): Promise<PageCheck> => {
  if (db.engine === 'postgres') return { faults: [], tables: 0, unchecked: 0 }
  const isSampled = !isWhole && (await storeBytes(db)) > CHECKED_BYTES_MAX
  return db.snapshot(async (view) => {
    const check = async (argument: string): Promise<string[]> =>
      faultsIn(await view.query<{ quick_check: string }>(`pragma quick_check(${argument})`))
    const tables = await view.query<{ name: string }>(`select name from sqlite_schema where type = 'table' order by random()`)
    if (!isSampled) return { faults: await check(String(PAGE_FAULTS_SHOWN)), tables: tables.length, unchecked: 0 }
    const faults: string[] = []
    let checked = 0
    for (const until = performance.now() + SAMPLED_MS; checked < tables.length && performance.now() < until; checked++)
      faults.push(...(await check(tables[checked]!.name)))
    return { faults: faults.slice(0, PAGE_FAULTS_SHOWN), tables: tables.length, unchecked: tables.length - checked }
  })
}

export const storeBytes = async (db: Db): Promise<number> => {
  const [row] = await db.query<{ bytes: number }>(
    db.engine === 'sqlite'
      ? 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()'
      : 'select pg_database_size(current_database()) as bytes',
  )
  return row!.bytes
}

/** The number of open PostgreSQL connections, and the maximum number for ordinary users. */
export const connections = async (db: Query): Promise<{ used: number; max: number }> => {
  const [row] = await db.query<{ used: number; max: number }>(
    `select (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
      cast(current_setting('max_connections') as bigint) - cast(current_setting('superuser_reserved_connections') as bigint) as max`,
  )
  return row!
}
