// In live mode no invoice or receipt is issued until the operator's name, address, tax number and bank are set. Payments are recorded anyway.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { issueDue } from '../../../src/flows/billing/issue-due.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { SELLER } from '../../support/calls/billing-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { opsCaller } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const BANK = { bank_name: 'Sample Bank', account_name: 'Sample Freight Ltd', account_number: '0123456789' }
const { tax_number: _number, has_none_of: _none, ...ADDRESSED } = SELLER

forOneEngine((engine) => {
  describe('papers', () => {
    let waybill: Waybill
    let desk: Desk
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await opsCaller(waybill, 'admin')
      tenant = await waybill.newTenant()
      await desk.done('/price_list', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '1500' })
      await desk.done(`/businesses/${tenant.business.id}/terms`, { invoicing: 'package' })
    })
    after(() => waybill.close())

    const charge = (mode: string) => desk.done('/charges', { mode, business: tenant.business.id, code: 'PACK' })
    const waiting = async (): Promise<Json[]> => desk.get(`/charges?mode=live&business=${tenant.business.id}&waiting=true`)
    const setOperator = async (body: object) => {
      const { status, json } = await desk.call('PUT', '/ops/v1/operator', body)
      assert.equal(status, 200)
      return json.missing_for_invoices
    }

    it('wait in live mode for the details of the operator, and are issued when these are set', async () => {
      await charge('live')
      const { invoice } = await desk.done('/invoices', { mode: 'live', business: tenant.business.id })
      const issue = () => desk.post(`/invoices/${invoice.invoice_id}/issue`)
      const { json: refused } = await issue()
      assert.equal(refused.code, 'INVALID_TRANSITION')
      assert.match(refused.errors[0], /until the operator has set: name; address .*; tax number, .*; bank account/)
      await charge('live')
      assert.deepEqual(await issueDue(waybill.deps), { issued: 0, failed: [] })
      assert.equal((await waiting()).length, 1)

      const MISSING: [set: object, missing: string[]][] = [
        [{ ...ADDRESSED, address: { city: 'Lagos', country: 'NG' } }, ['address', 'tax_number', 'bank']],
        [ADDRESSED, ['tax_number', 'bank']],
        [{ ...ADDRESSED, tax_number: '1-2', bank: null }, ['bank']],
        [{ ...ADDRESSED, bank: BANK, has_none_of: [] }, ['tax_number']],
      ]
      for (const [set, missing] of MISSING) {
        assert.deepEqual(await setOperator(set), missing)
        assertRejected(await issue(), 'INVALID_TRANSITION')
      }
      const { payment } = (await desk.done('/payments', { mode: 'live', business: tenant.business.id, method: 'cash', amount: '9' }))
        .payment
      const receipt = `/ops/v1/payments/${payment.payment_id}/receipt.pdf`
      assertRejected(await desk.call('GET', receipt), 'INVALID_TRANSITION')

      assert.deepEqual(await setOperator({ ...ADDRESSED, has_none_of: ['tax_number', 'bank'] }), [])
      assert.equal((await desk.call('GET', receipt)).status, 200)
      const issued = (await issue()).json.paper
      assert.equal(issued.seller.name, 'Sample Freight')
      assert.deepEqual(await issueDue(waybill.deps), { issued: 1, failed: [] })
      assert.deepEqual(await waiting(), [])
    })

    it('need no details of the operator in test mode', async () => {
      const fresh = await startWaybill(engine)
      const clerk = await opsCaller(fresh, 'admin')
      const { business } = await fresh.newTenant()
      await clerk.done('/price_list', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '1500' })
      await clerk.done('/charges', { mode: 'test', business: business.id, code: 'PACK' })
      const { invoice } = await clerk.done('/invoices', { mode: 'test', business: business.id })
      assert.equal((await clerk.done(`/invoices/${invoice.invoice_id}/issue`)).paper.status, 'issued')
      await fresh.close()
    })

    it('have sample prices in live mode until the operator has its own', async () => {
      const before = await desk.get('/sample_prices')
      assert.ok(before.cards.length > 3)
      assert.deepEqual(before.pairs, ['USD/NGN'])
      await desk.done('/fx_rates', { pair: 'USD/NGN', rate: '1450', source: 'Central bank' })
      const { cards, pairs } = await desk.get('/sample_prices')
      assert.deepEqual([cards, pairs], [before.cards, []])
    })
  })
}, postgres)
