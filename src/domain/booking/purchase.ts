// A purchase at an outside carrier: when an unknown outcome is looked up and settled, and when tracking is polled.

import type { Rate } from '../quotes/quote.ts'
import { decimal } from '../values/money.ts'

/**
 * `refunding`: the purchase was settled as not bought, but a later look-up found it at the carrier. The carrier has not answered the refund
 * request yet.
 */
export const PURCHASE_STATES = ['open', 'bought', 'not_bought', 'refunding', 'refunded', 'refund_refused'] as const
export type PurchaseState = (typeof PURCHASE_STATES)[number]

/** Reasons why a person should look at a purchase. */
export const PURCHASE_CONCERNS = ['open_long', 'refund_unanswered', 'refund_refused', 'charged_otherwise'] as const
export type PurchaseConcern = (typeof PURCHASE_CONCERNS)[number]

/** A purchase that is open for longer than this needs attention, because look-ups usually settle a purchase within minutes. */
export const OPEN_LONG_MS = 15 * 60 * 1000

/** Why the outcome of the call to the carrier is unknown. `error`: the carrier answered with an error. `cut`: no readable answer came. */
export type UnclearOutcome = 'error' | 'cut'

export type BoughtLabel = {
  trackingCode: string
  trackerId: string | null
  labelUrl: string | null
  carrierShipmentId: string
  amount: string
  currency: string
}

/** All times in a purchase come from `deps.queueClock()`, on which all servers agree. */
export type PurchaseIntent = {
  id: string
  quoteId: string
  carrierId: string
  rate: Rate
  state: PurchaseState
  /** Null if the carrier answered the call clearly, if the call is still running, or if the server died during the call. */
  outcome: UnclearOutcome | null
  openedAt: number
  firstCleanLookAt: number | null
  looks: number
  /** The time of the next look-up; null if no more look-ups are needed. */
  nextLookAt: number | null
  settledAt: number | null
  bought: BoughtLabel | null
  /**
   * The time at which the carrier's charge was found to differ from the offer in amount or currency; null if the charge matches the offer.
   */
  chargedOtherwiseAt: number | null
  /** The time at which tracking is polled next. Null before the label is bought, and after tracking has ended. */
  nextTrackAt: number | null
  actor: string
  requestId: string
  /** A digest of the booking request and its Idempotency-Key; null if the request had no key. */
  openedUnder: string | null
}

/**
 * A purchase is settled as not bought when look-ups have found nothing for this long. One look-up is not enough after a cut connection,
 * because the purchase may appear later.
 */
export const CLEAN_LOOKS_MS = 2 * 60 * 1000

/**
 * How long look-ups go on after a purchase was settled as not bought. If a look-up finds the purchase within this time, the purchase is
 * refunded.
 */
const WATCH_MS = 24 * 60 * 60 * 1000

const LOOK_PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 20_000]
const WATCH_PAUSES_MS = [5 * 60_000, 30 * 60_000, 2 * 60 * 60_000, 6 * 60 * 60_000]

const pause = (pauses: readonly number[], count: number): number => pauses[Math.min(count, pauses.length - 1)]!

/** The result of a look-up that found no purchase. `no_record`: the carrier does not know the shipment. `unclear`: the look-up failed. */
export type Miss = 'not_bought' | 'no_record' | 'unclear'

/** The purchase after a call with an unknown outcome. The first look-up is due at once. */
export const unclear = (intent: PurchaseIntent, outcome: UnclearOutcome, now: number): PurchaseIntent => ({
  ...intent,
  outcome,
  nextLookAt: now,
})

export const afterLook = (intent: PurchaseIntent, miss: Miss, now: number, cleanLooksMs: number): PurchaseIntent => {
  const firstCleanLookAt = miss === 'unclear' ? null : (intent.firstCleanLookAt ?? now)
  const isSaidOutright = intent.outcome === 'error' && miss === 'not_bought'
  const stayedClean = firstCleanLookAt !== null && now - firstCleanLookAt >= cleanLooksMs
  if (isSaidOutright || stayedClean) return watched(intent, now)
  return { ...intent, firstCleanLookAt, looks: intent.looks + 1, nextLookAt: now + pause(LOOK_PAUSES_MS, intent.looks) }
}

/**
 * Settles a purchase as not bought because look-ups found nothing. Look-ups go on for a day, because the purchase may still appear at the
 * carrier.
 */
const watched = (intent: PurchaseIntent, now: number): PurchaseIntent => ({
  ...intent,
  state: 'not_bought',
  settledAt: now,
  looks: 0,
  nextLookAt: now + pause(WATCH_PAUSES_MS, 0),
})

/** Settles a purchase as not bought because the carrier refused it. No look-ups follow. */
export const refused = (intent: PurchaseIntent, now: number): PurchaseIntent => ({
  ...intent,
  state: 'not_bought',
  settledAt: now,
  nextLookAt: null,
})

/**
 * The purchase after another look-up that found nothing. Look-ups end when the carrier answers one at least a day after the purchase was
 * settled.
 */
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

/** Tracking is polled if this long passes without an update. */
export const TRACKER_SILENCE_MS = 6 * 60 * 60 * 1000
/** Tracking ends after this long, because carriers reuse tracking codes. */
const TRACKED_FOR_MS = 90 * 24 * 60 * 60 * 1000

/** The next time to poll tracking after an update; null when tracking has ended. */
export const nextTracking = (boughtAt: number, now: number): number | null =>
  now - boughtAt >= TRACKED_FOR_MS ? null : now + TRACKER_SILENCE_MS

export const isChargedOtherwise = ({ rate }: PurchaseIntent, label: BoughtLabel): boolean =>
  rate.offer !== undefined && (label.currency !== rate.offer.currency || !decimal(label.amount).eq(rate.offer.amount))

/** The purchase as saved before its refund is requested. Other servers do not request the refund before `until`. */
export const refunding = (intent: PurchaseIntent, label: BoughtLabel, until: number): PurchaseIntent => ({
  ...intent,
  state: 'refunding',
  bought: label,
  looks: 0,
  nextLookAt: until,
})

/** The purchase after a refund request without an answer. The refund is requested again until the carrier answers. */
export const refundDelayed = (intent: PurchaseIntent, now: number): PurchaseIntent => ({
  ...intent,
  looks: intent.looks + 1,
  nextLookAt: now + pause(WATCH_PAUSES_MS, intent.looks),
})

export const refundAnswered = (intent: PurchaseIntent, label: BoughtLabel, answer: 'refunded' | 'refund_refused'): PurchaseIntent => ({
  ...intent,
  state: answer,
  bought: label,
  nextLookAt: null,
})
