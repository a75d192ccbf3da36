// Two people decide on the same provider payment at once: one succeeds, and the other gets an error.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assignNotice } from '../../../src/flows/billing/provider/payment-notices.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { conflictBefore } from '../../support/engine/conflicts.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { PaystackWaybill } from '../../support/server/paystack-waybill.ts'
import { startPaystackWaybill } from '../../support/server/paystack-waybill.ts'
import type { Answer, Tenant } from '../../support/server/waybill.ts'

forEachEngine((engine) => {
  // Skipped on SQLite, which runs writing transactions one after the other.
  describe('a payment that needs a person', { skip: engine.name === 'sqlite' }, () => {
    let waybill: PaystackWaybill
    let desk: Desk
    let tenants: Tenant[]
    before(async () => {
      waybill = await startPaystackWaybill(engine)
      desk = await atDesk(waybill)
      tenants = [await waybill.newTenant(), await waybill.newTenant()]
    })
    after(() => waybill.close())

    const paymentsOf = async (tenant: Tenant): Promise<number> => (await tenant.get('/v1/payments')).json.length

    it('is recorded once, even if somebody else dismisses it or records it for another business at the same time', async () => {
      const others: [path: string, body: object][] = [
        ['dismiss', { reason: 'Not ours' }],
        ['record', { business: tenants[1]!.business.id }],
      ]
      for (const [index, [path, body]] of others.entries()) {
        const reference = `COUNTER-${index}`
        await waybill.paystack.payAndTell({ reference, amount: 100_00 })
        await waybill.settle()
        const [{ notice_id: id }] = await desk.get('/payment_notices?mode=test&state=attention')
        let late: Answer | undefined
        const deps = conflictBefore(waybill.deps, 'insert into payments', async () => {
          late = await desk.post(`/payment_notices/${id}/${path}`, body)
        })
        const { id: businessId } = tenants[0]!.business
        const recorded = await assignNotice(deps, byTest(waybill.deps), id, { businessId, payerId: null, invoiceIds: null, note: null })
        assert.equal(recorded.state, 'recorded')
        assert.deepEqual([late!.status, late!.json.code], [422, 'INVALID_TRANSITION'], late!.text)
        assert.deepEqual([await paymentsOf(tenants[0]!), await paymentsOf(tenants[1]!)], [index + 1, 0])
      }
    })
  })
})
