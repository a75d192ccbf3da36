// If rows are changed directly in the database, the ledger check reports each difference in a sentence with the document, the amounts and the payer.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../../support/calls/billing-calls.ts'
import { atDesk } from '../../../support/calls/billing-calls.ts'
import { newCustomer, pickup } from '../../../support/calls/package-calls.ts'
import type { Json } from '../../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../../support/engine/engines.ts'
import type { Books, Planted, Row } from '../../../support/samples/planted-differences.ts'
import { PLANTED } from '../../../support/samples/planted-differences.ts'
import type { Waybill } from '../../../support/server/waybill.ts'
import { startWaybill } from '../../../support/server/waybill.ts'

forEachEngine((engine) => {
  describe('differences that were planted by hand', () => {
    let waybill: Waybill
    let desk: Desk
    let books: Books
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
      books = await record(waybill, desk)
    })
    after(() => waybill.close())

    const told = async (): Promise<string[]> => (await verifyLedger(waybill.deps)).faults.map(({ difference }) => difference)

    /** Changes or deletes the rows that match `where`, runs `work`, and restores the rows. */
    const planting = async ({ table, where, change }: Planted, work: () => Promise<void>): Promise<void> => {
      const { db } = waybill.deps
      const rows = await db.query<Row>(`select * from ${table} where ${where}`)
      assert.ok(rows.length > 0, `${table} where ${where} has rows`)
      const write = async (row: Row, columns: Row): Promise<void> => {
        const keys = Object.entries(row).filter(([, value]) => value !== null)
        const names = Object.keys(columns)
        const set = names.map((name, index) => `${name} = $${index + 1}`).join(', ')
        const same = keys.map(([name], index) => `${name} = $${names.length + index + 1}`).join(' and ')
        const params = [...Object.values(columns), ...keys.map(([, value]) => value)]
        assert.equal(await db.execute(`update ${table} set ${set} where ${same}`, params), 1)
      }
      for (const row of rows) {
        if (change !== 'deleted') await write(row, change(row))
        else await db.execute(`delete from ${table} where ${where}`, [])
      }
      try {
        await work()
      } finally {
        for (const row of rows) {
          if (change !== 'deleted')
            await write({ ...row, ...change(row) }, Object.fromEntries(Object.keys(change(row)).map((name) => [name, row[name]!])))
          else {
            const places = Object.keys(row).map((_, index) => `$${index + 1}`)
            await db.execute(`insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')})`, Object.values(row))
          }
        }
      }
    }

    it('are none before, and each is told with number, amounts and payer', async () => {
      assert.deepEqual(await told(), [])
      for (const planted of PLANTED) {
        await planting(planted, async () => {
          const found = await told()
          assert.equal(found.length, 1, `${planted.what}: ${found.join('\n')}`)
          assert.match(found[0]!, planted.told(books), planted.what)
          assert.match(found[0]!, /\. Next: .*\.$/, planted.what)
          // The sentence must name payers by their names, never by the ids of customers (`pcus_`) or businesses (`biz_`).
          assert.doesNotMatch(found[0]!, /pcus_|biz_|undefined|null/, planted.what)
        })
        assert.deepEqual(await told(), [], `${planted.what} is restored`)
      }
    })
  })
})

/**
 * Creates sample books of one payer: an invoice paid with withheld tax and credited in part, a write-off, an opening balance, and a counted
 * till.
 */
const record = async (waybill: Waybill, desk: Desk): Promise<Books> => {
  const cashier = await atDesk(waybill, 'cashier')
  const tenant = await waybill.newTenant({ name: 'Planted Traders' })
  const scope = { mode: 'test', business: tenant.business.id }
  await desk.done('/price_list', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '10000' })
  await desk.done('/tax_rates', { kind: 'repacking', percent: '7.5' })
  await desk.done(`/businesses/${tenant.business.id}/terms`, { bill_to: 'customer' })
  const customer = await newCustomer(tenant, { ...pickup, first_name: 'Payer', last_name: 'Sample' })
  const of = { ...scope, customer_id: customer.parcel_customer_id }
  const details = { mode: 'test', customer_id: customer.parcel_customer_id, withholding: [{ kind: 'repacking', percent: '5' }] }
  const set = await desk.call('PUT', `/ops/v1/businesses/${tenant.business.id}/tax_details`, details)
  assert.equal(set.status, 200, set.text)
  const invoiced = async (count: number): Promise<Json> => {
    for (let made = 0; made < count; made++) await desk.done('/charges', { ...of, code: 'PACK' })
    const { invoice } = await desk.done('/invoices', of)
    return (await desk.done(`/invoices/${invoice.invoice_id}/issue`)).paper
  }
  const invoice = await invoiced(2)
  const paid = { ...of, method: 'cash', amount: '10250', withheld: '500', invoices: [invoice.invoice_id] }
  const { payment } = (await cashier.done('/payments', paid)).payment
  const certificate = await desk.done('/withholding_certificates', {
    ...of,
    number: 'WHT-1',
    issued_on: payment.receipt_date,
    amount: '300',
  })
  const lines = [{ charge_id: invoice.lines[0].charge_id, amount: '2150' }]
  const credited = await desk.done(`/invoices/${invoice.invoice_id}/credit`, { reason: 'Damaged', lines })
  const written = await invoiced(1)
  await desk.done(`/invoices/${written.invoice_id}/write_off`, { amount: '500', reason: 'Bankrupt' })
  const { invoice: opening } = await desk.done('/opening_balances', { ...of, amount: '5000', as_of: payment.receipt_date })
  const count = await cashier.done('/cash_counts', { mode: 'test', counted: '10250' })
  const payer = `Payer Sample (${customer.address_suffix})`
  return {
    payer,
    business: 'Planted Traders',
    invoice,
    written,
    opening,
    payment,
    note: credited.paper.credit_notes[0],
    certificate,
    count,
  }
}
