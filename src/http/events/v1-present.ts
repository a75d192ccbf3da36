// Converts events, webhook endpoints and deliveries to JSON. An event contains its object as it was at the time of the event.

import type { Invoice } from '../../domain/billing/invoice.ts'
import type { Payment } from '../../domain/billing/payment.ts'
import type { Business } from '../../domain/businesses/business.ts'
import type { Customer } from '../../domain/customers/customer.ts'
import type { EndpointMention, RecordedEvent } from '../../domain/events/event.ts'
import { EVENT_TYPES } from '../../domain/events/event.ts'
import type { Delivery, WebhookEndpoint } from '../../domain/events/webhook.ts'
import type { InboundParcel } from '../../domain/inbound/inbound-parcel.ts'
import type { Message } from '../../domain/messages/message.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'
import type { Attempt } from '../../store/events/webhook-deliveries.ts'
import { presentInvoice, presentPayment } from '../billing/v1-present.ts'
import { presentCustomer } from '../customers/present.ts'
import { presentInbound } from '../inbound/present.ts'
import { presentMessage } from '../messages/v1-present.ts'
import { presentPackage } from '../packages/v1-present.ts'
import { presentQuote } from '../quotes/v1-present.ts'
import type { WireAttempt, WireDelivery, WireEndpoint, WireEvent } from './v1-schemas.ts'

export type EventSurroundings = { business: Business; mode: Mode; baseUrl: string }

const presentData = ({ event, surroundings, happenedAt }: RecordedEvent, { business, mode, baseUrl }: EventSurroundings): object => {
  const { parcels = [], notices = [] } = surroundings
  const { object } = EVENT_TYPES[event.type]
  // Defaults for fields that are missing in events recorded before these fields existed.
  const messaging = { messageChannel: null, messageLanguage: null, messageConsents: [] }
  const cargo = { packageType: null, containerSize: null, commodity: null }
  const unknownThen = { updatedAt: happenedAt, clientReference: null, metadata: null, ...cargo }
  switch (object) {
    case 'quote':
      return presentQuote({ ...unknownThen, ...(event.data as Quote) }, { parcels, baseUrl })
    case 'package':
      return presentPackage({ ...unknownThen, ...(event.data as Package) }, { notices, business, mode, now: happenedAt })
    case 'customer':
      return presentCustomer({ ...messaging, ...unknownThen, ...(event.data as Customer) }, mode)
    case 'inbound_parcel':
      return presentInbound(event.data as InboundParcel, mode)
    case 'invoice':
      return presentInvoice(event.data as Invoice, mode)
    case 'payment':
      return presentPayment(event.data as Payment, mode)
    case 'message':
      return presentMessage(event.data as Message, mode)
    case 'webhook_endpoint':
      return { webhook_endpoint_id: event.objectId, url: (event.data as EndpointMention).url }
    default:
      return object satisfies never
  }
}

/** The body of a webhook delivery. */
export const presentPayload = (record: RecordedEvent, surroundings: EventSurroundings) => ({
  type: record.event.type,
  timestamp: instant(record.happenedAt),
  data: presentData(record, surroundings),
})

export const presentEvent = (record: RecordedEvent, surroundings: EventSurroundings): WireEvent => ({
  event_id: record.id,
  ...presentPayload(record, surroundings),
  recorded_at: instant(record.recordedAt),
  object_id: record.event.objectId,
})

/** Converts an endpoint, without its secret. */
export const presentEndpoint = (endpoint: WebhookEndpoint, mode: Mode, now: number): WireEndpoint => {
  const { previousSecretUntil } = endpoint
  return {
    webhook_endpoint_id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    event_types: [...endpoint.eventTypes],
    mode,
    status: endpoint.disabledAt === null ? 'enabled' : 'disabled',
    disabled_at: nullableInstant(endpoint.disabledAt),
    disabled_reason: endpoint.disabledReason,
    failing_since: nullableInstant(endpoint.failingSince),
    previous_secret_expires_at: previousSecretUntil !== null && previousSecretUntil > now ? instant(previousSecretUntil) : null,
    created_at: instant(endpoint.createdAt),
    updated_at: instant(endpoint.updatedAt),
  }
}

export const presentDelivery = (delivery: Delivery): WireDelivery => ({
  webhook_delivery_id: delivery.id,
  webhook_endpoint_id: delivery.endpointId,
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  status: delivery.status,
  attempt_count: delivery.attempts,
  next_attempt_at: nullableInstant(delivery.nextAttemptAt),
  delivered_at: nullableInstant(delivery.deliveredAt),
  created_at: instant(delivery.createdAt),
})

export const presentAttempt = (attempt: Attempt): WireAttempt => ({
  number: attempt.number,
  attempted_at: instant(attempt.attemptedAt),
  duration_ms: attempt.durationMs,
  response_status: attempt.responseStatus,
  response_excerpt: attempt.responseExcerpt,
  error: attempt.error,
})
