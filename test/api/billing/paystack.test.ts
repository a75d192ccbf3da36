// A Paystack payment counts only once, with the amount that was actually paid, and only after Waybill has looked it up at Paystack.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { exportAir } from '../../support/samples/requests.ts'
import type { PaystackWaybill } from '../../support/server/paystack-waybill.ts'
import { LIVE_KEY, startPaystackWaybill } from '../../support/server/paystack-waybill.ts'
import type { Tenant } from '../../support/server/waybill.ts'

const PAYMENTS = process.env.SOAK ? 100 : 10
const DELIVERIES_EACH = 10
const HOUR_MS = 60 * 60 * 1000

const kobo = (amount: string): number => Math.round(Number(amount) * 100)

forOneEngine((engine) => {
  describe('payments by Paystack', () => {
    let waybill: PaystackWaybill
    let desk: Desk
    before(async () => {
      waybill = await startPaystackWaybill(engine)
      desk = await atDesk(waybill)
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const tell = (reference: string, event?: string, key?: string): Promise<Response> =>
      fetch(waybill.hooksUrl, { method: 'POST', ...waybill.paystack.webhookOf(reference, event, key) })
    const paymentsOf = async (tenant: Tenant): Promise<Json[]> => (await tenant.get('/v1/payments')).json
    const invoiceOf = async (tenant: Tenant, id: string): Promise<Json> => (await tenant.get(`/v1/invoices/${id}`)).json
    const noticeOf = async (reference: string, mode = 'test'): Promise<Json> =>
      (await desk.get(`/payment_notices?mode=${mode}&per_page=100`)).find((notice: Json) => notice.reference === reference)

    it('a link for the amount owed is paid, looked up, and pays the invoice once, however often the webhook is sent', async () => {
      const tenant = await waybill.newTenant()
      const { invoice, link } = await waybill.linked(tenant)
      assert.equal(link.amount, invoice.total)
      assert.match(link.reference, new RegExp(`^${invoice.number}-`))
      const again = await tenant.post(`/v1/invoices/${invoice.invoice_id}/payment_link`, { email: 'other@example.com' })
      assert.deepEqual(again.json, link, 'the same link while it is unused')
      assert.equal(await waybill.paystack.payAndTell({ reference: link.reference }), 200)
      assert.deepEqual(await paymentsOf(tenant), [], 'not before it was looked up')
      await waybill.settle()
      for (let repeat = 0; repeat < 3; repeat++) assert.deepEqual(await (await tell(link.reference)).json(), { outcome: 'repeated' })
      await waybill.settle()
      const paid = await paymentsOf(tenant)
      assert.equal(paid.length, 1)
      assert.partialDeepStrictEqual(paid[0], { method: 'paystack', amount: invoice.total, reference: link.reference, credit: '0.00' })
      assert.equal((await invoiceOf(tenant, invoice.invoice_id)).status, 'paid')
      const events = (await tenant.get('/v1/events?type=payment.recorded')).json
      assert.equal(events.length, 1)
      assertRejected(await tenant.post(`/v1/invoices/${invoice.invoice_id}/payment_link`, {}), 'INVOICE_NOT_OPEN')
    })

    it('an underpayment pays a part, an overpayment leaves credit, and a payment of a void invoice is all credit', async () => {
      const tenant = await waybill.newTenant()
      const { invoice, link } = await waybill.linked(tenant)
      await waybill.paystack.payAndTell({ reference: link.reference, amount: kobo(invoice.total) - 1 })
      await waybill.settle()
      assert.partialDeepStrictEqual(await invoiceOf(tenant, invoice.invoice_id), { status: 'part_paid', open: '0.01' })
      const { json: rest } = await tenant.post(`/v1/invoices/${invoice.invoice_id}/payment_link`, { email: 'payer@example.com' })
      assert.equal(rest.amount, '0.01')
      await waybill.paystack.payAndTell({ reference: rest.reference, amount: 501 })
      await waybill.settle()
      assert.equal((await invoiceOf(tenant, invoice.invoice_id)).status, 'paid')
      assert.equal((await tenant.get('/v1/balance')).json.credit, '5.00')

      const other = await waybill.newTenant()
      const { invoice: voided, link: late } = await waybill.linked(other)
      await desk.done(`/invoices/${voided.invoice_id}/credit`, { reason: 'Wrong customer' })
      await waybill.paystack.payAndTell({ reference: late.reference })
      await waybill.settle()
      assert.equal((await invoiceOf(other, voided.invoice_id)).status, 'void')
      assert.equal((await other.get('/v1/balance')).json.balance, `-${voided.total}`)
    })

    it('another currency, another mode, a wrong amount or an unknown reference is never counted: a person decides', async () => {
      const tenant = await waybill.newTenant()
      const { link: inDollars } = await waybill.linked(tenant)
      const { link: ofOther } = await waybill.linked(tenant)
      const { link: ofNothing } = await waybill.linked(tenant)
      await waybill.paystack.payAndTell({ reference: inDollars.reference, currency: 'USD' })
      await waybill.paystack.payAndTell({ reference: ofOther.reference, isTest: false })
      await waybill.paystack.payAndTell({ reference: ofNothing.reference, amount: 0 })
      await waybill.paystack.payAndTell({ reference: `POS-${engine.name}`, amount: 129_000 })
      await waybill.settle()
      assert.deepEqual(await paymentsOf(tenant), [])
      const told = [inDollars.reference, ofOther.reference, ofNothing.reference, `POS-${engine.name}`].map((each) => noticeOf(each))
      assert.deepEqual(
        (await Promise.all(told)).map(({ state, reason }) => [state, reason]),
        [
          ['attention', 'other_currency'],
          ['attention', 'other_mode'],
          ['attention', 'amount'],
          ['attention', 'unknown_reference'],
        ],
      )
      assert.equal(waybill.reports.filter(({ what }) => what === 'a payment needs attention').length, 4)
    })

    it('staff assign an unknown payment or dismiss it; each once, under their name', async () => {
      const tenant = await waybill.newTenant()
      await book(tenant, exportAir())
      const { json: invoice } = await tenant.post('/v1/test_helpers/invoices')
      const [reference, unwanted] = [`COUNTER-${engine.name}`, `SHOP-${engine.name}`]
      await waybill.paystack.payAndTell({ reference, amount: kobo(invoice.total) })
      await waybill.paystack.payAndTell({ reference: unwanted, amount: 100 })
      await waybill.settle()
      const { notice_id } = await noticeOf(reference)
      const warehouse = await atDesk(waybill, 'warehouse')
      const assigned = { business: tenant.business.prefix, invoices: [invoice.invoice_id] }
      assert.equal((await warehouse.post(`/payment_notices/${notice_id}/record`, assigned)).status, 403)
      const done = await desk.done(`/payment_notices/${notice_id}/record`, assigned)
      assert.equal(done.state, 'recorded')
      assert.match(done.decided_by, /^stf_/)
      assert.equal((await invoiceOf(tenant, invoice.invoice_id)).status, 'paid')
      assertRejected(await desk.post(`/payment_notices/${notice_id}/record`, assigned), 'INVALID_TRANSITION')
      const { notice_id: other } = await noticeOf(unwanted)
      assert.equal((await desk.done(`/payment_notices/${other}/dismiss`, { reason: 'Not ours' })).decision_note, 'Not ours')
      assertRejected(await desk.post(`/payment_notices/${other}/dismiss`, { reason: 'Not ours' }), 'INVALID_TRANSITION')
      assert.deepEqual(await (await tell(unwanted)).json(), { outcome: 'repeated' }, 'what was decided stays so')
    })

    it('refunds and disputes at the provider wait for a person', async () => {
      await tell(`RF-${engine.name}`, 'refund.processed')
      await tell(`RF-${engine.name}`, 'charge.dispute.create')
      const told = (await desk.get('/payment_notices?mode=test&state=attention&per_page=100')).filter(
        ({ reference }: Json) => reference === `RF-${engine.name}`,
      )
      assert.deepEqual(
        told.map(({ reason }: Json) => reason),
        ['money_returned', 'money_returned'],
      )
    })

    it('each refund of one payment waits for a person, even if an earlier one was dismissed; a repeated webhook adds nothing', async () => {
      const reference = `PARTS-${engine.name}`
      const refundOf = (amount: number) => {
        waybill.paystack.pay({ reference, amount })
        return waybill.paystack.webhookOf(reference, 'refund.processed')
      }
      const outcomeOf = async (refund: ReturnType<typeof refundOf>) =>
        ((await (await fetch(waybill.hooksUrl, { method: 'POST', ...refund })).json()) as Json).outcome
      const states = async (): Promise<string[]> =>
        (await desk.get('/payment_notices?mode=test&per_page=100'))
          .filter((notice: Json) => notice.reference === reference)
          .map(({ state }: Json) => state)
      const [first, second] = [refundOf(1_000), refundOf(2_000)]
      assert.equal(await outcomeOf(first), 'received')
      const { notice_id } = await noticeOf(reference)
      await desk.done(`/payment_notices/${notice_id}/dismiss`, { reason: 'Refunded here too' })
      assert.deepEqual([await outcomeOf(second), await outcomeOf(first)], ['received', 'repeated'])
      assert.deepEqual(await states(), ['attention', 'dismissed'])
    })

    it('a dispute does not restore a payment that was reversed for it: it is not looked up', async () => {
      const tenant = await waybill.newTenant()
      const { link } = await waybill.linked(tenant)
      await waybill.paystack.payAndTell({ reference: link.reference })
      await waybill.settle()
      const [paid] = await paymentsOf(tenant)
      await desk.done(`/payments/${paid.payment_id}/reverse`, { reason: 'Charged back' })
      await tell(link.reference, 'charge.dispute.resolve')
      const { notice_id } = await noticeOf(link.reference)
      assertRejected(await desk.post(`/payment_notices/${notice_id}/look_up`), 'INVALID_TRANSITION')
      await waybill.settle()
      assert.deepEqual(
        (await paymentsOf(tenant)).map(({ status }) => status),
        ['reversed'],
      )
    })

    it('a payment that the provider does not know yet, or cannot look up, is retried until it is confirmed', async () => {
      const tenant = await waybill.newTenant()
      for (const fault of ['error', 'unauthorized', 'unpaid', 'malformed'] as const) {
        const { invoice, link } = await waybill.linked(tenant)
        waybill.paystack.order(fault)
        await waybill.paystack.payAndTell({ reference: link.reference })
        await waybill.settle()
        assert.equal((await invoiceOf(tenant, invoice.invoice_id)).status, 'issued', fault)
        waybill.time.advance(1_000)
        await waybill.settle()
        assert.equal((await invoiceOf(tenant, invoice.invoice_id)).status, 'paid', fault)
      }
      assert.ok(!JSON.stringify(waybill.reports).includes('sk_test_'), 'no key in what is reported')
    })

    it('a payment that is never confirmed waits for a person, and is looked up again when they or the provider ask for it', async () => {
      const tenant = await waybill.newTenant()
      const { invoice, link } = await waybill.linked(tenant)
      await tell(link.reference)
      for (let hours = 0; hours < 28; hours++) {
        await waybill.settle()
        waybill.time.advance(HOUR_MS)
      }
      // The earlier session has expired by now.
      desk = await atDesk(waybill)
      const notice = await noticeOf(link.reference)
      assert.deepEqual([notice.state, notice.reason], ['attention', 'not_confirmed'])
      assertRejected(
        await desk.post(`/payment_notices/${notice.notice_id}/record`, { business: tenant.business.prefix }),
        'INVALID_TRANSITION',
      )
      waybill.paystack.pay({ reference: link.reference })
      await desk.done(`/payment_notices/${notice.notice_id}/look_up`)
      await waybill.settle()
      assert.equal((await invoiceOf(tenant, invoice.invoice_id)).status, 'paid')
    })

    it('live and test mode are separate: a webhook belongs to the mode whose key signed it', async () => {
      const tenant = await waybill.newTenant()
      const { invoice, link } = await waybill.linked(tenant)
      waybill.paystack.pay({ reference: link.reference })
      assert.equal((await tell(link.reference, 'charge.success', LIVE_KEY)).status, 200)
      await waybill.settle()
      assert.equal((await invoiceOf(tenant, invoice.invoice_id)).status, 'issued')
      assert.equal((await noticeOf(link.reference, 'live')).state, 'waiting', 'this account does not know that key')
      await tell(link.reference)
      await waybill.settle()
      assert.equal((await invoiceOf(tenant, invoice.invoice_id)).status, 'paid')
    })

    it('without a provider there is no link, and the reference is the number of the invoice', async () => {
      const tenant = await waybill.newTenant()
      await book(tenant, exportAir())
      const { json: invoice } = await tenant.post('/v1/test_helpers/invoices')
      const path = `/v1/invoices/${invoice.invoice_id}/payment_link`
      assertRejected(await tenant.post(path, { email: 'nobody' }), 'VALIDATION_FAILED')
      const providers = { ...waybill.deps.paymentProviders }
      waybill.deps.paymentProviders = {}
      const { json } = await tenant.post(path, {})
      waybill.deps.paymentProviders = providers
      assert.deepEqual(json, { reference: invoice.number, amount: invoice.total, currency: 'NGN', url: null })
    })

    it(`${PAYMENTS * DELIVERIES_EACH} concurrent deliveries of ${PAYMENTS} payments count as ${PAYMENTS} payments`, async () => {
      const tenant = await waybill.newTenant()
      const references: string[] = []
      let owed = 0
      for (let count = 0; count < PAYMENTS; count++) {
        const { invoice, link } = await waybill.linked(tenant)
        references.push(link.reference)
        waybill.paystack.pay({ reference: link.reference })
        owed += kobo(invoice.total)
      }
      const deliveries = Array.from({ length: DELIVERIES_EACH }, () => references).flat()
      const [answers] = await Promise.all([
        Promise.all(deliveries.map(async (reference) => (await tell(reference)).status)),
        waybill.settle(),
        waybill.settle(),
      ])
      assert.ok(answers.every((status) => status === 200))
      // A look-up may fail on a busy machine. After a minute it is due again.
      waybill.time.advance(60_000)
      await Promise.all([waybill.settle(), waybill.settle()])
      const [found] = await waybill.deps.db.query<{ count: number; kobo: number }>(
        'select count(*) as count, cast(sum(amount_kobo) as bigint) as kobo from payments where business_id = $1',
        [tenant.business.id],
      )
      assert.deepEqual({ ...found }, { count: PAYMENTS, kobo: owed })
      assert.equal((await tenant.get('/v1/balance')).json.balance, '0.00')
    })
  })
}, postgres)
