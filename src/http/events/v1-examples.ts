// Example responses of webhooks for the API reference.

import { INVOICE, PAYMENT } from '../billing/v1-examples.ts'
import { INBOUND } from '../inbound/v1-schemas.ts'
import { MESSAGE } from '../messages/v1-schemas.ts'
import { CUSTOMER, PACKAGE, PENDING_QUOTE } from '../quotes/v1-examples.ts'
import type { WireAttempt, WireDelivery, WireEndpoint, WireEndpointWithSecret, WireEvent } from './v1-schemas.ts'

const CREATED_AT = '2026-11-15T08:30:00.000Z'
const ENDPOINT_ID = 'whk_01kqn2x4t8e6nvd0t2d5c1yq7w'

export const ENDPOINT: WireEndpoint = {
  webhook_endpoint_id: ENDPOINT_ID,
  url: 'https://shop.example/waybill',
  description: 'The shop',
  event_types: ['package.*', 'quote.booked'],
  mode: 'test',
  status: 'enabled',
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  previous_secret_expires_at: null,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
}

export const NEW_ENDPOINT: WireEndpointWithSecret = { ...ENDPOINT, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD9Uw6hYOpuQ4=' }

export const EVENT: WireEvent = {
  event_id: 'evt_01kqn2x4t8e6nvd0t2d5c1yq7w',
  type: 'package.received',
  timestamp: '2026-11-16T10:05:12.000Z',
  recorded_at: '2026-11-16T10:05:12.000Z',
  object_id: PACKAGE.parcel_id,
  data: PACKAGE,
}

export const DELIVERY: WireDelivery = {
  webhook_delivery_id: 'whd_01kqn2x4t8e6nvd0t2d5c1yq7w',
  webhook_endpoint_id: ENDPOINT_ID,
  event_id: EVENT.event_id,
  event_type: 'package.received',
  status: 'delivered',
  attempt_count: 2,
  next_attempt_at: null,
  delivered_at: '2026-11-16T10:05:17.431Z',
  created_at: '2026-11-16T10:05:12.004Z',
}

const ATTEMPTS: WireAttempt[] = [
  {
    number: 1,
    attempted_at: '2026-11-16T10:05:12.021Z',
    duration_ms: 38,
    response_status: 503,
    response_excerpt: 'Back in a minute',
    error: null,
  },
  { number: 2, attempted_at: '2026-11-16T10:05:17.400Z', duration_ms: 31, response_status: 200, response_excerpt: 'ok', error: null },
]

export const LAST_ATTEMPT = ATTEMPTS[0]!

export const DELIVERY_WITH_ATTEMPTS = { ...DELIVERY, attempts: ATTEMPTS }

const TESTED_ENDPOINT = { webhook_endpoint_id: ENDPOINT_ID, url: ENDPOINT.url! }

export const EVENT_DATA = {
  quote: PENDING_QUOTE,
  package: PACKAGE,
  customer: CUSTOMER,
  inbound_parcel: INBOUND,
  invoice: INVOICE,
  payment: PAYMENT,
  message: MESSAGE,
  webhook_endpoint: TESTED_ENDPOINT,
}

export const REPLAY = { webhook_endpoint_id: DELIVERY.webhook_endpoint_id, replayed: 42, continue_since: null }
