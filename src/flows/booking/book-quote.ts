// Books a pending quote, at most once. Rates of outside carriers are booked by a purchase, all other rates in one transaction.

import { buyFromHouse } from '../../carriers/house.ts'
import type { Quote, Rate } from '../../domain/quotes/quote.ts'
import { chooseRate, flowOf, isFresh, repriced, requireNotBeingBooked } from '../../domain/quotes/quote.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as purchases from '../../store/booking/purchases.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { UnderKey } from '../../store/requests/idempotency.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { estimateQuote } from '../quotes/rate-quote.ts'
import { buyFromCarrier, openPurchase } from './buy-from-carrier.ts'
import { fetchLabelSoon } from './carrier-label.ts'
import { readForBooking, saveBooking } from './save-booking.ts'

export const bookQuote = async (
  deps: Deps,
  caller: Caller,
  id: string,
  rateId: string | null,
  under: UnderKey | null = null,
): Promise<Quote> => {
  const outcome = await deps.db.transaction(caller, async (tx) => {
    const now = nowFor(deps, caller)
    const [quote, offered, reads] = await Promise.all([
      quotes.loadToChange(tx, caller, id),
      rateId === null ? [] : quotes.findReplaced(tx, caller, id, rateId),
      readForBooking(tx, caller, id),
    ])
    if (under && (await isBookedUnder(tx, caller, quote, under))) return { booked: quote }
    requireNotBeingBooked(quote)
    const rate = chooseRate(quote, offered, rateId, now)
    if (rate.offer) return { purchase: await openPurchase(deps, tx, caller, quote, rate, rate.offer, under?.digest ?? null) }
    if (flowOf(quote) === 'export_air')
      return { booked: await saveBooking(deps, tx, caller, quote, rate, buyFromHouse(deps.random), reads) }
    const frozen = isFresh(rate, now) ? rate : await renewEstimate(deps, tx, caller, quote, rate, now)
    return { booked: await saveBooking(deps, tx, caller, quote, frozen, null, reads) }
  })
  if (outcome.booked) return outcome.booked
  const booked = await buyFromCarrier(deps, caller, outcome.purchase)
  fetchLabelSoon(deps, caller, booked.id)
  return booked
}

/**
 * True if an earlier request with this Idempotency-Key booked the quote. If the quote has a purchase, the keys are compared. Without a
 * purchase, `isDone` tells whether an earlier request committed its work.
 */
const isBookedUnder = async (tx: Tx, caller: Caller, quote: Quote, { digest, isDone, since }: UnderKey): Promise<boolean> => {
  if (quote.status !== 'booked') return false
  const purchase = await purchases.boughtFor(tx, caller, quote.id)
  return purchase ? purchase.openedUnder === digest && purchase.openedAt > since : isDone
}

/** Computes a new price for an expired import-air estimate. The client chose no rate, so the booking is not refused. */
const renewEstimate = async (deps: Deps, tx: Tx, caller: Caller, quote: Quote, estimate: Rate, now: number): Promise<Rate> => {
  const renewed = await estimateQuote(deps, tx, caller, quote, now)
  const { estimatedDeliveryDays, estimatedDeliveryDate } = renewed
  return { ...repriced(estimate, renewed, 'estimate renewed at booking'), estimatedDeliveryDays, estimatedDeliveryDate, createdAt: now }
}
