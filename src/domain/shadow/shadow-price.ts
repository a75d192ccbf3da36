// The price that a past quote would have had with a draft rate card or another exchange rate.

import type { Cargo } from '../pricing/cargo.ts'
import type { Breakdown } from '../pricing/price.ts'
import type { Lane, PriceBook, ServicePrice } from '../pricing/pricing.ts'
import { cardOffers, priceCarrierCharge } from '../pricing/pricing.ts'
import type { FxRate, RateCard } from '../pricing/rate-card.ts'
import type { Rate } from '../quotes/quote.ts'
import { flowOf } from '../quotes/quote.ts'
import { Rejection } from '../values/errors.ts'
import { decimal } from '../values/money.ts'

/** The part of a quote that shadow pricing needs. `isFinal`: the price was computed from the warehouse's measurements. */
export type QuotedPrice = {
  id: string
  reference: string
  businessId: string
  lane: Lane
  cargo: Cargo
  rates: readonly Rate[]
  selectedRate: Rate | null
  isFinal: boolean
}

export type Trial = { card: RateCard | null; fx: FxRate | null }

export type PastBooks = {
  at(businessId: string, moment: number): Pick<PriceBook, 'cards' | 'fx'>
  card(id: string, version: number): RateCard
}

/** `before`: the quote's price for the declared cargo. `after`: the price under the trial, or null if the trial gives no price. */
export type ShadowPrice = { breakdown: Breakdown; before: string; after: string | null }

type Offered = Pick<ServicePrice, 'carrier' | 'service' | 'amount' | 'breakdown'>

/**
 * Compares the price of a past quote with its price under the trial. Returns `untouched` if the trial does not affect the price, and
 * `unpriced` if the quote never had a price.
 */
export const shadowPrice = (quote: QuotedPrice, trial: Trial, past: PastBooks): ShadowPrice | 'untouched' | 'unpriced' => {
  // A quote without a selected rate is compared by its cheapest rate, which is the first.
  const shown = quote.selectedRate ? [quote.selectedRate] : quote.rates
  const frozen = shown[0]
  if (!frozen) return 'unpriced'
  const offers = offersAfter(quote, shown, bookAfter(quote, shown, trial, past))
  const isChosen = quote.selectedRate !== null && flowOf(quote) === 'export_air'
  const after = isChosen ? offers.find((offer) => offer.carrier === frozen.carrier && offer.service === frozen.service) : cheapest(offers)
  if (![frozen, after].some((offer) => offer && isTouched(offer.breakdown, trial))) return 'untouched'
  return { breakdown: frozen.breakdown, before: declaredPrice(quote, frozen, past), after: after?.amount ?? null }
}

const cheapest = (offers: readonly Offered[]): Offered | undefined =>
  offers.reduce<Offered | undefined>((best, offer) => (best && decimal(best.amount).lte(offer.amount) ? best : offer), undefined)

const isTouched = ({ card, fx }: Breakdown, trial: Trial): boolean =>
  (card !== null && card.id === trial.card?.id) || fx.base === trial.fx?.base

/**
 * The price book under the trial. Each rate card and each exchange rate is taken from the trial if present there, otherwise from the quote,
 * otherwise from the book in force when the quote was priced.
 */
const bookAfter = (quote: QuotedPrice, shown: readonly Rate[], trial: Trial, past: PastBooks): PriceBook => {
  const { createdAt, breakdown } = shown[0]!
  const then = past.at(quote.businessId, createdAt)
  const frozenCards = shown.flatMap(({ breakdown: { card } }) => (card ? [past.card(card.id, card.version)] : []))
  const isForQuote = trial.card && (trial.card.businessId === null || trial.card.businessId === quote.businessId)
  return {
    cards: firstOfEach([...(isForQuote ? [trial.card!] : []), ...frozenCards, ...then.cards], (card) => card.id),
    fx: firstOfEach([...(trial.fx ? [trial.fx] : []), ...shown.map((rate) => rate.breakdown.fx), ...then.fx], (fx) => fx.base),
    markupPercent: breakdown.markupPercent,
  }
}

const firstOfEach = <T>(entries: readonly T[], keyOf: (entry: T) => string): T[] => {
  const first = new Map<string, T>()
  for (const entry of entries) if (!first.has(keyOf(entry))) first.set(keyOf(entry), entry)
  return [...first.values()]
}

/** Returns the offers for the declared cargo. If no rate card serves the lane, only the offers of outside carriers are returned. */
const offersAfter = ({ lane, cargo, selectedRate }: QuotedPrice, shown: readonly Rate[], book: PriceBook): Offered[] => {
  const outside = shown.flatMap(({ carrier, service, offer }): Offered[] => {
    if (!offer) return []
    const { amount, currency } = offer
    return [{ carrier, service, ...priceCarrierCharge({ carrier, service, amount, currency }, lane, book) }]
  })
  if (selectedRate?.offer) return outside
  try {
    return [...cardOffers(lane, cargo, book), ...outside]
  } catch (error) {
    if (error instanceof Rejection && error.code === 'LANE_NOT_SERVED') return outside
    throw error
  }
}

/**
 * The quote's price for the declared cargo. If the price was computed from measurements, the declared cargo is priced again with the same
 * card and exchange rate.
 */
const declaredPrice = (quote: QuotedPrice, frozen: Rate, past: PastBooks): string => {
  const { card, fx, markupPercent } = frozen.breakdown
  if (!quote.isFinal || card === null || flowOf(quote) === 'export_air') return frozen.amount
  return cardOffers(quote.lane, quote.cargo, { cards: [past.card(card.id, card.version)], fx: [fx], markupPercent })[0]!.amount
}
