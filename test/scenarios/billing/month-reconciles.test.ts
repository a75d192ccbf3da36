// A month of charges, invoices, payments and credits: the journal, aged debt, statement, tax report, charges, payments and tills agree.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAYS = 31
const at = (day: number): number => Date.UTC(2027, 2, day, 11)
const kobo = (text: string): number => Math.round(Number(text) * 100)
const sumOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + kobo(text), 0)

forOneEngine((engine) => {
  describe('the books of a month', () => {
    let waybill: Waybill
    let tenant: Tenant
    let desk: Desk
    let transferred = 0
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(at(1))
      tenant = await waybill.newTenant()
      desk = await atDesk(waybill)
      await desk.done('/price_list', { code: 'FEE', name: 'Fee', kind: 'other', amount: '100' })
      await desk.done('/price_list', { code: 'PACK', name: 'Packing', kind: 'repacking', amount: '333.33' })
      await desk.done('/tax_rates', { kind: 'other', percent: '7.5' })
    })
    after(() => waybill.close())

    /**
     * The work of one day: charges, and on every third day an invoice with a payment. The payment may be partial or too high. On some days
     * there are also credits, or the payment bounces.
     */
    const work = async (day: number): Promise<void> => {
      const of = { mode: 'test', business: tenant.business.id }
      await desk.done('/charges', { ...of, code: 'FEE', amount: `${1_000 + day * 37}.${10 + day}`, quantity: 1 + (day % 3) })
      await desk.done('/charges', { ...of, code: 'PACK' })
      if (day % 3 === 0) {
        const { invoice_id, total } = await issueAll(desk, tenant.business.id)
        if (day % 4 === 0) await desk.done(`/invoices/${invoice_id}/credit`, { reason: 'Damaged', amount: '51.07' })
        if (day % 5 === 0) await desk.done(`/invoices/${invoice_id}/credit`, { reason: 'Good payer', amount: '20.03', discount: true })
        if (day === 18) await desk.done(`/invoices/${invoice_id}/credit`, { reason: 'Wrong address', charge_again: true })
        const amount = ((kobo(total) * (2 + (day % 4))) / 400).toFixed(2)
        const method = day % 2 === 0 ? { method: 'cash' } : { method: 'transfer', reference: `FT-${day}` }
        const { payment } = (await desk.done('/payments', { ...of, ...method, amount })).payment
        if (day % 2 === 1 && day !== 9) transferred += kobo(amount)
        if (day === 9) await desk.done(`/payments/${payment.payment_id}/reverse`, { reason: 'Bounced' })
      }
      const { expected } = await desk.get('/till?mode=test')
      if (day < 30 && expected !== '0.00') await desk.done('/cash_counts', { mode: 'test', counted: expected })
    }

    it('agree in every report', async (t) => {
      const tills: string[] = []
      for (let day = 1; day <= DAYS; day++) {
        waybill.time.freeze(at(day))
        desk = await atDesk(waybill)
        await work(day)
        tills.push((await desk.get('/till?mode=test')).expected)
      }
      const path = `mode=test&business=${tenant.business.id}`
      const month = `${path}&from=2027-03-01&to=2027-03-31`
      const rows = (await desk.text(`/journal.csv?${month}`)).trim().split('\n').slice(1)
      const books = new Map<string, number>()
      for (const row of rows) {
        const [, , , account, , , amount] = row.trim().split(',')
        books.set(account!, (books.get(account!) ?? 0) + kobo(amount!))
      }
      const book = (name: string): number =>
        [...books].filter(([account]) => account.split(':')[0] === name).reduce((sum, [, amount]) => sum + amount, 0)
      t.diagnostic(JSON.stringify({ rows: rows.length, ...Object.fromEntries(books) }))
      assert.equal(
        [...books.values()].reduce((sum, amount) => sum + amount, 0),
        0,
      )

      const { debts } = await desk.get(`/aged_debt?${path}`)
      assert.equal(debts.length, 1)
      assert.equal(kobo(debts[0].open) + kobo(debts[0].unbilled), book('receivable'), 'aged debt is the receivable')
      assert.equal(sumOf(Object.values(debts[0].buckets)), kobo(debts[0].open), 'the ages add up')
      assert.equal(kobo(debts[0].credit) + book('credit'), 0)

      const ofMonth = 'mode=test&from=2027-03-01&to=2027-03-31'
      const statement = await desk.get(`/businesses/${tenant.business.id}/statement?${ofMonth}`)
      assert.deepEqual([statement.opening_balance, kobo(statement.closing_balance)], ['0.00', book('receivable') + book('credit')])

      const report = await desk.get(`/tax_report?${month}`)
      assert.equal(kobo(report.tax) + kobo(report.not_invoiced_tax), -book('tax'), 'the tax report is the tax account')
      const invoicedNet = sumOf(report.rows.map(({ net }: Json) => net))
      const waitingNet = kobo(debts[0].unbilled) - kobo(report.not_invoiced_tax)
      assert.equal(
        invoicedNet + waitingNet,
        -book('revenue') - book('discount'),
        'what was invoiced or waits is the revenue less discounts',
      )

      const counts: Json[] = await desk.get('/cash_counts?mode=test')
      assert.equal(counts.length, 4)
      // Each day has its own cashier. All cash was either counted or is still in a till.
      assert.equal(sumOf(counts.map(({ counted }) => counted)) + sumOf(tills), books.get('cash:cash'), 'the tills are the cash account')
      assert.equal(books.get('cash:transfer'), transferred, 'the bank account is the transfers that did not bounce')
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
    })
  })
})
