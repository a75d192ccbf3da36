// Webhook endpoints and deliveries as /ops/v1 shows them.

import type { Mode } from '../../scope.tsx'
import type { PlainKey } from '../../strings.ts'

export const DELIVERIES = '/ops/v1/webhook_deliveries'
export const ENDPOINTS = '/ops/v1/webhook_endpoints'

export type Endpoint = {
  webhook_endpoint_id: string
  url: string
  description: string | null
  event_types: string[]
  mode: Mode
  status: 'enabled' | 'disabled'
  disabled_at: string | null
  disabled_reason: string | null
  failing_since: string | null
  /** Only when it is made, and when its secret is rotated. */
  secret?: string
}

type DeliveryStatus = 'pending' | 'delivered' | 'failed'
export const STATUS_NAMES = {
  pending: 'webhooks.pending',
  delivered: 'webhooks.delivered',
  failed: 'webhooks.failed',
} as const satisfies Record<DeliveryStatus, PlainKey>

export type Delivery = {
  webhook_delivery_id: string
  webhook_endpoint_id: string
  event_id: string
  event_type: string
  status: DeliveryStatus
  attempt_count: number
  next_attempt_at: string | null
  delivered_at: string | null
  created_at: string
}

export type Attempt = {
  number: number
  attempted_at: string
  duration_ms: number
  response_status: number | null
  response_excerpt: string | null
  error: string | null
}
export type DeliveryWithAttempts = Delivery & { attempts: Attempt[] }

/** What an endpoint may ask for. Test events are sent on request and cannot be asked for. */
export const EVENT_FILTERS = [
  '*',
  'quote.*',
  'package.*',
  'customer.*',
  'quote.created',
  'quote.price_changed',
  'quote.booked',
  'quote.cancelled',
  'quote.price_reopened',
  'quote.price_finalised',
  'package.created',
  'package.received',
  'package.pieces_received',
  'package.receipt_undone',
  'package.assigned',
  'package.attached',
  'package.detached',
  'package.arrived',
  'package.changed',
  'package.held',
  'package.released',
  'package.departed',
  'package.delivered',
  'package.cancelled',
  'package.storage_last_free_day',
  'package.storage_started',
  'customer.created',
  'customer.updated',
  'customer.deactivated',
  'customer.reactivated',
]
