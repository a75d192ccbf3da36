// The site at which a member of staff works: the one that the request names, else the only or default one.

import { defaultSite, recordedSite, siteCode } from '../../domain/sites/site.ts'
import { invalidField } from '../../domain/values/errors.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import { sees } from '../../store/sites/seen-sites.ts'
import * as sites from '../../store/sites/sites.ts'

/** The recorded id of the site, by token or code. Closed sites are found too. */
export const namedSite = async (db: Query, name: string): Promise<string | null> => {
  const all = await sites.list(db)
  const site = all.find(({ id, code }) => id === name || code === siteCode(name))
  if (!site) throw invalidField('site', 'matches no site: give its code or token')
  return recordedSite(site, all[0]!)
}

/**
 * The recorded id of the site at which something is received or created: null for the oldest site. The site stays open until the
 * transaction ends.
 */
export const workSite = async (tx: Tx, author: Author, named: string | undefined): Promise<string | null> => {
  const seen = author.seen ?? null
  const all = await sites.listShared(tx)
  // A store that no server has begun has no site yet.
  if (all.length === 0) return null
  const own = all.filter((site) => sees(seen, recordedSite(site, all[0]!)))
  const site = named === undefined ? defaultSite(own) : all.find(({ id, code }) => id === named || code === siteCode(named))
  if (!site)
    throw invalidField('site', named === undefined ? 'is missing: no site of yours is open' : 'matches no site: give its code or token')
  if (!own.includes(site))
    throw invalidField('site', `is ${site.code}, where you do not work: nothing was changed; an admin can do this for you`)
  if (site.closedAt !== null) throw invalidField('site', `is ${site.code}, which is closed`)
  return recordedSite(site, all[0]!)
}
