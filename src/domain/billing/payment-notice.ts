// A payment provider's word that a payment was made: counted only after it was looked up again.

import { Rejection } from '../values/errors.ts'
import { PRICE_CURRENCY } from '../values/money.ts'
import { AMOUNT_MAX_KOBO } from './kobo.ts'

/** waiting: to be looked up. recorded: a payment of ours. attention: a person decides. dismissed: a person has. */
export const NOTICE_STATES = ['waiting', 'recorded', 'attention', 'dismissed'] as const
export type NoticeState = (typeof NOTICE_STATES)[number]

/** Why a notice needs a person. */
export const NOTICE_REASONS = {
  unknown_reference: 'No payment link of ours has this reference.',
  unknown_payment: 'The provider knows no payment with this reference.',
  not_confirmed: 'The provider could not be asked, or does not say that it was paid.',
  other_currency: 'It was paid in another currency.',
  other_mode: 'The provider says that it belongs to the other mode.',
  amount: 'The amount cannot be recorded.',
  money_returned: 'The provider tells of a refund or a dispute; reverse or refund the payment if money left.',
} as const
export type NoticeReason = keyof typeof NOTICE_REASONS

export type PaymentNotice = {
  id: string
  mode: 'live' | 'test'
  provider: 'paystack'
  event: string
  reference: string
  /** Which refund or dispute of the payment it tells of, by the digest of what was told; empty for a payment, of which there is one. */
  bodyDigest: string
  state: NoticeState
  reason: NoticeReason | null
  /** As the look-up told it, in the smallest unit of the currency; null before. */
  amount: number | null
  currency: string | null
  /** What was recorded for it, and whose it is. */
  businessId: string | null
  paymentId: string | null
  looks: number
  nextLookAt: number | null
  decidedBy: string | null
  decisionNote: string | null
  decidedAt: number | null
  createdAt: number
}

/** What is told of money that came in, and of money that may have gone again. The rest is nothing to us. */
const PAID_EVENT = 'charge.success'
export const isFollowed = (event: string): boolean => event === PAID_EVENT || isReturn(event)
/** A payment may be refunded in parts: each is told under the same reference. */
export const isReturn = (event: string): boolean => event.startsWith('refund.') || event.startsWith('charge.dispute.')

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** After each look-up that did not confirm the payment. After the last, a person is asked. */
const LOOK_AGAIN_MS = [1_000, 5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS]

/** A notice that has just come in. */
export const newNotice = (
  told: Pick<PaymentNotice, 'id' | 'mode' | 'provider' | 'event' | 'reference' | 'bodyDigest' | 'createdAt'>,
  now: number,
): PaymentNotice => ({
  ...told,
  ...(told.event === PAID_EVENT
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

/** The look-up did not settle it. */
export const lookAgain = (notice: PaymentNotice, now: number, reason: 'unknown_payment' | 'not_confirmed'): PaymentNotice => {
  const delayMs = LOOK_AGAIN_MS[notice.looks]
  if (delayMs === undefined) return needsAttention(notice, reason)
  return { ...notice, looks: notice.looks + 1, nextLookAt: now + delayMs }
}

type Confirmed = { reference: string; amount: number; currency: string; isTest: boolean }

/** Why what the provider confirms cannot be counted by itself; null where it can. */
export const refusalOf = (notice: PaymentNotice, confirmed: Confirmed): NoticeReason | null => {
  if (confirmed.reference !== notice.reference) return 'not_confirmed'
  if (confirmed.isTest !== (notice.mode === 'test')) return 'other_mode'
  if (confirmed.currency !== PRICE_CURRENCY) return 'other_currency'
  if (!Number.isSafeInteger(confirmed.amount) || confirmed.amount <= 0 || confirmed.amount > AMOUNT_MAX_KOBO) return 'amount'
  return null
}

/** Whether another look-up may settle it. */
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

/** Money of ours that nobody is known to have paid: a person says whose it is. */
export const requireUnassigned = ({ state, reason, reference }: PaymentNotice): void => {
  if (state !== 'attention' || reason !== 'unknown_reference')
    throw new Rejection(
      'INVALID_TRANSITION',
      `Payment ${reference} cannot be recorded by hand: only one that is confirmed, with a reference that is not ours.`,
    )
}

/** A look-up tells that the money came in, which says nothing about a refund or a dispute. */
export const requireUnanswered = ({ state, reason, reference }: PaymentNotice): void => {
  if (state !== 'attention' || reason === 'money_returned')
    throw new Rejection('INVALID_TRANSITION', `Payment ${reference} cannot be looked up again: only one that is not confirmed.`)
}

export const requireUndecided = ({ state, reference }: PaymentNotice): void => {
  if (state !== 'attention') throw new Rejection('INVALID_TRANSITION', `Payment ${reference} needs no decision: it is ${state}.`)
}
