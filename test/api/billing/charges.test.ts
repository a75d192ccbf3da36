// Charges as staff see them: whose they are.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forEachEngine((engine) => {
  describe('charges', () => {
    let waybill: Waybill
    let desk: Desk
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
      await desk.done('/price_list', { code: 'clear-20', name: 'Customs clearance', kind: 'clearance', amount: '85000' })
    })
    after(() => waybill.close())

    const extra = (tenant: Tenant, more: object = {}) =>
      desk.done('/charges', { mode: 'test', business: tenant.business.id, code: 'CLEAR-20', ...more })

    it('are listed for a customer’s goods or owed by the customer, and nobody else’s', async () => {
      const [tenant, other] = [await waybill.newTenant(), await waybill.newTenant()]
      const { parcel_customer_id: id } = await newCustomer(tenant, pickup)
      const { ids } = await book(tenant, importAir({ parcel_customer_token: id }))
      const own = await extra(tenant, { parcel_id: ids[0] })
      await extra(tenant)
      const { parcel_customer_id: neighbour } = await newCustomer(other, pickup)
      await extra(other, { customer_id: neighbour })
      const of = async (more: string) => (await desk.get(`/charges?mode=test&${more}`)).map(({ charge_id }: Json) => charge_id)
      assert.deepEqual(await of(`customer_id=${id}&waiting=true`), [own.charge_id])
      assert.deepEqual(await of(`customer_id=${id}&business=${other.business.id}`), [])
      assert.deepEqual((await desk.get(`/charges?mode=live&customer_id=${id}`)).length, 0)
      assert.equal((await of(`customer_id=${neighbour}`)).length, 1)

      await desk.done(`/businesses/${other.business.id}/terms`, { bill_to: 'customer' })
      const owed = await extra(other, { customer_id: neighbour })
      assert.equal(owed.payer_customer_id, neighbour)
      await issueAll(desk, tenant.business.id)
      assert.deepEqual(await of(`customer_id=${id}&waiting=true`), [])
      assert.equal((await of(`customer_id=${neighbour}&waiting=true`)).length, 2)
    })
  })
})
