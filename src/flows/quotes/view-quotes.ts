// Adds the business and the packages to quotes of any business, for staff.

import type { Business } from '../../domain/businesses/business.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import type { Scope } from '../../domain/values/scope.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import type { FoundQuote } from '../../store/overview/operator-lists.ts'
import * as packages from '../../store/packages/packages.ts'
import type { Deps } from '../deps.ts'

export type QuoteView = FoundQuote & { business: Business; parcels: Package[] }

const bookedIds = (found: readonly { quote: Quote }[]): string[] =>
  found.filter(({ quote }) => quote.status === 'booked').map(({ quote }) => quote.id)

/** The quotes as staff see them, in the order given. The number of database reads depends on the number of businesses, not of quotes. */
export const viewQuotes = async (deps: Deps, found: readonly FoundQuote[]): Promise<QuoteView[]> => {
  const groups = [...Map.groupBy(found, ({ scope }) => scope.businessId).values()]
  const parcelsOf = (group: readonly FoundQuote[]): Promise<Package[]> => {
    const scope: Scope = group[0]!.scope
    return packages.ofQuotes(deps.db, scope, bookedIds(group))
  }
  const [owners, parcels] = await Promise.all([
    Promise.all(groups.map(([first]) => businesses.find(deps.db, first!.scope.businessId))),
    Promise.all(groups.map(parcelsOf)),
  ])
  const byQuote = Map.groupBy(parcels.flat(), ({ quoteId }) => quoteId)
  return found.map(({ scope, quote }) => ({
    scope,
    quote,
    business: owners.find((owner) => owner!.id === scope.businessId)!,
    parcels: byQuote.get(quote.id) ?? [],
  }))
}

export const viewQuote = async (deps: Deps, found: FoundQuote): Promise<QuoteView> => (await viewQuotes(deps, [found]))[0]!
