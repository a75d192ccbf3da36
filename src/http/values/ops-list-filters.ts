// Query parameters shared by the operator's lists: mode, business, customer, site, search text, dates and sort order.

import { isDate } from '../../domain/values/calendar.ts'
import { invalidField } from '../../domain/values/errors.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { Deps } from '../../flows/deps.ts'
import { filteredSite } from '../../flows/sites/work-site.ts'
import type { ListOrder } from '../../platform/engine/paging.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import { scopeOfCustomer } from '../../store/overview/operator-lists.ts'
import type { SeenSites, SiteFilter } from '../../store/sites/seen-sites.ts'

/** Returns the id of the business with this token or prefix. Throws if there is no such business. */
export const businessIdOf = async (deps: Deps, business: string): Promise<string> => {
  const found = await businesses.find(deps.db, business)
  if (!found) throw invalidField('business', 'matches no business: give its token or its prefix')
  return found.id
}

/** Returns the filter for the business in the query. The filter is empty if the query names no business. */
export const businessIn = async (deps: Deps, { business }: { business?: string }): Promise<{ businessId?: string }> =>
  business === undefined ? {} : { businessId: await businessIdOf(deps, business) }

/** Returns the filter for the business of this customer. With this filter, the database query can use an index. */
export const businessOfCustomer = async (deps: Deps, customerId: string | undefined): Promise<{ businessId?: string }> => {
  if (customerId === undefined) return {}
  const scope = await scopeOfCustomer(deps.db, customerId)
  if (!scope) throw invalidField('customer_id', 'matches no parcel customer: give its token')
  return { businessId: scope.businessId }
}

type SiteAsked = { query: { site?: string }; staff: { seen: SeenSites } }

/** Returns the site filter: the sites that the caller may see and, if the query names a site, that site. */
export const sitesIn = async (deps: Deps, { query: { site }, staff: { seen } }: SiteAsked): Promise<SiteFilter> => ({
  seen,
  ...(site === undefined ? {} : { atSite: await filteredSite(deps.db, site) }),
})

export const dateIn = (field: string, text: string): string => {
  if (!isDate(text)) throw invalidField(field, 'must be a calendar date, such as 2026-11-15')
  return text
}

export const commonFilter = async (deps: Deps, query: { mode?: Mode; business?: string; q?: string }) => ({
  mode: query.mode ?? ('live' as const),
  ...(await businessIn(deps, query)),
  ...(query.q === undefined ? {} : { q: query.q }),
})

/**
 * Parses a sort order. A minus sign, as in `-etd`, means descending. Returns undefined if `sort` is undefined; the list then keeps its
 * default order.
 */
export const orderIn = (orders: Readonly<Record<string, ListOrder>>, sort: string | undefined): ListOrder | undefined => {
  if (sort === undefined) return undefined
  const isAscending = !sort.startsWith('-')
  return { ...orders[isAscending ? sort : sort.slice(1)]!, isAscending }
}
