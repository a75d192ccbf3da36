// The `webhooks` of the API document: a JSON Schema of the payload for each event type.

import type { EventType, ObjectType } from '../../../domain/events/event.ts'
import { EVENT_TYPES } from '../../../domain/events/event.ts'
import { EVENT_DATA } from './examples.ts'

const HEADERS = [
  ['webhook-id', 'The event. The same on every attempt and replay: what was seen before need not be done again'],
  ['webhook-timestamp', 'Seconds since 1970, when this attempt was made. Refuse what is older than five minutes'],
  ['webhook-signature', 'One or more of `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, separated by spaces'],
] as const

const SCHEMA_OF: Record<ObjectType, object> = {
  quote: { $ref: '#/components/schemas/Quote' },
  package: { $ref: '#/components/schemas/Package' },
  customer: { $ref: '#/components/schemas/ParcelCustomer' },
  inbound_parcel: { $ref: '#/components/schemas/InboundParcel' },
  invoice: { $ref: '#/components/schemas/Invoice' },
  payment: { $ref: '#/components/schemas/Payment' },
  webhook_endpoint: {
    type: 'object',
    required: ['webhook_endpoint_id', 'url'],
    properties: { webhook_endpoint_id: { type: 'string' }, url: { type: 'string' } },
  },
}

const payloadOf = (type: EventType, object: ObjectType): object => ({
  type: 'object',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: { type: 'string', const: type },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened' },
    data: SCHEMA_OF[object],
  },
})

const described = (type: EventType): object => {
  const { object, meaning } = EVENT_TYPES[type]
  return {
    post: {
      operationId: `on.${type}`,
      tags: ['Webhooks'],
      summary: type,
      description: meaning,
      parameters: HEADERS.map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } })),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: payloadOf(type, object),
            example: { type, timestamp: '2026-11-16T10:05:12.000Z', data: EVENT_DATA[object] },
          },
        },
      },
      responses: {
        '2XX': { description: 'Received. Any other status is retried for three days' },
        '410': { description: 'Gone: the endpoint is disabled' },
      },
    },
  }
}

export const webhooksDocument = (): Record<string, object> =>
  Object.fromEntries((Object.keys(EVENT_TYPES) as EventType[]).map((type) => [type, described(type)]))
