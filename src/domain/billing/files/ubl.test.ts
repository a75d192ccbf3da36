// The structure of an invoice as UBL 2.1: well-formed, elements in the order of the schema, and sums that agree.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toKobo } from '../../values/kobo.ts'
import { newCharge } from '../charge.ts'
import type { Invoice } from '../invoice.ts'
import { issue, totalsOf } from '../invoice.ts'
import { invoiceUbl } from './ubl.ts'

const charges = ['7.5', '0', '7.5'].map((taxPercent, index) =>
  newCharge({
    id: `chg_${index}`,
    kind: 'freight',
    source: `s${index}`,
    description: `Tiles & <"shoes"> ${index}\u0007`,
    unitKobo: 1_007 + index,
    quantity: index + 1,
    taxPercent,
    createdBy: 'test',
    createdAt: 1,
  }),
)
const draft = { ...totalsOf([]), number: null, discardedAt: null, creditedKobo: 0, paidKobo: 0 } as unknown as Invoice
const invoice = issue(draft, charges, {
  goodsOf: () => null,
  seller: { name: 'A & B', lines: ['1 Road'], taxNumber: '123', payTo: [] },
  buyer: { id: 'SMP', name: 'Sample', lines: [] },
  number: 'INV-2026-000001',
  issuedAt: 1,
  issueDate: '2026-11-16',
  dueDate: '2026-11-30',
})

/** The elements below the root, in the order of the schema of Invoice-2. */
const TOP = [
  'UBLVersionID',
  'ID',
  'IssueDate',
  'DueDate',
  'InvoiceTypeCode',
  'DocumentCurrencyCode',
  'AccountingSupplierParty',
  'AccountingCustomerParty',
  'PaymentMeans',
  'TaxTotal',
  'LegalMonetaryTotal',
  'InvoiceLine',
]

const TAG = /<(\/?)([A-Za-z:]+)[^<>]*>/g

/** The names of the elements directly below the root. Every element must be closed by its own name. */
const topOf = (xml: string): string[] => {
  const open: string[] = []
  const top: string[] = []
  for (const [, slash, name] of xml.slice(xml.indexOf('\n')).matchAll(TAG)) {
    if (slash) assert.equal(open.pop(), name)
    else if (open.push(name!) === 2) top.push(name!.replace(/^c[ab]c:/, ''))
  }
  assert.deepEqual(open, [])
  return top
}

const amounts = (xml: string, name: string): number[] =>
  [...xml.matchAll(new RegExp(`<cbc:${name} currencyID="NGN">([\\d.]+)<`, 'g'))].map(([, amount]) => toKobo(amount!))

describe('an invoice as UBL', () => {
  const xml = invoiceUbl(invoice)

  it('is well-formed, with its elements in the order of the schema', () => {
    assert.deepEqual(topOf(xml), [...TOP, 'InvoiceLine', 'InvoiceLine'])
    assert.match(xml, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/)
  })

  it('escapes markup, and removes characters that XML does not allow', () => {
    assert.ok(xml.includes('<cbc:Description>Tiles &amp; &lt;&quot;shoes&quot;&gt; 0</cbc:Description>'))
    assert.ok(xml.includes('<cbc:Name>A &amp; B</cbc:Name>'))
  })

  it('has lines and taxes that add up to its totals', () => {
    const [net, ...lines] = amounts(xml, 'LineExtensionAmount')
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
    assert.equal(sum(lines), net)
    assert.equal(sum(amounts(xml, 'TaxableAmount')), net)
    const [tax, zero, standard, ...ofLines] = amounts(xml, 'TaxAmount')
    assert.equal(zero! + standard!, tax)
    assert.equal(sum(ofLines), tax)
    assert.deepEqual(amounts(xml, 'PayableAmount'), [net! + tax!])
    assert.deepEqual(
      [...xml.matchAll(/<cac:TaxCategory><cbc:ID>(.)</g)].map(([, id]) => id),
      ['Z', 'S'],
    )
  })
})
