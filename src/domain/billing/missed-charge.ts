// A charge that could not be made automatically. It waits until a person charges or dismisses it.

import { invalidTransition } from '../values/errors.ts'
import type { ServiceKind } from './charge-kind.ts'

/** `withdrawn`: the price was re-opened, or the package turned out to be missing. */
export const MISSED_STATES = ['open', 'charged', 'dismissed', 'withdrawn'] as const
export type MissedState = (typeof MISSED_STATES)[number]

export const MISSED_REASONS = {
  too_large: 'The amount is too large for one charge. Charge it in parts as extras, then dismiss it.',
  no_exchange_rate: 'No exchange rate converts it to naira. Set one, then charge it.',
} as const
export type MissedReason = keyof typeof MISSED_REASONS

export type MissedCharge = {
  id: string
  version: number
  state: MissedState
  reason: MissedReason
  kind: ServiceKind
  /**
   * Identifies what should have been charged: the freight of a quote, or the storage of a package. Each subject has at most one open missed
   * charge.
   */
  subject: string
  quoteId: string | null
  packageId: string | null
  description: string
  amount: string
  currency: string
  /** For storage: the last day that the missed charge covers. Otherwise null. */
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
  if (state !== 'open') throw invalidTransition(`The missed charge is ${state} already.`)
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
