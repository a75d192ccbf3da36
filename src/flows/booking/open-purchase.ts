// Opens a purchase: the intent is stored before the carrier is called, and the quote is locked until it is settled.

import type { PurchaseIntent, PurchaseState } from '../../domain/booking/purchase.ts'
import type { CarrierOffer, Quote, Rate } from '../../domain/quotes/quote.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as purchases from '../../store/booking/purchases.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../deps.ts'

const REFUNDED: ReadonlySet<PurchaseState> = new Set<PurchaseState>(['refunding', 'refunded', 'refund_refused'])

export const openPurchase = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  quote: Quote,
  rate: Rate,
  offer: CarrierOffer,
  openedUnder: string | null,
): Promise<PurchaseIntent> => {
  const now = deps.queueClock()
  if (await wasRefunded(tx, offer)) throw rateOutdated(rate)
  const intent: PurchaseIntent = {
    id: deps.newId('pur'),
    quoteId: quote.id,
    carrierId: offer.carrierId,
    rate,
    state: 'open',
    outcome: null,
    openedAt: now,
    firstCleanLookAt: null,
    looks: 0,
    // A lease for the call. If this server dies, another looks up the purchase after that.
    nextLookAt: now + deps.purchaseTimeouts.buyLeaseMs,
    settledAt: null,
    bought: null,
    chargedOtherwiseAt: null,
    nextTrackAt: null,
    actor: caller.actor,
    requestId: caller.requestId,
    openedUnder,
  }
  // The quote first: of two concurrent bookings, the later one then conflicts, and its retry is refused.
  await quotes.save(tx, caller, quote, { ...quote, purchaseId: intent.id })
  await purchases.insert(tx, caller, intent, offer.shipmentId)
  return intent
}

/** Whether the label was refunded after a late purchase. The carrier still lists it as bought, but it must not be used. */
const wasRefunded = async (tx: Tx, { carrierId, shipmentId }: CarrierOffer): Promise<boolean> =>
  (await purchases.statesOf(tx, carrierId, shipmentId)).some((state) => REFUNDED.has(state))

export const rateOutdated = (rate: Rate): Rejection =>
  new Rejection('QUOTE_RATE_OUTDATED', `${rate.carrier} no longer sells this rate. GET the quote for fresh rates, then book again.`)
