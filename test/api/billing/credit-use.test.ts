// Which invoices are paid from credit, and that all packages of a booking are on one invoice.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { issueDue } from '../../../src/flows/billing/issue-due.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forEachEngine((engine) => {
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
  })
})
