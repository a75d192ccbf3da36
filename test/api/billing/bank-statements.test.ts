// Bank statements: the preview proposes invoices, a person confirms lines for import, and each line becomes a payment only once.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('bank statements', () => {
    let waybill: Waybill
    let desk: Desk
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const invoiceOf = async (name: string) => {
      const tenant = await waybill.newTenant({ name })
      await book(tenant, exportAir())
      return { tenant, invoice: await issueAll(desk, tenant.business.id) }
    }
    const preview = (csv: string, mapping?: object) =>
      desk.done('/bank_statements/preview', { mode: 'test', csv, ...(mapping ? { mapping } : {}) })

    it('are previewed with proposals; confirmed lines pay the invoices once, also when another file repeats them', async () => {
      const { tenant, invoice } = await invoiceOf('Harbour Traders')
      // In test mode each business numbers its own invoices. The statement line therefore names the business, and is matched by amount and
      // name.
      const csv = `Date,Narration,Reference,Credit\n16/11/2026,NIP HARBOUR TRADERS LTD,FT-1-${engine.name},"${invoice.total}"\n15/11/2026,CASH DEPOSIT,FT-2-${engine.name},250.00\n`
      const { mapping, lines, mistakes } = await preview(csv)
      assert.deepEqual(mistakes, [])
      assert.partialDeepStrictEqual(lines[0], {
        row: 2,
        date: '2026-11-16',
        amount: invoice.total,
        payment_id: null,
        proposals: [{ number: invoice.number, reason: 'amount_and_name', business_prefix: tenant.business.prefix }],
      })
      assert.deepEqual(lines[1].proposals, [])
      const { business_id, invoice_id } = lines[0].proposals[0]
      const confirmed = [
        { row: 2, business: business_id, invoices: [invoice_id] },
        { row: 3, business: tenant.business.prefix },
        { row: 9, business: business_id },
      ]
      const imported = await desk.done('/bank_statements/import', { mode: 'test', csv, mapping, lines: confirmed })
      assert.deepEqual(
        imported.results.map(({ row, outcome }: Json) => [row, outcome]),
        [
          [2, 'taken'],
          [3, 'taken'],
          [9, 'refused'],
        ],
      )
      assert.equal((await tenant.get(`/v1/invoices/${invoice.invoice_id}`)).json.status, 'paid')
      assert.equal((await tenant.get('/v1/balance')).json.credit, '250.00')
      const later = `Account,1\n${csv.replace('\n16/', '\n15/11/2026,OTHER,FT-0,1.00\n16/')}`
      const again = await desk.done('/bank_statements/import', {
        mode: 'test',
        csv: later,
        mapping,
        lines: [{ row: 4, business: business_id }],
      })
      assert.deepEqual(again.results[0], { ...imported.results[0], row: 4, outcome: 'imported_before' })
      assert.equal((await preview(later, mapping)).lines[1].payment_id, imported.results[0].payment_id)
      assert.equal((await tenant.get('/v1/payments')).json.length, 2)
    })

    it('match a transfer that was entered by hand, and do not pay it twice', async () => {
      const { tenant } = await invoiceOf('By Hand')
      const reference = `FT-HAND-${engine.name}`
      await desk.done('/payments', { mode: 'test', business: tenant.business.id, method: 'transfer', amount: '100', reference })
      const csv = `Date,Narration,Reference,Credit\n16/11/2026,x,${reference},100\n`
      const { mapping } = await preview(csv)
      const { results } = await desk.done('/bank_statements/import', {
        mode: 'test',
        csv,
        mapping,
        lines: [{ row: 2, business: tenant.business.id }],
      })
      assert.equal(results[0].outcome, 'refused')
      assert.match(results[0].message, /RCT-.* already has the reference/)
    })

    it('count once when two people import them at the same time', async () => {
      const { tenant, invoice } = await invoiceOf('Twice At Once')
      const csv = `Date,Narration,Credit\n16/11/2026,TWICE,${invoice.total}\n16/11/2026,TWICE,${invoice.total}\n`
      const { mapping } = await preview(csv)
      const lines = [2, 3].map((row) => ({ row, business: tenant.business.id }))
      const done = await Promise.all([1, 2, 3].map(() => desk.done('/bank_statements/import', { mode: 'test', csv, mapping, lines })))
      const outcomes = done.flatMap(({ results }) => results.map(({ outcome }: Json) => outcome)).sort()
      assert.deepEqual(outcomes, ['imported_before', 'imported_before', 'imported_before', 'imported_before', 'taken', 'taken'])
      assert.equal((await tenant.get('/v1/payments')).json.length, 2, 'two lines that are alike are two payments')
    })

    it('read each invoice from the store once, even if several lines name it', async () => {
      const { tenant, invoice } = await invoiceOf('Often Named')
      const csv = 'Date,Narration,Credit\n16/11/2026,x,1\n'
      const { mapping } = await preview(csv)
      const [rows, names] = [50, 100]
      const lines = Array.from({ length: rows }, (_, index) => ({
        row: 100 + index,
        business: tenant.business.id,
        invoices: Array.from({ length: names }, () => invoice.invoice_id),
      }))
      const { db } = waybill.deps
      const { query } = db
      let reads = 0
      db.query = (sql, params) => {
        if (/ from invoices /.test(sql)) reads += 1
        return query(sql, params)
      }
      const { results } = await desk.done('/bank_statements/import', { mode: 'test', csv, mapping, lines })
      db.query = query
      assert.equal(results.length, rows)
      assert.equal(reads, 1)
      const unknown = [{ row: 2, business: tenant.business.id, invoices: [invoice.invoice_id, 'INV-2026-999999'] }]
      assert.equal((await desk.post('/bank_statements/import', { mode: 'test', csv, mapping, lines: unknown })).status, 404)
    })

    it('name every mistake by row and column, and are for admins', async () => {
      const csv = 'When,What,In\n16.11.2026,x,"1.000,50"\n2026,x,1\n'
      const mapping = { date: 'When', description: 'What', credit: 'In', date_format: 'DD/MM/YYYY', decimal: 'comma' }
      const { lines, mistakes, columns } = await preview(csv, mapping)
      assert.deepEqual(columns, ['When', 'What', 'In'])
      assert.deepEqual(
        [lines[0].amount, mistakes],
        ['1000.50', [{ row: 3, column: 'When', message: 'must be a date such as DD/MM/YYYY, not "2026"' }]],
      )
      assert.equal((await preview(csv)).mapping, null)
      const warehouse = await atDesk(waybill, 'warehouse')
      assert.equal((await warehouse.post('/bank_statements/preview', { csv })).status, 403)
    })
  })
})
