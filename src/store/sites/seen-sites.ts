// Limits records and queries to the sites that a member of staff may see.

import type { Query, Value } from '../../platform/engine/db.ts'

/**
 * The sites that a person may see. Null for all sites. `hasOldest`: whether `ids` contains the oldest site. Records at the oldest site have
 * a null site id.
 */
export type SeenSites = { ids: readonly string[]; hasOldest: boolean } | null

export const sees = (seen: SeenSites, siteId: string | null): boolean =>
  seen === null || (siteId === null ? seen.hasOldest : seen.ids.includes(siteId))

/**
 * Whether a package or shipment goes to a visible site. A null `toSiteId` means no destination. It never means the oldest site, whose id is
 * stored here.
 */
const arrivesAt = (seen: SeenSites, toSiteId: string | null): boolean => toSiteId !== null && (seen === null || seen.ids.includes(toSiteId))

/**
 * Everybody may see packages that have not arrived, because these packages belong to no site yet. A package in a shipment may also be seen
 * at the destination site of the shipment.
 */
export const isSeenPackage = (
  seen: SeenSites,
  { warehouseArrivedAt, siteId, toSiteId }: { warehouseArrivedAt: number | null; siteId: string | null; toSiteId: string | null },
): boolean => warehouseArrivedAt === null || sees(seen, siteId) || arrivesAt(seen, toSiteId)

/** A shipment is visible at the site that it leaves from and at its destination. */
export const isSeenShipment = (seen: SeenSites, shipment: { fromSiteId: string | null; toSiteId: string | null }): boolean =>
  sees(seen, shipment.fromSiteId) || arrivesAt(seen, shipment.toSiteId)

/** One site. `isOldest`: whether it is the oldest site, whose records are stored with a null site id. */
export type SiteKey = { id: string; isOldest: boolean }

const onlySite = ({ id, isOldest }: SiteKey): NonNullable<SeenSites> => ({ ids: [id], hasOldest: isOldest })

/** `seen`: the sites that the reader may see. `atSite`: the one site that a list or count is limited to. */
export type SiteFilter = { seen?: SeenSites; atSite?: SiteKey }

const limitsOf = ({ seen = null, atSite }: SiteFilter): NonNullable<SeenSites>[] => [
  ...(seen === null ? [] : [seen]),
  ...(atSite ? [onlySite(atSite)] : []),
]

/**
 * SQL condition for rows whose site column contains one of the sites. The condition never evaluates to null, so callers may negate it. Adds
 * the parameters to `params`.
 */
export const atSites = (column: string, { ids, hasOldest }: NonNullable<SeenSites>, params: Value[]): string =>
  `coalesce(${column}, '') in (${[...ids, ...(hasOldest ? [''] : [])].map((id) => `$${params.push(id)}`).join(', ')})`

/** SQL condition, beginning with ` and`, for rows of the visible sites. Empty if all sites may be seen. */
export const seenCondition = (column: string, seen: SeenSites, params: Value[]): string => siteConditions(column, { seen }, params)

/** SQL conditions for `seen` and `atSite`, each beginning with ` and`. Empty if the filter limits nothing. */
export const siteConditions = (column: string, filter: SiteFilter, params: Value[]): string =>
  limitsOf(filter)
    .map((sites) => ` and ${atSites(column, sites, params)}`)
    .join('')

const toSites = (table: string, { ids }: NonNullable<SeenSites>, params: Value[]): string =>
  `coalesce(${table}.to_site_id, '') in (${ids.map((id) => `$${params.push(id)}`).join(', ')})`

/** SQL condition for packages that may be seen. Null if all sites may be seen. */
export const seenPackages = (table: string, seen: SeenSites, params: Value[]): string | null =>
  seen === null ? null : `(${table}.warehouse_arrived_at is null or ${packagesOf(table, seen, params)})`

/** SQL condition for packages that were received at one of the sites, or are in a shipment to one of the sites. */
const packagesOf = (table: string, sites: NonNullable<SeenSites>, params: Value[]): string =>
  `((${table}.warehouse_arrived_at is not null and ${atSites(`${table}.site_id`, sites, params)}) or ${toSites(table, sites, params)})`

/** SQL condition for shipments that leave from or arrive at one of the sites. */
export const seenShipments = (table: string, sites: NonNullable<SeenSites>, params: Value[]): string =>
  `(${atSites(`${table}.from_site_id`, sites, params)} or ${toSites(table, sites, params)})`

export const shipmentConditions = (filter: SiteFilter, params: Value[]): string =>
  limitsOf(filter)
    .map((sites) => ` and ${seenShipments('shipments', sites, params)}`)
    .join('')

/** SQL conditions for packages. `atSite` selects packages that arrived at the site or are on their way to the site. */
export const packageConditions = ({ seen = null, atSite }: SiteFilter, params: Value[]): string[] => [
  ...(seen === null ? [] : [seenPackages('packages', seen, params)!]),
  ...(atSite ? [packagesOf('packages', onlySite(atSite), params)] : []),
]

/** The sites of an account, and whether the oldest site is among them. */
export const seenSitesOf = async (db: Query, siteIds: readonly string[]): Promise<SeenSites> => {
  const [oldest] = await db.query<{ id: string }>('select id from sites order by created_at, id limit 1')
  return { ids: siteIds, hasOldest: oldest !== undefined && siteIds.includes(oldest.id) }
}
