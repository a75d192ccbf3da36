// The `webhooks` part of the API document: the payload schema of each kind of object, and the meaning of every event type.

import type { EventType, ObjectType } from '../../domain/events/event.ts'
import { EVENT_TYPES } from '../../domain/events/event.ts'
import { EVENT_DATA } from './v1-examples.ts'

const header = (name: string, description: string) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } })

/** The HTTP headers of every webhook delivery. The API document defines them once, among its components. */
export const WEBHOOK_PARAMETERS = {
  WebhookId: header('webhook-id', 'The event. The same on every attempt and replay: what was seen before need not be done again'),
  WebhookTimestamp: header('webhook-timestamp', 'Seconds since 1970, when this attempt was made. Refuse what is older than five minutes'),
  WebhookSignature: header(
    'webhook-signature',
    'One or more of `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, separated by spaces',
  ),
}

export const WEBHOOK_RESPONSES = {
  WebhookReceived: { description: 'Received. Any other status is retried for three days' },
  WebhookGone: { description: 'Gone: the endpoint is disabled' },
}

const SCHEMA_OF: Record<ObjectType, object> = {
  quote: { $ref: '#/components/schemas/Quote' },
  package: { $ref: '#/components/schemas/Package' },
  customer: { $ref: '#/components/schemas/ParcelCustomer' },
  inbound_parcel: { $ref: '#/components/schemas/InboundParcel' },
  invoice: { $ref: '#/components/schemas/Invoice' },
  payment: { $ref: '#/components/schemas/Payment' },
  message: { $ref: '#/components/schemas/Message' },
  webhook_endpoint: {
    type: 'object',
    required: ['webhook_endpoint_id', 'url'],
    properties: { webhook_endpoint_id: { type: 'string' }, url: { type: 'string' } },
  },
}

const payloadOf = (object: ObjectType, types: readonly EventType[]): object => ({
  type: 'object',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: { type: 'string', enum: types },
    timestamp: { title: 'EventTime', type: 'string', format: 'date-time', description: 'When it happened' },
    data: SCHEMA_OF[object],
  },
})

const described = (object: ObjectType, types: readonly EventType[]): object => ({
  post: {
    operationId: `on_${object}`,
    tags: ['Webhooks'],
    summary: `${object}.*`,
    description: types.map((type) => `- \`${type}\`: ${EVENT_TYPES[type].meaning}`).join('\n'),
    parameters: Object.keys(WEBHOOK_PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: payloadOf(object, types),
          example: { type: types[0], timestamp: '2026-11-16T10:05:12.000Z', data: EVENT_DATA[object] },
        },
      },
    },
    responses: {
      '2XX': { $ref: '#/components/responses/WebhookReceived' },
      '410': { $ref: '#/components/responses/WebhookGone' },
    },
  },
})

export const webhooksDocument = (): Record<string, object> => {
  const types = Object.keys(EVENT_TYPES) as EventType[]
  return Object.fromEntries(
    [...Map.groupBy(types, (type) => EVENT_TYPES[type].object)].map(([object, of]) => [object, described(object, of)]),
  )
}
