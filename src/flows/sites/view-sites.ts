// Reads sites with their addresses. A site without an address of its own gets the address of the warehouse in the same country.

import type { PostalAddress } from '../../domain/businesses/business.ts'
import type { Site } from '../../domain/sites/site.ts'
import { defaultSite } from '../../domain/sites/site.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Query } from '../../platform/engine/db.ts'
import * as warehouses from '../../store/pricing/warehouses.ts'
import * as sites from '../../store/sites/sites.ts'
import type { Deps } from '../deps.ts'

export type ViewedSite = { site: Site; address: PostalAddress | null; isDefault: boolean }

export const viewSites = async (db: Query): Promise<ViewedSite[]> => {
  const [all, known] = await Promise.all([sites.list(db), warehouses.list(db)])
  const addresses = new Map(known.map(({ country, address }) => [country, address]))
  const chosen = defaultSite(all)
  return all.map((site) => ({ site, address: site.address ?? addresses.get(site.country) ?? null, isDefault: site.id === chosen?.id }))
}

export const viewSite = async ({ db }: Pick<Deps, 'db'>, id: string): Promise<ViewedSite> => {
  const viewed = (await viewSites(db)).find(({ site }) => site.id === id)
  if (!viewed) throw new Rejection('NOT_FOUND', 'No such site.')
  return viewed
}
