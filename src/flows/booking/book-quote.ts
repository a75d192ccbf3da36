// Books a pending quote once: locally in one transaction, or by a purchase at an outside carrier.

import { buyFromHouse } from '../../carriers/house.ts'
import type { Quote, Rate } from '../../domain/quotes/quote.ts'
import { chooseRate, flowOf, isFresh, repriced, requireUntouched } from '../../domain/quotes/quote.ts'
import * as purchases from '../../store/booking/purchases.ts'
import type { Query } from '../../store/engine/db.ts'
import { sendLast } from '../../store/engine/transaction.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { UnderKey } from '../../store/requests/idempotency.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { estimateQuote } from '../quotes/rate-quote.ts'
import { buyFromCarrier } from './buy-from-carrier.ts'
import { fetchLabelSoon } from './carrier-label.ts'
import { openPurchase } from './open-purchase.ts'
import type { BoughtShipment } from './save-booking.ts'
import { newBooking, readForBooking } from './save-booking.ts'

export const bookQuote = async (
  deps: Deps,
  caller: Caller,
  id: string,
  rateId: string | null,
  under: UnderKey | null = null,
): Promise<Quote> => {
  const outcome = await deps.db.transaction(async (tx) => {
    const now = nowFor(deps, caller)
    const [quote, offered, reads] = await Promise.all([
      quotes.loadToChange(tx, caller, id),
      rateId === null ? [] : quotes.findReplaced(tx, caller, id, rateId),
      readForBooking(tx, caller, id),
    ])
    const save = async (rate: Rate, bought: BoughtShipment | null): Promise<Quote> => {
      const { booked, write, isSentAtOnce } = newBooking(deps, tx, caller, quote, rate, bought, reads)
      if (isSentAtOnce) sendLast(write)
      else await Promise.all(write())
      return booked
    }
    if (under && (await isBookedUnder(tx, caller, quote, under))) return { booked: quote }
    requireUntouched(quote)
    const rate = chooseRate(quote, offered, rateId, now)
    if (rate.offer) return { purchase: await openPurchase(deps, tx, caller, quote, rate, rate.offer, under?.digest ?? null) }
    if (flowOf(quote) === 'export_air') return { booked: await save(rate, buyFromHouse(deps.random)) }
    const frozen = isFresh(rate, now) ? rate : await renewEstimate(deps, tx, caller, quote, rate, now)
    return { booked: await save(frozen, null) }
  })
  if (outcome.booked) return outcome.booked
  const booked = await buyFromCarrier(deps, caller, outcome.purchase)
  fetchLabelSoon(deps, caller, booked.id)
  return booked
}

/** Without a purchase the booking is one transaction, and what was done under the key was that. */
const isBookedUnder = async (tx: Query, caller: Caller, quote: Quote, { digest, isDone, since }: UnderKey): Promise<boolean> => {
  if (quote.status !== 'booked') return false
  const purchase = await purchases.boughtFor(tx, caller, quote.id)
  return purchase ? purchase.openedUnder === digest && purchase.openedAt > since : isDone
}

/** An import-air estimate past its hour is priced anew: nobody held a rate id to be outdated. */
const renewEstimate = async (deps: Deps, tx: Query, caller: Caller, quote: Quote, estimate: Rate, now: number): Promise<Rate> => {
  const renewed = await estimateQuote(deps, tx, caller, quote, now)
  const { estimatedDeliveryDays, estimatedDeliveryDate } = renewed
  return { ...repriced(estimate, renewed, 'estimate renewed at booking'), estimatedDeliveryDays, estimatedDeliveryDate, createdAt: now }
}
