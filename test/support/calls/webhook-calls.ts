// Calls shared by webhook tests: they create endpoints, read deliveries, and send the deliveries that are due by the test's clock.

import assert from 'node:assert/strict'
import { RETRY_SCHEDULE_MS, SEND_TIMEOUT_MS } from '../../../src/domain/events/webhook.ts'
import type { Dispatcher } from '../../../src/flows/events/deliver-webhooks.ts'
import { createDispatcher } from '../../../src/flows/events/deliver-webhooks.ts'
import { presentPayload } from '../../../src/http/events/v1-present.ts'
import * as businesses from '../../../src/store/businesses/businesses.ts'
import type { SenderOptions } from '../../../src/webhooks/delivery-request.ts'
import { createSender } from '../../../src/webhooks/sender.ts'
import type { CallOptions, Tenant, Waybill } from '../server/waybill.ts'

export type Deliverer = Dispatcher & { close(): Promise<void> }

/** The server's webhook deliverer without timers: `deliverAll` sends everything that is due by the test's clock. */
export const delivererFor = ({ deps, url }: Waybill, more: Partial<SenderOptions> & { schedule?: readonly number[] } = {}): Deliverer => {
  const timeoutMs = more.timeoutMs ?? SEND_TIMEOUT_MS
  const rules = more.rules ?? { allow: [], loopbackInTest: true }
  const sender = createSender({ userAgent: 'Waybill/test', ...more, rules, timeoutMs })
  const dispatcher = createDispatcher(
    deps,
    {
      render: async (scope, event) =>
        presentPayload(event, { business: (await businesses.find(deps.db, scope.businessId))!, mode: scope.mode, baseUrl: url }),
      sender,
      schedule: more.schedule ?? RETRY_SCHEDULE_MS,
    },
    timeoutMs,
  )
  return {
    ...dispatcher,
    close: async () => {
      await dispatcher.stop(0)
      sender.close()
    },
  }
}

export const newEndpoint = async (tenant: Tenant, url: string, more: object = {}, options?: CallOptions): Promise<any> => {
  const answer = await tenant.post('/v1/webhook_endpoints', { url, ...more }, options)
  assert.equal(answer.status, 201, answer.text)
  return answer.json
}

export const getEndpoint = async (tenant: Tenant, id: string): Promise<any> => (await tenant.get(`/v1/webhook_endpoints/${id}`)).json

export const deliveriesOf = async (tenant: Tenant, query = ''): Promise<any[]> => (await tenant.get(`/v1/webhook_deliveries${query}`)).json

export const deliveryWithAttempts = async (tenant: Tenant, id: string): Promise<any> =>
  (await tenant.get(`/v1/webhook_deliveries/${id}`)).json
