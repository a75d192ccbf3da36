// A bad debt is written off: the invoice is no longer owed, revenue and tax stay, and the write-off can be reversed.

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

const REASON = 'The company was wound up'

forOneEngine((engine) => {
  describe('write-offs', () => {
    let waybill: Waybill
    let desk: Desk
    let admin: Desk
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(Date.UTC(2026, 10, 17, 9))
      admin = await opsCaller(waybill, 'admin')
      desk = await opsCaller(waybill, 'accountant')
      await admin.done('/price_list', { code: 'FEE', name: 'Fee', kind: 'other', amount: '1000' })
      await admin.done('/tax_rates', { kind: 'other', percent: '7.5' })
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const scope = () => ({ mode: 'test', business: tenant.business.id })
    /** Issues an invoice of 1,075.00 to a new business. */
    const owing = async (): Promise<Json> => {
      tenant = await waybill.newTenant()
      await admin.done('/charges', { ...scope(), code: 'FEE' })
      return issueAll(desk, tenant.business.id)
    }
    const again = async (): Promise<Json> => {
      await admin.done('/charges', { ...scope(), code: 'FEE' })
      return issueAll(desk, tenant.business.id)
    }
    const pay = (body: object) => desk.post('/payments', { ...scope(), method: 'cash', ...body })
    const invoiceOf = async (id: string): Promise<Json> => (await desk.get(`/invoices/${id}`)).invoice
    const writeOff = (id: string, body: object = {}) => desk.post(`/invoices/${id}/write_off`, { reason: REASON, ...body })
    const debtOf = async (): Promise<Json | undefined> => (await desk.get(`/aged_debt?mode=test&business=${tenant.business.id}`)).debts[0]
    const balance = async (): Promise<string> => (await tenant.get('/v1/balance')).json.balance
    const journal = async (): Promise<string[][]> => {
      const csv: string = (
        await desk.call('GET', `/ops/v1/journal.csv?mode=test&business=${tenant.business.id}&from=2026-11-01&to=2026-11-30`)
      ).text
      return csv
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => line.split(','))
    }

    it('ends the debt and keeps revenue and tax', async () => {
      const { invoice_id: id } = await owing()
      await pay({ amount: '75' })
      const written = (await writeOff(id)).json
      assert.partialDeepStrictEqual(written.invoice, { status: 'written_off', paid: '75.00', written_off: '1000.00', open: '0.00' })
      assert.partialDeepStrictEqual(written.write_offs, [
        { amount: '1000.00', reason: REASON, written_off_on: '2026-11-17', reversed_at: null },
      ])
      assert.equal(await balance(), '0.00')
      assert.equal(await debtOf(), undefined)
      assert.deepEqual(await desk.get(`/invoices?mode=test&business=${tenant.business.id}&open=true`), [])
      assert.equal((await desk.get(`/invoices?mode=test&business=${tenant.business.id}&status=written_off`)).length, 1)
      assert.equal((await desk.get(`/invoices?mode=test&business=${tenant.business.id}&status=paid`)).length, 0)
      const booked = (await journal()).filter(([, , cause]) => cause!.startsWith('write_off '))
      assert.deepEqual(
        booked.map(([, date, , account, debit, credit]) => [date, account, debit, credit]),
        [
          ['2026-11-17', 'bad_debt', '1000.00', ''],
          ['2026-11-17', 'receivable', '', '1000.00'],
        ],
      )
      const { lines } = (await tenant.get('/v1/statements?from=2026-11-01&to=2026-11-30')).json
      assert.partialDeepStrictEqual(lines.at(-1), { type: 'write_off', amount: '-1000.00', balance: '0.00', description: REASON })
      assert.equal((await tenant.get('/v1/invoices?status=written_off')).json.length, 1)
      assertRejected(await pay({ amount: '10', invoices: [id] }), 'INVOICE_NOT_OPEN')
    })

    it('takes a part, on a day that is neither closed nor before the invoice', async () => {
      const { invoice_id: id } = await owing()
      for (const [body, field] of [
        [{ amount: '0' }, 'amount'],
        [{ amount: 'x' }, 'amount'],
        [{ written_off_on: '2026-11-16' }, 'written_off_on'],
        [{ written_off_on: '2026-11-18' }, 'written_off_on'],
        [{ wrong: 1 }, 'wrong'],
      ] as const)
        assert.match((await writeOff(id, body)).text, new RegExp(`"VALIDATION_FAILED".*${field}`), field)
      assertRejected(await writeOff(id, { amount: '1075.01' }), 'INVALID_TRANSITION')
      assert.partialDeepStrictEqual((await writeOff(id, { amount: '75' })).json.invoice, {
        status: 'issued',
        written_off: '75.00',
        open: '1000.00',
      })
      assert.partialDeepStrictEqual(await debtOf(), { open: '1000.00', balance: '1000.00' })
      await pay({ amount: '1000' })
      assert.partialDeepStrictEqual(await invoiceOf(id), { status: 'written_off', paid: '1000.00', open: '0.00' })
      assertRejected(await writeOff(id, { amount: '1' }), 'INVALID_TRANSITION')
    })

    it('is reversed once, and the invoice is owed again and can be paid', async () => {
      const { invoice_id: id } = await owing()
      const {
        write_offs: [made],
      } = (await writeOff(id)).json
      const reverse = () => desk.post(`/write_offs/${made.write_off_id}/reverse`, { reason: 'They pay after all' })
      assert.partialDeepStrictEqual((await reverse()).json.invoice, { status: 'issued', written_off: '0.00', open: '1075.00' })
      assertRejected(await reverse(), 'INVALID_TRANSITION')
      assert.equal(await balance(), '1075.00')
      const { lines } = (await tenant.get('/v1/statements?from=2026-11-01&to=2026-11-30')).json
      assert.partialDeepStrictEqual(lines.at(-1), { type: 'write_off_reversal', amount: '1075.00', balance: '1075.00' })
      assert.equal((await pay({ amount: '1075', invoices: [id] })).status, 201)
      assert.equal((await invoiceOf(id)).status, 'paid')
    })

    it('a payment that bounces is owed again, whatever was written off', async () => {
      const { invoice_id: id } = await owing()
      const { payment } = (await pay({ amount: '1000' })).json
      await writeOff(id)
      await desk.done(`/payments/${payment.payment.payment_id}/reverse`, { reason: 'Bounced' })
      assert.partialDeepStrictEqual(await invoiceOf(id), { status: 'issued', written_off: '75.00', open: '1000.00' })
    })

    it('a credit note waits until the write-off is reversed; a charge taken back reverses it', async () => {
      const { invoice_id: id, lines } = await owing()
      await writeOff(id, { amount: '1000' })
      assertRejected(await desk.post(`/invoices/${id}/credit`, { reason: 'Wrong' }), 'INVALID_TRANSITION')
      await desk.done(`/charges/${lines[0].charge_id}/reverse`, { reason: 'Never packed' })
      assert.partialDeepStrictEqual(await invoiceOf(id), { status: 'void', written_off: '0.00', credited: '1075.00', open: '0.00' })
      assert.equal(await balance(), '0.00')
    })

    it('needs a second person from the amount on, and an accountant', async () => {
      const { invoice_id: id } = await owing()
      const { invoice_id: other } = await again()
      assert.equal((await (await opsCaller(waybill, 'cashier')).post(`/invoices/${id}/write_off`, { reason: REASON })).status, 403)
      await admin.call('PUT', '/ops/v1/money_rules', { warehouse_sees_money: false, second_person_from: '1000' })
      assertRejected(await writeOff(id), 'SECOND_PERSON_REQUIRED')
      assert.equal((await writeOff(other, { amount: '999.99' })).status, 200)
      assertRejected(await desk.post(`/invoices/${id}/request_write_off`, { reason: REASON, amount: '2000' }), 'INVALID_TRANSITION')
      const asked = await desk.done(`/invoices/${id}/request_write_off`, { reason: REASON })
      assert.partialDeepStrictEqual(asked, { kind: 'write_off', state: 'open', invoice_id: id, payment_id: null, amount: '1075.00' })
      assert.equal((await desk.post(`/money_requests/${asked.money_request_id}/approve`)).status, 403)
      await pay({ amount: '75', invoices: [id] })
      assertRejected(await admin.post(`/money_requests/${asked.money_request_id}/approve`), 'INVALID_TRANSITION')
      const less = await desk.done(`/invoices/${id}/request_write_off`, { reason: REASON })
      await admin.done(`/money_requests/${less.money_request_id}/approve`)
      assert.partialDeepStrictEqual(await invoiceOf(id), { status: 'written_off', paid: '75.00', written_off: '1000.00' })
      await admin.call('PUT', '/ops/v1/money_rules', { warehouse_sees_money: false, second_person_from: null })
    })

    it('a draft cannot be written off', async () => {
      await owing()
      await admin.done('/charges', { ...scope(), code: 'FEE' })
      const { invoice } = await desk.done('/invoices', scope())
      assertRejected(await writeOff(invoice.invoice_id), 'INVALID_TRANSITION')
    })
  })
}, postgres)
