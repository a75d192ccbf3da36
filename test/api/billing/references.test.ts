// A payment reference is accepted once per payer and method. A partly refunded payment can bounce. Unknown fields are refused.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('payments', () => {
    let waybill: Waybill
    let desk: Desk
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
      tenant = await waybill.newTenant()
      await desk.done('/price_list', { code: 'FEE', name: 'Fee', kind: 'other', amount: '100' })
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const scope = () => ({ mode: 'test', business: tenant.business.id })
    const pay = (body: object) => desk.post('/payments', { ...scope(), method: 'transfer', amount: '10', ...body })
    const invoiced = async (): Promise<Json> => {
      await desk.done('/charges', { ...scope(), code: 'FEE' })
      return issueAll(desk, tenant.business.id)
    }

    it('have one reference per payer and method, whatever its case and spaces', async () => {
      const { parcel_customer_id: customer_id } = await newCustomer(tenant, { first_name: 'Ada', ...pickup })
      assert.equal((await pay({ reference: 'Ft 26 a1' })).status, 201)
      for (const reference of ['FT26A1', ' ft26a1 ', 'FT  26  A1']) assertRejected(await pay({ reference }), 'PAYMENT_ALREADY_RECORDED')
      assert.equal((await pay({ reference: 'FT26A1', method: 'card' })).status, 201, 'another method')
      const other = await pay({ reference: 'FT26A1', customer_id })
      assert.equal(other.status, 201, 'another payer')
      await desk.done(`/payments/${other.json.payment.payment.payment_id}/reverse`, { reason: 'Wrong payer' })
      assert.equal((await pay({ reference: 'ft26a1', customer_id })).status, 201, 'the first one was reversed')
    })

    it('by a bank line can be recorded again after a reversal', async () => {
      const csv = 'Date,Credit,Text\n2026-11-12,7.00,TRF\n'
      const mapping = { date: 'Date', credit: 'Credit', description: 'Text', date_format: 'YYYY-MM-DD', decimal: 'point' }
      const take = async (): Promise<Json> =>
        (await desk.done('/bank_statements/import', { mode: 'test', csv, mapping, lines: [{ row: 2, business: tenant.business.id }] }))
          .results[0]
      const shown = async () => (await desk.done('/bank_statements/preview', { mode: 'test', csv, mapping })).lines[0].payment_id
      const first = await take()
      assert.equal((await take()).outcome, 'imported_before')
      await desk.done(`/payments/${first.payment_id}/reverse`, { reason: 'Wrong business' })
      assert.equal(await shown(), null)
      const second = await take()
      assert.equal(second.outcome, 'taken')
      assert.deepEqual(await take(), { ...second, outcome: 'imported_before' })
      assert.equal(await shown(), second.payment_id)
    })

    it('that were refunded in part can bounce: the refund is owed', async () => {
      const fresh = await waybill.newTenant()
      const of = { mode: 'test', business: fresh.business.id }
      const { payment } = (await desk.done('/payments', { ...of, method: 'card', amount: '100', reference: 'POS-1' })).payment
      const path = `/payments/${payment.payment_id}`
      await desk.done(`${path}/refund`, { amount: '40', method: 'cash', reason: 'Paid too much' })
      await desk.done(`${path}/reverse`, { reason: 'Charged back' })
      assert.partialDeepStrictEqual((await fresh.get('/v1/balance')).json, { balance: '40.00', receivable: '40.00', credit: '0.00' })
      const [charge] = await desk.get(`/charges?mode=test&business=${fresh.business.id}&waiting=true`)
      assert.partialDeepStrictEqual(charge, { kind: 'returned_payment', net: '40.00', tax: '0.00' })
      const all = (await desk.done('/payments', { ...of, method: 'card', amount: '5', reference: 'POS-2' })).payment.payment
      await desk.done(`/payments/${all.payment_id}/refund`, { amount: '5', method: 'cash', reason: 'All of it' })
      assertRejected(await desk.post(`/payments/${all.payment_id}/reverse`, { reason: 'Nothing is left' }), 'INVALID_TRANSITION')
    })

    it('and other money operations refuse an empty list and fields that they do not know, and change nothing', async () => {
      const invoice = await invoiced()
      const { payment } = (await pay({ reference: 'FT-77', amount: '500' })).json.payment
      for (const [path, body] of [
        ['/payments', { ...scope(), method: 'cash', amount: '10', invoices: [] }],
        ['/payments', { ...scope(), method: 'cash', amount: '10', invoice: invoice.number }],
        [`/payments/${payment.payment_id}/allocate`, { invoices: [] }],
        [`/payments/${payment.payment_id}/refund`, { amount: '1', method: 'cash', reason: 'x', part: '2' }],
        [`/payments/${payment.payment_id}/reverse`, { reason: 'x', amount: '1' }],
        [`/invoices/${invoice.invoice_id}/credit`, { reason: 'x', charge_ids: [] }],
        [`/invoices/${invoice.invoice_id}/credit`, { reason: 'x', value: '1' }],
      ] as const)
        assertRejected(await desk.post(path, body), 'VALIDATION_FAILED')
      assert.deepEqual((await desk.get(`/payments/${payment.payment_id}`)).payment, payment)
      assert.equal((await desk.get(`/invoices/${invoice.invoice_id}`)).invoice.credited, '0.00')
    })
  })
}, postgres)
