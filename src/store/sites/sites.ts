// The operator's sites, oldest first.

import type { PostalAddress } from '../../domain/businesses/business.ts'
import type { Site } from '../../domain/sites/site.ts'
import { siteCode } from '../../domain/sites/site.ts'
import { isId } from '../../domain/values/ids.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { readRow } from '../../platform/engine/rows.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'
import { pricesChanged } from '../pricing/price-revisions.ts'
import { loadRow, lockRow } from '../values/rows-by-token.ts'

const plain = columnsOf<Site>()(
  'id, code, name, purpose, country, time_zone, address, local_address, local_language, phone, opening_hours, closed_at, created_at',
)
type Row = ReturnType<typeof plain.toRow>
type SiteRow = Omit<Row, 'address' | 'local_address'> & { address: string | null; local_address: string | null }

const parsed = (text: string | null): PostalAddress | null => (text === null ? null : (JSON.parse(text) as PostalAddress))
const written = (address: PostalAddress | null): string | null => (address === null ? null : JSON.stringify(address))

const fromRow = (row: SiteRow): Site =>
  plain.fromRow({ ...row, address: parsed(row.address), local_address: parsed(row.local_address) } as Row)

const toRow = (site: Site): SiteRow => ({
  ...plain.toRow(site),
  address: written(site.address),
  local_address: written(site.localAddress),
})

export const list = async (db: Query): Promise<Site[]> =>
  (await db.query<SiteRow>('select * from sites order by created_at, id')).map(fromRow)

export const load = async (db: Query, id: string): Promise<Site> => fromRow(await loadRow<SiteRow>(db, 'site', id))

/** Returns all sites and locks them. Until the transaction ends, no site can be opened, closed or otherwise changed. */
export const listShared = async (tx: Tx): Promise<Site[]> =>
  (await tx.query<SiteRow>('select * from sites order by created_at, id for share')).map(fromRow)

/** Locks the site until the transaction ends. Until then, no parcel can be received at the site. */
export const lock = async (tx: Tx, id: string): Promise<Site> => fromRow(await lockRow<SiteRow>(tx, 'site', id))

export const findByCode = (db: Query, code: string): Promise<Site | null> =>
  readRow(db, 'select * from sites where code = $1', [siteCode(code)], fromRow)

/** Finds a site by its id or its code. */
export const findNamed = (db: Query, name: string): Promise<Site | null> => {
  if (!isId('site', name)) return findByCode(db, name)
  return readRow(db, 'select * from sites where id = $1', [name], fromRow)
}

export const insert = async (tx: Tx, author: Author, site: Site, now: number): Promise<void> => {
  await pricesChanged(tx, now)
  await insertRecorded(tx, author, 'site', toRow(site))
}

/**
 * Saves a site that the caller has locked. Also discards the cached prices, because they include the default origins of imports, which
 * depend on the sites.
 */
export const save = async (tx: Tx, author: Author, site: Site, now: number): Promise<void> => {
  await pricesChanged(tx, now)
  const { id, created_at: _created, ...columns } = toRow(site)
  await changeRecorded<SiteRow>(tx, author, 'site', { id }, () => columns)
}

/**
 * Maps each country to the default origin of imports from it: the address of the oldest open site that receives parcels. Sites without an
 * address are ignored.
 */
export const origins = async (db: Query): Promise<ReadonlyMap<string, PostalAddress>> => {
  const rows = await db.query<{ country: string; address: string }>(
    `select country, address from sites where address is not null and closed_at is null and purpose <> 'hands_out'
     order by created_at desc, id desc`,
  )
  return new Map(rows.map(({ country, address }) => [country, parsed(address)!]))
}

/** Counts the packages that lie at the site, in live and test mode together. `siteId` is null for the oldest site. */
export const countPackages = async (db: Query, siteId: string | null): Promise<number> => {
  const where = siteId === null ? 'site_id is null' : 'site_id = $1'
  // There are two queries, because each condition has its own index.
  const sql = `select count(*) as packages from packages where status = 'warehouse' and ${where}
    union all select count(*) from packages where kept_since is not null and ${where}`
  const counts = await db.query<{ packages: number }>(sql, siteId === null ? [] : [siteId])
  return counts.reduce((sum, { packages }) => sum + packages, 0)
}
