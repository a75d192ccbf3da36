// Staff create credit notes for a part of an invoice.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { creditInvoice } from '../../../src/flows/billing/credit-invoice.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import { callerFor } from '../../../src/flows/deps.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('a credit note', () => {
    let waybill: Waybill
    let desk: Desk
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
      await desk.done('/price_list', { code: 'FEE', name: 'Fee', kind: 'other', amount: '100' })
      await desk.done('/tax_rates', { kind: 'other', percent: '7.5' })
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const extra = (tenant: Tenant, more: object) =>
      desk.done('/charges', { mode: 'test', business: tenant.business.id, code: 'FEE', ...more })

    it('credits a quantity or an amount of a line, an amount of the invoice, and then the rest', async () => {
      const tenant = await waybill.newTenant()
      const line = await extra(tenant, { quantity: 2, amount: '100' })
      await extra(tenant, { amount: '300' })
      const { invoice_id } = await issueAll(desk, tenant.business.id)
      const credit = (body: object) => desk.post(`/invoices/${invoice_id}/credit`, { reason: 'Damaged', ...body })
      const of = (more: object) => ({ lines: [{ charge_id: line.charge_id, ...more }] })
      const credited = async (body: object): Promise<string> => (await credit(body)).json.paper.credited
      assert.equal(await credited(of({ quantity: 1 })), '107.50')
      assert.equal(await credited(of({ amount: '21.50' })), '129.00')
      assert.equal(await credited({ amount: '43' }), '172.00')
      assertRejected(await credit(of({ amount: '107.50' })), 'INVALID_TRANSITION')
      for (const body of [
        { amount: '1', ...of({}) },
        { amount: '1', charge_again: true },
        { charge_again: true, ...of({ quantity: 1 }) },
        of({ quantity: 1, amount: '1' }),
        of({ quantity: 0 }),
        { amount: '-1' },
      ])
        assertRejected(await credit(body), 'VALIDATION_FAILED')
      for (const body of [{ amount: '1' }, of({ quantity: 1 }), of({ amount: '1' })]) {
        const asked = { reason: 'Damaged', charge_again: true, ...body }
        assertRejected(await desk.post(`/invoices/${invoice_id}/request_credit`, asked), 'VALIDATION_FAILED')
      }
      const caller = await callerFor(waybill.deps.db, { businessId: tenant.business.id, mode: 'test' }, byTest(waybill.deps))
      const wish = [{ chargeId: line.charge_id, amountKobo: 100 }]
      const stored = { wish, reason: 'Damaged', chargeAgain: true }
      await assert.rejects(creditInvoice(waybill.deps, caller, invoice_id, stored), { code: 'VALIDATION_FAILED' })
      const rest = (await credit({ charge_again: true })).json.paper
      assert.partialDeepStrictEqual(rest, { status: 'void', credited: '537.50' })
      assert.equal((await tenant.get('/v1/balance')).json.balance, '365.50', 'the rest is charged again')
      assert.equal(rest.credit_notes[0].lines[0].quantity, 1)
    })
  })
})
