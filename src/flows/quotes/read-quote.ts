// Reads a quote. Refreshes the rates of a pending quote: always for export air, otherwise after an hour. Deletes replaced rates after a day.

import { quoteEvent } from '../../domain/events/event.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import { flowOf, hasOtherPrices, needsRefresh, shownAgain } from '../../domain/quotes/quote.ts'
import { Rejection } from '../../domain/values/errors.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import type { Offer } from './rate-quote.ts'
import { rateQuote } from './rate-quote.ts'

export const readQuote = async (deps: Deps, caller: Caller, id: string): Promise<Quote> => {
  const quote = await quotes.load(deps.db, caller, id)
  const now = nowFor(deps, caller)
  if (!needsRefresh(quote, now)) return quote
  const offer = await currentOffer(deps, caller, quote, now)
  const again = flowOf(quote) === 'export_air' ? shownAgain(quote, offer, now) : null
  if (again) return { ...quote, rates: again }
  return deps.db.transaction(caller, async (tx) => {
    // If another request has changed the quote since it was read, returns the changed quote.
    if (!(await quotes.isUnchanged(tx, caller, quote))) return quotes.load(tx, caller, id)
    const shown = quote.selectedRate ? [quote.selectedRate] : quote.rates
    const stays = new Set(offer.rates.map((rate) => rate.id))
    const replaced = shown.filter((rate) => !stays.has(rate.id))
    const saved = await quotes.save(tx, caller, quote, { ...quote, ...offer })
    await quotes.keepReplaced(tx, caller, id, replaced)
    if (hasOtherPrices(quote, saved)) await recordEvents(deps, tx, caller, [quoteEvent('quote.price_changed', saved)])
    return saved
  })
}

/**
 * Returns the current rates. If the lane is no longer served, returns no rates instead of an error, because the quote must stay readable.
 */
const currentOffer = async (deps: Deps, caller: Caller, quote: Quote, now: number): Promise<Offer> => {
  try {
    return await rateQuote(deps, caller, quote, now)
  } catch (error) {
    if (error instanceof Rejection && error.code === 'LANE_NOT_SERVED') return { rates: [], rateMessages: [], selectedRate: null }
    throw error
  }
}

const RATES_KNOWN_MS = 24 * 60 * 60 * 1000

export const forgetRates = (deps: Deps): Promise<void> => quotes.pruneReplaced(deps.db, deps.clock() - RATES_KNOWN_MS)
