// Opening balances: a payer's balance from earlier books is entered once, as a debt or a credit, without revenue or tax. It can be reversed.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../../support/calls/billing-calls.ts'
import { newCustomer } from '../../../support/calls/package-calls.ts'
import type { Json } from '../../../support/calls/quote-calls.ts'
import { assertRejected } from '../../../support/calls/quote-calls.ts'
import { opsCaller } from '../../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../../support/server/waybill.ts'
import { startWaybill } from '../../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('opening balances', () => {
    let waybill: Waybill
    let desk: Desk
    let admin: Desk
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(Date.UTC(2026, 10, 17, 9))
      desk = await opsCaller(waybill, 'accountant')
      admin = await opsCaller(waybill, 'admin')
      await admin.done('/price_list', { code: 'FEE', name: 'Fee', kind: 'other', amount: '1000' })
      tenant = await waybill.newTenant()
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const scope = () => ({ mode: 'test', business: tenant.business.id })
    const open = (body: object) => desk.post('/opening_balances', { ...scope(), as_of: '2026-10-31', ...body })
    const pay = (body: object) => desk.done('/payments', { ...scope(), method: 'cash', ...body })
    const accountOf = async (): Promise<string[][]> => {
      const csv = await desk.text(`/journal.csv?mode=test&business=${tenant.business.id}&from=2026-10-01&to=2026-11-30`)
      return csv
        .trim()
        .split(/\r?\n/)
        .map((line) => line.split(','))
        .filter(([, , cause]) => cause!.startsWith('opening_balance '))
        .map(([, date, , account, debit, credit]) => [date!, account!, debit!, credit!])
    }
    const balance = async (customer?: string): Promise<string> =>
      (await tenant.get(`/v1/balance${customer ? `?customer=${customer}` : ''}`)).json.balance

    it('a debt is owed since its day, ages by its due date, and is paid like an invoice', async () => {
      const opened = (await open({ amount: '5000', due_date: '2026-09-30', note: 'Sage ledger' })).json
      assert.equal(opened.invoice.tax, '0.00')
      assert.partialDeepStrictEqual(opened, {
        payment: null,
        invoice: { status: 'issued', total: '5000.00', open: '5000.00', issue_date: '2026-10-31', due_date: '2026-09-30' },
      })
      const { number, invoice_id: id } = opened.invoice
      assert.match(number, /^TEST-OPB-2026-000001$/)
      assert.deepEqual(await accountOf(), [
        ['2026-10-31', 'receivable', '5000.00', ''],
        ['2026-10-31', 'opening', '', '5000.00'],
      ])
      const [debt] = (await desk.get(`/aged_debt?mode=test&business=${tenant.business.id}`)).debts
      assert.partialDeepStrictEqual(debt, { open: '5000.00', balance: '5000.00', buckets: { '31_60': '5000.00' } })
      const { lines } = (await tenant.get('/v1/statements?from=2026-10-01&to=2026-10-31')).json
      assert.partialDeepStrictEqual(lines, [{ date: '2026-10-31', type: 'opening_balance', reference: number, amount: '5000.00' }])
      assert.match(lines[0].description, /Sage ledger/)
      const found = await desk.get(`/search?q=${number}&mode=test`)
      assert.deepEqual(
        found.papers.map((paper: Json) => [paper.kind, paper.invoice_id]),
        [['invoice', id]],
      )
      assertRejected(await tenant.get(`/v1/invoices/${id}/invoice.xml`), 'INVALID_TRANSITION')
      assert.equal((await desk.call('GET', `/ops/v1/invoices/${id}/invoice.pdf`)).status, 200)
      await pay({ amount: '4000', invoices: [number] })
      assert.equal((await desk.get(`/invoices/${id}`)).invoice.open, '1000.00')
      assert.equal(await balance(), '1000.00')
    })

    it('is entered once per payer, and again after it was taken back', async () => {
      for (const amount of ['1', '-1']) assertRejected(await open({ amount }), 'INVALID_TRANSITION')
      const [paper] = await desk.get(`/invoices?mode=test&business=${tenant.business.id}&open=true`)
      assertRejected(await desk.post(`/invoices/${paper.invoice_id}/credit`, { reason: 'x', charge_again: true }), 'INVALID_TRANSITION')
      await desk.done(`/invoices/${paper.invoice_id}/credit`, { reason: 'The old ledger was wrong' })
      assert.equal(await balance(), '-4000.00')
      assert.equal((await open({ amount: '6000' })).json.invoice.open, '2000.00', 'the credit is used for it')
      assert.equal(await balance(), '2000.00')
    })

    it('a credit pays the next invoices, has no receipt, and is reversed like a payment', async () => {
      const customer = (await newCustomer(tenant)).parcel_customer_id as string
      const opened = (await open({ customer_id: customer, amount: '-300' })).json
      assert.partialDeepStrictEqual(opened, {
        invoice: null,
        payment: { payment: { method: 'opening', amount: '300.00', paid_on: '2026-10-31' } },
      })
      const { payment_id: id, number } = opened.payment.payment
      assert.match(number, /^TEST-OPB-2026-00000\d$/)
      assert.deepEqual((await accountOf()).slice(-2), [
        ['2026-10-31', 'opening', '300.00', ''],
        ['2026-10-31', 'credit', '', '300.00'],
      ])
      assert.equal(await balance(customer), '-300.00')
      for (const amount of ['1', '-1']) assertRejected(await open({ customer_id: customer, amount }), 'INVALID_TRANSITION')
      assertRejected(await desk.call('GET', `/ops/v1/payments/${id}/receipt.pdf`), 'INVALID_TRANSITION')
      const found = await desk.get(`/search?q=${number}&mode=test`)
      assert.deepEqual(
        found.papers.map((paper: Json) => [paper.kind, paper.payment_id]),
        [['receipt', id]],
      )
      await desk.done(`/payments/${id}/reverse`, { reason: 'Was refunded before' })
      assert.equal(await balance(customer), '0.00')
      assert.equal((await open({ customer_id: customer, amount: '-200' })).status, 201)
      await admin.done(`/businesses/${tenant.business.id}/terms`, { bill_to: 'customer' })
      await admin.done('/charges', { ...scope(), customer_id: customer, code: 'FEE' })
      const { invoice } = await desk.done('/invoices', { ...scope(), customer_id: customer })
      assert.equal((await desk.done(`/invoices/${invoice.invoice_id}/issue`)).invoice.paid, '200.00')
    })

    it('refuses wrong amounts, days and payers, closed days, and people who keep no books', async () => {
      for (const [body, field] of [
        [{ amount: '0' }, 'amount'],
        [{ amount: '1,5' }, 'amount'],
        [{ amount: '1', as_of: '2026-11-18' }, 'as_of'],
        [{ amount: '1', as_of: 'x' }, 'as_of'],
        [{ amount: '1', due_date: '2026-13-01' }, 'due_date'],
        [{ amount: '-1', due_date: '2026-10-01' }, 'due_date'],
        [{ amount: '1', more: 1 }, 'more'],
      ] as const)
        assert.match((await open(body)).text, new RegExp(`"VALIDATION_FAILED".*${field}`), JSON.stringify(body))
      assert.equal((await open({ amount: '1', customer_id: 'pcus_01kqn2x4t8e6nvd0t2d5c1yq7w' })).status, 404)
      const cashier = await opsCaller(waybill, 'cashier')
      assert.equal((await cashier.post('/opening_balances', { ...scope(), as_of: '2026-10-31', amount: '1' })).status, 403)
    })

    it('a file is imported row by row in one step, or not at all', async () => {
      const other = await waybill.newTenant()
      const people = [await newCustomer(other), await newCustomer(other)].map((each) => each.address_suffix as string)
      const send = (csv: string, more: object = {}) =>
        desk.post('/opening_balances/import', { mode: 'test', business_id: other.business.id, csv, ...more })
      const good = `customer_id,amount,as_of,due_date,note\n,"1500.50",2026-10-31,2026-10-01,\n${people[0]},-20,2026-10-31,,Old system\n`
      assert.deepEqual((await send(good, { dry_run: true })).json, { rows: 2, mistakes: [], debts: '1500.50', credits: '20.00' })
      assert.equal((await other.get('/v1/balance')).json.balance, '0.00')
      const bad = `customer_id,amount,as_of\nNOBODY1,5,2026-10-31\n${people[1]},x,2026-10-31\n${people[1]},5,31/10/2026\n${people[0]},1,2026-10-31\n${people[0]},2,2026-10-31\n`
      const checked = (await send(bad, { dry_run: true })).json
      assert.deepEqual(
        checked.mistakes.map(({ row, column }: Json) => [row, column]),
        [
          [2, 'customer_id'],
          [3, 'amount'],
          [4, 'as_of'],
          [6, 'customer_id'],
        ],
      )
      assertRejected(await send(bad), 'VALIDATION_FAILED')
      for (const wrong of ['amount\n5\n', 'customer_id,amount,as_of\n']) assertRejected(await send(wrong), 'VALIDATION_FAILED')
      assert.equal((await other.get('/v1/balance')).json.balance, '0.00')
      assert.equal((await send(good)).status, 200)
      assert.equal((await other.get('/v1/balance')).json.balance, '1480.50')
      const again = await send(good)
      assertRejected(again, 'VALIDATION_FAILED')
      assert.match(again.text, /row 2, column customer_id.*has an opening balance already/s)
    })

    it('days that are closed take none', async () => {
      await admin.call('PUT', '/ops/v1/book_closing', { closed_until: '2026-10-31' })
      const { business } = await waybill.newTenant()
      const answer = await desk.post('/opening_balances', { mode: 'test', business: business.id, amount: '1', as_of: '2026-10-31' })
      assert.match(answer.text, /as_of.*closed/)
    })
  })
})
