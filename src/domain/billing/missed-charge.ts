// What should have been charged and could not be: it waits until a person charges or dismisses it.

import { Rejection } from '../values/errors.ts'
import type { ChargeKind } from './charge-kind.ts'

/** withdrawn: the price was re-opened, or the package was not there after all. */
export const MISSED_STATES = ['open', 'charged', 'dismissed', 'withdrawn'] as const
export type MissedState = (typeof MISSED_STATES)[number]

export const MISSED_REASONS = {
  too_large: 'It is more than one charge may be. Charge it in parts as extras, and dismiss it.',
  no_exchange_rate: 'No exchange rate says what it is in naira. Set one, and charge it.',
} as const
export type MissedReason = keyof typeof MISSED_REASONS

export type MissedCharge = {
  id: string
  version: number
  state: MissedState
  reason: MissedReason
  kind: ChargeKind
  /** The freight of a quote, or the storage of a package: each is open once. */
  subject: string
  quoteId: string | null
  packageId: string | null
  description: string
  /** Decimal text with two decimals. */
  amount: string
  currency: string
  /** Of storage: the day up to which it is owed. */
  lastDay: string | null
  chargeId: string | null
  decidedBy: string | null
  decisionNote: string | null
  decidedAt: number | null
  createdAt: number
}

export const missedFreight = (quoteId: string): string => `freight ${quoteId}`
export const missedStorage = (packageId: string): string => `storage ${packageId}`

export const requireOpen = ({ state }: MissedCharge): void => {
  if (state !== 'open') throw new Rejection('INVALID_TRANSITION', `This was ${state} already.`)
}

type Decision = { state: Exclude<MissedState, 'open'>; by: string; note: string | null; now: number; chargeId?: string }

export const decided = (missed: MissedCharge, { state, by, note, now, chargeId }: Decision): MissedCharge => ({
  ...missed,
  state,
  chargeId: chargeId ?? null,
  decidedBy: by,
  decisionNote: note,
  decidedAt: now,
})
