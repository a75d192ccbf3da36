// A payment at the counter for a parcel pays the parcel's charges and invoices them in the same step. Other debts are paid only if the request names them.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { newCustomer, pickup, play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import type { Booking } from '../../support/calls/receiving-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const chargesOf = (due: Json): string[] => due.own.charges.map(({ charge_id }: Json) => charge_id)

forOneEngine((engine) => {
  describe('a payment for a parcel', () => {
    let waybill: Waybill
    let [admin, till]: Desk[] = []
    before(async () => {
      waybill = await startWaybill(engine)
      ;[admin, till] = [await atDesk(waybill), await atDesk(waybill, 'cashier')]
      await admin!.done('/tax_rates', { kind: 'freight', percent: '7.5' })
      await admin!.done('/price_list', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '1500' })
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })
    const due = (of: string): Promise<Json> => till!.get(`/due?mode=test&of=${of}`)
    const pay = (tenant: Tenant, body: object) =>
      till!.post('/payments', { mode: 'test', business: tenant.business.id, method: 'cash', ...body })
    const paid = async (tenant: Tenant, body: object): Promise<Json> => {
      const answer = await pay(tenant, body)
      assert.equal(answer.status, 201, answer.text)
      return answer.json
    }
    const owed = async (id: string): Promise<string> => (await till!.get(`/packages/${id}/owed`)).owed
    const numbers = (debts: Json): string[] => debts.invoices.map(({ number }: Json) => number)

    it('right after a booking asks for its price with tax, and pays it although the payer has an older debt', async () => {
      const tenant = await waybill.newTenant()
      await book(tenant, exportAir())
      const older = await issueAll(admin!, tenant.business.id)
      const { ids, quote } = await book(tenant, exportAir())
      const asked = await due(ids[0]!)
      assert.equal(asked.due, quote.estimated_total.toFixed(2))
      assert.partialDeepStrictEqual(asked, { estimate: null, credit: '0.00', own: { charges: [{ total: asked.due }], invoices: [] } })
      assert.deepEqual(numbers(asked.others), [older.number])
      const taken = await paid(tenant, { amount: asked.due, debts: chargesOf(asked) })
      assert.deepEqual([taken.paid.length, taken.paid[0].status, taken.paid[0].lines[0].parcel_id], [1, 'paid', ids[0]])
      assert.deepEqual([await owed(ids[0]!), taken.payment.payment.credit], ['0.00', '0.00'])
      assert.equal((await tenant.get(`/v1/invoices/${older.invoice_id}`)).json.status, 'issued')
      assert.partialDeepStrictEqual(await due(ids[0]!), { due: '0.00', own: { charges: [], invoices: [] } })
    })

    it('shows the part of an invoice that a parcel owes, and pays other debts after it, in the order named', async () => {
      const tenant = await waybill.newTenant()
      const [one, two] = [await book(tenant, exportAir()), await book(tenant, exportAir())]
      const both = await issueAll(admin!, tenant.business.id)
      const three = await book(tenant, exportAir())
      const asked = await due(one.ids[0]!)
      assert.deepEqual([asked.own.invoices[0].open, asked.due], [both.total, one.quote.estimated_total.toFixed(2)])
      assert.deepEqual(chargesOf({ own: asked.others }).length, 1, 'the third parcel is another debt')
      const last = await due(three.ids[0]!)
      const taken = await paid(tenant, { amount: (Number(last.due) + 100).toFixed(2), debts: [...chargesOf(last), both.invoice_id] })
      assert.deepEqual(
        taken.paid.map(({ status }: Json) => status),
        ['paid', 'part_paid'],
      )
      assert.equal(await owed(three.ids[0]!), '0.00')
      assert.notEqual(await owed(two.ids[0]!), '0.00')
    })

    it('for a customer who pays covers all that the customer owes, invoiced or not, in one receipt', async () => {
      const tenant = await waybill.newTenant()
      await admin!.done(`/businesses/${tenant.business.id}/terms`, { bill_to: 'customer' })
      const customer = await newCustomer(tenant, { first_name: 'Sample', last_name: 'Trader', ...pickup })
      const bookings: Booking[] = []
      for (let n = 0; n < 2; n++) {
        bookings.push(await book(tenant, importAir({ parcel_customer_token: customer.parcel_customer_id })))
        await play(tenant, bookings[n]!.ids[0]!, 'receive', {})
      }
      const extra = await admin!.done('/charges', {
        mode: 'test',
        business: tenant.business.id,
        customer_id: customer.parcel_customer_id,
        code: 'PACK',
      })
      const asked = await due(customer.parcel_customer_id)
      const sum = bookings.reduce((total, { quote }) => total + quote.estimated_total, Number(extra.total))
      assert.deepEqual([asked.due, asked.payer_name, asked.own.charges.length], [sum.toFixed(2), 'Sample Trader', 3])
      const ofParcel = await due(bookings[0]!.ids[0]!)
      assert.deepEqual([ofParcel.parcel_customer_id, ofParcel.own.charges.length], [customer.parcel_customer_id, 1])
      const payer = { customer_id: customer.parcel_customer_id }
      assertRejected(await pay(tenant, { amount: asked.due, debts: chargesOf(asked) }), 'INVALID_TRANSITION')
      const { paid: invoices } = await paid(tenant, { ...payer, amount: asked.due, debts: chargesOf(asked) })
      assert.deepEqual([invoices.length, invoices[0].status, invoices[0].lines.length], [1, 'paid', 3])
    })

    it('that has no charge yet shows the price of its booking; a payment ahead is credit, which lowers what is due', async () => {
      const tenant = await waybill.newTenant()
      const { ids, quote } = await book(tenant, importAir())
      const before = await due(ids[0]!)
      assert.deepEqual([before.due, before.estimate], ['0.00', quote.estimated_total.toFixed(2)])
      await paid(tenant, { amount: '1000' })
      await play(tenant, ids[0]!, 'receive', {})
      const asked = await due(ids[0]!)
      assert.deepEqual([asked.credit, asked.due, asked.estimate], ['1000.00', (quote.estimated_total - 1000).toFixed(2), null])
      const { paid: invoices, payment } = await paid(tenant, { amount: asked.due, debts: chargesOf(asked) })
      assert.deepEqual([invoices[0].status, payment.payment.credit], ['paid', '0.00'])
    })

    it('is refused whole: nothing is invoiced if it is too much, or for a charge that is taken back, drafted, paid or unknown', async () => {
      const tenant = await waybill.newTenant()
      const { ids } = await book(tenant, exportAir())
      const asked = await due(ids[0]!)
      const debts = chargesOf(asked)
      assertRejected(await pay(tenant, { amount: (Number(asked.due) + 0.01).toFixed(2), debts }), 'INVOICE_NOT_OPEN')
      assert.equal((await pay(tenant, { amount: '1', debts: ['chg_01kqn2x4t8e6nvd0t2d5c1yq7w'] })).status, 404)
      const extra = await admin!.done('/charges', { parcel_id: ids[0], code: 'PACK' })
      await admin!.done(`/charges/${extra.charge_id}/reverse`, { reason: 'Not repacked' })
      assertRejected(await pay(tenant, { amount: '1', debts: [...debts, extra.charge_id] }), 'INVALID_TRANSITION')
      assert.deepEqual((await tenant.get('/v1/invoices')).json, [])
      const { invoice } = await admin!.done('/invoices', { mode: 'test', business: tenant.business.id })
      assertRejected(await pay(tenant, { amount: '1', debts }), 'INVALID_TRANSITION')
      await admin!.done(`/invoices/${invoice.invoice_id}/issue`)
      await paid(tenant, { amount: asked.due, debts })
      assertRejected(await pay(tenant, { amount: '1', debts }), 'INVOICE_NOT_OPEN')
    })

    it('names debts or invoices, not both, and at least one debt', async () => {
      const tenant = await waybill.newTenant()
      const { ids } = await book(tenant, exportAir())
      const { number, invoice_id } = await issueAll(admin!, tenant.business.id)
      const debts = chargesOf(await due((await book(tenant, exportAir())).ids[0]!))
      assert.equal((await pay(tenant, { amount: '1', debts, invoices: [invoice_id] })).status, 422)
      assert.equal((await pay(tenant, { amount: '1', debts: [] })).status, 422)
      assert.deepEqual(numbers((await due(ids[0]!)).own), [number])
    })

    it('without a price says that details are missing, not that nothing is owed', async () => {
      const tenant = await waybill.newTenant()
      const { address_suffix: code } = await newCustomer(tenant, pickup)
      const { package: parcel } = await admin!.done('/receipts', { mode: 'test', code, weight: 3 })
      assert.partialDeepStrictEqual(await due(parcel.parcel_id), { due: '0.00', estimate: null, is_unpriced: true })
      const { ids } = await book(tenant, exportAir())
      assert.equal((await due(ids[0]!)).is_unpriced, false)
    })

    it('is read with the invoices that it pays, its refunds, and the name of who recorded it', async () => {
      const tenant = await waybill.newTenant()
      await book(tenant, exportAir())
      const { invoice_id, number, total } = await issueAll(admin!, tenant.business.id)
      const amount = (Number(total) + 500).toFixed(2)
      const { payment: id } = (await paid(tenant, { amount, invoices: [invoice_id], confirm_overpayment: true })).payment
      const path = `/payments/${id.payment_id}`
      assert.partialDeepStrictEqual(await till!.get(path), {
        taken_by_name: 'Sample cashier',
        pays: [{ invoice_id, number, amount: total }],
        refunds: [],
      })
      await admin!.done(`${path}/refund`, { amount: '200', method: 'cash', reason: 'Too much' })
      await admin!.done(`/invoices/${invoice_id}/credit`, { reason: 'Never shipped' })
      const after = await till!.get(path)
      assert.deepEqual(after.pays, [])
      assert.partialDeepStrictEqual(after.refunds, [{ amount: '200.00', method: 'cash', reference: null, reason: 'Too much' }])
    })

    it('sent twice at once is taken once', async () => {
      const tenant = await waybill.newTenant()
      const { ids } = await book(tenant, exportAir())
      const asked = await due(ids[0]!)
      const both = await Promise.all([1, 2].map(() => pay(tenant, { amount: asked.due, debts: chargesOf(asked) })))
      assert.deepEqual(both.map(({ status }) => status).sort(), [201, 422])
      assert.equal((await tenant.get('/v1/balance')).json.balance, '0.00')
    })
  })
})
