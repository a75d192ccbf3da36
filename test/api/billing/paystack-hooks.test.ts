// A Paystack webhook is refused if it is not signed, ignored if it is not about a payment, and reported if it cannot be saved.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { PaystackWaybill } from '../../support/server/paystack-waybill.ts'
import { startPaystackWaybill } from '../../support/server/paystack-waybill.ts'

forEachEngine((engine) => {
  describe('webhooks of Paystack', () => {
    let waybill: PaystackWaybill
    let desk: Desk
    before(async () => {
      waybill = await startPaystackWaybill(engine)
      desk = await atDesk(waybill)
    })
    after(() => waybill.close())

    const tell = (reference: string, event: string, key?: string): Promise<Response> =>
      fetch(waybill.hooksUrl, { method: 'POST', ...waybill.paystack.webhookOf(reference, event, key) })
    const noticeOf = async (reference: string): Promise<Json> =>
      (await desk.get('/payment_notices?mode=test&per_page=100')).find((notice: Json) => notice.reference === reference)

    it('a webhook that is not signed with the account’s key is refused, and changes nothing', async () => {
      const tenant = await waybill.newTenant()
      const { link } = await waybill.linked(tenant)
      waybill.paystack.pay({ reference: link.reference })
      const { body, headers } = waybill.paystack.webhookOf(link.reference)
      const send = async (sent: string, more: Record<string, string>) =>
        (await fetch(waybill.hooksUrl, { method: 'POST', body: sent, headers: more })).status
      assert.equal(await send(body, { 'content-type': 'application/json' }), 401)
      assert.equal(await send(`${body} `, headers), 401, 'not the bytes that were signed')
      assert.equal(await send(body, { ...headers, 'x-paystack-signature': 'x'.repeat(128) }), 401)
      assert.equal((await tell(link.reference, 'charge.success', 'sk_test_other')).status, 401)
      await waybill.settle()
      assert.deepEqual((await tenant.get('/v1/payments')).json, [])
      assert.equal(await noticeOf(link.reference), undefined)
    })

    it('accepts and ignores events other than payments', async () => {
      for (const event of ['transfer.success', 'customeridentification.failed'])
        assert.deepEqual(await (await tell('T-1', event)).json(), { outcome: 'nothing' })
      assert.equal(await noticeOf('T-1'), undefined)
    })

    it('a payment or refund without a usable reference is reported, for a person to investigate', async () => {
      const reported = () =>
        waybill.reports.filter(({ what }) => what.startsWith('a payment needs attention: ')).map(({ details }) => details)
      for (const [reference, event] of [
        ['R'.repeat(101), 'charge.success'],
        ['', 'refund.processed'],
      ] as const)
        assert.deepEqual(await (await tell(reference, event)).json(), { outcome: 'nothing' })
      assert.deepEqual(reported(), [
        { notice: null, mode: 'test', event: 'charge.success' },
        { notice: null, mode: 'test', event: 'refund.processed' },
      ])
    })
  })
})
