// Prices a quote: rates to choose from, or one estimate that is selected.

import type { PriceBook } from '../../domain/pricing/pricing.ts'
import { cardOffers } from '../../domain/quotes/card-offers.ts'
import type { Quote, Rate } from '../../domain/quotes/quote.ts'
import { rehearsalOf } from '../../domain/quotes/rehearsal.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Query } from '../../platform/engine/db.ts'
import * as priceBooks from '../../store/pricing/price-books.ts'
import type { Prices } from '../../store/pricing/prices-in-force.ts'
import { pricesInForce } from '../../store/pricing/prices-in-force.ts'
import type { Caller, Deps } from '../deps.ts'
import { pricedAt } from '../deps.ts'
import type { Offer, Ratable } from './offer-rate.ts'
import { offerRate } from './offer-rate.ts'
import { rateExportAir } from './rate-export-air.ts'

/** Asks outside carriers for export air in live mode, so never inside a transaction. */
export const rateQuote = async (
  deps: Deps,
  caller: Caller,
  quote: Ratable,
  now: number,
  prices: Prices | Promise<Prices> = pricesInForce(deps.db),
): Promise<Offer> => {
  if (rehearsalOf(caller.mode, quote.clientReference) === 'no_rates')
    throw new Rejection(
      'LANE_NOT_SERVED',
      'No carrier serves this lane with this cargo. Rehearsal Air: The parcel is too heavy (rehearsed).',
    )
  const book = await (await prices).bookFor(caller.businessId, pricedAt(deps, now))
  const { lane, cargo } = quote
  if (cargo.mode === 'air' && lane.direction === 'export') return rateExportAir(deps, caller, { ...quote, cargo }, book, now)
  const estimate = estimateFrom(deps, caller, quote, book, now)
  return cargo.mode === 'ocean'
    ? { rates: [estimate], rateMessages: [], selectedRate: null }
    : { rates: [], rateMessages: [], selectedRate: estimate }
}

/** The single estimate of an import-air or ocean quote; `db` may be the transaction that books it. */
export const estimateQuote = async (
  deps: Deps,
  db: Query,
  caller: Caller,
  quote: Pick<Quote, 'lane' | 'cargo'>,
  now: number,
): Promise<Rate> => estimateFrom(deps, caller, quote, await priceBooks.priceBookAt(db, caller.business, pricedAt(deps, now)), now)

const estimateFrom = (deps: Deps, caller: Caller, { lane, cargo }: Pick<Quote, 'lane' | 'cargo'>, book: PriceBook, now: number): Rate =>
  offerRate(deps, caller, cardOffers(lane, cargo, book)[0]!, now)
