// The names of delivery states, and the event types for endpoints.

import type { PlainKey } from '../../strings.ts'
import type { Delivery, EventFilter } from '../../wire.ts'

export const STATUS_NAMES = {
  pending: 'webhooks.pending',
  delivered: 'webhooks.delivered',
  failed: 'webhooks.failed',
} as const satisfies Record<Delivery['status'], PlainKey>

/** The types that an endpoint can subscribe to. Test events are only sent on request. */
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
  'package.delivery_undone',
  'package.arrival_undone',
  'package.shipment_corrected',
  'package.cancelled',
  'package.storage_last_free_day',
  'package.storage_started',
  'customer.created',
  'customer.updated',
  'customer.deactivated',
  'customer.reactivated',
] as const satisfies readonly EventFilter[]
