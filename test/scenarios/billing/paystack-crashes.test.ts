// A server is killed between Paystack's webhook and the look-up of the payment: another server records the payment once.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PaystackSimulator } from '../../../tools/paystack-simulator.ts'
import { startPaystackSimulator } from '../../../tools/paystack-simulator.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { exportAir } from '../../support/samples/requests.ts'
import { until } from '../../support/server/carrier-server.ts'
import { TEST_KEY } from '../../support/server/paystack-waybill.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const API_KEY = 'wb_test_paystack_scenario_000000000'
const PAYMENTS = process.env.SOAK ? 20 : 3
const SETTLED_WITHIN_MS = 60_000

forOneEngine((engine) => {
  describe('payments by Paystack over a crash', () => {
    let store: FreshDb
    let paystack: PaystackSimulator
    let servers: ServerProcess[]
    const start = (): Promise<ServerProcess> =>
      startServerProcess({
        ...store.env,
        WAYBILL_DEMO_TEST_KEY: API_KEY,
        PAYSTACK_TEST_SECRET_KEY: TEST_KEY,
        PAYSTACK_BASE_URL: paystack.url,
      })
    before(async () => {
      store = await engine.freshDb()
      paystack = await startPaystackSimulator({ secretKey: TEST_KEY })
      servers = [await start()]
      if (engine.name === 'postgres') servers.push(await start())
    })
    after(async () => {
      await Promise.all(servers.map((server) => server.kill('SIGKILL')))
      await paystack.close()
      await store.drop()
    })

    const call = async (method: string, path: string, body?: object): Promise<Json> => {
      const sent = body ? { body: JSON.stringify(body), headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' } } : {}
      const response = await fetch(servers.at(-1)!.url + path, { method, headers: { 'x-api-key': API_KEY }, ...sent })
      assert.ok(response.ok, `${method} ${path}: ${response.status}`)
      return response.json()
    }

    it('are not lost, and not counted twice', async () => {
      const references: string[] = []
      for (let count = 0; count < PAYMENTS; count++) {
        const { parcel_quote_id, rates } = await call('POST', '/v1/parcel_quotes', { parcel: exportAir() })
        await call('POST', `/v1/packages/${parcel_quote_id}/create_shipment`, { rate_id: rates[0].id })
        const { invoice_id } = await call('POST', '/v1/test_helpers/invoices', {})
        const { reference } = await call('POST', `/v1/invoices/${invoice_id}/payment_link`, { email: 'payer@example.com' })
        paystack.pay({ reference })
        references.push(reference)
      }
      // Makes Paystack's first answers hang, so that no payment is recorded before the server is killed.
      paystack.order('hang', PAYMENTS)
      const told = references.flatMap((reference) =>
        servers.map(({ url }) => fetch(`${url}/hooks/paystack`, { method: 'POST', ...paystack.webhookOf(reference) })),
      )
      for (const response of await Promise.all(told)) assert.equal(response.status, 200)
      assert.deepEqual(await call('GET', '/v1/payments'), [])
      await servers[0]!.kill('SIGKILL')
      if (servers.length === 1) servers = [await start()]
      const isPaid = async () => (await call('GET', '/v1/balance')).balance === '0.00'
      await until('payments are recorded', isPaid, SETTLED_WITHIN_MS)
      assert.equal((await call('GET', '/v1/payments')).length, PAYMENTS)
    })
  })
}, postgres)
