// Every operation on webhooks once, with its good answers and some errors: a part of the story that the API document is held against.

import type { Call } from './api-story.ts'

export const tellOfWebhooks = async (call: Call): Promise<void> => {
  const { webhook_endpoint_id: id } = await call('POST /v1/webhook_endpoints', '', { url: 'https://shop.example/hooks' })
  await call('POST /v1/webhook_endpoints', '', { url: 'http://10.0.0.1/', event_types: ['x'] })
  await call('GET /v1/webhook_endpoints')
  await call('GET /v1/webhook_endpoints/{id}', id)
  await call('GET /v1/webhook_endpoints/{id}', 'x')
  await call('POST /v1/webhook_endpoints/{id}/rotate_secret', id)
  const tested = await call('POST /v1/webhook_endpoints/{id}/test', id)
  await call('GET /v1/events')
  await call('GET /v1/events/{id}', tested.event_id)
  await call('GET /v1/webhook_deliveries?status=pending')
  await call('GET /v1/webhook_deliveries/{id}', tested.webhook_delivery_id)
  await call('POST /v1/webhook_deliveries/{id}/replay', tested.webhook_delivery_id)
  await call('POST /v1/webhook_deliveries/replay', '', { webhook_endpoint_id: id, since: '2026-01-01T00:00:00Z' })
  await call('POST /v1/webhook_deliveries/replay', '', { webhook_endpoint_id: id, since: 'x' })
  await call('PATCH /v1/webhook_endpoints/{id}', id, { status: 'disabled' })
  await call('POST /v1/webhook_endpoints/{id}/test', id)
  await call('DELETE /v1/webhook_endpoints/{id}', id)
}
