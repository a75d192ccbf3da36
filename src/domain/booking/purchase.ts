// A purchase at an outside carrier: when an unknown outcome is looked up and settled, and when tracking is polled.

import type { Rate } from '../quotes/quote.ts'
import { decimal } from '../values/money.ts'

/** `refunding` is a purchase that appeared after it was settled as not bought, from then until the carrier has answered its refund. */
export const PURCHASE_STATES = ['open', 'bought', 'not_bought', 'refunding', 'refunded', 'refund_refused'] as const
export type PurchaseState = (typeof PURCHASE_STATES)[number]

/** Why a person should look at a purchase: nothing settles these by itself, or it takes too long. */
export const PURCHASE_CONCERNS = ['open_long', 'refund_unanswered', 'refund_refused', 'charged_otherwise'] as const
export type PurchaseConcern = (typeof PURCHASE_CONCERNS)[number]

/** Look-ups settle a purchase within minutes, unless the carrier cannot be asked. */
export const OPEN_LONG_MS = 15 * 60 * 1000

/** How the call ended when it did not end clearly: the carrier answered with an error, or no readable answer came. */
export type UnclearOutcome = 'error' | 'cut'

export type BoughtLabel = {
  trackingCode: string
  trackerId: string | null
  labelUrl: string | null
  carrierShipmentId: string
  amount: string
  currency: string
}

/** Its times are of `deps.queueClock()`. */
export type PurchaseIntent = {
  id: string
  quoteId: string
  carrierId: string
  rate: Rate
  state: PurchaseState
  /** Null while the call is running, or when the server died during it. */
  outcome: UnclearOutcome | null
  openedAt: number
  firstCleanLookAt: number | null
  looks: number
  /** When to look it up next; null when there is nothing left to find out. */
  nextLookAt: number | null
  settledAt: number | null
  bought: BoughtLabel | null
  /** When a charge that differs from the agreed one was found. */
  chargedOtherwiseAt: number | null
  /** When to ask the carrier where the parcel is; null before it is bought, and when there is nothing left to hear. */
  nextTrackAt: number | null
  actor: string
  requestId: string
  /** A digest of the request and its Idempotency-Key; null without one. */
  openedUnder: string | null
}

/** After a cut connection the purchase may still appear: only look-ups that stayed clean this long settle it as not bought. */
export const CLEAN_LOOKS_MS = 2 * 60 * 1000

/** How long after settling as not bought a late purchase is still looked for, to be refunded. */
const WATCH_MS = 24 * 60 * 60 * 1000

const LOOK_PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 20_000]
const WATCH_PAUSES_MS = [5 * 60_000, 30 * 60_000, 2 * 60 * 60_000, 6 * 60 * 60_000]

const pause = (pauses: readonly number[], count: number): number => pauses[Math.min(count, pauses.length - 1)]!

/** A look-up that found no purchase: there is none, the carrier has no record of the shipment at all, or it could not be asked. */
export type Miss = 'not_bought' | 'no_record' | 'unclear'

/** Takes the outcome of the call down: the first look-up follows at once. */
export const unclear = (intent: PurchaseIntent, outcome: UnclearOutcome, now: number): PurchaseIntent => ({
  ...intent,
  outcome,
  nextLookAt: now,
})

/** An open purchase after a look-up that did not find it: settled as not bought, or to be looked up again. */
export const afterLook = (intent: PurchaseIntent, miss: Miss, now: number, cleanLooksMs: number): PurchaseIntent => {
  const firstCleanLookAt = miss === 'unclear' ? null : (intent.firstCleanLookAt ?? now)
  const isSaidOutright = intent.outcome === 'error' && miss === 'not_bought'
  const stayedClean = firstCleanLookAt !== null && now - firstCleanLookAt >= cleanLooksMs
  if (isSaidOutright || stayedClean) return watched(intent, now)
  return { ...intent, firstCleanLookAt, looks: intent.looks + 1, nextLookAt: now + pause(LOOK_PAUSES_MS, intent.looks) }
}

/** Settled as not bought by look-ups alone: watched for a day, in case it was sold after all. */
const watched = (intent: PurchaseIntent, now: number): PurchaseIntent => ({
  ...intent,
  state: 'not_bought',
  settledAt: now,
  looks: 0,
  nextLookAt: now + pause(WATCH_PAUSES_MS, 0),
})

/** The carrier itself said that nothing was bought. */
export const refused = (intent: PurchaseIntent, now: number): PurchaseIntent => ({
  ...intent,
  state: 'not_bought',
  settledAt: now,
  nextLookAt: null,
})

/** A purchase settled as not bought after another look that found nothing. The watch ends with a clean look, not with a failed one. */
export const watchedAgain = (intent: PurchaseIntent, isClean: boolean, now: number): PurchaseIntent => {
  const isOver = isClean && now - (intent.settledAt ?? now) >= WATCH_MS
  return { ...intent, looks: intent.looks + 1, nextLookAt: isOver ? null : now + pause(WATCH_PAUSES_MS, intent.looks + 1) }
}

export const bought = (intent: PurchaseIntent, label: BoughtLabel, now: number): PurchaseIntent => ({
  ...intent,
  state: 'bought',
  bought: label,
  chargedOtherwiseAt: isChargedOtherwise(intent, label) ? now : null,
  settledAt: now,
  nextLookAt: null,
  nextTrackAt: nextTracking(now, now),
})

/** A parcel of which the carrier has said nothing for so long is asked after. */
export const TRACKER_SILENCE_MS = 6 * 60 * 60 * 1000
/** After so long nobody expects a parcel any more, and carriers begin to use their tracking codes again. */
const TRACKED_FOR_MS = 90 * 24 * 60 * 60 * 1000

/** When to ask after a parcel of which there was word just now. */
export const nextTracking = (boughtAt: number, now: number): number | null =>
  now - boughtAt >= TRACKED_FOR_MS ? null : now + TRACKER_SILENCE_MS

export const isChargedOtherwise = ({ rate }: PurchaseIntent, label: BoughtLabel): boolean =>
  rate.offer !== undefined && (label.currency !== rate.offer.currency || !decimal(label.amount).eq(rate.offer.amount))

/** Written down before the carrier is asked for the money; whoever finds it like this after `until` goes on. */
export const refunding = (intent: PurchaseIntent, label: BoughtLabel, until: number): PurchaseIntent => ({
  ...intent,
  state: 'refunding',
  bought: label,
  looks: 0,
  nextLookAt: until,
})

/** A refund that the carrier did not answer is asked for again, however long it takes. */
export const refundDelayed = (intent: PurchaseIntent, now: number): PurchaseIntent => ({
  ...intent,
  looks: intent.looks + 1,
  nextLookAt: now + pause(WATCH_PAUSES_MS, intent.looks),
})

/** The carrier has answered: there is nothing left to do here but to report it. */
export const refundAnswered = (intent: PurchaseIntent, label: BoughtLabel, answer: 'refunded' | 'refund_refused'): PurchaseIntent => ({
  ...intent,
  state: answer,
  bought: label,
  nextLookAt: null,
})
