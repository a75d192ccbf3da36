// A Waybill for tests, with the Paystack simulator. The simulator acts as the payer, and fails on demand.

import assert from 'node:assert/strict'
import { settleNotices } from '../../../src/flows/billing/provider/payment-notices.ts'
import { createPaystack } from '../../../src/payments/paystack/paystack.ts'
import type { PaystackSimulator } from '../../../tools/paystack-simulator.ts'
import { startPaystackSimulator } from '../../../tools/paystack-simulator.ts'
import type { Json } from '../calls/quote-calls.ts'
import { book } from '../calls/receiving-calls.ts'
import type { Engine } from '../engine/engines.ts'
import { exportAir } from '../samples/requests.ts'
import type { Tenant, Waybill } from './waybill.ts'
import { silentApp, startWaybill } from './waybill.ts'

export const TEST_KEY = 'sk_test_0000000000000000000000000000'
export const LIVE_KEY = 'sk_live_0000000000000000000000000000'
/** Time-out of calls to the simulator. Only calls that the simulator leaves unanswered last this long. */
const TIMEOUT_MS = 5_000

export type PaystackWaybill = Waybill & {
  /** The Paystack simulator. Its API accepts only `TEST_KEY`. */
  paystack: PaystackSimulator
  hooksUrl: string
  reports: { what: string; details: Json }[]
  /** Runs the worker for payment notices until no notice is due. */
  settle(): Promise<void>
  /** Issues an invoice in test mode and creates its payment link. */
  linked(tenant: Tenant): Promise<{ invoice: Json; link: Json }>
}

export const startPaystackWaybill = async (engine: Engine, options?: Parameters<typeof startWaybill>[1]): Promise<PaystackWaybill> => {
  const waybill = await startWaybill(engine, options)
  const { deps } = waybill
  const paystack = await startPaystackSimulator({ secretKey: TEST_KEY })
  const reports: PaystackWaybill['reports'] = []
  Object.assign(deps, {
    paymentProviders: {
      test: createPaystack({ secretKey: TEST_KEY, baseUrl: paystack.url, timeoutMs: TIMEOUT_MS }),
      live: createPaystack({ secretKey: LIVE_KEY, baseUrl: paystack.url, timeoutMs: TIMEOUT_MS }),
    },
    report: (what: string, details: object) => reports.push({ what, details }),
  })
  const hooks = await silentApp({ deps })
  const hooksUrl = `${await hooks.listen({ port: 0, host: '127.0.0.1' })}/hooks/paystack`
  paystack.sendWebhooksTo(hooksUrl)
  return {
    ...waybill,
    paystack,
    hooksUrl,
    reports,
    settle: async () => {
      while ((await settleNotices(deps)) > 0);
    },
    linked: async (tenant) => {
      await book(tenant, exportAir())
      const { json: invoice } = await tenant.post('/v1/test_helpers/invoices')
      const answer = await tenant.post(`/v1/invoices/${invoice.invoice_id}/payment_link`, { email: 'payer@example.com' })
      assert.equal(answer.status, 200, answer.text)
      return { invoice, link: answer.json }
    },
    close: async () => {
      await hooks.close()
      await waybill.close()
      await paystack.close()
    },
  }
}
