// Finds the site that a request names as the place of work, as the destination of a shipment, or as the filter of a list.

import type { Site } from '../../domain/sites/site.ts'
import { defaultSite, recordedSite, siteCode } from '../../domain/sites/site.ts'
import { invalidField } from '../../domain/values/errors.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { SiteKey } from '../../store/sites/seen-sites.ts'
import { sees } from '../../store/sites/seen-sites.ts'
import * as sites from '../../store/sites/sites.ts'

const NO_MATCH = 'matches no site: give its code or token'

const isNamed = ({ id, code }: Site, name: string): boolean => id === name || code === siteCode(name)

/** Returns the site id that records store: null for the oldest site. `name`: token or code of the site. Also finds closed sites. */
export const namedSite = async (db: Query, name: string): Promise<string | null> => {
  const all = await sites.list(db)
  const site = all.find((each) => isNamed(each, name))
  if (!site) throw invalidField('site', NO_MATCH)
  return recordedSite(site, all[0]!)
}

/** Returns the site as a filter for database queries. `name`: token or code of the site. */
export const filteredSite = async (db: Query, name: string): Promise<SiteKey> => {
  const all = await sites.list(db)
  const index = all.findIndex((site) => isNamed(site, name))
  if (index === -1) throw invalidField('site', NO_MATCH)
  return { id: all[index]!.id, isOldest: index === 0 }
}

/**
 * Returns the site if it is open, and keeps it open until the transaction ends. Throws if the site is closed or unknown. `name`: token or
 * code of the site.
 */
export const openSite = async (tx: Tx, field: string, name: string): Promise<Site> => {
  const site = (await sites.listShared(tx)).find((each) => isNamed(each, name))
  if (!site) throw invalidField(field, NO_MATCH)
  if (site.closedAt !== null) throw invalidField(field, `is ${site.code}, which is closed`)
  return site
}

/** `country`: if the request names no site, a site in this country is preferred. */
type Wanted = { named: string | undefined; field?: string; country?: string | null | undefined }

/** The oldest open site among `own`, preferably a site in `country`. */
const defaultOf = (own: readonly Site[], country: string | null | undefined): Site | null =>
  defaultSite(own.filter((site) => site.country === country)) ?? defaultSite(own)

/** Returns the site id to store in a receipt or a new record: null for the oldest site. The site stays open until the transaction ends. */
export const workSite = async (tx: Tx, author: Author, { named, field = 'site', country }: Wanted): Promise<string | null> => {
  const seen = author.seen ?? null
  const all = await sites.listShared(tx)
  // No site exists until a server has been started for the first time.
  if (all.length === 0) return null
  const own = all.filter((site) => sees(seen, recordedSite(site, all[0]!)))
  const site = named === undefined ? defaultOf(own, country) : all.find((each) => isNamed(each, named))
  if (!site) throw invalidField(field, named === undefined ? 'is missing: no site of yours is open' : NO_MATCH)
  if (!own.includes(site))
    throw invalidField(field, `is ${site.code}, where you do not work: nothing was changed; an admin can do this for you`)
  if (site.closedAt !== null) throw invalidField(field, `is ${site.code}, which is closed`)
  return recordedSite(site, all[0]!)
}
