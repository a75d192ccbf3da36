// Refunds, once, a purchase that turns up after it was settled as not bought.

import type { Bought, LookUp, RemoteCarrier } from '../../carriers/carrier.ts'
import { CarrierFailure } from '../../carriers/carrier.ts'
import type { PurchaseIntent } from '../../domain/booking/purchase.ts'
import { refundAnswered, refundDelayed, refunding, watchedAgain } from '../../domain/booking/purchase.ts'
import * as purchases from '../../store/booking/purchases.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../deps.ts'
import { purchaseOf } from './buy-from-carrier.ts'

/** `no_record`: the carrier does not know the shipment. `unclear`: the carrier could not be asked. */
export type LookUpResult = LookUp | { state: 'no_record' } | { state: 'unclear' }

export const watchLate = async (
  deps: Deps,
  caller: Caller,
  intent: PurchaseIntent,
  carrier: RemoteCarrier | null,
  found: LookUpResult,
): Promise<void> => {
  if (found.state === 'refunded') return writeAnswer(deps, caller, intent, found.bought, 'refunded')
  if (found.state === 'bought' && carrier) {
    const mine = intent.state === 'refunding' ? intent : await takeForRefund(deps, caller, intent, found.bought)
    if (mine) return refund(deps, caller, mine, carrier, found.bought)
  }
  const now = deps.queueClock()
  const next = intent.state === 'refunding' ? refundDelayed(intent, now) : watchedAgain(intent, found.state !== 'unclear', now)
  await deps.db.transaction(caller, (tx) => purchases.saveIfStill(tx, caller, next, intent.state))
}

/** Null when the same carrier shipment is being bought, bought or refunded by another booking: a label in use is never refunded. */
const takeForRefund = (deps: Deps, caller: Caller, intent: PurchaseIntent, label: Bought): Promise<PurchaseIntent | null> =>
  deps.db.transaction(caller, async (tx) => {
    const quote = await quotes.load(tx, caller, intent.quoteId)
    const states = await purchases.statesOf(tx, intent.carrierId, intent.rate.offer!.shipmentId)
    if (states.some((state) => state !== 'not_bought')) return null
    const next = refunding(intent, label, deps.queueClock() + deps.purchaseTimeouts.buyLeaseMs)
    await purchases.save(tx, caller, next, 'not_bought')
    // Saved unchanged: a concurrent booking is a conflict; its retry finds the refund.
    await quotes.save(tx, caller, quote, quote)
    return next
  })

const refund = async (deps: Deps, caller: Caller, intent: PurchaseIntent, carrier: RemoteCarrier, label: Bought): Promise<void> => {
  try {
    const answer = await carrier.refund(purchaseOf(intent))
    await writeAnswer(deps, caller, intent, label, answer === 'refused' ? 'refund_refused' : 'refunded')
  } catch (error) {
    if (!(error instanceof CarrierFailure)) throw error
    deps.report('late carrier purchase could not be refunded yet', { purchase: intent.id, quote: intent.quoteId, reason: error.message })
    await deps.db.transaction(caller, (tx) => purchases.saveIfStill(tx, caller, refundDelayed(intent, deps.queueClock()), 'refunding'))
  }
}

const REPORTS = { refunded: 'late carrier purchase refunded', refund_refused: 'late carrier purchase not refunded: the carrier refuses' }

const writeAnswer = async (
  deps: Deps,
  caller: Caller,
  intent: PurchaseIntent,
  label: Bought,
  answer: keyof typeof REPORTS,
): Promise<void> => {
  const next = refundAnswered(intent, label, answer)
  const isNews = await deps.db.transaction(caller, (tx) => purchases.saveIfStill(tx, caller, next, intent.state))
  if (isNews) deps.report(REPORTS[answer], { purchase: intent.id, quote: intent.quoteId, tracking_code: label.trackingCode })
}
