// An invoice as UBL 2.1 XML, for tax offices and accounting programs.

import { koboText } from '../../values/kobo.ts'
import { PRICE_CURRENCY } from '../../values/money.ts'
import type { Invoice, Paper, PaperLine } from '../invoice.ts'
import { taxSummary } from '../invoice.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escaped = (text: string): string => text.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!)

const element = (name: string, content: string, attributes = ''): string => `<${name}${attributes}>${content}</${name}>`
const text = (name: string, value: string): string => element(`cbc:${name}`, escaped(value))
const amount = (name: string, kobo: number): string => element(`cbc:${name}`, koboText(kobo), ` currencyID="${PRICE_CURRENCY}"`)
const group = (name: string, ...parts: string[]): string => element(`cac:${name}`, parts.join(''))

const NAMESPACES = [
  'xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"',
  'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"',
  'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"',
].join(' ')

/** A commercial invoice in the code list UNCL 1001. */
const COMMERCIAL_INVOICE = '380'
/** A credit transfer in the code list UNCL 4461. */
const CREDIT_TRANSFER = '30'
/** Pieces in the code list UN/ECE Recommendation 20. */
const UNIT = 'C62'

const taxScheme = group('TaxScheme', text('ID', 'VAT'))
/** S is the standard rate and Z the zero rate in the code list UNCL 5305. */
const taxCategory = (name: string, percent: string): string =>
  group(name, text('ID', Number(percent) === 0 ? 'Z' : 'S'), text('Percent', percent), taxScheme)

const party = (role: string, { name, lines }: Pick<Paper['seller'], 'name' | 'lines'>, taxNumber: string | null): string =>
  group(
    role,
    group(
      'Party',
      group('PartyName', text('Name', name)),
      group('PostalAddress', ...lines.map((line) => group('AddressLine', text('Line', line)))),
      taxNumber === null ? '' : group('PartyTaxScheme', text('CompanyID', taxNumber), taxScheme),
      group('PartyLegalEntity', text('RegistrationName', name)),
    ),
  )

const invoiceLine = (line: PaperLine, index: number): string =>
  group(
    'InvoiceLine',
    text('ID', String(index + 1)),
    element('cbc:InvoicedQuantity', String(line.quantity), ` unitCode="${UNIT}"`),
    amount('LineExtensionAmount', line.netKobo),
    group('TaxTotal', amount('TaxAmount', line.taxKobo)),
    group('Item', text('Description', line.description), text('Name', line.kind), taxCategory('ClassifiedTaxCategory', line.taxPercent)),
    group('Price', amount('PriceAmount', line.unitKobo)),
  )

/** The schema prescribes the order of the elements. */
export const invoiceUbl = (invoice: Invoice): string => {
  const { seller, buyer, lines } = invoice.paper!
  const content = [
    text('UBLVersionID', '2.1'),
    text('ID', invoice.number!),
    text('IssueDate', invoice.issueDate!),
    text('DueDate', invoice.dueDate!),
    text('InvoiceTypeCode', COMMERCIAL_INVOICE),
    text('DocumentCurrencyCode', PRICE_CURRENCY),
    party('AccountingSupplierParty', seller, seller.taxNumber),
    party('AccountingCustomerParty', buyer, null),
    group('PaymentMeans', text('PaymentMeansCode', CREDIT_TRANSFER), text('PaymentID', invoice.number!)),
    group(
      'TaxTotal',
      amount('TaxAmount', invoice.taxKobo),
      ...taxSummary(lines).map(({ percent, netKobo, taxKobo }) =>
        group('TaxSubtotal', amount('TaxableAmount', netKobo), amount('TaxAmount', taxKobo), taxCategory('TaxCategory', percent)),
      ),
    ),
    group(
      'LegalMonetaryTotal',
      amount('LineExtensionAmount', invoice.netKobo),
      amount('TaxExclusiveAmount', invoice.netKobo),
      amount('TaxInclusiveAmount', invoice.totalKobo),
      amount('PayableAmount', invoice.totalKobo),
    ),
    ...lines.map(invoiceLine),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('Invoice', content.join(''), ` ${NAMESPACES}`)}\n`
}
