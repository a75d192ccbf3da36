// The price that a quote's cargo would have had at another time, compared with the quote. Changes nothing.

import type { Cargo } from '../pricing/cargo.ts'
import type { PriceBook, ServicePrice } from '../pricing/pricing.ts'
import { cardOffers } from '../quotes/card-offers.ts'
import type { Quote, Rate } from '../quotes/quote.ts'
import { flowOf } from '../quotes/quote.ts'
import { Rejection } from '../values/errors.ts'
import { amountText, decimal } from '../values/money.ts'
import { basisOf } from './basis.ts'
import type { Comparison, ExplainedPrice, Explanation, QuoteRecords } from './explain.ts'
import { explainQuote, laneNotes, shownRates } from './explain.ts'

const HYPOTHETICAL =
  'Hypothetical: what the same cargo would have cost with the cards, exchange rates and terms in force at that moment, as they were known then. It is not an offer, and the price of the quote does not change.'
const OUTSIDE_CARRIERS = 'Outside carriers cannot be asked about the past: their rates are left out.'

const compare = (shown: readonly Rate[], { carrier, service, amount }: ServicePrice): Comparison | null => {
  const same = shown.find((rate) => rate.carrier === carrier && rate.service === service)
  const own = same ?? (shown.length === 1 ? shown[0] : undefined)
  if (!own) return null
  return { carrier: own.carrier, service: own.service, total: own.amount, difference: amountText(decimal(amount).minus(own.amount)) }
}

const carrierNotes = (quote: Quote): string[] => (flowOf(quote) === 'export_air' ? [OUTSIDE_CARRIERS] : [])

const offersAt = (quote: Quote, cargo: Cargo, book: PriceBook, at: number): ServicePrice[] => {
  try {
    return cardOffers(quote.lane, cargo, book)
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    throw new Rejection(error.code, [`At ${new Date(at).toISOString()}: ${error.message}`, ...carrierNotes(quote)].join(' '))
  }
}

const fromOffer = (offer: ServicePrice, cargo: Cargo, shown: readonly Rate[], at: number): ExplainedPrice => ({
  rateId: null,
  carrier: offer.carrier,
  service: offer.service,
  isSelected: false,
  deliveryDays: offer.transitDays,
  pricedAt: at,
  basis: basisOf(offer.breakdown, cargo),
  breakdown: offer.breakdown,
  comparison: compare(shown, offer),
})

/** `book` holds the cards, rates and terms in force and known at that time. Throws LANE_NOT_SERVED if no card priced the cargo then. */
export const explainAsOf = (records: QuoteRecords, book: PriceBook, at: number): Explanation => {
  const { quote } = records
  const own = explainQuote(records)
  const prices = offersAt(quote, own.cargo, book, at).map((offer) => fromOffer(offer, own.cargo, shownRates(quote), at))
  return { ...own, prices, asOf: at, notes: [HYPOTHETICAL, ...carrierNotes(quote), ...laneNotes(quote.lane)] }
}
