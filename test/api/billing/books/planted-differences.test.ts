// Rows that were changed by hand: the check of the ledger tells each difference in a sentence with number, amounts and payer.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../../src/flows/billing/verify-ledger.ts'
import type { Value } from '../../../../src/platform/engine/db.ts'
import type { Desk } from '../../../support/calls/billing-calls.ts'
import { atDesk } from '../../../support/calls/billing-calls.ts'
import { newCustomer, pickup } from '../../../support/calls/package-calls.ts'
import type { Json } from '../../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../../support/engine/engines.ts'
import type { Waybill } from '../../../support/server/waybill.ts'
import { startWaybill } from '../../../support/server/waybill.ts'

type Row = Record<string, Value>
type Books = {
  payer: string
  business: string
  invoice: Json
  written: Json
  opening: Json
  payment: Json
  note: Json
  certificate: Json
  count: Json
}

/** The rows of a table, the change of one of them by hand, and the sentence that it must lead to. */
type Planted = { what: string; table: string; where: string; change: ((row: Row) => Row) | 'deleted'; told: (books: Books) => RegExp }

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const sentence = (...parts: string[]): RegExp => new RegExp(parts.map(literal).join('.*'))
const more = (column: string) => (row: Row) => ({ [column]: Number(row[column]) + 700 })
const paperWith =
  (change: (line: Json) => Json) =>
  ({ paper }: Row): Row => {
    const { lines, ...rest } = JSON.parse(paper as string)
    return { paper: JSON.stringify({ ...rest, lines: lines.map((line: Json, index: number) => (index === 0 ? change(line) : line)) }) }
  }

const PLANTED: Planted[] = [
  {
    what: 'the amount of an entry',
    table: 'ledger_entries',
    where: `source_type = 'payment' and amount_kobo = 1025000`,
    change: more('amount_kobo'),
    told: ({ payment, payer }) =>
      sentence(
        'wrong entry for payment',
        payment.number,
        'expected NGN 10250.00 (debit cash:cash, credit credit)',
        payer,
        'found NGN 10257.00',
        'Next: ',
      ),
  },
  {
    what: 'the payer of an entry',
    table: 'ledger_entries',
    where: `source_type = 'write_off'`,
    change: () => ({ payer_id: null }),
    told: ({ written, payer, business }) =>
      sentence('wrong entry for write-off of invoice', written.number, 'NGN 500.00', `payer ${payer}`, `payer ${business}`),
  },
  {
    what: 'a missing entry',
    table: 'ledger_entries',
    where: `source_type = 'credit_note' and position = 0`,
    change: 'deleted',
    told: ({ note, invoice, payer }) =>
      sentence('no entry for credit note', note.number, `on invoice ${invoice.number}`, 'expected NGN 2000.00', payer, 'found nothing'),
  },
  {
    what: 'a printed line of an invoice',
    table: 'invoices',
    where: `number like 'TEST-INV-%000001'`,
    change: paperWith((line) => ({ ...line, netKobo: line.netKobo - 100, taxKobo: line.taxKobo + 100 })),
    told: ({ invoice, payer }) =>
      sentence(
        `The invoice ${invoice.number} of ${payer}`,
        'NGN 20000.00 net and NGN 1500.00 tax',
        'expected NGN 19999.00 net and NGN 1501.00 tax by its printed lines',
      ),
  },
  {
    what: 'two printed lines with the same sum',
    table: 'invoices',
    where: `number like 'TEST-INV-%000001'`,
    change: ({ paper }) => {
      const { lines, ...rest } = JSON.parse(paper as string)
      const moved = [lines[0].netKobo - 100, lines[1].netKobo + 100]
      return { paper: JSON.stringify({ ...rest, lines: lines.map((line: Json, index: number) => ({ ...line, netKobo: moved[index] })) }) }
    },
    told: ({ invoice, payer }) =>
      sentence(
        `The invoice ${invoice.number} of ${payer}`,
        'line "Repacking, customer',
        'NGN 9999.00 net and NGN 750.00 tax; expected NGN 10000.00 net',
      ),
  },
  {
    what: 'what an invoice says is paid',
    table: 'invoices',
    where: `number like 'TEST-INV-%000002'`,
    change: more('paid_kobo'),
    told: ({ written, payer }) =>
      sentence(`The invoice ${written.number} of ${payer} says paid: NGN 7.00; expected NGN 0.00 by payments used for it`),
  },
  {
    what: 'a charge',
    table: 'charges',
    where: `net_kobo = 1000000 and payer_id is not null`,
    change: more('net_kobo'),
    told: ({ invoice, payer }) => sentence('The invoice', invoice.number.slice(0, -6), `of ${payer}`, 'by its charges'),
  },
  {
    what: 'tax that was withheld',
    table: 'withheld_taxes',
    where: '1 = 1',
    change: more('amount_kobo'),
    told: ({ payment, payer }) =>
      sentence(`The payment ${payment.number} of ${payer} says withheld: NGN 500.00; expected NGN 507.00 by its claims`),
  },
  {
    what: 'tax that is certified',
    table: 'withheld_taxes',
    where: '1 = 1',
    change: (row) => ({ certified_kobo: Number(row.certified_kobo) - 700 }),
    told: ({ invoice, payer }) =>
      sentence(
        `The tax of NGN 500.00 withheld from invoice ${invoice.number} of ${payer} says certified: NGN 293.00; expected NGN 300.00 by its certificates`,
      ),
  },
  {
    what: 'the shares of a certificate',
    table: 'withholding_certificates',
    where: '1 = 1',
    change: ({ shares }) => ({ shares: JSON.stringify(JSON.parse(shares as string).map((each: Json) => ({ ...each, amountKobo: 100 }))) }),
    told: ({ certificate, payer }) =>
      sentence(
        `The certificate ${certificate.number} of ${payer} says certified: NGN 300.00; expected NGN 1.00 by the claims that it covers`,
      ),
  },
  {
    what: 'an opening balance',
    table: 'charges',
    where: `kind = 'opening_balance'`,
    change: more('net_kobo'),
    told: ({ opening, payer }) =>
      sentence(`The invoice ${opening.number} of ${payer} says its total: NGN 5000.00; expected NGN 5007.00 by its charges`),
  },
  {
    what: 'the entry of an opening balance',
    table: 'ledger_entries',
    where: `source_type = 'opening_balance'`,
    change: more('amount_kobo'),
    told: ({ opening, payer }) =>
      sentence(
        `charge "Opening balance" on invoice ${opening.number}`,
        'expected NGN 5000.00 (debit receivable, credit opening)',
        payer,
        'found NGN 5007.00',
      ),
  },
  {
    what: 'a write-off',
    table: 'write_offs',
    where: '1 = 1',
    change: more('amount_kobo'),
    told: ({ written, payer }) =>
      sentence(`The invoice ${written.number} of ${payer} says written off: NGN 500.00; expected NGN 507.00 by its write-offs`),
  },
  {
    what: 'what a till should hold',
    table: 'cash_counts',
    where: '1 = 1',
    change: (row) => ({ ...more('expected_kobo')(row), reason: 'Too much change' }),
    told: ({ count }) =>
      sentence(
        `The count of the till of`,
        `(${count.cash_count_id}) says expected: NGN 10257.00; expected NGN 10250.00 by its payments, refunds and reversals`,
      ),
  },
  {
    what: 'a payment that a till has counted',
    table: 'cash_count_items',
    where: '1 = 1',
    change: 'deleted',
    told: ({ count }) => sentence(`(${count.cash_count_id}) says that it counts 1 payments`, 'NGN 10250.00; found 0 over NGN 0.00'),
  },
  {
    what: 'a part that a credit note took',
    table: 'credit_notes',
    where: '1 = 1',
    change: paperWith((line) => ({ ...line, netKobo: line.netKobo + 700 })),
    told: ({ note, invoice, payer }) =>
      sentence(
        `The credit note ${note.number} for invoice ${invoice.number} of ${payer} says its total: NGN 2150.00; expected NGN 2157.00 by its printed lines`,
      ),
  },
  {
    what: 'the total of a credit note',
    table: 'credit_notes',
    where: '1 = 1',
    change: (row) => ({ net_kobo: Number(row.net_kobo) + 700, tax_kobo: Number(row.tax_kobo) - 700 }),
    told: ({ note }) =>
      sentence(`The credit note ${note.number}`, 'NGN 2007.00 net and NGN 143.00 tax; expected NGN 2000.00 net and NGN 150.00 tax'),
  },
]

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

    /** Changes the rows, runs the work, and restores them. */
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
          // Tokens of documents help to find them. A payer is named.
          assert.doesNotMatch(found[0]!, /pcus_|biz_|undefined|null/, planted.what)
        })
        assert.deepEqual(await told(), [], `${planted.what} is restored`)
      }
    })
  })
})

/** A payer with an invoice that is paid with withheld tax and credited in part, a write-off, an opening balance, and a counted till. */
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
