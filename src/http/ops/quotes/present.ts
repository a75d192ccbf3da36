// Converts quotes to the JSON of /ops/v1, with their businesses.

import type { Scope } from '../../../domain/businesses/business.ts'
import type { Quote } from '../../../domain/quotes/quote.ts'
import type { Deps } from '../../../flows/deps.ts'
import * as businesses from '../../../store/businesses/businesses.ts'
import type { FoundQuote } from '../../../store/overview/operator-lists.ts'
import * as packages from '../../../store/packages/packages.ts'
import { presentQuote } from '../../v1/quotes/present.ts'
import { presentOpsBusiness } from '../packages/present.ts'

export const quoteAnswers = (deps: Deps) => {
  const parcelsOf = async (scope: Scope, found: readonly Quote[]) =>
    packages.ofQuotes(
      deps.db,
      scope,
      found.filter(({ status }) => status === 'booked').map(({ id }) => id),
    )

  /** A few reads per business, however many quotes. */
  return async (found: readonly FoundQuote[], base: string) => {
    const groups = [...Map.groupBy(found, ({ scope }) => scope.businessId).entries()]
    const holders = await Promise.all(groups.map(([id]) => businesses.find(deps.db, id)))
    const parcels = await Promise.all(
      groups.map(([, group]) =>
        parcelsOf(
          group[0]!.scope,
          group.map(({ quote }) => quote),
        ),
      ),
    )
    const byQuote = Map.groupBy(parcels.flat(), ({ quoteId }) => quoteId)
    return found.map(({ scope, quote }) => ({
      ...presentQuote(quote, { parcels: byQuote.get(quote.id) ?? [], baseUrl: base }),
      business: presentOpsBusiness(holders.find((holder) => holder!.id === scope.businessId)!),
      mode: scope.mode,
      parcel_customer_id: quote.customerId,
    }))
  }
}
