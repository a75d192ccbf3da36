// Data for a tax return: the tax category of each charge, the tax report of a period, the tax accounts, and invoices as UBL files.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll, SELLER } from '../../support/calls/billing-calls.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote } from '../../support/calls/quote-calls.ts'
import { withholdingCalls } from '../../support/calls/withholding-calls.ts'
import { pdfPages } from '../../support/document/pdf-pages.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { all, faultsOf, readXml, text } from '../../support/models/en16931.ts'
import { exportAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const NOW = Date.UTC(2026, 10, 18, 12)
const BANK = { bank_name: 'Sample Bank', account_name: 'Sample Freight', account_number: '0123456789' }

forOneEngine((engine) => {
  describe('tax that a return needs', () => {
    let waybill: Waybill
    let desk: Desk
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(NOW)
      desk = await atDesk(waybill)
      const { has_none_of: _none, ...seller } = SELLER
      const { status } = await desk.call('PUT', '/ops/v1/operator', { ...seller, email: 'books@example.com', bank: BANK })
      assert.equal(status, 200)
      tenant = await waybill.newTenant()
      for (const [code, kind] of [
        ['PACK', 'repacking'],
        ['CLEAR', 'clearance'],
        ['INSURE', 'insurance'],
        ['FEE', 'other'],
      ])
        await desk.done('/price_list', { code, name: code, kind, amount: '100.07' })
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      assert.deepEqual((await verifyAudit(waybill.deps)).breaks, [])
      await waybill.close()
    })

    const rate = (body: object) => desk.post('/tax_rates', body)
    const reportOf = (business: string, from = '2026-11-01', to = '2026-11-30'): Promise<Json> =>
      desk.get(`/tax_report?mode=test&business=${business}&from=${from}&to=${to}`)
    const fileOf = async (path: string, headers: Record<string, string> = desk.headers): Promise<string> => {
      const answer = await fetch(`${waybill.url}${path}`, { headers })
      assert.equal(answer.status, 200, path)
      return answer.text()
    }

    it('has a category by kind and direction: standard, zero or exempt with a reason, or outside the scope', async () => {
      const bad: [body: object, message: RegExp][] = [
        [{ kind: 'insurance', percent: '0', category: 'exempt' }, /reason is required/],
        [{ kind: 'freight', percent: '0', category: 'zero', reason: ' ' }, /reason is required/],
        [{ kind: 'freight', percent: '5', category: 'zero', reason: 'Export' }, /percent must be 0/],
        [{ kind: 'freight', percent: '0', category: 'standard' }, /percent must be above 0/],
        [{ kind: 'freight', percent: '7.5', reason: 'Why' }, /reason is for/],
        [{ kind: 'freight', percent: '7.5', category: 'reduced' }, /category/],
      ]
      for (const [body, message] of bad) {
        const answer = await rate(body)
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.match(answer.json.errors.join(), message)
      }
      assert.deepEqual(await desk.get('/tax_rates'), [])
      const set: object[] = [
        { kind: 'repacking', percent: '7.5' },
        { kind: 'insurance', percent: '0', category: 'exempt', reason: 'Insurance premium' },
        { kind: 'clearance', percent: '0', category: 'outside' },
        { kind: 'freight', direction: 'export', percent: '0', category: 'zero', reason: 'Exported service' },
      ]
      for (const body of set) assert.equal((await rate(body)).status, 201)
      for (const code of ['PACK', 'INSURE', 'CLEAR', 'FEE'])
        await desk.done('/charges', { mode: 'test', business: tenant.business.id, code })
      const charges: Json[] = await desk.get(`/charges?mode=test&business=${tenant.business.id}`)
      assert.deepEqual(charges.map(({ kind, tax_category, tax_reason, tax }) => [kind, tax_category, tax_reason, tax]).sort(), [
        ['clearance', 'outside', null, '0.00'],
        ['insurance', 'exempt', 'Insurance premium', '0.00'],
        ['other', 'zero', null, '0.00'],
        ['repacking', 'standard', null, '7.51'],
      ])
    })

    it('is on the invoice by category, with the tax number of the buyer', async () => {
      const details = { mode: 'test', tax_number: '99887766-0001', withholding: [] }
      assert.equal((await desk.call('PUT', `/ops/v1/businesses/${tenant.business.id}/tax_details`, details)).status, 200)
      const invoice = await issueAll(desk, tenant.business.id)
      assert.equal(invoice.buyer.tax_number, '99887766-0001')
      assert.deepEqual(
        invoice.taxes.map(({ category, percent, reason, net, tax }: Json) => [category, percent, reason, net, tax]),
        [
          ['zero', '0', null, '100.07', '0.00'],
          ['exempt', '0', 'Insurance premium', '100.07', '0.00'],
          ['outside', '0', null, '100.07', '0.00'],
          ['standard', '7.5', null, '100.07', '7.51'],
        ],
      )
      const pdf = await fetch(`${waybill.url}/ops/v1/invoices/${invoice.invoice_id}/invoice.pdf`, { headers: desk.headers })
      const [page] = await pdfPages(new Uint8Array(await pdf.arrayBuffer()))
      for (const words of ['Tax number 99887766-0001', 'Exempt (Insurance premium) on 100.07', 'Outside the scope of tax on 100.07'])
        assert.ok(page!.includes(words), words)
    })

    it('is reported by category, rate and direction: invoices of the period less its credit notes', async () => {
      const other = await waybill.newTenant()
      await bookedQuote(other, exportAir())
      for (const code of ['PACK', 'PACK', 'INSURE']) await desk.done('/charges', { mode: 'test', business: other.business.id, code })
      const { invoice_id: id, lines } = await issueAll(desk, other.business.id)
      const freight = lines.find(({ kind }: Json) => kind === 'freight')
      const packed = lines.find(({ kind }: Json) => kind === 'repacking')
      await desk.done(`/invoices/${id}/credit`, { reason: 'Not done', lines: [{ charge_id: packed.charge_id, amount: '53.79' }] })
      await desk.done('/charges', { mode: 'test', business: other.business.id, code: 'PACK' })
      await desk.done('/opening_balances', { mode: 'test', business: other.business.id, amount: '5000', as_of: '2026-11-01' })
      const report = await reportOf(other.business.id)
      assert.deepEqual(
        report.rows.map((row: Json) => [
          row.category,
          row.percent,
          row.direction,
          row.reason,
          row.invoiced_net,
          row.credited_net,
          row.net,
          row.tax,
        ]),
        [
          ['standard', '7.5', null, null, '200.14', '50.03', '150.11', '11.26'],
          ['zero', '0', 'export', 'Exported service', freight.net, '0.00', freight.net, '0.00'],
          ['exempt', '0', null, 'Insurance premium', '100.07', '0.00', '100.07', '0.00'],
        ],
      )
      assert.deepEqual([report.tax, report.not_invoiced_tax], ['11.26', '7.51'])
      const csv = await fileOf(`/ops/v1/tax_report.csv?mode=test&business=${other.business.id}&from=2026-11-01&to=2026-11-30`)
      const [header, first] = csv.replace('\uFEFF', '').split('\n')
      assert.equal(header, 'category,percent,direction,reason,invoiced_net,invoiced_tax,credited_net,credited_tax,net,tax')
      assert.equal(first, 'standard,7.5,,,200.14,15.02,50.03,3.76,150.11,11.26')
      assert.deepEqual((await reportOf(other.business.id, '2026-10-01', '2026-10-31')).rows, [])
      for (const days of [
        ['2026-11-30', '2026-11-01'],
        ['2026-02-30', '2026-11-01'],
        ['2024-01-01', '2026-11-01'],
      ])
        assertRejected(await desk.call('GET', `/ops/v1/tax_report?mode=test&from=${days[0]}&to=${days[1]}`), 'VALIDATION_FAILED')
    })

    it('has accounts of its own by direction of trade', async () => {
      const other = await waybill.newTenant()
      await rate({ kind: 'storage', direction: 'export', percent: '10' })
      await rate({ kind: 'freight', direction: 'export', percent: '5' })
      await bookedQuote(other, exportAir())
      await desk.done('/charges', { mode: 'test', business: other.business.id, code: 'PACK' })
      const { invoice_id: id, lines } = await issueAll(desk, other.business.id)
      const freight = lines.find(({ kind }: Json) => kind === 'freight')
      const sums = await withholdingCalls(waybill, desk, desk).journalOf(other)
      assert.partialDeepStrictEqual(sums, { 'tax:export': -Number(freight.tax), tax: -7.51 })
      const discounted = await desk.done(`/invoices/${id}/credit`, { reason: 'Regular', amount: '1050', discount: true })
      const [note] = discounted.paper.credit_notes
      const tax = (await withholdingCalls(waybill, desk, desk).journalOf(other))['tax:export']!
      assert.ok(-tax < Number(freight.tax), 'a discount takes its share')
      await desk.done(`/credit_notes/${note.credit_note_id}/withdraw`, { reason: 'By mistake' })
      assert.partialDeepStrictEqual(await withholdingCalls(waybill, desk, desk).journalOf(other), sums)
      await issueAll(desk, other.business.id)
      assert.equal((await reportOf(other.business.id)).rows[0].direction, 'export')
      await desk.done(`/invoices/${id}/credit`, { reason: 'Not done' })
      await rate({ kind: 'freight', direction: 'export', percent: '0', category: 'zero', reason: 'Exported service' })
    })

    it('is in UBL as EN 16931 and Peppol BIS Billing 3 ask, of invoices and of credit notes', async () => {
      const other = await waybill.newTenant()
      const details = { mode: 'test', tax_number: 'NG-5', electronic_address: { scheme: '0088', id: '5060000000001' }, withholding: [] }
      assert.equal((await desk.call('PUT', `/ops/v1/businesses/${other.business.id}/tax_details`, details)).status, 200)
      await bookedQuote(other, exportAir())
      for (const code of ['PACK', 'INSURE', 'CLEAR', 'FEE'])
        await desk.done('/charges', { mode: 'test', business: other.business.id, code, quantity: 3 })
      const { invoice_id: id, number, lines, total } = await issueAll(desk, other.business.id)
      const invoice = readXml(await fileOf(`/v1/invoices/${id}/invoice.xml`, { 'x-api-key': other.testKey }))
      assert.deepEqual(faultsOf(invoice), [])
      assert.equal(text(invoice, 'LegalMonetaryTotal/PayableAmount'), total)
      const buyer = all(invoice, 'AccountingCustomerParty/Party')[0]!
      assert.deepEqual(
        [
          all(buyer, 'EndpointID')[0]!.attributes.schemeID,
          text(buyer, 'EndpointID'),
          text(buyer, 'PartyTaxScheme/CompanyID'),
          text(buyer, 'PostalAddress/Country/IdentificationCode'),
        ],
        ['0088', '5060000000001', 'NG-5', 'NG'],
      )
      assert.equal(text(invoice, 'AccountingSupplierParty/Party/PartyTaxScheme/CompanyID'), `NG${SELLER.tax_number}`)
      assert.equal(text(invoice, 'PaymentMeans/PayeeFinancialAccount/ID'), BANK.account_number)

      const packed = lines.find(({ kind }: Json) => kind === 'repacking')
      const part = { reason: 'Not done', lines: [{ charge_id: packed.charge_id, quantity: 2 }] }
      await desk.done(`/invoices/${id}/credit`, part)
      await desk.done(`/invoices/${id}/credit`, { reason: 'All wrong', amount: '1000' })
      const { credit_notes: notes } = (await other.get(`/v1/invoices/${id}`)).json
      for (const note of notes) {
        const path = `/v1/invoices/${id}/credit_note.xml?number=${note.number}`
        const xml = readXml(await fileOf(path, { 'x-api-key': other.testKey }))
        assert.deepEqual(faultsOf(xml), [])
        assert.deepEqual(
          [text(xml, 'ID'), text(xml, 'BillingReference/InvoiceDocumentReference/ID'), text(xml, 'LegalMonetaryTotal/PayableAmount')],
          [note.number, number, note.total],
        )
      }
      assert.equal(
        await fileOf(`/ops/v1/invoices/${id}/credit_note.xml`),
        await fileOf(`/ops/v1/invoices/${id}/credit_note.xml?number=${notes.at(-1).number}`),
      )
    })

    it('is in UBL for a customer who pays, and for charges that are all outside the scope', async () => {
      const other = await waybill.newTenant()
      assert.equal((await desk.call('POST', `/ops/v1/businesses/${other.business.id}/terms`, { bill_to: 'customer' })).status, 201)
      const { parcel_customer_id: payer } = await newCustomer(other)
      await desk.done('/charges', { mode: 'test', business: other.business.id, customer_id: payer, code: 'CLEAR' })
      const { invoice } = await desk.done('/invoices', { mode: 'test', business: other.business.id, customer_id: payer })
      await desk.done(`/invoices/${invoice.invoice_id}/issue`)
      const xml = readXml(await fileOf(`/ops/v1/invoices/${invoice.invoice_id}/invoice.xml`))
      assert.deepEqual(
        faultsOf(xml).filter((fault) => !fault.startsWith('PEPPOL-R010')),
        [],
        'a customer without an address for electronic invoices has none in the document',
      )
      assert.equal(text(xml, 'TaxTotal/TaxSubtotal/TaxCategory/ID'), 'O')
    })
  })
}, postgres)
