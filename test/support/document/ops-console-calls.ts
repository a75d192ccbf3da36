// Sends requests to every staff operation on the request log, webhooks, the list of changes, and demo data.

import type { Waybill } from '../server/waybill.ts'
import type { Call } from './v1-calls.ts'

const WRITTEN_MS = 1_200

export const callConsole = async (call: Call, waybill: Waybill): Promise<void> => {
  const { business, get } = await waybill.newTenant()
  const { webhook_endpoint_id: id } = await call('POST /ops/v1/businesses/{id}/webhook_endpoints', business.id, {
    mode: 'test',
    url: 'https://shop.example/hooks',
  })
  await call('POST /ops/v1/businesses/{id}/webhook_endpoints', business.id, { mode: 'live', url: 'http://10.0.0.1/' })
  await call('GET /ops/v1/businesses/{id}/webhook_endpoints?mode=test', business.id)
  await call('POST /ops/v1/webhook_endpoints/{id}/rotate_secret', id, {})
  const tested = await call('POST /ops/v1/webhook_endpoints/{id}/test', id)
  await call(`GET /ops/v1/webhook_deliveries?endpoint_id=${id}`)
  await call('GET /ops/v1/webhook_deliveries')
  await call('GET /ops/v1/webhook_deliveries/{id}', tested.webhook_delivery_id)
  await call('GET /ops/v1/webhook_deliveries/{id}/payload', tested.webhook_delivery_id)
  await call('POST /ops/v1/webhook_deliveries/{id}/replay', tested.webhook_delivery_id)
  await call('POST /ops/v1/webhook_endpoints/{id}/replay', id, {})
  await call('PATCH /ops/v1/webhook_endpoints/{id}', id, { status: 'disabled' })
  await call('POST /ops/v1/webhook_endpoints/{id}/test', id)
  await call('DELETE /ops/v1/webhook_endpoints/{id}', id)

  await call('GET /ops/v1/changes')

  const answer = await get('/v1/packages')
  await new Promise((resolve) => setTimeout(resolve, WRITTEN_MS))
  await call('GET /ops/v1/purchases')
  await call('GET /ops/v1/purchases?state=lost')
  await call('GET /ops/v1/requests?status=2xx')
  await call('GET /ops/v1/requests/{id}', answer.headers.get('x-request-id')!)
  await call('GET /ops/v1/requests/{id}', 'x')
  await call('GET /ops/v1/requests?status=many')

  await call('POST /ops/v1/demo_data', '', { business_id: business.id })
  await call('POST /ops/v1/demo_data', '', { business_id: business.id })
}
