// A payer's credit pays only issued invoices of that payer. All charges of one booking are on one invoice.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { issueDue } from '../../../src/flows/billing/issue-due.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('invoices and credit:', () => {
    let waybill: Waybill
    let desk: Desk
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
      await desk.done('/price_list', { code: 'FEE', name: 'Fee', kind: 'other', amount: '100' })
    })
    after(() => waybill.close())

    const fee = (business: string, more: object = {}) => desk.done('/charges', { mode: 'test', business, code: 'FEE', ...more })

    it('credit pays neither a draft nor an invoice of another payer', async () => {
      const tenant = await waybill.newTenant()
      const { id: business } = tenant.business
      const { parcel_customer_id: customer_id } = await newCustomer(tenant)
      const pay = async (more: object): Promise<string> =>
        (await desk.done('/payments', { mode: 'test', business, method: 'cash', amount: '100', ...more })).payment.payment.payment_id
      const [own, another] = [await pay({}), await pay({ customer_id })]
      await fee(business)
      const { invoice } = await desk.done('/invoices', { mode: 'test', business })
      const use = (payment: string) => desk.post(`/payments/${payment}/allocate`, { invoices: [invoice.invoice_id] })
      assertRejected(await use(own), 'INVALID_TRANSITION')
      await desk.done(`/payments/${own}/refund`, { amount: '100', method: 'cash', reason: 'Test' })
      await desk.done(`/invoices/${invoice.invoice_id}/issue`)
      assertRejected(await use(another), 'INVALID_TRANSITION')
      assert.equal((await desk.get(`/invoices/${invoice.invoice_id}`)).paper.status, 'issued')
    })

    it('credit that pays an invoice on issue is reported as its payment', async () => {
      const tenant = await waybill.newTenant()
      const { id: business } = tenant.business
      await desk.done('/payments', { mode: 'test', business, method: 'cash', amount: '100' })
      await fee(business)
      const { invoice_id, status } = await issueAll(desk, business)
      assert.equal(status, 'paid')
      const told: Json[] = (await tenant.get(`/v1/events?object_id=${invoice_id}`)).json
      assert.deepEqual(told.map(({ type }) => type).toSorted(), ['invoice.issued', 'invoice.paid'])
    })

    it('the charges of all packages of one booking are on one invoice', async () => {
      const tenant = await waybill.newTenant()
      const { id: business } = tenant.business
      await desk.done(`/businesses/${business}/terms`, { invoicing: 'package' })
      const { ids } = await book(tenant, importAir({ packages: [{ weight: 10 }, { weight: 5 }] }))
      assert.equal(ids.length, 2)
      for (const parcel_id of ids) await desk.done('/charges', { mode: 'test', parcel_id, code: 'FEE' })
      await issueDue(waybill.deps)
      assert.deepEqual(
        (await tenant.get('/v1/invoices')).json.map(({ lines }: Json) => lines.length),
        [2],
      )
    })

    it('credit pays old invoices when staff say so, the oldest first', async () => {
      const tenant = await waybill.newTenant()
      const { id: business } = tenant.business
      await fee(business)
      const first = await issueAll(desk, business)
      await fee(business)
      const second = await issueAll(desk, business)
      await desk.done(`/invoices/${first.invoice_id}/credit`, { reason: 'Held back', amount: '100' })
      await fee(business)
      const third = await issueAll(desk, business)
      await desk.done('/payments', {
        mode: 'test',
        business,
        method: 'cash',
        amount: '250',
        invoices: [third.invoice_id],
        confirm_overpayment: true,
      })
      const use = () => desk.post(`/businesses/${business}/use_credit`, { mode: 'test' })
      const { paid } = (await use()).json
      assert.deepEqual(
        paid.map(({ number, status }: Json) => [number, status]),
        [[second.number, 'paid']],
      )
      assertRejected(await use(), 'INVALID_TRANSITION')
      assert.equal((await tenant.get('/v1/balance')).json.credit, '50.00')
    })

    it('credit of a customer pays debt of another after they are merged, and every view shows the same total', async () => {
      const tenant = await waybill.newTenant()
      const { id: business } = tenant.business
      await desk.done(`/businesses/${business}/terms`, { bill_to: 'customer' })
      const [paid, kept] = [await newCustomer(tenant), await newCustomer(tenant)]
      const scope = { mode: 'test', business }
      const pay = (customer_id: string, amount: string) => desk.done('/payments', { ...scope, customer_id, method: 'cash', amount })
      await pay(paid.parcel_customer_id, '130')
      await fee(business, { customer_id: kept.parcel_customer_id })
      const { invoice } = await desk.done('/invoices', { ...scope, customer_id: kept.parcel_customer_id })
      await desk.done(`/invoices/${invoice.invoice_id}/issue`)
      const merged = await desk.done(`/customers/${paid.parcel_customer_id}/merge`, { into_id: kept.parcel_customer_id })
      assert.equal((await desk.get(`/invoices/${invoice.invoice_id}`)).invoice.status, 'paid')
      await fee(business, { customer_id: kept.parcel_customer_id })
      const debts: Json[] = (await desk.get(`/aged_debt?mode=test&business=${business}`)).debts
      assert.equal(debts.length, 1)
      assert.partialDeepStrictEqual(debts[0], {
        parcel_customer_id: kept.parcel_customer_id,
        open: '0.00',
        unbilled: '100.00',
        credit: '30.00',
        balance: '70.00',
      })
      const of = `?mode=test&customer=${kept.parcel_customer_id}`
      assert.equal((await desk.get(`/businesses/${business}/balance${of}`)).balance, '70.00')
      const statement = await desk.get(`/businesses/${business}/statement${of}`)
      assert.equal(statement.closing_balance, '70.00')
      assert.ok(
        statement.lines.every(({ type }: Json) => type !== 'credit_transfer'),
        'it moved within the account',
      )
      assert.equal((await desk.get(`/businesses/${business}/balance?mode=test`)).balance, '70.00')
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await desk.done(`/customer_merges/${merged.customer_merge_id}/undo`)
      assert.equal((await desk.get(`/businesses/${business}/balance?mode=test&customer=${paid.parcel_customer_id}`)).balance, '-30.00')
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
    })
  })
})
