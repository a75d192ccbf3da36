// A business is charged automatically, gets invoices, pays them, and sees its balance and its statements.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addDays } from '../../../src/domain/values/calendar.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { newCustomer, pickup, play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, getQuote } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_SECONDS = 24 * 60 * 60
const HOUR_MS = 60 * 60 * 1000

forOneEngine((engine) => {
  describe('billing as a business sees it', () => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(Date.UTC(2027, 2, 3, 9))
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const done = async (tenant: Tenant, path: string, body: object = {}): Promise<Json> => {
      const answer = await tenant.post(path, body)
      assert.equal(answer.status, 201, answer.text)
      return answer.json
    }
    const read = async (tenant: Tenant, path: string): Promise<Json> => {
      const answer = await tenant.get(path)
      assert.equal(answer.status, 200, answer.text)
      return answer.json
    }

    it('charges export air at its booking, and import when its price is final', async () => {
      const tenant = await waybill.newTenant()
      const exported = await book(tenant, exportAir())
      assert.equal((await read(tenant, '/v1/balance')).balance, exported.quote.selected_rate.rate)
      const imported = await book(tenant, importAir())
      assert.equal((await read(tenant, '/v1/balance')).balance, exported.quote.selected_rate.rate, 'an estimate is not charged')
      await play(tenant, imported.ids[0]!, 'receive', { weight: 20 })
      const final = (await getQuote(tenant, imported.quoteId)).selected_rate.rate
      const expected = (Number(exported.quote.selected_rate.rate) + Number(final)).toFixed(2)
      assert.equal((await read(tenant, '/v1/balance')).balance, expected)
    })

    it('charges storage once it ends', async () => {
      const tenant = await waybill.newTenant()
      const { ids, quoteId } = await book(tenant, importAir({ packages: [{ weight: 10, length: 100, width: 50, height: 40 }] }))
      await play(tenant, ids[0]!, 'receive', {})
      await tenant.post('/v1/test_clock', { advance_seconds: 9 * DAY_SECONDS })
      await play(tenant, ids[0]!, 'depart')
      const invoice = await done(tenant, '/v1/test_helpers/invoices')
      const freight = (await getQuote(tenant, quoteId)).selected_rate.rate
      assert.deepEqual(
        invoice.lines.map(({ kind, net, first_day, last_day }: Json) => ({ kind, net, first_day, last_day })),
        [
          { kind: 'freight', net: freight, first_day: null, last_day: null },
          { kind: 'storage', net: '750.00', first_day: '2027-03-10', last_day: '2027-03-12' },
        ],
      )
      assert.equal(invoice.lines[0].explanation, `/v1/parcel_quotes/${quoteId}/explain`)
    })

    it('issues invoices, takes partial payments, keeps overpayments as credit, and uses the credit for the next invoice', async () => {
      const tenant = await waybill.newTenant()
      const { quote } = await book(tenant, exportAir())
      const total = quote.selected_rate.rate
      const invoice = await done(tenant, '/v1/test_helpers/invoices')
      assert.partialDeepStrictEqual(invoice, {
        number: 'TEST-INV-2027-000001',
        status: 'issued',
        total,
        open: total,
        due_date: '2027-03-17',
      })
      await done(tenant, '/v1/test_helpers/payments', { invoice_id: invoice.invoice_id, amount: '1000' })
      assert.partialDeepStrictEqual(await read(tenant, `/v1/invoices/${invoice.invoice_id}`), { status: 'part_paid', paid: '1000.00' })
      const payment = await done(tenant, '/v1/test_helpers/payments', { amount: total, reference: 'FT-1' })
      assert.partialDeepStrictEqual(payment, { status: 'recorded', credit: '1000.00', reference: 'FT-1' })
      assert.partialDeepStrictEqual(await read(tenant, '/v1/balance'), { balance: '-1000.00', receivable: '0.00', credit: '1000.00' })
      assertRejected(await tenant.post('/v1/test_helpers/payments', { amount: '5', reference: 'FT-1' }), 'PAYMENT_ALREADY_RECORDED')
      await book(tenant, exportAir())
      const next = await done(tenant, '/v1/test_helpers/invoices')
      assert.partialDeepStrictEqual(next, { number: 'TEST-INV-2027-000002', status: 'part_paid', paid: '1000.00' })
      const types = (await read(tenant, '/v1/events')).map(({ type }: Json) => type)
      for (const type of ['invoice.issued', 'invoice.paid', 'payment.recorded']) assert.ok(types.includes(type), type)
      const statement = await read(tenant, '/v1/statements?from=2027-03-01&to=2027-03-31')
      assert.equal(statement.opening_balance, '0.00')
      assert.equal(statement.closing_balance, (await read(tenant, '/v1/balance')).balance)
      assert.equal(statement.lines.length, 4)
      const csv = await tenant.get('/v1/statements.csv?from=2027-03-01&to=2027-03-31')
      assert.equal(csv.text.trim().split('\n').length, 2 + 4)
    })

    it('has documents: invoice, receipt and statement as PDF, lines as CSV, and UBL', async () => {
      const tenant = await waybill.newTenant()
      await book(tenant, exportAir())
      const { invoice_id, number, total } = await done(tenant, '/v1/test_helpers/invoices')
      const { payment_id } = await done(tenant, '/v1/test_helpers/payments', { invoice_id })
      for (const path of [`/invoices/${invoice_id}/invoice.pdf`, `/payments/${payment_id}/receipt.pdf`, '/statements.pdf']) {
        const pdf = await tenant.get(`/v1${path}`)
        assert.deepEqual([pdf.status, pdf.headers.get('content-type'), pdf.text.slice(0, 5)], [200, 'application/pdf', '%PDF-'], path)
      }
      const csv = await tenant.get(`/v1/invoices/${invoice_id}/invoice.csv`)
      assert.match(
        csv.text,
        new RegExp(`${number},2027-03-03,2027-03-17,.*,${total},P\\w+,,Ikeja Crafts,Nigeria to United Kingdom,Economy,2.5 kg,,\\r?\\n$`),
      )
      const ubl = await tenant.get(`/v1/invoices/${invoice_id}/invoice.xml`)
      assert.match(ubl.headers.get('content-type')!, /^application\/xml/)
      assert.ok(ubl.text.includes(`<cbc:PayableAmount currencyID="NGN">${total}</cbc:PayableAmount>`))
      assertRejected(await tenant.get(`/v1/invoices/${invoice_id}/credit_note.pdf`), 'INVALID_TRANSITION')
    })

    it('an invoice PDF is drawn even while many statements are requested at once', async () => {
      const tenant = await waybill.newTenant()
      await book(tenant, exportAir())
      const invoice = await done(tenant, '/v1/test_helpers/invoices')
      const days = Array.from({ length: 60 }, (_, index) => addDays('2026-01-01', index))
      const asked = [...days.map((day) => `/v1/statements.pdf?from=${day}&to=2026-12-31`), `/v1/invoices/${invoice.invoice_id}/invoice.pdf`]
      const statuses = (await Promise.all(asked.map((path) => tenant.get(path)))).map(({ status }) => status)
      assert.equal(statuses.pop(), 200)
      assert.ok(statuses.every((status) => status === 200 || status === 503))
    })

    it('a rehearsed payment pays each payer’s own debts, and credits nobody with what others owe', async () => {
      const tenant = await waybill.newTenant()
      const desk = await atDesk(waybill)
      const { id: business } = tenant.business
      await desk.done(`/businesses/${business}/terms`, { bill_to: 'customer' })
      await desk.done('/price_list', { code: 'REHEARSE', name: 'Rehearsal', kind: 'other', amount: '100' })
      const amounts = ['100', '250']
      for (const [index, amount] of amounts.entries()) {
        const { parcel_customer_id: customer_id } = await newCustomer(tenant, { address_suffix: `PAYER${index}` })
        await desk.done('/charges', { mode: 'test', business, customer_id, code: 'REHEARSE', amount })
        await done(tenant, '/v1/test_helpers/invoices')
      }
      const owed = (await read(tenant, '/v1/invoices')).map(({ total }: Json) => total).reverse()
      const paid = [await done(tenant, '/v1/test_helpers/payments'), await done(tenant, '/v1/test_helpers/payments')]
      assert.deepEqual(
        paid.map(({ amount }) => amount),
        owed,
      )
      assert.deepEqual(
        (await read(tenant, '/v1/invoices')).map(({ status }: Json) => status),
        ['paid', 'paid'],
      )
      assert.equal((await read(tenant, '/v1/balance')).credit, '0.00')
    })

    it('has a statement for a customer whatever their ID is, and no cell of a file runs as a formula', async () => {
      const tenant = await waybill.newTenant()
      const customer = await newCustomer(tenant, { address_suffix: '客户 "1"\\', last_name: '=cmd' })
      const of = `customer=${customer.parcel_customer_id}`
      assert.equal((await tenant.get(`/v1/statements.pdf?${of}`)).status, 200)
      const desk = await atDesk(waybill)
      const { id } = tenant.business
      await desk.done(`/businesses/${id}/terms`, { bill_to: 'customer' })
      await desk.done('/price_list', { code: 'RUN', name: '=cmd|calc', kind: 'other', amount: '1500' })
      await desk.done('/charges', { mode: 'test', business: id, customer_id: customer.parcel_customer_id, code: 'RUN' })
      const { invoice } = await desk.done('/invoices', { mode: 'test', business: id, customer_id: customer.parcel_customer_id })
      await desk.done(`/invoices/${invoice.invoice_id}/issue`)
      const files = [`/v1/invoices/${invoice.invoice_id}/invoice.csv`, `/v1/statements.csv?${of}`]
      const [paper, statement] = await Promise.all(files.map(async (path) => (await tenant.get(path)).text))
      assert.match(paper!, /'=cmd\|calc/)
      for (const text of [paper!, statement!]) assert.doesNotMatch(text, /(?:^|,)"?=/m)
    })

    it('shows the balance at any past moment, of the business and of a customer', async () => {
      const tenant = await waybill.newTenant()
      const desk = await atDesk(waybill)
      const mode = 'test'
      const business = tenant.business.id
      await desk.done('/price_list', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '100' })
      await desk.done(`/businesses/${business}/terms`, { bill_to: 'customer' })
      const { parcel_customer_id: customer_id } = await newCustomer(tenant, pickup)
      const begin = Date.UTC(2027, 2, 3, 9)
      const steps = [
        () => desk.done('/charges', { mode, business, customer_id, code: 'PACK' }),
        () => desk.done('/charges', { mode, business, code: 'PACK', amount: '50' }),
        () => desk.done('/payments', { mode, business, customer_id, method: 'cash', amount: '30' }),
      ]
      for (const [index, step] of steps.entries()) {
        waybill.time.freeze(begin + index * HOUR_MS)
        await step()
      }
      waybill.time.freeze(begin + steps.length * HOUR_MS)
      const balances = (whose: string) =>
        Promise.all(
          [-1, 0, 1, 2].map(async (hours) => {
            const at = new Date(begin + (hours + 0.5) * HOUR_MS).toISOString()
            return (await read(tenant, `/v1/balance?at=${at}${whose}`)).balance
          }),
        )
      assert.deepEqual(await balances(''), ['0.00', '100.00', '150.00', '120.00'])
      assert.deepEqual(await balances(`&customer=${customer_id}`), ['0.00', '100.00', '100.00', '70.00'])
      waybill.time.freeze(begin)
    })

    it('refuses invalid dates, and records of another business', async () => {
      const [tenant, other] = [await waybill.newTenant(), await waybill.newTenant()]
      assertRejected(await tenant.get('/v1/statements?from=2027-03-01&to=2027-02-31'), 'VALIDATION_FAILED')
      await book(other, exportAir())
      const { invoice_id } = await done(other, '/v1/test_helpers/invoices')
      assert.equal((await tenant.get(`/v1/invoices/${invoice_id}`)).status, 404)
      assert.equal((await tenant.get(`/v1/invoices/${invoice_id}/invoice.csv`)).status, 404)
      assertRejected(await tenant.post('/v1/test_helpers/invoices', {}), 'INVALID_TRANSITION')
    })
  })
})
