// The sites that a member of staff sees, as conditions of queries.

import type { Query, Value } from '../../platform/engine/db.ts'

/** `ids`: the sites. `hasOldest`: whether the oldest one is among them, whose records have no site. Null: all sites. */
export type SeenSites = { ids: readonly string[]; hasOldest: boolean } | null

export const sees = (seen: SeenSites, siteId: string | null): boolean =>
  seen === null || (siteId === null ? seen.hasOldest : seen.ids.includes(siteId))

/** Packages that have not arrived belong to no site yet: everybody sees them. */
export const isSeenPackage = (
  seen: SeenSites,
  { warehouseArrivedAt, siteId }: { warehouseArrivedAt: number | null; siteId: string | null },
): boolean => warehouseArrivedAt === null || sees(seen, siteId)

/** A condition on a column with a site; never null, so that it can be negated. The parameters are added to `params`. */
export const atSites = (column: string, { ids, hasOldest }: NonNullable<SeenSites>, params: Value[]): string =>
  `coalesce(${column}, '') in (${[...ids, ...(hasOldest ? [''] : [])].map((id) => `$${params.push(id)}`).join(', ')})`

/** The condition with its `and`; empty if all sites are seen. */
export const seenCondition = (column: string, seen: SeenSites, params: Value[]): string =>
  seen === null ? '' : ` and ${atSites(column, seen, params)}`

/** The condition on rows of packages; null if all sites are seen. */
export const seenPackages = (table: string, seen: SeenSites, params: Value[]): string | null =>
  seen === null ? null : `(${table}.warehouse_arrived_at is null or ${atSites(`${table}.site_id`, seen, params)})`

/** The sites of an account, as records name them. */
export const seenSitesOf = async (db: Query, siteIds: readonly string[]): Promise<SeenSites> => {
  const [oldest] = await db.query<{ id: string }>('select id from sites order by created_at, id limit 1')
  return { ids: siteIds, hasOldest: oldest !== undefined && siteIds.includes(oldest.id) }
}
