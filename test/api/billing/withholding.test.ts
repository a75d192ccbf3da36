// Withholding tax: the amount that a payer withholds settles the invoice and opens a claim. A tax certificate later covers the claim.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { MONEY, WITHHELD, withholdingCalls } from '../../support/calls/withholding-calls.ts'
import { pdfPages } from '../../support/document/pdf-pages.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const NOW = Date.UTC(2026, 10, 18, 12)

forOneEngine((engine) => {
  describe('tax that a payer withholds', () => {
    let waybill: Waybill
    let desk: Desk
    let cashier: Desk
    let tenant: Tenant
    let calls: ReturnType<typeof withholdingCalls>
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(NOW)
      desk = await atDesk(waybill)
      cashier = await atDesk(waybill, 'cashier')
      await desk.done('/price_list', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '10000' })
      await desk.done('/price_list', { code: 'INSURE', name: 'Insurance', kind: 'insurance', amount: '1000' })
      await desk.done('/tax_rates', { kind: 'repacking', percent: '7.5' })
      calls = withholdingCalls(waybill, desk, cashier)
      tenant = await calls.withholding()
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      assert.deepEqual((await verifyAudit(waybill.deps)).breaks, [])
      await waybill.close()
    })

    it('pays the invoice together with the money, and opens a claim on a certificate', async () => {
      const invoice = await calls.invoiced(tenant)
      const payment = await calls.paid(tenant, { paid_on: '2026-11-16' })
      assert.partialDeepStrictEqual(payment, { amount: MONEY, withheld: WITHHELD, allocated: '10750.00', credit: '0.00' })
      assert.partialDeepStrictEqual((await tenant.get(`/v1/invoices/${invoice.invoice_id}`)).json, { status: 'paid', open: '0.00' })
      const [claim] = await calls.openOf(tenant)
      assert.partialDeepStrictEqual(claim, {
        invoice_number: invoice.number,
        receipt_number: payment.number,
        withheld_on: '2026-11-16',
        amount: WITHHELD,
        certified: '0.00',
        open: WITHHELD,
      })
      assert.deepEqual(await calls.journalOf(tenant), {
        'cash:cash': 10_250,
        'withheld:awaited': 500,
        'revenue:repacking': -10_000,
        tax: -750,
      })
    })

    it('is on the statement, in aged debt and on the receipt, and not in the till', async () => {
      const other = await calls.withholding()
      const { number } = await calls.invoiced(other)
      const before = Number((await cashier.get('/till?mode=test')).expected)
      const { payment_id: id, number: receipt } = await calls.paid(other)
      assert.equal(Number((await cashier.get('/till?mode=test')).expected) - before, 10_250)
      const { lines, closing_balance } = (await other.get('/v1/statements?from=2026-11-01&to=2026-11-30')).json
      assert.equal(closing_balance, '0.00')
      assert.deepEqual(
        lines
          .slice(1)
          .map(({ type, reference, description, amount }: Json) => [type, reference, description, amount])
          .sort(),
        [
          ['payment', receipt, '', `-${MONEY}`],
          ['withholding', receipt, `Tax withheld from invoice ${number}`, `-${WITHHELD}`],
        ],
      )
      const { debts } = await desk.get(`/aged_debt?mode=test&business=${other.business.id}`)
      assert.partialDeepStrictEqual(debts, [{ open: '0.00', credit: '0.00', balance: '0.00', withheld: WITHHELD }])
      const pdf = await fetch(`${waybill.url}/ops/v1/payments/${id}/receipt.pdf`, { headers: desk.headers })
      const [page] = await pdfPages(new Uint8Array(await pdf.arrayBuffer()))
      assert.match(page!, /Tax withheld NGN\s*500\.00[\s\S]*Received NGN\s*10,250\.00/)
    })

    it('is proposed for what is due, by the rates of the payer', async () => {
      const other = await calls.withholding()
      await calls.invoiced(other, 'PACK', 'INSURE')
      await desk.done('/charges', { mode: 'test', business: other.business.id, code: 'PACK' })
      const dueOf = async (): Promise<Json> => (await cashier.get(`/due?of=${other.business.id}&mode=test`)).own
      const { invoices, charges } = await dueOf()
      assert.deepEqual([invoices[0].withholding, charges[0].withholding], [WITHHELD, WITHHELD])
      await calls.paid(other, { amount: '1', withheld: '300', invoices: [invoices[0].invoice_id] })
      assert.equal((await dueOf()).invoices[0].withholding, '200.00')
    })

    it('is part of a transfer that a bank statement shows without it', async () => {
      const other = await calls.withholding()
      const { number, invoice_id: id } = await calls.invoiced(other)
      const mapping = { date: 'Date', credit: 'Credit', description: 'Text', date_format: 'YYYY-MM-DD', decimal: 'point' }
      const csv = `Date,Credit,Text\n2026-11-17,${MONEY},TRF ${number}\n`
      const imported = (withheld: string) => {
        const lines = [{ row: 2, business: other.business.id, invoices: [id], withheld }]
        return desk.post('/bank_statements/import', { mode: 'test', csv, mapping, lines })
      }
      assertRejected(await imported('-500'), 'VALIDATION_FAILED')
      assert.match((await imported('600')).json.results[0].message, /at most NGN 500\.00/)
      assert.equal((await imported(WITHHELD)).json.results[0].outcome, 'taken')
      assert.partialDeepStrictEqual(await calls.openOf(other), [{ invoice_number: number, withheld_on: '2026-11-17', open: WITHHELD }])
    })

    it('is at most what the rates give for what is paid, and nothing is recorded otherwise', async () => {
      const other = await calls.withholding()
      const { invoice_id: id } = await calls.invoiced(other, 'PACK', 'INSURE')
      const refused: [body: object, message: RegExp][] = [
        [{ withheld: '501' }, /at most NGN 500\.00/],
        [{ withheld: '-5' }, /withheld must be an amount above 0/],
        [{ withheld: '0' }, /withheld must be an amount above 0/],
        [{ amount: '1', withheld: '12000', invoices: [id] }, /less than NGN 12001\.00/],
        [{ amount: '0' }, /amount must be an amount above 0/],
      ]
      for (const [body, message] of refused) {
        const { status, json } = await calls.pay(other, body)
        assert.equal(status, 422)
        assert.match(json.errors.join(), message)
      }
      assert.equal((await desk.get(`/payments?mode=test&business=${other.business.id}`)).length, 0)
      const half = await calls.paid(other, { amount: '1000', withheld: '300', invoices: [id] })
      assert.equal(half.allocated, '1300.00')
      assert.match((await calls.pay(other, { amount: '1', withheld: '200.01' })).json.errors[0], /at most NGN 200\.00/, 'in all')
      await calls.paid(other, { amount: '1', withheld: '200' })
      const none = await waybill.newTenant()
      await calls.invoiced(none)
      assert.match((await calls.pay(none, {})).json.errors[0], /needs a payer that withholds tax/)
      assert.match((await calls.pay(tenant, {})).json.errors[0], /at most NGN 0\.00/, 'nothing is owed')
    })

    it('follows the rates of the payer, which are a percent of each kind of charge', async () => {
      const bad: object[] = [
        { withholding: [{ kind: 'repacking', percent: '-5' }] },
        { withholding: [{ kind: 'repacking', percent: '0' }] },
        { withholding: [{ kind: 'repacking', percent: '100' }] },
        { withholding: [{ kind: 'repacking', percent: 'five' }] },
        { withholding: [{ kind: 'rent', percent: '5' }] },
        {
          withholding: [
            { kind: 'storage', percent: '5' },
            { kind: 'storage', percent: '10' },
          ],
        },
        { tax_number: 'x'.repeat(41) },
        { electronic_address: { scheme: 'peppol', id: '1' } },
      ]
      for (const body of bad) assertRejected(await calls.details(tenant.business.id, body), 'VALIDATION_FAILED')
      const address = `/businesses/${tenant.business.id}/tax_details?mode=test`
      assert.deepEqual((await desk.get(address)).withholding, [{ kind: 'repacking', percent: '5' }])
      const byCashier = await cashier.call('PUT', `/ops/v1/businesses/${tenant.business.id}/tax_details`, { mode: 'test', withholding: [] })
      assert.equal(byCashier.status, 403)
      const { parcel_customer_id: payer } = await newCustomer(tenant)
      const own = { customer_id: payer, tax_number: ' 12345678-0001 ', electronic_address: { scheme: 'EM', id: 'tax@example.com' } }
      assert.equal((await calls.details(tenant.business.id, own)).json.tax_number, '12345678-0001')
      assert.partialDeepStrictEqual(await desk.get(`${address}&customer_id=${payer}`), {
        parcel_customer_id: payer,
        electronic_address: { scheme: 'EM', id: 'tax@example.com' },
        withholding: [],
      })
    })

    it('a certificate covers the oldest claims, is recorded once, and never for another business', async () => {
      const other = await calls.withholding()
      await calls.invoiced(other)
      await calls.paid(other)
      await calls.invoiced(other)
      await calls.paid(other, { paid_on: '2026-11-10' })
      const [late, early] = await calls.openOf(other)
      const made = await calls.certified(other, { number: 'wht/2026 77', amount: '600' })
      assert.partialDeepStrictEqual(made, {
        number: 'wht/2026 77',
        covers: [
          { withheld_tax_id: late!.withheld_tax_id, amount: WITHHELD },
          { withheld_tax_id: early!.withheld_tax_id, amount: '100.00' },
        ],
      })
      assert.deepEqual(
        (await calls.openOf(other)).map(({ open }) => open),
        ['400.00'],
      )
      assert.partialDeepStrictEqual(await calls.journalOf(other), { 'withheld:awaited': 400, 'withheld:certified': 600 })
      const claim = { withheld_taxes: [early!.withheld_tax_id] }
      const refused: [by: Tenant, body: object, message: RegExp][] = [
        [other, { number: 'WHT/202677', amount: '1' }, /number is on record already/],
        [tenant, { number: 'wht/2026 77', amount: '1' }, /on record already: certificate wht\/2026 77 of/],
        [tenant, { number: 'X1', ...claim }, /withheld_taxes\[0\] is no claim of this payer/],
        [other, { number: 'X1', amount: '400.01', ...claim }, /at most NGN 400\.00/],
        [other, { number: 'X1', amount: '-1' }, /amount must be an amount above 0/],
        [other, { number: ' ', amount: '1' }, /number is required/],
        [other, { number: 'X1', amount: '1', issued_on: '2026-11-19' }, /must not be after today/],
        [other, { number: 'X1', amount: '1', issued_on: 'today' }, /must be a date/],
      ]
      for (const [by, body, message] of refused) {
        const answer = await calls.record(by, body)
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.match(answer.json.errors.join(), message)
      }
      const one = { mode: 'test', business: other.business.id, number: 'X1', issued_on: '2026-11-18', amount: '1' }
      assert.equal((await cashier.post('/withholding_certificates', one)).status, 403)
      const withdraw = (reason: string) => desk.post(`/withholding_certificates/${made.certificate_id}/withdraw`, { reason })
      assert.partialDeepStrictEqual((await withdraw('Of another payer')).json, { withdraw_reason: 'Of another payer' })
      assertRejected(await withdraw('Twice'), 'INVALID_TRANSITION')
      assert.equal((await calls.openOf(other)).length, 2)
      await calls.certified(other, { number: 'wht/2026 77', amount: '1000' })
      const listed: Json[] = await desk.get(`/withholding_certificates?mode=test&business=${other.business.id}`)
      assert.deepEqual(listed.map(({ amount, withdrawn_at }) => [amount, withdrawn_at !== null]).sort(), [
        ['1000.00', false],
        ['600.00', true],
      ])
    })

    it('goes with its payment if that is reversed, unless a certificate covers it', async () => {
      const other = await calls.withholding()
      const { invoice_id: id } = await calls.invoiced(other)
      const first = await calls.paid(other)
      const { certificate_id: certificate } = await calls.certified(other, { number: 'R-1' })
      const reverse = (payment: Json) => desk.post(`/payments/${payment.payment_id}/reverse`, { reason: 'Bounced' })
      const stopped = await reverse(first)
      assertRejected(stopped, 'INVALID_TRANSITION')
      assert.match(stopped.json.errors.join(), /withdraw the certificate first/)
      await desk.done(`/withholding_certificates/${certificate}/withdraw`, { reason: 'Bounced' })
      assert.equal((await reverse(first)).status, 200)
      assert.deepEqual(await calls.openOf(other), [])
      assert.partialDeepStrictEqual((await other.get(`/v1/invoices/${id}`)).json, { status: 'issued', open: '10750.00' })
      assert.deepEqual(await calls.journalOf(other), { receivable: 10_750, 'revenue:repacking': -10_000, tax: -750 })
      await calls.paid(other)
      assert.equal((await other.get('/v1/balance')).json.balance, '0.00')
      assertRejected(await calls.record(other, { number: 'R-2', amount: '500.01' }), 'VALIDATION_FAILED')
    })

    it('is never refunded: of a credited invoice only the money is', async () => {
      const other = await calls.withholding()
      const { invoice_id: id } = await calls.invoiced(other)
      const { payment_id: payment } = await calls.paid(other)
      await desk.done(`/invoices/${id}/credit`, { reason: 'Not done' })
      const refund = (amount: string) => desk.post(`/payments/${payment}/refund`, { amount, method: 'cash', reason: 'Not done' })
      const stopped = await refund('10250.01')
      assertRejected(stopped, 'INVALID_TRANSITION')
      assert.match(stopped.json.errors.join(), /tax that the payer withheld cannot be refunded/)
      assert.equal((await refund('250')).status, 200)
      const refunded = (await refund('10000')).json.payment
      assert.partialDeepStrictEqual(refunded, { status: 'refunded', refunded: MONEY, credit: WITHHELD })
      assert.deepEqual(await calls.journalOf(other), { credit: -500, 'withheld:awaited': 500 })
    })

    it('is not booked into closed days, and a missing certificate stops nothing', async () => {
      const other = await calls.withholding()
      await calls.invoiced(other)
      assert.equal((await desk.call('PUT', '/ops/v1/book_closing', { closed_until: '2026-11-09' })).status, 200)
      assertRejected(await calls.pay(other, { paid_on: '2026-11-09' }), 'VALIDATION_FAILED')
      assert.deepEqual(await calls.openOf(other), [])
      await calls.paid(other, { paid_on: '2026-11-10' })
      await calls.invoiced(other)
      await calls.paid(other)
      assert.equal((await calls.openOf(other)).length, 2)
    })
  })
}, postgres)
