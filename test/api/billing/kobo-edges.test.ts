// Requests with edge-case amounts (one kobo, tax without a net amount, more than is owed) succeed or get 422.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('amounts of a kobo', () => {
    let waybill: Waybill
    let desk: Desk
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
      await desk.done('/price_list', { code: 'TINY', name: 'Label', kind: 'other', amount: '0.01' })
      await desk.done('/tax_rates', { kind: 'other', percent: '7.5' })
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const invoiced = async (quantity: number): Promise<{ tenant: Tenant; charge: Json; id: string }> => {
      const tenant = await waybill.newTenant()
      const charge = await desk.done('/charges', { mode: 'test', business: tenant.business.id, code: 'TINY', quantity })
      return { tenant, charge, id: (await issueAll(desk, tenant.business.id)).invoice_id }
    }

    it('are credited, but not charged again, if partial credits left only tax of a line', async () => {
      const { charge, id } = await invoiced(20)
      const credit = (more: object) => desk.post(`/invoices/${id}/credit`, { reason: 'Damaged', ...more })
      const part = (more: object) => credit({ lines: [{ charge_id: charge.charge_id, ...more }] })
      // The tax on 20 labels is 2 kobo. The tax on 4 labels is less than half a kobo, so these credits of 3 or 4 labels take back no tax.
      for (const quantity of [4, 4, 4, 4, 3]) assert.equal((await part({ quantity })).status, 200)
      assert.equal((await part({ amount: '0.02' })).status, 200)
      const again = await credit({ charge_again: true })
      assertRejected(again, 'VALIDATION_FAILED')
      assert.match(again.text, /charge_again is not possible: only tax of NGN 0\.01 is left of \\"Label/)
      assert.equal((await desk.get(`/invoices/${id}`)).paper.credited, '0.21')
      assert.equal((await credit({})).status, 200)
      assert.equal((await desk.get(`/invoices/${id}`)).invoice.status, 'void')
    })

    it('are not charged again if a discount took only tax', async () => {
      const { id } = await invoiced(10)
      const notes: Json[] = []
      // 10 labels cost 10 kobo plus 1 kobo of tax. The loop credits these 11 kobo one by one, as discounts.
      for (let left = 11; left > 0; left--) {
        const { status, json, text } = await desk.post(`/invoices/${id}/credit`, { reason: 'Late', amount: '0.01', discount: true })
        assert.equal(status, 200, text)
        notes.push(json.paper.credit_notes.at(-1))
      }
      const answers = []
      for (const { credit_note_id: note } of notes) answers.push(await desk.post(`/credit_notes/${note}/withdraw`, { reason: 'Model' }))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(10).fill(200), 422])
      assert.match(answers.find(({ status }) => status === 422)!.text, /took only tax/)
    })

    it('are refused with a reason where they are nothing, or more than there is', async () => {
      const { tenant, charge, id } = await invoiced(100)
      const scope = { mode: 'test', business: tenant.business.id }
      const paid = await desk.done('/payments', { ...scope, method: 'cash', amount: '5' })
      const payment = paid.payment.payment.payment_id
      const lines = (more: object) => ({ reason: 'x', lines: [{ charge_id: charge.charge_id, ...more }] })
      const refund = { method: 'cash', reason: 'x' }
      const cases: [string, object][] = [
        ['/charges', { ...scope, code: 'TINY', amount: '0' }],
        ['/charges', { ...scope, code: 'TINY', amount: '0.001' }],
        ['/charges', { ...scope, code: 'TINY', amount: '-1' }],
        ['/charges', { ...scope, code: 'TINY', quantity: 0 }],
        ['/charges', { ...scope, code: 'TINY', amount: '99999999999' }],
        ['/price_list', { code: 'NIL', name: 'Nil', kind: 'other', amount: '0' }],
        ['/payments', { ...scope, method: 'cash', amount: '0' }],
        ['/payments', { ...scope, method: 'cash', amount: '1', withheld: '0' }],
        ['/payments', { ...scope, method: 'cash', amount: '1', withheld: '1' }],
        ['/payments', { ...scope, method: 'cash', amount: '0.01', withheld: '99999999' }],
        [`/payments/${payment}/refund`, { ...refund, amount: '0' }],
        [`/payments/${payment}/refund`, { ...refund, amount: '5000' }],
        [`/invoices/${id}/credit`, { reason: 'x', amount: '0' }],
        [`/invoices/${id}/credit`, { reason: 'x', amount: '0.001' }],
        [`/invoices/${id}/credit`, { reason: 'x', amount: '5000' }],
        [`/invoices/${id}/credit`, lines({ quantity: 0 })],
        [`/invoices/${id}/credit`, lines({ quantity: 101 })],
        [`/invoices/${id}/credit`, lines({ amount: '0' })],
        [`/invoices/${id}/write_off`, { reason: 'x', amount: '0' }],
        [`/invoices/${id}/write_off`, { reason: 'x', amount: '0.01' }],
        [`/invoices/${id}/payment_link`, {}],
        ['/opening_balances', { ...scope, amount: '0', as_of: '2026-11-01' }],
        ['/opening_balances', { ...scope, amount: '0.001', as_of: '2026-11-01' }],
        ['/withholding_certificates', { ...scope, number: 'X', issued_on: '2026-11-01', amount: '0' }],
        ['/withholding_certificates', { ...scope, number: 'X', issued_on: '2026-11-01', amount: '1' }],
        ['/cash_counts', { mode: 'test', counted: '0', reason: '' }],
        ['/cash_counts', { mode: 'test', counted: '-0.01', reason: 'x' }],
      ]
      for (const [path, body] of cases) {
        const { status, text } = await desk.post(path, body)
        assert.equal(status, 422, `${path} ${JSON.stringify(body)}: ${text}`)
      }
      for (const from of ['0', '-1', '0.001'])
        assert.equal((await desk.call('PUT', '/ops/v1/money_rules', { warehouse_sees_money: false, second_person_from: from })).status, 422)
    })
  })
})
