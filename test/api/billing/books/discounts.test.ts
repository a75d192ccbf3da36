// A discount on an invoice is a credit note of kind `discount`. It reduces the tax proportionally but not the revenue, and can be withdrawn.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../../support/calls/billing-calls.ts'
import { issueAll } from '../../../support/calls/billing-calls.ts'
import type { Json } from '../../../support/calls/quote-calls.ts'
import { assertRejected } from '../../../support/calls/quote-calls.ts'
import { opsCaller } from '../../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../../support/server/waybill.ts'
import { startWaybill } from '../../../support/server/waybill.ts'

const REASON = 'Regular customer'

forOneEngine((engine) => {
  describe('discounts', () => {
    let waybill: Waybill
    let desk: Desk
    let tenant: Tenant
    let invoice: Json
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(Date.UTC(2026, 10, 17, 9))
      desk = await opsCaller(waybill, 'admin')
      await desk.done('/price_list', { code: 'FEE', name: 'Fee', kind: 'other', amount: '1000' })
      await desk.done('/tax_rates', { kind: 'other', percent: '7.5' })
      tenant = await waybill.newTenant()
      await desk.done('/charges', { ...scope(), code: 'FEE' })
      invoice = await issueAll(desk, tenant.business.id)
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const scope = () => ({ mode: 'test', business: tenant.business.id })
    const discount = (body: object) => desk.post(`/invoices/${invoice.invoice_id}/credit`, { reason: REASON, discount: true, ...body })
    const entries = async (): Promise<string[][]> => {
      const csv = await desk.text(`/journal.csv?mode=test&business=${tenant.business.id}&from=2026-11-01&to=2026-11-30`)
      return csv
        .trim()
        .split(/\r?\n/)
        .map((line) => line.split(','))
        .map(([, , cause, account, debit, credit]) => [cause!.split(' ')[0]!, account!, debit!, credit!])
    }
    const balance = async (): Promise<string> => (await tenant.get('/v1/balance')).json.balance

    it('is an amount or a part of lines, never all of it, and is not charged again', async () => {
      assertRejected(await discount({}), 'VALIDATION_FAILED')
      assertRejected(await discount({ charge_ids: [invoice.lines[0].charge_id], charge_again: true }), 'VALIDATION_FAILED')
      assertRejected(await discount({ amount: '1075.01' }), 'INVALID_TRANSITION')
    })

    it('leaves the revenue, and takes its share of the tax', async () => {
      const credited = (await discount({ amount: '107.50' })).json
      assert.partialDeepStrictEqual(credited.invoice, { status: 'issued', credited: '107.50', open: '967.50' })
      assert.partialDeepStrictEqual(credited.paper.credit_notes, [{ kind: 'discount', total: '107.50', reason: REASON }])
      assert.deepEqual(
        (await entries()).filter(([cause]) => cause === 'discount'),
        [
          ['discount', 'discount', '100.00', ''],
          ['discount', 'receivable', '', '100.00'],
          ['discount', 'tax', '7.50', ''],
          ['discount', 'receivable', '', '7.50'],
        ],
      )
      const { lines } = (await tenant.get('/v1/statements?from=2026-11-01&to=2026-11-30')).json
      const { number } = credited.paper.credit_notes[0]
      assert.partialDeepStrictEqual(lines.at(-1), { type: 'discount', reference: number, amount: '-107.50', description: REASON })
      assert.equal((await desk.call('GET', `/ops/v1/invoices/${invoice.invoice_id}/credit_note.pdf`)).status, 200)
    })

    it('is withdrawn once: what it took is owed again on the next invoice', async () => {
      const [note] = (await desk.get(`/invoices/${invoice.invoice_id}`)).paper.credit_notes
      const withdraw = () => desk.post(`/credit_notes/${note.credit_note_id}/withdraw`, { reason: 'Paid late' })
      const made = (await withdraw()).json
      assert.partialDeepStrictEqual(made, [{ kind: 'withdrawn_discount', net: '100.00', tax: '7.50', total: '107.50', invoice_id: null }])
      assertRejected(await withdraw(), 'INVALID_TRANSITION')
      assert.equal(await balance(), '1075.00')
      const sums = new Map<string, number>()
      for (const [, account, debit, credit] of await entries())
        sums.set(account!, (sums.get(account!) ?? 0) + Number(debit) - Number(credit))
      assert.deepEqual(
        ['discount', 'tax', 'revenue:other', 'receivable'].map((account) => sums.get(account)),
        [0, -75, -1000, 1075],
      )
      assert.equal((await issueAll(desk, tenant.business.id)).total, '107.50')
    })

    it('other credit notes cannot be withdrawn, and opening balances have no discount', async () => {
      const corrected = await desk.done(`/invoices/${invoice.invoice_id}/credit`, { reason: 'Wrong', amount: '10.75' })
      const note = corrected.paper.credit_notes.at(-1)
      assert.equal(note.kind, 'correction')
      assertRejected(await desk.post(`/credit_notes/${note.credit_note_id}/withdraw`, { reason: 'x' }), 'INVALID_TRANSITION')
      const { invoice: debt } = await desk.done('/opening_balances', { ...scope(), amount: '50', as_of: '2026-10-31' })
      assertRejected(
        await desk.post(`/invoices/${debt.invoice_id}/credit`, { reason: 'x', amount: '5', discount: true }),
        'INVALID_TRANSITION',
      )
    })

    it('needs a second person like any other credit', async () => {
      await desk.call('PUT', '/ops/v1/money_rules', { warehouse_sees_money: false, second_person_from: '5' })
      assertRejected(await discount({ amount: '5' }), 'SECOND_PERSON_REQUIRED')
      const asked = await desk.done(`/invoices/${invoice.invoice_id}/request_credit`, { reason: REASON, amount: '5', discount: true })
      const other = await opsCaller(waybill, 'accountant')
      await other.done(`/money_requests/${asked.money_request_id}/approve`)
      const { paper } = await desk.get(`/invoices/${invoice.invoice_id}`)
      assert.partialDeepStrictEqual(paper.credit_notes.at(-1), { kind: 'discount', total: '5.00' })
    })
  })
}, postgres)
