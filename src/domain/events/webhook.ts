// Webhook rules: which events an endpoint gets, when a delivery is retried, when an endpoint is disabled.

import type { EventType } from './event.ts'
import { EVENT_TYPES } from './event.ts'

export type WebhookEndpoint = {
  id: string
  version: number
  url: string
  description: string | null
  /** Event types, filters such as `quote.*`, or `*`. */
  eventTypes: readonly string[]
  secret: string
  /**
   * The secret before the last rotation. Until `previousSecretUntil`, deliveries are signed with both secrets, so that receivers have time
   * to change to the new secret.
   */
  previousSecret: string | null
  previousSecretUntil: number | null
  failingSince: number | null
  disabledAt: number | null
  disabledReason: string | null
  createdAt: number
  updatedAt: number
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed'

export type Delivery = {
  id: string
  endpointId: string
  eventId: string
  eventType: EventType
  /** Deliveries to one endpoint about one object are sent one after another, ordered by version and then by event id. */
  objectId: string
  objectVersion: number
  status: DeliveryStatus
  /** Attempts since the delivery was last queued. A replay sets the number back to 0. */
  attempts: number
  nextAttemptAt: number | null
  deliveredAt: number | null
  createdAt: number
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export const SEND_TIMEOUT_MS = 15 * SECOND_MS

export const RETRY_SCHEDULE_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
/** Up to this share of the pause is added at random, so that deliveries that failed together are not retried together. */
export const JITTER_SHARE = 0.1
/** The longest pause that an endpoint may ask for with Retry-After. */
export const RETRY_AFTER_MAX_MS = DAY_MS
export const DISABLE_AFTER_MS = 3 * DAY_MS

export const URL_MAX_CHARACTERS = 2_000

export const ENDPOINTS_MAX = 20
/** The maximum number of attempts listed for a delivery. A delivery that was replayed many times can have more attempts than this. */
export const ATTEMPTS_SHOWN_MAX = 100
export const SECRET_BYTES = 32
export const OVERLAP_DEFAULT_SECONDS = DAY_MS / SECOND_MS
export const OVERLAP_MAX_SECONDS = (7 * DAY_MS) / SECOND_MS

const ALL = '*'

/** Values allowed in `event_types`. The test event is sent on request and cannot be subscribed to. */
export const EVENT_FILTERS: readonly string[] = [
  ALL,
  ...new Set(Object.values(EVENT_TYPES).map(({ object }) => `${object}.*`)),
  ...Object.keys(EVENT_TYPES),
].filter((filter) => !filter.startsWith('webhook_endpoint.'))

export const isWanted = ({ eventTypes }: Pick<WebhookEndpoint, 'eventTypes'>, type: EventType): boolean => {
  const { object } = EVENT_TYPES[type]
  if (object === 'webhook_endpoint') return false
  return eventTypes.some((filter) => filter === ALL || filter === type || filter === `${object}.*`)
}

export const signingSecrets = (endpoint: WebhookEndpoint, now: number): string[] => {
  const { secret, previousSecret, previousSecretUntil } = endpoint
  return previousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil ? [secret, previousSecret] : [secret]
}

export type AttemptOutcome = {
  responseStatus: number | null
  error: string | null
  responseExcerpt: string | null
  retryAfter: string | null
  durationMs: number
}

const GONE = 410

export const isSuccess = ({ responseStatus }: AttemptOutcome): boolean =>
  responseStatus !== null && responseStatus >= 200 && responseStatus < 300

/**
 * Reads a Retry-After header with seconds or an HTTP date. Returns milliseconds from now, at most RETRY_AFTER_MAX_MS. Returns 0 if the
 * header is absent or invalid.
 */
export const retryAfterMs = (header: string | null, now: number): number => {
  if (header === null) return 0
  const text = header.trim()
  const waitMs = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now
  return Number.isNaN(waitMs) ? 0 : Math.min(Math.max(0, waitMs), RETRY_AFTER_MAX_MS)
}

export type Decision = {
  status: DeliveryStatus
  attempts: number
  nextAttemptAt: number | null
  /** The time at which the endpoint began to fail; null after a success. */
  failingSince: number | null
  disable: string | null
}

type Standing = { attempts: number; failingSince: number | null; schedule: readonly number[] }

export const afterAttempt = (standing: Standing, outcome: AttemptOutcome, now: number, jitter: number): Decision => {
  const attempts = standing.attempts + 1
  if (isSuccess(outcome)) return { status: 'delivered', attempts, nextAttemptAt: null, failingSince: null, disable: null }
  const failingSince = standing.failingSince ?? now
  const disable = reasonToDisable(outcome, failingSince, now)
  const waitMs = standing.schedule[attempts]
  if (disable !== null || waitMs === undefined) return { status: 'failed', attempts, nextAttemptAt: null, failingSince, disable }
  const jittered = Math.round(waitMs * (1 + JITTER_SHARE * jitter))
  const nextAttemptAt = now + Math.max(jittered, retryAfterMs(outcome.retryAfter, now))
  return { status: 'pending', attempts, nextAttemptAt, failingSince, disable: null }
}

const reasonToDisable = (outcome: AttemptOutcome, failingSince: number, now: number): string | null => {
  if (outcome.responseStatus === GONE) return 'It answered 410 Gone, which ends all deliveries.'
  if (now - failingSince < DISABLE_AFTER_MS) return null
  const last = outcome.responseStatus === null ? outcome.error : `it answered ${outcome.responseStatus}`
  return `Every attempt since ${new Date(failingSince).toISOString()} failed; the last one: ${last}.`
}
