// Creates, changes, closes and reopens sites. If there is no site at the first start, creates one.

import { operatorZone } from '../../domain/operator/operator.ts'
import type { Site, SiteRequest } from '../../domain/sites/site.ts'
import { closedSite, recordedSite, SITES_MAX, siteWith } from '../../domain/sites/site.ts'
import { countryCode } from '../../domain/values/country.ts'
import { invalidField, invalidTransition } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import * as warehouses from '../../store/pricing/warehouses.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import * as sites from '../../store/sites/sites.ts'
import { firstStartAuthor } from '../demo/first-start.ts'
import type { Deps } from '../deps.ts'
import { WAREHOUSE_COUNTRY } from '../quotes/create-quote.ts'

const CODES_LOCK = 'sites'

const BLANK: Omit<Site, 'id' | 'createdAt'> = {
  code: '',
  name: '',
  purpose: 'both',
  country: '',
  timeZone: '',
  address: null,
  localAddress: null,
  localLanguage: null,
  phone: null,
  openingHours: null,
  closedAt: null,
}

const requireFreeCode = async (tx: Tx, { id, code }: Site): Promise<void> => {
  const other = await sites.findByCode(tx, code)
  if (other && other.id !== id) throw invalidField('code', `${code} is in use by another site`)
}

export const createSite = (deps: Deps, author: Author, request: SiteRequest): Promise<Site> =>
  deps.db.transaction(
    author,
    async (tx) => {
      const site = siteWith({ ...BLANK, id: deps.newId('site'), createdAt: author.at }, request)
      await requireFreeCode(tx, site)
      if ((await sites.list(tx)).length >= SITES_MAX) throw invalidTransition(`There are ${SITES_MAX} sites, which is the most.`)
      await sites.insert(tx, author, site, deps.clock())
      return site
    },
    { locks: [CODES_LOCK] },
  )

/** `isClosed`: true closes the site, false reopens it. If undefined, the site stays as it is. */
export const changeSite = (deps: Deps, author: Author, id: string, request: SiteRequest, isClosed?: boolean): Promise<Site> =>
  deps.db.transaction(
    author,
    async (tx) => {
      const site = siteWith(await sites.lock(tx, id), request)
      await requireFreeCode(tx, site)
      const next = isClosed === undefined ? site : isClosed ? await closed(tx, site, author.at) : { ...site, closedAt: null }
      await sites.save(tx, author, next, deps.clock())
      return next
    },
    // Without the lock, two concurrent requests could choose the same code, or close the last two open sites.
    { locks: [CODES_LOCK] },
  )

/** A site with incoming shipments cannot be closed. The error message names at most this many of the shipments. */
const COMING_NAMED = 5

const closed = async (tx: Tx, site: Site, now: number): Promise<Site> => {
  const all = await sites.list(tx)
  const others = all.filter(({ id, closedAt }) => id !== site.id && closedAt === null).length
  const packages = await sites.countPackages(tx, recordedSite(site, all[0]!))
  const coming = await shipments.boundFor(tx, site.id, COMING_NAMED)
  return closedSite(site, { packages, others, coming }, now)
}

const ZONES: Readonly<Record<string, string>> = { CN: 'Asia/Shanghai', NG: 'Africa/Lagos' }

/** If there is no site yet, creates the first site, in the country of the warehouse. Several servers may call this at once. */
export const beginSites = (deps: Deps): Promise<void> =>
  deps.db.exclusively(SYSTEM, async (tx) => {
    if ((await sites.list(tx)).length > 0) return
    const operator = await operatorStore.find(tx)
    const [warehouse] = await warehouses.list(tx)
    const country = warehouse?.country ?? countryCode(operator?.address.country ?? '') ?? WAREHOUSE_COUNTRY
    const timeZone = ZONES[country] ?? operatorZone(operator, null)
    const site: Site = {
      ...BLANK,
      id: deps.newId('site'),
      code: 'MAIN',
      name: 'Main warehouse',
      country,
      timeZone,
      createdAt: deps.clock(),
    }
    await sites.insert(tx, firstStartAuthor(deps), site, deps.clock())
  })
