// Opens a purchase and buys the label from the carrier in one call. The response settles the purchase or leaves it open for a later look-up.

import type { CarrierFailureKind, Purchase, RemoteCarrier } from '../../carriers/carrier.ts'
import { CarrierFailure } from '../../carriers/carrier.ts'
import { LABEL_TOKEN_BYTES } from '../../carriers/house.ts'
import { REHEARSAL_CARRIER, rehearsalCarrier } from '../../carriers/rehearsal.ts'
import type { BoughtLabel, PurchaseIntent, PurchaseState, UnclearOutcome } from '../../domain/booking/purchase.ts'
import { bought, isChargedOtherwise, refused, unclear } from '../../domain/booking/purchase.ts'
import type { CarrierOffer, Quote, Rate } from '../../domain/quotes/quote.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as purchases from '../../store/booking/purchases.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../deps.ts'
import { readForBooking, saveBooking } from './save-booking.ts'
import { applyStoredEvents } from './track-carrier.ts'

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
    // The lease for the call to the carrier. If this server dies, another server looks up the purchase after the lease has expired.
    nextLookAt: now + deps.purchaseTimeouts.buyLeaseMs,
    settledAt: null,
    bought: null,
    chargedOtherwiseAt: null,
    nextTrackAt: null,
    actor: caller.actor,
    requestId: caller.requestId,
    openedUnder,
  }
  // Saves the quote first. If two bookings run at once, the later booking conflicts here, and its retry is refused.
  await quotes.save(tx, caller, quote, { ...quote, purchaseId: intent.id })
  await purchases.insert(tx, caller, intent, offer.shipmentId)
  return intent
}

/** Whether the label was refunded or is being refunded. The carrier still lists a refunded label as bought, but it must not be used. */
const wasRefunded = async (tx: Tx, { carrierId, shipmentId }: CarrierOffer): Promise<boolean> =>
  (await purchases.statesOf(tx, carrierId, shipmentId)).some((state) => REFUNDED.has(state))

const rateOutdated = (rate: Rate): Rejection =>
  new Rejection('QUOTE_RATE_OUTDATED', `${rate.carrier} no longer sells this rate. GET the quote for fresh rates, then book again.`)

const RETRY_SECONDS = 5

export const carrierOf = (deps: Deps, { carrierId }: PurchaseIntent): RemoteCarrier | null =>
  carrierId === REHEARSAL_CARRIER ? rehearsalCarrier(null) : (deps.carriers.find((carrier) => carrier.id === carrierId) ?? null)

export const purchaseOf = ({ rate, quoteId }: PurchaseIntent): Purchase => {
  const offer = rate.offer!
  return {
    ref: { shipmentId: offer.shipmentId, rateId: offer.rateId },
    carrier: rate.carrier,
    service: rate.service,
    amount: offer.amount,
    currency: offer.currency,
    reference: quoteId,
  }
}

/** Calls the carrier once, and stores the outcome before the client gets an answer. */
export const buyFromCarrier = async (deps: Deps, caller: Caller, intent: PurchaseIntent): Promise<Quote> => {
  const carrier = carrierOf(deps, intent)
  if (!carrier) return giveUp(deps, caller, intent, unavailable(`The carrier ${intent.carrierId} is switched off.`))
  let label: BoughtLabel
  try {
    label = await carrier.buy(purchaseOf(intent))
  } catch (error) {
    if (!(error instanceof CarrierFailure)) throw error
    return afterFailure(deps, caller, intent, error)
  }
  const quote = await orPending(deps, intent, settleBought(deps, caller, intent, label))
  // If this server was suspended beyond its lease, another server may have settled the purchase as not bought. The label is then refunded.
  if (quote.status !== 'booked') throw outcomePending()
  return quote
}

const UNCLEAR: Partial<Record<CarrierFailureKind, UnclearOutcome>> = { outcome_unknown_5xx: 'error', outcome_unknown_cut: 'cut' }

const outcomePending = (): Rejection => new Rejection('CARRIER_OUTCOME_PENDING', undefined, { retryAfterSeconds: RETRY_SECONDS })
const unavailable = (message: string): Rejection => new Rejection('CARRIER_UNAVAILABLE', message, { retryAfterSeconds: RETRY_SECONDS })

/** If the outcome cannot be stored, the purchase stays open and is looked up later. The client is told that the outcome is pending. */
const orPending = async <T>(deps: Deps, intent: PurchaseIntent, write: Promise<T>): Promise<T> => {
  try {
    return await write
  } catch (error) {
    deps.report('carrier purchase not written down yet', { purchase: intent.id, reason: (error as Error).message })
    throw outcomePending()
  }
}

const afterFailure = async (deps: Deps, caller: Caller, intent: PurchaseIntent, failure: CarrierFailure): Promise<never> => {
  deps.report('carrier purchase failed', {
    purchase: intent.id,
    kind: failure.kind,
    carrier_request: failure.requestId,
    reason: failure.message,
  })
  const outcome = UNCLEAR[failure.kind]
  if (outcome) {
    const next = unclear(intent, outcome, deps.queueClock())
    await orPending(
      deps,
      intent,
      deps.db.transaction(caller, (tx) => purchases.saveIfStill(tx, caller, next, 'open')),
    )
    throw outcomePending()
  }
  if (failure.kind === 'rate_gone') return giveUp(deps, caller, intent, rateOutdated(intent.rate))
  const message = `${intent.rate.carrier}: ${failure.message}`
  return giveUp(deps, caller, intent, failure.kind === 'unavailable' ? unavailable(message) : new Rejection('CARRIER_REJECTED', message))
}

/** Settles a purchase for which the carrier sold no label. The quote can be booked again. */
const giveUp = async (deps: Deps, caller: Caller, intent: PurchaseIntent, why: Rejection): Promise<never> => {
  await orPending(deps, intent, settleNotBought(deps, caller, refused(intent, deps.queueClock())))
  throw why
}

export const settleNotBought = (deps: Deps, caller: Caller, intent: PurchaseIntent): Promise<void> =>
  deps.db.transaction(caller, async (tx) => {
    if ((await purchases.load(tx, caller, intent.id)).state !== 'open') return
    await purchases.save(tx, caller, intent, 'open')
    const quote = await quotes.load(tx, caller, intent.quoteId)
    await quotes.save(tx, caller, quote, { ...quote, purchaseId: null })
  })

/** Books the quote with the bought label. If the purchase is settled already, only returns the quote. */
export const settleBought = async (deps: Deps, caller: Caller, intent: PurchaseIntent, label: BoughtLabel): Promise<Quote> => {
  const { amount, currency } = intent.rate.offer!
  if (isChargedOtherwise(intent, label)) {
    const agreed = `${amount} ${currency}`
    deps.report('carrier charged other than agreed', { purchase: intent.id, agreed, charged: `${label.amount} ${label.currency}` })
  }
  return deps.db.transaction(caller, async (tx) => {
    const [quote, purchase, reads] = await Promise.all([
      quotes.loadToChange(tx, caller, intent.quoteId),
      purchases.load(tx, caller, intent.id),
      readForBooking(tx, caller, intent.quoteId),
    ])
    if (purchase.state !== 'open') return quote
    await purchases.save(tx, caller, bought(intent, label, deps.queueClock()), 'open')
    const shipment = { trackingCode: label.trackingCode, labelToken: deps.random(LABEL_TOKEN_BYTES).toHex() }
    const booked = await saveBooking(deps, tx, caller, quote, intent.rate, shipment, reads)
    await applyStoredEvents(deps, tx, caller, booked, intent.carrierId)
    return booked
  })
}
