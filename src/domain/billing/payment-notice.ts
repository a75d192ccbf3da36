// A payment provider's notice of a payment, refund or dispute. A payment counts only after it was looked up at the provider.

import { invalidTransition } from '../values/errors.ts'
import { AMOUNT_MAX_KOBO } from '../values/kobo.ts'
import { PRICE_CURRENCY } from '../values/money.ts'

/**
 * `waiting`: still to be looked up at the provider. `recorded`: the payment was recorded. `attention`: a person must decide. `dismissed`: a
 * person decided to ignore the notice.
 */
export const NOTICE_STATES = ['waiting', 'recorded', 'attention', 'dismissed'] as const
export type NoticeState = (typeof NOTICE_STATES)[number]

export const NOTICE_REASONS = {
  unknown_reference: 'No payment link of ours has this reference.',
  unknown_payment: 'The provider knows no payment with this reference.',
  not_confirmed: 'The provider could not be asked, or does not say that it was paid.',
  other_currency: 'It was paid in another currency.',
  other_mode: 'The provider says that it belongs to the other mode.',
  amount: 'The amount cannot be recorded.',
  money_returned: 'The provider reported a refund or a dispute. Reverse or refund the payment if money was returned.',
} as const
export type NoticeReason = keyof typeof NOTICE_REASONS

export type PaymentNotice = {
  id: string
  mode: 'live' | 'test'
  provider: 'paystack'
  event: string
  reference: string
  /**
   * A digest of the notice's body. It distinguishes refund and dispute notices for the same payment. Empty if the notice is about the
   * payment itself.
   */
  bodyDigest: string
  state: NoticeState
  reason: NoticeReason | null
  /** The paid amount in the smallest unit of the currency; null before the look-up. */
  amount: number | null
  currency: string | null
  /**
   * `paymentId`: the payment that was recorded from this notice. `businessId`: the business of this payment. Both are null until the
   * payment is recorded.
   */
  businessId: string | null
  paymentId: string | null
  looks: number
  nextLookAt: number | null
  decidedBy: string | null
  decisionNote: string | null
  decidedAt: number | null
  createdAt: number
}

const PAID_EVENT = 'charge.success'
/** Whether an event is about a payment, a refund or a dispute. All other events are ignored. */
export const isFollowed = (event: string): boolean => event === PAID_EVENT || isReturn(event)
export const isReturn = (event: string): boolean => event.startsWith('refund.') || event.startsWith('charge.dispute.')

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/**
 * The pauses between look-ups while the payment is not confirmed. If the look-up after the last pause does not confirm the payment, the
 * notice needs attention.
 */
const LOOK_AGAIN_MS = [1_000, 5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS]

export const newNotice = (
  received: Pick<PaymentNotice, 'id' | 'mode' | 'provider' | 'event' | 'reference' | 'bodyDigest' | 'createdAt'>,
  now: number,
): PaymentNotice => ({
  ...received,
  ...(received.event === PAID_EVENT
    ? { state: 'waiting', reason: null, nextLookAt: now }
    : { state: 'attention', reason: 'money_returned', nextLookAt: null }),
  amount: null,
  currency: null,
  businessId: null,
  paymentId: null,
  looks: 0,
  decidedBy: null,
  decisionNote: null,
  decidedAt: null,
})

export const needsAttention = (notice: PaymentNotice, reason: NoticeReason): PaymentNotice => ({
  ...notice,
  state: 'attention',
  reason,
  nextLookAt: null,
})

/** Returns the notice with the time of its next look-up. If no look-ups are left, a person must decide. */
export const lookAgain = (notice: PaymentNotice, now: number, reason: 'unknown_payment' | 'not_confirmed'): PaymentNotice => {
  const delayMs = LOOK_AGAIN_MS[notice.looks]
  if (delayMs === undefined) return needsAttention(notice, reason)
  return { ...notice, looks: notice.looks + 1, nextLookAt: now + delayMs }
}

type Confirmed = { reference: string; amount: number; currency: string; isTest: boolean }

/** Returns the reason why a confirmed payment cannot be recorded automatically. Null if the payment can be recorded. */
export const refusalOf = (notice: PaymentNotice, confirmed: Confirmed): NoticeReason | null => {
  if (confirmed.reference !== notice.reference) return 'not_confirmed'
  if (confirmed.isTest !== (notice.mode === 'test')) return 'other_mode'
  if (confirmed.currency !== PRICE_CURRENCY) return 'other_currency'
  if (!Number.isSafeInteger(confirmed.amount) || confirmed.amount <= 0 || confirmed.amount > AMOUNT_MAX_KOBO) return 'amount'
  return null
}

export const isUnconfirmed = ({ state, reason }: PaymentNotice): boolean =>
  state === 'attention' && (reason === 'unknown_payment' || reason === 'not_confirmed')

export const askedAgain = (notice: PaymentNotice, now: number): PaymentNotice => ({
  ...notice,
  state: 'waiting',
  reason: null,
  looks: 0,
  nextLookAt: now,
})

export const recorded = (notice: PaymentNotice, businessId: string, paymentId: string): PaymentNotice => ({
  ...notice,
  state: 'recorded',
  reason: null,
  nextLookAt: null,
  businessId,
  paymentId,
})

/** Throws unless the notice is about a confirmed payment with an unknown reference. Staff cannot assign any other payment to a business. */
export const requireUnassigned = ({ state, reason, reference }: PaymentNotice): void => {
  if (state !== 'attention' || reason !== 'unknown_reference')
    throw invalidTransition(`Payment ${reference} cannot be recorded by hand: only a confirmed payment with an unknown reference can.`)
}

/** Throws unless the notice needs attention and is about a payment. Refunds and disputes cannot be looked up. */
export const requireUnanswered = ({ state, reason, reference }: PaymentNotice): void => {
  if (state !== 'attention' || reason === 'money_returned')
    throw invalidTransition(`Payment ${reference} cannot be looked up again: only an unconfirmed payment can.`)
}

export const requireUndecided = ({ state, reference }: PaymentNotice): void => {
  if (state !== 'attention') throw invalidTransition(`Payment ${reference} needs no decision: it is ${state}.`)
}
