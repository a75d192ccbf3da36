// UBL invoices and credit notes are valid by the rules of EN 16931, for any mix of taxes and any text.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { all, faultsOf, readXml, text } from '../../../../test/support/models/en16931.ts'
import { koboText } from '../../values/kobo.ts'
import { newCharge } from '../charge.ts'
import type { CreditNote, Invoice } from '../invoice.ts'
import { issue, totalsOf } from '../invoice.ts'
import type { TaxCategory } from '../tax.ts'
import { creditNoteUbl, invoiceUbl } from './ubl.ts'

type Taxed = { unitKobo: number; quantity: number; category: TaxCategory | null; percent: string; reason: string | null }

const ADDRESS = { street: '1 Road & Co', city: 'Lagos', country: 'NG' }
const chargeOf = ({ unitKobo, quantity, category, percent, reason }: Taxed, index: number) =>
  newCharge({
    ...{ id: `chg_${index}`, kind: 'freight', source: `s${index}`, description: `Tiles & <"shoes"> ${index}\u0007` },
    ...{ unitKobo, quantity, taxPercent: percent, taxCategory: category, taxReason: reason, createdBy: 'test', createdAt: 1 },
  })
const draft = { ...totalsOf([]), number: null, discardedAt: null, creditedKobo: 0, paidKobo: 0 } as unknown as Invoice
const invoiceOf = (lines: readonly Taxed[]): Invoice =>
  issue(draft, lines.map(chargeOf), {
    goodsOf: () => null,
    seller: { name: 'A & B', lines: [], taxNumber: '123', payTo: [], address: ADDRESS, endpoint: { scheme: 'EM', id: 'a@example.com' } },
    buyer: { id: 'SMP', name: 'Sample', lines: [], address: ADDRESS, endpoint: { scheme: '0088', id: '5' }, taxNumber: 'GB9' },
    ...{ number: 'INV-2026-000001', issuedAt: 1, issueDate: '2026-11-16', dueDate: '2026-11-30' },
  })

const TAXES = [
  { category: null, percent: '7.5', reason: null },
  { category: 'standard', percent: '5', reason: null },
  { category: 'zero', percent: '0', reason: 'Exported service' },
  { category: 'zero', percent: '0', reason: null },
  { category: 'exempt', percent: '0', reason: 'Insurance' },
  { category: 'exempt', percent: '0', reason: 'Medical' },
  { category: 'outside', percent: '0', reason: null },
] as const
const line = fc
  .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: 40 }), fc.constantFrom(...TAXES))
  .map(([unitKobo, quantity, tax]): Taxed => ({ unitKobo, quantity, ...tax }))

describe('a paper as UBL', () => {
  it('is valid by EN 16931 for any mixture of categories, as an invoice and as a credit note', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (lines) => {
        const invoice = invoiceOf(lines)
        const note = { ...invoice, number: 'CRN-2026-000001', reason: 'Not done', paper: invoice.paper! } as unknown as CreditNote
        for (const xml of [invoiceUbl(invoice), creditNoteUbl(note, invoice)]) {
          const root = readXml(xml)
          assert.deepEqual(faultsOf(root), [])
          assert.equal(text(root, 'LegalMonetaryTotal/PayableAmount'), koboText(invoice.totalKobo))
        }
      }),
    )
  })

  it('escapes markup, and removes characters that XML does not allow', () => {
    const xml = invoiceUbl(invoiceOf([{ unitKobo: 1, quantity: 1, ...TAXES[0] }]))
    assert.ok(xml.includes('<cbc:Name>Tiles &amp; &lt;&quot;shoes&quot;&gt; 0</cbc:Name>'))
    assert.ok(xml.includes('<cbc:RegistrationName>A &amp; B</cbc:RegistrationName>'))
  })

  it('has the category O only if all lines are outside the scope, and then no VAT number', () => {
    const outside = { unitKobo: 1, quantity: 1, ...TAXES[6] }
    const codes = (lines: readonly Taxed[]) =>
      all(readXml(invoiceUbl(invoiceOf(lines))), 'TaxTotal/TaxSubtotal/TaxCategory/ID').map((each) => each.text)
    assert.deepEqual([codes([outside]), codes([outside, { ...outside, ...TAXES[0] }])], [['O'], ['E', 'S']])
  })

  it('of an earlier version has the lines of its address, and no account', () => {
    const invoice = invoiceOf([{ unitKobo: 1, quantity: 1, ...TAXES[0] }])
    const { address: _address, endpoint: _endpoint, ...seller } = invoice.paper!.seller
    const old = { ...invoice, paper: { ...invoice.paper!, seller: { ...seller, lines: ['1 Road'] } } }
    const root = readXml(invoiceUbl(old))
    assert.equal(text(root, 'AccountingSupplierParty/Party/PostalAddress/AddressLine/Line'), '1 Road')
    assert.equal(text(root, 'PaymentMeans/PaymentMeansCode'), '1')
  })

  it('is checked: the rules find a wrong sum, a missing country and a wrong order', () => {
    const xml = invoiceUbl(invoiceOf([{ unitKobo: 1_000, quantity: 2, ...TAXES[0] }]))
    const wrong: [string, string, string][] = [
      ['>21.50</cbc:PayableAmount>', '>21.51</cbc:PayableAmount>', 'BR-CO-16'],
      ['>1.50</cbc:TaxAmount><cac:TaxSubtotal>', '>1.51</cbc:TaxAmount><cac:TaxSubtotal>', 'BR-CO-14'],
      [
        '<cbc:LineExtensionAmount currencyID="NGN">20.00</cbc:LineExtensionAmount><cac:Item>',
        '<cbc:LineExtensionAmount currencyID="NGN">20.01</cbc:LineExtensionAmount><cac:Item>',
        'BR-CO-10',
      ],
      ['<cac:Country><cbc:IdentificationCode>NG</cbc:IdentificationCode></cac:Country>', '', 'BR-09'],
      ['<cbc:CompanyID>NG123</cbc:CompanyID>', '<cbc:CompanyID>123</cbc:CompanyID>', 'BR-CO-09'],
      ['<cbc:ProfileID>', '<cbc:UBLVersionID>2.1</cbc:UBLVersionID><cbc:ProfileID>', 'the order of the schema'],
    ]
    for (const [from, to, rule] of wrong) {
      assert.ok(xml.includes(from), from)
      assert.ok(
        faultsOf(readXml(xml.replace(from, to))).some((fault) => fault.startsWith(rule)),
        rule,
      )
    }
  })
})
