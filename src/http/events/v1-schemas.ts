// Schemas of webhook endpoints, events and deliveries.

import type { EventType } from '../../domain/events/event.ts'
import { EVENT_TYPES } from '../../domain/events/event.ts'
import {
  ATTEMPTS_SHOWN_MAX,
  EVENT_FILTERS,
  OVERLAP_DEFAULT_SECONDS,
  OVERLAP_MAX_SECONDS,
  URL_MAX_CHARACTERS,
} from '../../domain/events/webhook.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { Mode } from '../values/fields.ts'

const FILTERS_MAX_ENTRIES = 50

const Url = () =>
  Type.String({
    maxLength: URL_MAX_CHARACTERS,
    format: 'text',
    description: 'https; in test mode also http to localhost',
    examples: ['https://shop.example/waybill'],
  })
const EventFilters = () =>
  Type.Array(Type.Enum(EVENT_FILTERS, { title: 'EventFilter' }), {
    minItems: 1,
    maxItems: FILTERS_MAX_ENTRIES,
    description: 'Event types to send: single types, all types of an object such as `package.*`, or `*` for all, the default',
  })

export const CreateEndpointBody = Type.Body(
  [{ url: 'https://shop.example/waybill', event_types: ['package.*', 'quote.booked'], description: 'The shop' }],
  { url: Url(), event_types: Type.Optional(EventFilters()), description: Type.Optional(Type.Text()) },
)

export const ChangeEndpointBody = Type.PartialBody([{ status: 'enabled' }], {
  url: Url(),
  event_types: EventFilters(),
  description: Type.NullableText({ description: 'null clears it' }),
  status: Type.Enum(['enabled', 'disabled'], {
    description: 'A disabled endpoint receives nothing; replay the missed events after enabling it',
  }),
})

export const RotateBody = Type.PartialBody([{ overlap_seconds: 3600 }], {
  overlap_seconds: Type.Integer({
    minimum: 0,
    maximum: OVERLAP_MAX_SECONDS,
    default: OVERLAP_DEFAULT_SECONDS,
    description: 'How long the old secret also signs deliveries',
  }),
})

const Endpoint = Type.Named('WebhookEndpoint', {
  webhook_endpoint_id: Type.Token('whk'),
  url: Type.String(),
  description: Type.NullableString(),
  event_types: Type.Array(Type.String()),
  mode: Mode(),
  status: Type.Enum(['enabled', 'disabled']),
  disabled_at: Type.NullableDateTime(),
  disabled_reason: Type.NullableString({ description: 'Why it was disabled' }),
  failing_since: Type.NullableDateTime({ description: 'Time of the first failed attempt after the last successful one' }),
  previous_secret_expires_at: Type.NullableDateTime({ description: 'Until this time the previous secret also signs deliveries' }),
  created_at: Type.DateTime(),
  updated_at: Type.DateTime(),
})

const EndpointWithSecret = Type.Named('WebhookEndpointWithSecret', {
  ...Endpoint.properties,
  secret: Type.String({ description: 'Signs deliveries; shown only when the endpoint is created and when the secret is rotated' }),
})

export const EventTypeName = () => Type.Enum(Object.keys(EVENT_TYPES) as EventType[], { title: 'EventType' })

const Event = Type.Named('WaybillEvent', {
  event_id: Type.Token('evt', { description: 'The webhook-id of its deliveries' }),
  type: EventTypeName(),
  timestamp: Type.DateTime({ description: 'When it happened; in test mode, by the test clock' }),
  recorded_at: Type.DateTime({ description: 'When it was recorded, in real time' }),
  object_id: Type.String(),
  data: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: 'The object as it was after the change, as the API shows it; see Webhooks for the schema of each type',
  }),
})

export const Delivery = Type.Named('WebhookDelivery', {
  webhook_delivery_id: Type.Token('whd'),
  webhook_endpoint_id: Type.Token('whk'),
  event_id: Type.Token('evt'),
  event_type: EventTypeName(),
  status: Type.Enum(['pending', 'delivered', 'failed'], { description: '`failed`: no more attempts; it can be replayed' }),
  attempt_count: Type.Integer({ description: 'Attempts since it was created or last replayed' }),
  next_attempt_at: Type.NullableDateTime({ description: 'When a failed attempt is retried; null while it is queued' }),
  delivered_at: Type.NullableDateTime(),
  created_at: Type.DateTime(),
})

export const Attempt = Type.Titled('WebhookAttempt', {
  number: Type.Integer({ description: 'Counts all attempts of the delivery, from 1' }),
  attempted_at: Type.DateTime(),
  duration_ms: Type.Integer(),
  response_status: Type.NullableInteger(),
  response_excerpt: Type.NullableString({ description: 'The beginning of the response body' }),
  error: Type.NullableString({ description: 'Why there was no response' }),
})

const DeliveryWithAttempts = Type.Named('WebhookDeliveryWithAttempts', {
  ...Delivery.properties,
  attempts: Type.Array(Attempt, { maxItems: ATTEMPTS_SHOWN_MAX, description: `The latest ${ATTEMPTS_SHOWN_MAX}, oldest first` }),
})

export const ReplayBody = Type.Body(
  [{ webhook_endpoint_id: 'whk_01kqn2x4t8e6nvd0t2d5c1yq7w', since: '2026-11-15T08:00:00Z', until: '2026-11-15T12:00:00Z' }],
  {
    webhook_endpoint_id: Type.Text(),
    since: Type.Text({
      description: 'Events recorded at or after this time: ISO 8601, or a date: its beginning in the business’s time zone',
    }),
    until: Type.Optional(Type.Text({ description: 'ISO 8601, or a date: its end; now when absent' })),
    include_delivered: Type.Optional(Type.Boolean({ default: false, description: 'Include events that were delivered already' })),
  },
)

export const ReplayAnswer = Type.Titled('WebhookReplay', {
  webhook_endpoint_id: Type.Token('whk'),
  replayed: Type.Integer({ description: 'How many deliveries were queued' }),
  continue_since: Type.NullableDateTime({
    description: 'Null, or the `since` to go on with when the range held too many events for one request',
  }),
})

export const DeletedAnswer = Type.Titled('DeletedWebhookEndpoint', { webhook_endpoint_id: Type.Token('whk'), deleted: Type.Boolean() })

export type WireEndpoint = Type.Static<typeof Endpoint>
export type WireEvent = Type.Static<typeof Event>
export type WireDelivery = Type.Static<typeof Delivery>
export type WireAttempt = Type.Static<typeof Attempt>
export type WireEndpointWithSecret = Type.Static<typeof EndpointWithSecret>
export const EndpointAnswer = Type.RefTo(Endpoint)
export const EndpointWithSecretAnswer = Type.RefTo(EndpointWithSecret)
export const EventAnswer = Type.RefTo(Event)
export const DeliveryAnswer = Type.RefTo(Delivery)
export const DeliveryWithAttemptsAnswer = Type.RefTo(DeliveryWithAttempts)
export const WEBHOOK_SCHEMAS = [Endpoint, EndpointWithSecret, Event, Delivery, DeliveryWithAttempts]
