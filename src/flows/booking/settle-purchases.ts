// Looks up purchases with an unknown outcome, and settles them. Refunds a label that appears after its purchase was settled as not bought.

import type { Bought, LookUp, RemoteCarrier } from '../../carriers/carrier.ts'
import { CarrierFailure } from '../../carriers/carrier.ts'
import type { PurchaseIntent } from '../../domain/booking/purchase.ts'
import { afterLook, refundAnswered, refundDelayed, refunding, watchedAgain } from '../../domain/booking/purchase.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import type { DuePurchase } from '../../store/booking/purchases.ts'
import * as purchases from '../../store/booking/purchases.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../deps.ts'
import { carrierOf, purchaseOf, settleBought, settleNotBought } from './buy-from-carrier.ts'
import { fetchLabelSoon } from './carrier-label.ts'

/** Maximum number of purchases that are looked up at once. */
const BATCH = 20
/** How long a purchase is reserved for one server's look-up. The carrier has ten seconds to answer. */
const CLAIM_MS = 15_000

/** Looks up the due purchases and returns how many purchases were due. A failed look-up does not stop the others. */
export const settlePurchases = async (deps: Deps): Promise<number> => {
  const found = await purchases.due(deps.db, deps.queueClock(), BATCH)
  await Promise.all(
    found.map((due) =>
      settleOne(deps, due).catch((error) => deps.report('purchase not settled yet', { purchase: due.intent.id, reason: error.message })),
    ),
  )
  return found.length
}

const settleOne = async (deps: Deps, due: DuePurchase): Promise<void> => {
  const isMine = await deps.db.transaction(SYSTEM, (tx) => purchases.claim(tx, due, deps.queueClock() + CLAIM_MS))
  const holder = isMine ? await businesses.findWithClock(deps.db, due.scope) : null
  if (!holder) return
  const { intent } = due
  const caller: Caller = { ...due.scope, ...holder, actor: intent.actor, requestId: intent.requestId, at: deps.clock() }
  const carrier = carrierOf(deps, intent)
  if (!carrier) deps.report('purchase not looked up: its carrier is switched off', { purchase: intent.id, carrier: intent.carrierId })
  const found: LookUpResult = carrier ? await lookUp(deps, carrier, intent) : { state: 'unclear' }
  if (intent.state === 'open') await settleOpen(deps, caller, intent, found)
  else await watchLate(deps, caller, intent, carrier, found)
}

const lookUp = async (deps: Deps, carrier: RemoteCarrier, intent: PurchaseIntent): Promise<LookUpResult> => {
  try {
    return await carrier.lookUp(purchaseOf(intent))
  } catch (error) {
    if (!(error instanceof CarrierFailure)) throw error
    deps.report('carrier look-up failed', { purchase: intent.id, kind: error.kind, reason: error.message })
    return { state: error.kind === 'rate_gone' ? 'no_record' : 'unclear' }
  }
}

const settleOpen = async (deps: Deps, caller: Caller, intent: PurchaseIntent, found: LookUpResult): Promise<void> => {
  if (found.state === 'bought') {
    const quote = await settleBought(deps, caller, intent, found.bought)
    fetchLabelSoon(deps, caller, quote.id)
    return
  }
  // A label that was refunded directly at the carrier cannot be used, so its purchase counts as not bought.
  const miss = found.state === 'refunded' ? 'not_bought' : found.state
  const next = afterLook(intent, miss, deps.queueClock(), deps.purchaseTimeouts.cleanLooksMs)
  if (next.state === 'not_bought') await settleNotBought(deps, caller, next)
  else await deps.db.transaction(caller, (tx) => purchases.saveIfStill(tx, caller, next, 'open'))
}

/** `no_record`: the carrier does not know the shipment. `unclear`: the look-up failed, or the carrier is switched off. */
type LookUpResult = LookUp | { state: 'no_record' } | { state: 'unclear' }

const watchLate = async (
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

/**
 * Marks a purchase as being refunded. Returns null unless all purchases of this carrier shipment are `not_bought`, because another purchase
 * may use the label.
 */
const takeForRefund = (deps: Deps, caller: Caller, intent: PurchaseIntent, label: Bought): Promise<PurchaseIntent | null> =>
  deps.db.transaction(caller, async (tx) => {
    const quote = await quotes.load(tx, caller, intent.quoteId)
    const states = await purchases.statesOf(tx, intent.carrierId, intent.rate.offer!.shipmentId)
    if (states.some((state) => state !== 'not_bought')) return null
    const next = refunding(intent, label, deps.queueClock() + deps.purchaseTimeouts.buyLeaseMs)
    await purchases.save(tx, caller, next, 'not_bought')
    // Saves the quote unchanged, so that a concurrent booking conflicts, and its retry finds the refund.
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
