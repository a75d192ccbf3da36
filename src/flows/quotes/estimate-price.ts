// Estimates a price from countries and cargo with the cards in force. Stores nothing.

import type { ServicePrice } from '../../domain/pricing/pricing.ts'
import { cardOffers } from '../../domain/quotes/card-offers.ts'
import type { EstimateDraft } from '../../domain/quotes/estimate-request.ts'
import { readEstimateRequest } from '../../domain/quotes/estimate-request.ts'
import type { ParcelRequest } from '../../domain/quotes/quote-request.ts'
import type { Problems } from '../../domain/values/errors.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor, pricedAt } from '../deps.ts'
import { readDraft } from './create-quote.ts'

export type Estimate = EstimateDraft & { offers: ServicePrice[]; estimatedAt: number }

/** `problems` holds what the schema found wrong; the rules add theirs, so that all are reported together. */
export const estimatePrice = async (deps: Deps, caller: Caller, parcel: ParcelRequest, problems: Problems): Promise<Estimate> => {
  const { draft, prices } = await readDraft(deps, caller, parcel, problems, readEstimateRequest)
  const now = nowFor(deps, caller)
  const book = await prices.bookFor(caller.businessId, pricedAt(deps, now))
  return { ...draft, offers: cardOffers(draft.lane, draft.cargo, book), estimatedAt: now }
}
