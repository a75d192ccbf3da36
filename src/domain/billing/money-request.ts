// A requested refund, credit or write-off. It waits until somebody other than the requester approves or refuses it.

import { invalidTransition, Rejection } from '../values/errors.ts'

export const REQUEST_KINDS = ['refund', 'credit', 'write_off'] as const
export const REQUEST_STATES = ['open', 'approved', 'refused'] as const

export type MoneyRequest = {
  id: string
  version: number
  kind: (typeof REQUEST_KINDS)[number]
  state: (typeof REQUEST_STATES)[number]
  /** The payment to refund, or the invoice to credit or write off. */
  subjectId: string
  amountKobo: number
  /** The requested refund, credit or write-off as JSON. */
  terms: string
  reason: string
  requestedBy: string
  decidedBy: string | null
  decisionNote: string | null
  decidedAt: number | null
  createdAt: number
}

type Decision = { state: 'approved' | 'refused'; by: string; note: string | null; now: number }

/** The person who made a request must not decide on it. */
export const decide = (request: MoneyRequest, { state, by, note, now }: Decision): MoneyRequest => {
  if (request.state !== 'open') throw invalidTransition(`The request is ${request.state} already.`)
  if (request.requestedBy === by) throw new Rejection('FORBIDDEN', 'Another person than the one who asked must decide.')
  return { ...request, state, decidedBy: by, decisionNote: note, decidedAt: now }
}
