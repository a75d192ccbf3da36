// Billing by staff: extra charges, drafts and issued invoices, payments, credit notes, refunds and reversals.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chargeMonths } from '../../../src/flows/billing/charges/charge-months.ts'
import { issueDue } from '../../../src/flows/billing/issue-due.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { newCustomer, pickup, play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOON = Date.UTC(2027, 2, 3, 11)

forOneEngine((engine) => {
  describe('billing as staff do it', () => {
    let waybill: Waybill
    let desk: Desk
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(NOON)
      desk = await atDesk(waybill)
      await desk.done('/price_list', { code: 'clear-20', name: 'Customs clearance', kind: 'clearance', amount: '85000' })
      await desk.done('/tax_rates', { kind: 'clearance', percent: '7.5' })
      await desk.done('/tax_rates', { kind: 'freight', direction: 'import', percent: '7.5' })
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const balanceOf = async (tenant: Tenant): Promise<Json> => (await tenant.get('/v1/balance')).json
    const extra = (tenant: Tenant, more: object = {}) =>
      desk.done('/charges', { mode: 'test', business: tenant.business.id, code: 'CLEAR-20', ...more })
    const pay = (tenant: Tenant, body: object) =>
      desk.post('/payments', { mode: 'test', business: tenant.business.id, method: 'cash', ...body })

    it('adds extras with the tax of their kind, to a package, a customer or the business', async () => {
      const tenant = await waybill.newTenant()
      const { ids, quoteId } = await book(tenant, importAir())
      assert.partialDeepStrictEqual(await extra(tenant, { parcel_id: ids[0], quantity: 2, note: 'Apapa' }), {
        kind: 'clearance',
        parcel_id: ids[0],
        parcel_quote_id: quoteId,
        quantity: 2,
        unit_price: '85000.00',
        net: '170000.00',
        tax_percent: '7.5',
        tax: '12750.00',
        total: '182750.00',
        invoice_id: null,
      })
      const { charge_id } = await extra(tenant, { amount: '0.07' })
      const [charge] = await desk.get(`/charges?mode=test&business=${tenant.business.id}&waiting=true`)
      assert.partialDeepStrictEqual(charge, { charge_id, net: '0.07', tax: '0.01', total: '0.08' }, 'half a kobo is rounded up')
      assert.equal((await balanceOf(tenant)).balance, '182750.08')
      await desk.done(`/charges/${charge_id}/reverse`, { reason: 'Entered twice' })
      assertRejected(await desk.post(`/charges/${charge_id}/reverse`, { reason: 'Again' }), 'INVALID_TRANSITION')
      assert.equal((await balanceOf(tenant)).balance, '182750.00')
      assertRejected(await desk.post('/charges', { business: tenant.business.id, code: 'NONE' }), 'VALIDATION_FAILED')
    })

    it('taxes imports and not exports, if the tax rates say so', async () => {
      const tenant = await waybill.newTenant()
      await book(tenant, exportAir())
      const imported = await book(tenant, importAir())
      await play(tenant, imported.ids[0]!, 'receive', {})
      const { lines, taxes } = await issueAll(desk, tenant.business.id)
      assert.deepEqual(
        lines.map(({ tax_percent }: Json) => tax_percent),
        ['0', '7.5'],
      )
      assert.deepEqual(
        taxes.map(({ percent }: Json) => percent),
        ['0', '7.5'],
      )
    })

    it('discards a draft, and its charges wait again', async () => {
      const tenant = await waybill.newTenant()
      await extra(tenant)
      const { invoice } = await desk.done('/invoices', { mode: 'test', business: tenant.business.id })
      assert.partialDeepStrictEqual(invoice, { status: 'draft', number: null, total: '91375.00', open: '0.00' })
      assert.equal((await tenant.get(`/v1/invoices/${invoice.invoice_id}`)).status, 404, 'a draft is the operator’s own')
      assertRejected(await desk.post('/invoices', { mode: 'test', business: tenant.business.id }), 'INVALID_TRANSITION')
      assert.equal((await desk.done(`/invoices/${invoice.invoice_id}/discard`)).invoice.status, 'discarded')
      assertRejected(await desk.post(`/invoices/${invoice.invoice_id}/issue`), 'INVALID_TRANSITION')
      assert.equal((await issueAll(desk, tenant.business.id)).total, '91375.00')
    })

    it('allocates a payment by choice, refuses more than is owed unless confirmed, and the same transfer twice', async () => {
      const tenant = await waybill.newTenant()
      await extra(tenant)
      const invoice = await issueAll(desk, tenant.business.id)
      const invoices = [invoice.invoice_id]
      assertRejected(await pay(tenant, { amount: '91375.01', invoices }), 'INVOICE_NOT_OPEN')
      assertRejected(await pay(tenant, { amount: '5', method: 'transfer' }), 'VALIDATION_FAILED')
      const taken = await pay(tenant, { amount: '91375', method: 'transfer', reference: ' FT-9 ', invoices })
      assert.equal(taken.status, 201, taken.text)
      assert.partialDeepStrictEqual(taken.json.paid[0], { status: 'paid', open: '0.00' })
      assertRejected(await pay(tenant, { amount: '91375', method: 'transfer', reference: 'FT-9' }), 'PAYMENT_ALREADY_RECORDED')
      assertRejected(await pay(tenant, { amount: '91375', invoices }), 'INVOICE_NOT_OPEN')
      assert.equal((await pay(tenant, { amount: '1', invoices, confirm_overpayment: true })).status, 201)
      for (const amount of ['0', '-1', '1.001', '1e3', '', '10000000001'])
        assertRejected(await pay(tenant, { amount }), 'VALIDATION_FAILED')
    })

    it('a credit note for a paid invoice becomes credit, which can be refunded, but no more than that', async () => {
      const tenant = await waybill.newTenant()
      await extra(tenant)
      const invoice = await issueAll(desk, tenant.business.id)
      const { payment } = (await pay(tenant, { amount: '91375' })).json.payment
      const { paper } = await desk.done(`/invoices/${invoice.invoice_id}/credit`, { reason: 'Never cleared' })
      assert.partialDeepStrictEqual(paper, { status: 'void', paid: '0.00', open: '0.00', total: '91375.00' })
      assert.equal(paper.credit_notes[0].total, '91375.00')
      assert.equal((await balanceOf(tenant)).balance, '-91375.00')
      const refund = { amount: '91375.01', method: 'cash', reason: 'Given back' }
      assertRejected(await desk.post(`/payments/${payment.payment_id}/refund`, refund), 'INVALID_TRANSITION')
      await desk.done(`/payments/${payment.payment_id}/refund`, { ...refund, amount: '91375' })
      assert.partialDeepStrictEqual(await balanceOf(tenant), { balance: '0.00', credit: '0.00' })
      assertRejected(await desk.post(`/payments/${payment.payment_id}/reverse`, { reason: 'x' }), 'INVALID_TRANSITION')
      const types = (await tenant.get('/v1/events')).json.map(({ type }: Json) => type)
      assert.ok(types.includes('invoice.voided'))
    })

    it('credits single lines, and charges again the part that should still be billed', async () => {
      const tenant = await waybill.newTenant()
      const [first] = [await extra(tenant), await extra(tenant, { amount: '100' })]
      const invoice = await issueAll(desk, tenant.business.id)
      const body = { reason: 'Wrong note', charge_ids: [first.charge_id], charge_again: true }
      const { paper } = await desk.done(`/invoices/${invoice.invoice_id}/credit`, body)
      assert.partialDeepStrictEqual(paper, { status: 'issued', credited: '91375.00', open: '107.50' })
      assertRejected(await desk.post(`/invoices/${invoice.invoice_id}/credit`, body), 'INVALID_TRANSITION')
      assert.equal((await balanceOf(tenant)).balance, '91482.50')
      assert.equal((await issueAll(desk, tenant.business.id)).total, '91375.00')
    })

    it('reverses a payment that bounced: what it paid is owed again', async () => {
      const tenant = await waybill.newTenant()
      await extra(tenant)
      const invoice = await issueAll(desk, tenant.business.id)
      const taken = (await pay(tenant, { amount: '100000', method: 'card', reference: 'T-1' })).json
      const { payment_id } = taken.payment.payment
      await desk.done(`/payments/${payment_id}/reverse`, { reason: 'Bounced' })
      assert.partialDeepStrictEqual((await tenant.get(`/v1/invoices/${invoice.invoice_id}`)).json, { status: 'issued', paid: '0.00' })
      assert.partialDeepStrictEqual(await balanceOf(tenant), { balance: '91375.00', credit: '0.00' })
      assertRejected(await desk.post(`/payments/${payment_id}/reverse`, { reason: 'Again' }), 'INVALID_TRANSITION')
      assert.equal((await pay(tenant, { amount: '91375', method: 'card', reference: 'T-1' })).status, 201, 'the reference is free again')
      assert.equal((await tenant.get('/v1/events?type=payment.reversed')).json.length, 1)
    })

    it('a receipt undone after the invoice ends in a credit note and a new charge', async () => {
      const tenant = await waybill.newTenant()
      const { ids, quoteId } = await book(tenant, importAir(), { key: tenant.liveKey })
      const receipt = (weight: number) => desk.done('/receipts', { package_id: ids[0], weight, confirm: true })
      const undone = await receipt(20)
      const scope = { mode: 'live', business: tenant.business.id }
      const { invoice } = await desk.done('/invoices', scope)
      const { paper } = await desk.done(`/invoices/${invoice.invoice_id}/issue`)
      await desk.done(`/receipts/${undone.receipt.receipt_id}/undo`, { reason: 'Another parcel was on the scale' })
      const after = await desk.get(`/invoices/${paper.number}`)
      assert.partialDeepStrictEqual(after.paper, { status: 'void', total: paper.total, lines: paper.lines })
      assert.equal(after.paper.credit_notes[0].reason, 'Another parcel was on the scale')
      await receipt(10)
      const { total } = (await desk.done('/invoices', scope)).invoice
      const quote = (await tenant.get(`/v1/parcel_quotes/${quoteId}`, { key: tenant.liveKey })).json
      assert.equal(total, (Math.round(Number(quote.selected_rate.rate) * 107.5) / 100).toFixed(2))
      assert.equal((await desk.get(`/businesses/${tenant.business.id}/balance`)).balance, total)
    })

    it('charges a parcel that arrived without a booking once it has a price, and withdraws the charge when its receipt is undone', async () => {
      const tenant = await waybill.newTenant()
      const { address_suffix } = await newCustomer(tenant, { first_name: 'Ada', ...pickup }, { key: tenant.liveKey })
      const arrived = await desk.done('/receipts', { code: address_suffix, weight: 12, transport_mode: 'air', origin_country: 'CN' })
      const path = `/charges?business=${tenant.business.id}`
      const [charge] = await desk.get(path)
      assert.partialDeepStrictEqual(charge, {
        kind: 'freight',
        parcel_id: arrived.package.parcel_id,
        net: arrived.price.after,
        reversed_at: null,
      })
      await desk.done(`/receipts/${arrived.receipt.receipt_id}/undo`, { reason: 'Not ours' })
      assert.equal((await desk.get(path))[0].reverse_reason, 'Not ours')
      assert.equal((await desk.get(`/businesses/${tenant.business.id}/balance`)).balance, '0.00')
    })

    it('issues by the terms: per package at once, monthly when the month is over, with storage of goods that are still there', async () => {
      const [single, monthly] = [await waybill.newTenant(), await waybill.newTenant()]
      await desk.done(`/businesses/${single.business.id}/terms`, { invoicing: 'package', due_days: 3 })
      await desk.done(`/businesses/${monthly.business.id}/terms`, { invoicing: 'monthly', bill_to: 'business' })
      await book(single, exportAir())
      await book(single, exportAir())
      const halfSqm = importAir({ packages: [{ weight: 10, length: 100, width: 50, height: 40 }] })
      const { ids } = await book(monthly, halfSqm)
      await play(monthly, ids[0]!, 'receive', {})
      await chargeMonths(waybill.deps)
      await issueDue(waybill.deps)
      const issued = (await single.get('/v1/invoices')).json
      assert.equal(issued.length, 2)
      assert.equal(issued[0].due_date, '2027-03-06')
      assert.deepEqual((await monthly.get('/v1/invoices')).json, [])
      waybill.time.freeze(NOON + 29 * DAY_MS)
      await chargeMonths(waybill.deps)
      await chargeMonths(waybill.deps)
      await issueDue(waybill.deps)
      assert.deepEqual(
        (await monthly.get('/v1/invoices')).json.map(({ lines }: Json) => lines.map(({ kind }: Json) => kind)),
        [['freight', 'storage']],
        'the storage of March is on the invoice for March',
      )
      // The earlier session has expired by now.
      const later = await atDesk(waybill)
      const [storage] = await later.get(`/charges?mode=test&business=${monthly.business.id}&kind=storage`)
      assert.partialDeepStrictEqual(storage, { first_day: '2027-03-10', last_day: '2027-03-31', net: '5500.00' })
      await play(monthly, ids[0]!, 'depart')
      const [rest] = await later.get(`/charges?mode=test&business=${monthly.business.id}&kind=storage`)
      assert.partialDeepStrictEqual(rest, { first_day: '2027-04-01', last_day: '2027-04-01', net: '250.00' })
      waybill.time.freeze(NOON)
      desk = await atDesk(waybill)
    })

    it('bills the customer if the terms say so', async () => {
      const tenant = await waybill.newTenant()
      await desk.done(`/businesses/${tenant.business.id}/terms`, { bill_to: 'customer' })
      const { parcel_customer_id, address_suffix } = await newCustomer(tenant, { first_name: 'Ada', ...pickup })
      await extra(tenant, { customer_id: parcel_customer_id })
      await extra(tenant)
      const customer = `/v1/balance?customer=${parcel_customer_id}`
      assert.equal((await tenant.get(customer)).json.balance, '91375.00')
      assert.equal((await balanceOf(tenant)).balance, '182750.00')
      const { invoice } = await desk.done('/invoices', { mode: 'test', business: tenant.business.id, customer_id: parcel_customer_id })
      const { paper } = await desk.done(`/invoices/${invoice.invoice_id}/issue`)
      assert.partialDeepStrictEqual(paper, { buyer: { name: 'Ada' }, total: '91375.00', parcel_customer_id })
      assertRejected(await pay(tenant, { amount: '91375', invoices: [invoice.invoice_id] }), 'INVALID_TRANSITION')
      const ofPayer = async (payer: string) =>
        (await desk.get(`/invoices?mode=test&open=true&business=${tenant.business.id}&payer=${payer}`)).length
      assert.deepEqual([await ofPayer(parcel_customer_id), await ofPayer('business')], [1, 0])
      const debts = async (): Promise<Json[]> => (await desk.get(`/aged_debt?mode=test&business=${tenant.business.id}`)).debts
      const owing = async () => (await debts()).flatMap((debt) => (debt.open === '0.00' ? [] : debt.customer_identifier))
      assert.deepEqual(await owing(), [address_suffix])
      const taken = await pay(tenant, { amount: '91375', customer_id: parcel_customer_id })
      assert.equal(taken.status, 201)
      assert.equal(await ofPayer(parcel_customer_id), 0)
      const { number, payment_id } = taken.json.payment.payment
      assert.partialDeepStrictEqual((await desk.get(`/invoices/${invoice.invoice_id}`)).payments, [
        { payment_id, number, amount: '91375.00' },
      ])
      assert.equal((await desk.post(`/payments/${payment_id}/reverse`, { reason: 'Bounced' })).status, 200)
      assert.deepEqual((await desk.get(`/invoices/${invoice.invoice_id}`)).payments, [], 'it pays nothing any more')
      assert.equal((await pay(tenant, { amount: '91375', customer_id: parcel_customer_id })).status, 201)
      assert.equal((await tenant.get(customer)).json.balance, '0.00')
      assert.deepEqual(await owing(), [])
    })

    it('lists who owes what by age, and exports the journal in balance', async () => {
      const tenant = await waybill.newTenant()
      await extra(tenant)
      await issueAll(desk, tenant.business.id)
      const path = `?mode=test&business=${tenant.business.id}`
      waybill.time.freeze(NOON + 45 * DAY_MS)
      const later = await atDesk(waybill)
      const { debts } = await later.get(`/aged_debt${path}`)
      assert.partialDeepStrictEqual(debts[0], { open: '91375.00', invoices: 1, buckets: { current: '0.00', '31_60': '91375.00' } })
      assert.equal((await later.get(`/invoices${path}&overdue=true`)).length, 1)
      waybill.time.freeze(NOON)
      desk = await atDesk(waybill)
      const rows = (await desk.text(`/journal.csv${path}&from=2027-03-01&to=2027-03-31`)).trim().split('\n').slice(1)
      const cells = rows.map((row) => row.trim().split(','))
      assert.deepEqual(
        cells.map(([, date, , account, debit, credit, amount]) => [date, account, debit, credit, amount]),
        [
          ['2027-03-03', 'receivable', '85000.00', '', '85000.00'],
          ['2027-03-03', 'revenue:clearance', '', '85000.00', '-85000.00'],
          ['2027-03-03', 'receivable', '6375.00', '', '6375.00'],
          ['2027-03-03', 'tax', '', '6375.00', '-6375.00'],
        ],
      )
    })

    it('support only reads; the warehouse takes payments, and does not refund', async () => {
      const tenant = await waybill.newTenant()
      const [support, warehouse] = [await atDesk(waybill, 'support'), await atDesk(waybill, 'warehouse')]
      const cash = { mode: 'test', business: tenant.business.id, method: 'cash', amount: '100' }
      assert.equal((await support.post('/payments', cash)).status, 403)
      const { payment } = (await warehouse.done('/payments', cash)).payment
      const refund = { amount: '100', method: 'cash', reason: 'x' }
      assert.equal((await warehouse.post(`/payments/${payment.payment_id}/refund`, refund)).status, 403)
      assert.equal((await warehouse.post('/invoices/issue_due')).status, 403)
    })
  })
})
