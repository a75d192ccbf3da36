// A message: its states, and the rules for when it is sent, sent again, and given up.

import { addressKey } from './address.ts'
import type { ChannelKind, Language, Purpose } from './purpose.ts'
import { rulesOf } from './purpose.ts'
import type { Facts } from './values.ts'

export const MESSAGE_STATES = ['queued', 'sending', 'sent', 'delivered', 'failed', 'suppressed', 'unknown', 'withdrawn'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

const RECIPIENTS = ['customer', 'contact', 'staff'] as const

export type Message = {
  id: string
  version: number
  state: MessageState
  purpose: Purpose
  channel: ChannelKind
  /**
   * `staff`: a person who signs in to the console or the portal. The text for such a person is not stored and the facts are encrypted,
   * because both may hold a sign-in link or code.
   */
  recipient: (typeof RECIPIENTS)[number]
  /** The address of the recipient when the message was queued. */
  address: string
  name: string
  language: Language
  /** The country of the phone number, which decides when quiet hours apply; null if unknown. */
  country: string | null
  customerId: string | null
  packageId: string | null
  invoiceId: string | null
  paymentId: string | null
  facts: Facts
  /** Queued messages with the same key are combined into one message. */
  gatherKey: string
  /** ID of the message about several parcels that replaced this message. Null if this message was not replaced. */
  partOfId: string | null
  /** ID of the earlier message that this message repeats at the request of a person. Null if this message is not a repeat. */
  resendOfId: string | null
  /**
   * The version of the template that was used. `subject` and `text` hold the texts as sent, which do not change when the template is
   * edited.
   */
  templateVersion: number | null
  subject: string | null
  text: string | null
  dueAt: number
  usefulUntil: number
  attempts: number
  attemptedAt: number | null
  provider: string | null
  providerId: string | null
  costAmount: string | null
  costCurrency: string | null
  reason: string | null
  createdAt: number
  sentAt: number | null
  deliveredAt: number | null
  dismissedAt: number | null
  dismissedBy: string | null
  dismissedReason: string | null
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/**
 * The waits between attempts after the provider refused a message temporarily. The last wait is repeated until the message is no longer
 * useful.
 */
const RETRY_WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS]

export type NewMessage = Pick<
  Message,
  | 'id'
  | 'purpose'
  | 'channel'
  | 'recipient'
  | 'address'
  | 'name'
  | 'language'
  | 'country'
  | 'customerId'
  | 'packageId'
  | 'invoiceId'
  | 'paymentId'
  | 'facts'
>

/**
 * A new queued message. If `gatherMs` of its purpose is above zero, the message waits this long for others with the same `gatherKey`.
 * Otherwise its `gatherKey` is unique.
 */
export const queued = (scope: string, message: NewMessage, now: number): Message => {
  const { gatherMs, usefulMs } = rulesOf(message.purpose)
  const common = [scope, message.purpose, message.channel, addressKey(message.channel, message.address)]
  return {
    ...message,
    version: 1,
    state: 'queued',
    gatherKey: (gatherMs > 0 ? common : [...common, message.id]).join(' '),
    partOfId: null,
    resendOfId: null,
    templateVersion: null,
    subject: null,
    text: null,
    dueAt: now + gatherMs,
    usefulUntil: now + gatherMs + usefulMs,
    attempts: 0,
    attemptedAt: null,
    provider: null,
    providerId: null,
    costAmount: null,
    costCurrency: null,
    reason: null,
    createdAt: now,
    sentAt: null,
    deliveredAt: null,
    dismissedAt: null,
    dismissedBy: null,
    dismissedReason: null,
  }
}

const RESENDABLE: readonly MessageState[] = ['sent', 'delivered', 'failed', 'suppressed', 'unknown']
export const isResendable = ({ state, recipient }: Pick<Message, 'state' | 'recipient'>): boolean =>
  recipient !== 'staff' && RESENDABLE.includes(state)

/** A new message with the content of `message`, for sending it again. The new message is due at once and is not combined with others. */
export const repeated = (message: Message, id: string, now: number): Message => ({
  ...queuedAtOnce({ ...message, id }, now),
  resendOfId: message.id,
})

/** A new message that somebody asked for. It is due at once and is not combined with other messages. */
export const queuedAtOnce = (message: NewMessage, now: number): Message => {
  const { usefulMs } = rulesOf(message.purpose)
  return { ...queued('', message, now), gatherKey: message.id, dueAt: now, usefulUntil: now + usefulMs }
}

export type Change = Partial<Message> & { state: MessageState }

type Settled = { providerId: string | null; cost: { amount: string; currency: string } | null }
/** The same shape as `SendOutcome` of a channel, which the domain cannot import. */
export type Outcome =
  | ({ kind: 'sent' } & Settled)
  | { kind: 'refused'; reason: string; isPermanent: boolean; isUnreachable?: true }
  | { kind: 'unknown'; reason: string }

const REASON_MAX_CHARACTERS = 500
const shortened = (reason: string): string => reason.slice(0, REASON_MAX_CHARACTERS)

const costOf = (cost: Settled['cost']): Partial<Message> => (cost ? { costAmount: cost.amount, costCurrency: cost.currency } : {})

/**
 * If the outcome of an attempt is unknown, there is no second attempt, because the message could be sent twice. The state stays `unknown`
 * until the provider reports or a person decides.
 */
export const afterAttempt = (message: Pick<Message, 'attempts' | 'usefulUntil'>, outcome: Outcome, now: number): Change => {
  switch (outcome.kind) {
    case 'sent':
      return { state: 'sent', providerId: outcome.providerId, sentAt: now, reason: null, ...costOf(outcome.cost) }
    case 'unknown':
      return { state: 'unknown', reason: shortened(outcome.reason) }
    case 'refused': {
      const reason = shortened(outcome.reason)
      const dueAt = now + RETRY_WAITS_MS[Math.min(message.attempts, RETRY_WAITS_MS.length) - 1]!
      return outcome.isPermanent || dueAt > message.usefulUntil ? { state: 'failed', reason } : { state: 'queued', reason, dueAt }
    }
    default:
      return outcome satisfies never
  }
}

export type Report = {
  status: 'sent' | 'delivered' | 'failed'
  reason: string | null
  at: number | null
  cost: Settled['cost']
  isUnreachable?: true
}

/**
 * Whether the address was reached, according to an attempt or a report; null if this is not known. An email that the mail server accepts
 * has reached the address, because the server knows the mailbox.
 */
export const reachOf = (channel: ChannelKind, told: Outcome | Report): 'reached' | 'unreachable' | null => {
  if ('isUnreachable' in told && told.isUnreachable) return 'unreachable'
  if ('status' in told) return told.status === 'delivered' ? 'reached' : null
  return told.kind === 'sent' && channel === 'email' ? 'reached' : null
}

const REPORTED_FROM: Record<Report['status'], readonly MessageState[]> = {
  sent: ['sending', 'unknown'],
  delivered: ['sending', 'sent', 'unknown', 'failed'],
  failed: ['sending', 'sent', 'unknown'],
}

/**
 * The change that a report from the provider makes to a message. Null if the report changes nothing, because it is a repeat or the message
 * already has a later state.
 */
export const afterReport = (message: Message, report: Report, now: number): Change | null => {
  const at = report.at ?? now
  const cost = message.costAmount === null ? costOf(report.cost) : {}
  if (!REPORTED_FROM[report.status].includes(message.state))
    return Object.keys(cost).length === 0 ? null : { state: message.state, ...cost }
  const sentAt = message.sentAt ?? at
  switch (report.status) {
    case 'sent':
      return { state: 'sent', sentAt, reason: null, ...cost }
    case 'delivered':
      return { state: 'delivered', sentAt, deliveredAt: at, reason: null, ...cost }
    case 'failed':
      return { state: 'failed', reason: shortened(report.reason ?? 'The provider did not say why.'), ...cost }
    default:
      return report.status satisfies never
  }
}
