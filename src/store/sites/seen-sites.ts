// The sites that a member of staff may see, as conditions of queries.

import type { Query, Value } from '../../platform/engine/db.ts'

/**
 * The sites that someone may see; null for all. `hasOldest`: whether the oldest site is among `ids`. Records of the oldest site are stored
 * without a site.
 */
export type SeenSites = { ids: readonly string[]; hasOldest: boolean } | null

export const sees = (seen: SeenSites, siteId: string | null): boolean =>
  seen === null || (siteId === null ? seen.hasOldest : seen.ids.includes(siteId))

/** The destination of a package or shipment is stored by its id even if it is the oldest site. */
const arrivesAt = (seen: SeenSites, toSiteId: string | null): boolean => toSiteId !== null && (seen === null || seen.ids.includes(toSiteId))

/**
 * Packages that have not arrived belong to no site yet, and everybody may see them. A package in a shipment is also seen at the site where
 * the shipment goes.
 */
export const isSeenPackage = (
  seen: SeenSites,
  { warehouseArrivedAt, siteId, toSiteId }: { warehouseArrivedAt: number | null; siteId: string | null; toSiteId: string | null },
): boolean => warehouseArrivedAt === null || sees(seen, siteId) || arrivesAt(seen, toSiteId)

/** A shipment is seen at the site that it leaves from and at its destination. */
export const isSeenShipment = (seen: SeenSites, shipment: { fromSiteId: string | null; toSiteId: string | null }): boolean =>
  sees(seen, shipment.fromSiteId) || arrivesAt(seen, shipment.toSiteId)

/** One site. `isOldest`: its records are stored without a site. */
export type SiteKey = { id: string; isOldest: boolean }

const onlySite = ({ id, isOldest }: SiteKey): NonNullable<SeenSites> => ({ ids: [id], hasOldest: isOldest })

/** `seen`: the sites that the reader may see. `atSite`: the one site that a list or count is limited to. */
export type SiteFilter = { seen?: SeenSites; atSite?: SiteKey }

const limitsOf = ({ seen = null, atSite }: SiteFilter): NonNullable<SeenSites>[] => [
  ...(seen === null ? [] : [seen]),
  ...(atSite ? [onlySite(atSite)] : []),
]

/** A condition on a column with a site; never null, so that it can be negated. The parameters are added to `params`. */
export const atSites = (column: string, { ids, hasOldest }: NonNullable<SeenSites>, params: Value[]): string =>
  `coalesce(${column}, '') in (${[...ids, ...(hasOldest ? [''] : [])].map((id) => `$${params.push(id)}`).join(', ')})`

/** The condition, beginning with ` and`; empty if all sites are seen. */
export const seenCondition = (column: string, seen: SeenSites, params: Value[]): string => siteConditions(column, { seen }, params)

/** The conditions, each beginning with ` and`; empty without a limit. */
export const siteConditions = (column: string, filter: SiteFilter, params: Value[]): string =>
  limitsOf(filter)
    .map((sites) => ` and ${atSites(column, sites, params)}`)
    .join('')

const toSites = (table: string, { ids }: NonNullable<SeenSites>, params: Value[]): string =>
  `coalesce(${table}.to_site_id, '') in (${ids.map((id) => `$${params.push(id)}`).join(', ')})`

/** The condition on rows of packages; null if all sites are seen. */
export const seenPackages = (table: string, seen: SeenSites, params: Value[]): string | null =>
  seen === null ? null : `(${table}.warehouse_arrived_at is null or ${packagesOf(table, seen, params)})`

/** Packages that were received at the sites, or are in a shipment that arrives there. */
const packagesOf = (table: string, sites: NonNullable<SeenSites>, params: Value[]): string =>
  `((${table}.warehouse_arrived_at is not null and ${atSites(`${table}.site_id`, sites, params)}) or ${toSites(table, sites, params)})`

/** Shipments that leave from the sites or arrive there. */
export const seenShipments = (table: string, sites: NonNullable<SeenSites>, params: Value[]): string =>
  `(${atSites(`${table}.from_site_id`, sites, params)} or ${toSites(table, sites, params)})`

export const shipmentConditions = (filter: SiteFilter, params: Value[]): string =>
  limitsOf(filter)
    .map((sites) => ` and ${seenShipments('shipments', sites, params)}`)
    .join('')

/** The conditions on rows of packages. `atSite` selects packages that arrived at the site or are on their way there. */
export const packageConditions = ({ seen = null, atSite }: SiteFilter, params: Value[]): string[] => [
  ...(seen === null ? [] : [seenPackages('packages', seen, params)!]),
  ...(atSite ? [packagesOf('packages', onlySite(atSite), params)] : []),
]

/** The sites of an account, and whether the oldest site is among them. */
export const seenSitesOf = async (db: Query, siteIds: readonly string[]): Promise<SeenSites> => {
  const [oldest] = await db.query<{ id: string }>('select id from sites order by created_at, id limit 1')
  return { ids: siteIds, hasOldest: oldest !== undefined && siteIds.includes(oldest.id) }
}
