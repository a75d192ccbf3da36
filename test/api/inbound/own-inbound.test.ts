// A business announces its own parcels under its prefix. An account that imports only for its customers cannot do so.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { fieldsOf } from '../../support/calls/receiving-calls.ts'
import { opsCaller } from '../../support/calls/staff-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forEachEngine((engine) => {
  describe('an announced parcel of the business itself', () => {
    let waybill: Waybill
    let tenant: Tenant
    let dock: Dock
    before(async () => {
      waybill = await startWaybill(engine)
      dock = await opsCaller(waybill, 'warehouse')
      tenant = await waybill.newTenant({ name: 'Sample Imports' })
    })
    after(async () => {
      await assertAuditTrailValid(waybill)
      await waybill.close()
    })

    const announce = (number: string, more: object = {}, of = tenant): Promise<Answer> =>
      of.post('/v1/inbound_parcels', { inbound_parcel: { customer_id: of.business.prefix, courier_numbers: [number], ...more } })

    it('is announced under the prefix, found by its number, and received for the business', async () => {
      const announced = await announce('YT7700000000001', { customer_id: tenant.business.prefix.toLowerCase() })
      assert.equal(announced.status, 201, announced.text)
      assert.deepEqual([announced.json.parcel_customer_id, announced.json.status], [null, 'expected'])
      const scanned = await dock.get('/scan?mode=test&code=YT7700000000001')
      assert.deepEqual([scanned.kind, scanned.inbound_parcels[0].customer], ['inbound', null])
      const { package: parcel } = await dock.done('/receipts', { code: 'YT7700000000001', mode: 'test', weight: 2 })
      assert.partialDeepStrictEqual(parcel.customer, { parcel_customer_id: null, name: 'Sample Imports' })
      const { json } = await tenant.get(`/v1/inbound_parcels/${announced.json.inbound_parcel_id}`)
      assert.deepEqual([json.status, json.parcel_customer_id, json.packages[0].parcel_id], ['received', null, parcel.parcel_id])
      const [event] = (await tenant.get(`/v1/events?object_id=${json.inbound_parcel_id}`)).json
      assert.deepEqual([event.type, event.data.parcel_customer_id], ['inbound_parcel.received', null])
    })

    it('can be given to a customer, and back, while it is expected', async () => {
      const customer = await newCustomer(tenant)
      const { inbound_parcel_id: id } = (await announce('YT7700000000002')).json
      const give = async (customerId: string) =>
        (await waybill.call('PATCH', `/v1/inbound_parcels/${id}`, { inbound_parcel: { customer_id: customerId } }, { key: tenant.testKey }))
          .json.parcel_customer_id
      assert.equal(await give(customer.parcel_customer_id), customer.parcel_customer_id)
      assert.equal(await give(tenant.business.prefix), null)
      const changed = await waybill.call(
        'PATCH',
        `/v1/inbound_parcels/${id}`,
        { inbound_parcel: { note: 'Fragile' } },
        { key: tenant.testKey },
      )
      assert.deepEqual([changed.json.parcel_customer_id, changed.json.note], [null, 'Fragile'])
    })

    it('is imported from a file that has the prefix as customer_id', async () => {
      const csv = `customer_id,courier_numbers\n${tenant.business.prefix},YT7700000000003\n`
      const imported = await tenant.post('/v1/inbound_parcels/import', { csv })
      assert.ok(imported.status < 300, imported.text)
      assert.equal((await dock.get('/scan?mode=test&code=YT7700000000003')).inbound_parcels[0].customer, null)
    })

    it('is refused without any customer, under the prefix of another business, and for an account with customers only', async () => {
      const other = await waybill.newTenant({ parcelCustomerAccount: true })
      const none = await tenant.post('/v1/inbound_parcels', { inbound_parcel: { courier_numbers: ['YT7700000000004'] } })
      assert.deepEqual([none.status, fieldsOf(none)], [422, ['inbound_parcel.customer_id']])
      assert.match(none.text, /or the prefix of the business for its own parcels/)
      const foreign = await announce('YT7700000000004', { customer_id: other.business.prefix })
      assert.deepEqual([foreign.status, foreign.json.code], [422, 'CUSTOMER_NOT_FOUND'])
      const refused = await announce('YT7700000000004', {}, other)
      assert.equal(refused.status, 422)
      assert.match(refused.text, /imports for its customers only/)
    })
  })
})
