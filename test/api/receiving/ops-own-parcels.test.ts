// A business's own parcels are received under its prefix, priced on arrival and billed to it. Accounts that import only for customers cannot have any.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { findPackage } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, fieldsOf, live } from '../../support/calls/receiving-calls.ts'
import { opsCaller } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('a parcel of a business without customers', () => {
    let waybill: Waybill
    let tenant: Tenant
    let dock: Dock
    before(async () => {
      waybill = await startWaybill(engine)
      dock = await atDock(waybill)
      tenant = await waybill.newTenant({ name: 'Sample Imports' })
    })
    after(() => waybill.close())

    it('is found by the prefix on its label, and received for the business itself', async () => {
      const { id, prefix } = tenant.business
      const scanned = await dock.get(`/scan?code=${prefix.toLowerCase()}`)
      assert.deepEqual([scanned.kind, scanned.business], ['business', { business_id: id, name: 'Sample Imports', prefix }])
      for (const target of [{ code: prefix }, { business_id: id }, { business_id: prefix }]) {
        const { package: parcel, receipt } = await dock.done('/receipts', { ...target, weight: 2 })
        assert.equal(receipt.business_id, id)
        assert.partialDeepStrictEqual(parcel, {
          status: 'warehouse',
          mode: 'live',
          customer: { parcel_customer_id: null, customer_identifier: null, name: 'Sample Imports' },
          parcel_quote_id: null,
        })
        assert.equal((await findPackage(tenant, parcel.parcel_id, live(tenant))).status, 'warehouse')
      }
    })

    it('is priced at its arrival, sent from the site and charged to the business', async () => {
      const body = { business_id: tenant.business.id, mode: 'test', transport_mode: 'air', weight: 3 }
      const preview = await dock.done('/receipts/preview', body)
      const { package: parcel, price } = await dock.done('/receipts', body)
      assert.deepEqual([price.after, price.final], [preview.price.after, true])
      const { json: quote } = await tenant.get(`/v1/parcel_quotes/${parcel.parcel_quote_id}`)
      assert.deepEqual([quote.source, quote.status, quote.sender.name], ['warehouse', 'booked', 'Sample Imports'])
      assert.equal(quote.sender.address.city, 'Guangzhou')
      const desk = await opsCaller(waybill, 'admin')
      const charges: Json[] = await desk.get(`/charges?mode=test&business=${tenant.business.id}`)
      const freight = charges.find((charge) => charge.parcel_quote_id === parcel.parcel_quote_id)
      assert.notEqual(freight, undefined, JSON.stringify(charges))
      assert.equal(freight!.parcel_customer_id, null)
    })

    it('is priced later, once its mode is known', async () => {
      const { package: parcel } = await dock.done('/receipts', { business_id: tenant.business.id, mode: 'test', weight: 3 })
      assert.equal(parcel.parcel_quote_id, null)
      const priced = await dock.done(`/packages/${parcel.parcel_id}/price`, { transport_mode: 'air' })
      assert.notEqual(priced.package.parcel_quote_id, null)
    })

    it('that lay unidentified is assigned to the business itself', async () => {
      const found = await dock.done('/unidentified_parcels', { mode: 'test', label_text: 'no ID', weight: 2 })
      const path = `/unidentified_parcels/${found.unidentified_parcel_id}/assign`
      const { package: parcel } = await dock.done(path, { business_id: tenant.business.prefix, mode: 'test' })
      assert.deepEqual([parcel.customer.parcel_customer_id, parcel.business.business_id], [null, tenant.business.id])
    })

    it('is refused for an account that imports for its customers only, and for an unknown business', async () => {
      const strict = await waybill.newTenant({ parcelCustomerAccount: true })
      for (const target of [{ business_id: strict.business.id }, { code: strict.business.prefix }]) {
        const refused = await dock.post('/receipts', { ...target, weight: 2 })
        assert.deepEqual([refused.status, fieldsOf(refused)], [422, ['customer_id']], refused.text)
        assert.equal((await dock.post('/receipts/preview', { ...target, weight: 2 })).status, 422)
      }
      const unknown = await dock.post('/receipts', { business_id: 'NOBODY', weight: 2 })
      assert.deepEqual([unknown.status, fieldsOf(unknown)], [422, ['business_id']])
    })
  })
})
