// A purchase at an outside carrier: when an unknown outcome is looked up and settled, and when tracking is polled.

import type { Rate } from '../quotes/quote.ts'
import { decimal } from '../values/money.ts'

/** `refunding`: the purchase appeared after it was settled as not bought, and the carrier has not answered the refund yet. */
export const PURCHASE_STATES = ['open', 'bought', 'not_bought', 'refunding', 'refunded', 'refund_refused'] as const
export type PurchaseState = (typeof PURCHASE_STATES)[number]

/** Reasons why a person should look at a purchase. */
export const PURCHASE_CONCERNS = ['open_long', 'refund_unanswered', 'refund_refused', 'charged_otherwise'] as const
export type PurchaseConcern = (typeof PURCHASE_CONCERNS)[number]

/** A purchase that is open for longer needs attention, because look-ups usually settle a purchase within minutes. */
export const OPEN_LONG_MS = 15 * 60 * 1000

/** Why the outcome of the call is unknown. `error`: the carrier answered with an error. `cut`: no readable answer came. */
export type UnclearOutcome = 'error' | 'cut'

export type BoughtLabel = {
  trackingCode: string
  trackerId: string | null
  labelUrl: string | null
  carrierShipmentId: string
  amount: string
  currency: string
}

/** All times are those of `deps.queueClock()`, which all servers share. */
export type PurchaseIntent = {
  id: string
  quoteId: string
  carrierId: string
  rate: Rate
  state: PurchaseState
  /** Null while the call is running, and after the server died during the call. */
  outcome: UnclearOutcome | null
  openedAt: number
  firstCleanLookAt: number | null
  looks: number
  /** The time of the next look-up; null when the outcome is final. */
  nextLookAt: number | null
  settledAt: number | null
  bought: BoughtLabel | null
  /** The time at which a charge was found that differs from the offer. */
  chargedOtherwiseAt: number | null
  /** When tracking is polled next; null before the purchase is bought, and when tracking has ended. */
  nextTrackAt: number | null
  actor: string
  requestId: string
  /** A digest of the request and its Idempotency-Key; null without a key. */
  openedUnder: string | null
}

/**
 * How long look-ups must find nothing before a purchase with a cut connection is settled as not bought. The purchase may still appear until
 * then.
 */
export const CLEAN_LOOKS_MS = 2 * 60 * 1000

/** How long look-ups go on after a purchase was settled as not bought. If it appears in this time, it is refunded. */
const WATCH_MS = 24 * 60 * 60 * 1000

const LOOK_PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 20_000]
const WATCH_PAUSES_MS = [5 * 60_000, 30 * 60_000, 2 * 60 * 60_000, 6 * 60 * 60_000]

const pause = (pauses: readonly number[], count: number): number => pauses[Math.min(count, pauses.length - 1)]!

/**
 * The result of a look-up without a purchase. `no_record`: the carrier does not know the shipment at all. `unclear`: the carrier could not
 * be asked.
 */
export type Miss = 'not_bought' | 'no_record' | 'unclear'

/** Records an unknown outcome. The first look-up is due at once. */
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

/** Settles a purchase as not bought by look-ups alone. Look-ups go on for a day, because the purchase may still appear. */
const watched = (intent: PurchaseIntent, now: number): PurchaseIntent => ({
  ...intent,
  state: 'not_bought',
  settledAt: now,
  looks: 0,
  nextLookAt: now + pause(WATCH_PAUSES_MS, 0),
})

/** Settles a purchase that the carrier refused. It is not looked up any more. */
export const refused = (intent: PurchaseIntent, now: number): PurchaseIntent => ({
  ...intent,
  state: 'not_bought',
  settledAt: now,
  nextLookAt: null,
})

/** The purchase after a later look-up that found nothing. The watch ends only with a look-up that the carrier answered. */
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

/** The state to save before the refund is requested. After `until`, another server may request it. */
export const refunding = (intent: PurchaseIntent, label: BoughtLabel, until: number): PurchaseIntent => ({
  ...intent,
  state: 'refunding',
  bought: label,
  looks: 0,
  nextLookAt: until,
})

/** A refund without an answer is requested again, without a limit. */
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
