// Finds the sites that requests name: where a member of staff works, where something arrives, or by which a list is filtered.

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

/** The id by which records name the site, which is null for the oldest site. `name`: its token or code. Closed sites are found too. */
export const namedSite = async (db: Query, name: string): Promise<string | null> => {
  const all = await sites.list(db)
  const site = all.find((each) => isNamed(each, name))
  if (!site) throw invalidField('site', NO_MATCH)
  return recordedSite(site, all[0]!)
}

/** The site in the form by which queries filter. `name`: its token or code. */
export const filteredSite = async (db: Query, name: string): Promise<SiteKey> => {
  const all = await sites.list(db)
  const index = all.findIndex((site) => isNamed(site, name))
  if (index === -1) throw invalidField('site', NO_MATCH)
  return { id: all[index]!.id, isOldest: index === 0 }
}

/** A site that is open, and stays open until the transaction ends. */
export const openSite = async (tx: Tx, field: string, name: string): Promise<Site> => {
  const site = (await sites.listShared(tx)).find((each) => isNamed(each, name))
  if (!site) throw invalidField(field, NO_MATCH)
  if (site.closedAt !== null) throw invalidField(field, `is ${site.code}, which is closed`)
  return site
}

/** `country`: prefers a site in this country if the request names none. */
type Wanted = { named: string | undefined; field?: string; country?: string | null | undefined }

/** The default site: the oldest open one of the author's sites, preferably in this country. */
const defaultOf = (own: readonly Site[], country: string | null | undefined): Site | null =>
  defaultSite(own.filter((site) => site.country === country)) ?? defaultSite(own)

/**
 * The id of the site at which something is received or created, as records hold it: null for the oldest site. The site stays open until
 * the transaction ends.
 */
export const workSite = async (tx: Tx, author: Author, { named, field = 'site', country }: Wanted): Promise<string | null> => {
  const seen = author.seen ?? null
  const all = await sites.listShared(tx)
  // The first start of a server creates a site. Before that there is none.
  if (all.length === 0) return null
  const own = all.filter((site) => sees(seen, recordedSite(site, all[0]!)))
  const site = named === undefined ? defaultOf(own, country) : all.find((each) => isNamed(each, named))
  if (!site) throw invalidField(field, named === undefined ? 'is missing: no site of yours is open' : NO_MATCH)
  if (!own.includes(site))
    throw invalidField(field, `is ${site.code}, where you do not work: nothing was changed; an admin can do this for you`)
  if (site.closedAt !== null) throw invalidField(field, `is ${site.code}, which is closed`)
  return recordedSite(site, all[0]!)
}
