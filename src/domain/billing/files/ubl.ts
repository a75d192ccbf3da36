// Invoices and credit notes in UBL 2.1, according to EN 16931 and Peppol BIS Billing 3, for tax offices and accounting programs.

import { countryCode } from '../../values/country.ts'
import { PRICE_CURRENCY } from '../../values/money.ts'
import type { CreditNote, Invoice, Paper, PaperLine, TaxSum, Totals } from '../invoice.ts'
import { taxCategoryOf, taxSummary } from '../invoice.ts'
import { amount, documentOf, group, text } from './xml.ts'

const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
/** Document types from code list UNCL 1001. */
const COMMERCIAL_INVOICE = '380'
const CREDIT_NOTE = '381'
/** Means of payment from code list UNCL 4461: "credit transfer" and "not defined". */
const CREDIT_TRANSFER = '30'
const NOT_DEFINED = '1'
/** The unit code for pieces (UN/ECE Recommendation 20). */
const UNIT = 'C62'
/** Tax categories from code list UNCL 5305. */
const CODES = { standard: 'S', zero: 'Z', exempt: 'E', outside: 'O' } as const
const OUTSIDE = 'Outside the scope of tax'
const EXEMPT = 'Exempt from tax'
/** The scheme of a tax number on a document without VAT. */
const OTHER_TAX = 'TAX'

type Code = (typeof CODES)[keyof typeof CODES]
type Categorised = Pick<TaxSum, 'category' | 'percent' | 'reason'>

/** Whether all lines are outside the scope of tax. EN 16931 allows the category O (outside the scope) only if it applies to all lines. */
const isAllOutside = (lines: readonly PaperLine[]): boolean => lines.every((line) => taxCategoryOf(line) === 'outside')

const codeOf = ({ category }: Categorised, isOutside: boolean): Code => (category === 'outside' && !isOutside ? 'E' : CODES[category])

/** Returns the exemption reason for the tax breakdown. Only the categories E (exempt) and O (outside the scope) have a reason there. */
const exemptionOf = ({ category, reason }: Categorised): string | null => {
  if (category === 'outside') return reason ?? OUTSIDE
  return category === 'exempt' ? (reason ?? EXEMPT) : null
}

const taxCategory = (name: string, tax: Categorised, isOutside: boolean, reason: string | null = null): string => {
  const code = codeOf(tax, isOutside)
  return group(
    name,
    text('ID', code),
    text('Percent', code === 'O' ? null : tax.percent),
    text('TaxExemptionReason', reason),
    group('TaxScheme', text('ID', 'VAT')),
  )
}

/** Returns the code of a country. Stored addresses contain the country's code or its name. */
const codeOfCountry = (country: string | undefined): string | null => (country === undefined ? null : countryCode(country))

const addressOf = ({ address, lines }: Pick<Paper['seller'], 'address' | 'lines'>): string => {
  if (!address) return group('PostalAddress', ...lines.map((line) => group('AddressLine', text('Line', line))))
  const { street, city, state, postalCode, country } = address
  return group(
    'PostalAddress',
    text('StreetName', street),
    text('CityName', city),
    text('PostalZone', postalCode),
    text('CountrySubentity', state),
    group('Country', text('IdentificationCode', codeOfCountry(country))),
  )
}

/** A VAT number must begin with a country code. Adds the code if it is missing. */
const vatNumber = (taxNumber: string, country: string | null): string =>
  /^[A-Z]{2}/.test(taxNumber) ? taxNumber : `${country ?? ''}${taxNumber}`

type Party = Pick<Paper['seller'], 'name' | 'lines' | 'address' | 'endpoint'> & { taxNumber?: string | null }

const party = (role: string, isSeller: boolean, whose: Party, isOutside: boolean): string => {
  const { name, taxNumber = null, address, endpoint = null } = whose
  const isVat = !isOutside
  const scheme =
    taxNumber === null || (isOutside && !isSeller)
      ? ''
      : text('CompanyID', isVat ? vatNumber(taxNumber, codeOfCountry(address?.country)) : taxNumber)
  return group(
    role,
    group(
      'Party',
      endpoint === null ? '' : text('EndpointID', endpoint.id, { schemeID: endpoint.scheme }),
      group('PartyName', text('Name', name)),
      addressOf(whose),
      scheme === '' ? '' : group('PartyTaxScheme', scheme, group('TaxScheme', text('ID', isVat ? 'VAT' : OTHER_TAX))),
      group('PartyLegalEntity', text('RegistrationName', name), text('CompanyID', taxNumber)),
    ),
  )
}

const paymentMeans = ({ seller: { bank = null } }: Paper, reference: string): string =>
  group(
    'PaymentMeans',
    text('PaymentMeansCode', bank ? CREDIT_TRANSFER : NOT_DEFINED),
    text('PaymentID', reference),
    bank === null
      ? ''
      : group(
          'PayeeFinancialAccount',
          text('ID', bank.accountNumber),
          text('Name', bank.accountName),
          group('FinancialInstitutionBranch', text('ID', bank.bankCode ?? bank.bankName)),
        ),
  )

const taxTotal = (lines: readonly PaperLine[], taxKobo: number): string => {
  const isOutside = isAllOutside(lines)
  const sums = mergedByCode(taxSummary(lines), isOutside)
  return group(
    'TaxTotal',
    amount('TaxAmount', taxKobo),
    ...sums.map((sum) =>
      group(
        'TaxSubtotal',
        amount('TaxableAmount', sum.netKobo),
        amount('TaxAmount', sum.taxKobo),
        taxCategory('TaxCategory', sum, isOutside, sum.exemption),
      ),
    ),
  )
}

/** Adds up the sums that have the same tax code and rate, and joins their exemption reasons. */
const mergedByCode = (sums: readonly TaxSum[], isOutside: boolean) =>
  [...Map.groupBy(sums, (sum) => `${codeOf(sum, isOutside)} ${Number(sum.percent)}`).values()].map((same) => ({
    ...same[0]!,
    netKobo: same.reduce((total, { netKobo }) => total + netKobo, 0),
    taxKobo: same.reduce((total, { taxKobo }) => total + taxKobo, 0),
    exemption: [...new Set(same.flatMap((sum) => exemptionOf(sum) ?? []))].join('; ') || null,
  }))

const monetaryTotal = ({ netKobo, totalKobo }: Totals): string =>
  group(
    'LegalMonetaryTotal',
    amount('LineExtensionAmount', netKobo),
    amount('TaxExclusiveAmount', netKobo),
    amount('TaxInclusiveAmount', totalKobo),
    amount('PayableAmount', totalKobo),
  )

const linesOf = (name: 'InvoiceLine' | 'CreditNoteLine', quantity: string, lines: readonly PaperLine[]): string[] => {
  const isOutside = isAllOutside(lines)
  return lines.map((line, index) => {
    const tax = { category: taxCategoryOf(line), percent: line.taxPercent, reason: line.taxReason ?? null }
    return group(
      name,
      text('ID', String(index + 1)),
      text(quantity, String(line.quantity), { unitCode: UNIT }),
      amount('LineExtensionAmount', line.netKobo),
      group('Item', text('Name', line.description), taxCategory('ClassifiedTaxCategory', tax, isOutside)),
      group('Price', amount('PriceAmount', line.unitKobo)),
    )
  })
}

/** Returns a note that says why lines are zero-rated. The tax breakdown must not contain reasons for zero-rated lines. */
const zeroReasons = (lines: readonly PaperLine[]): string | null => {
  const reasons = taxSummary(lines).flatMap(({ category, reason }) => (category === 'zero' ? (reason ?? []) : []))
  return reasons.length === 0 ? null : `Zero-rated: ${reasons.join('; ')}`
}

const parties = ({ seller, buyer, lines }: Paper): string[] => [
  party('AccountingSupplierParty', true, seller, isAllOutside(lines)),
  party('AccountingCustomerParty', false, buyer, isAllOutside(lines)),
]

/** The schema prescribes the order of the elements. */
export const invoiceUbl = (invoice: Invoice): string => {
  const paper = invoice.paper!
  return documentOf('Invoice', [
    text('UBLVersionID', '2.1'),
    text('CustomizationID', CUSTOMIZATION),
    text('ProfileID', PROFILE),
    text('ID', invoice.number),
    text('IssueDate', invoice.issueDate),
    text('DueDate', invoice.dueDate),
    text('InvoiceTypeCode', COMMERCIAL_INVOICE),
    text('Note', zeroReasons(paper.lines)),
    text('DocumentCurrencyCode', PRICE_CURRENCY),
    text('BuyerReference', paper.buyer.id),
    ...parties(paper),
    paymentMeans(paper, invoice.number!),
    taxTotal(paper.lines, invoice.taxKobo),
    monetaryTotal(invoice),
    ...linesOf('InvoiceLine', 'InvoicedQuantity', paper.lines),
  ])
}

export const creditNoteUbl = (note: CreditNote, invoice: Invoice): string => {
  const { paper } = note
  const reasons = [note.reason, zeroReasons(paper.lines)].filter((reason) => reason !== null)
  return documentOf('CreditNote', [
    text('UBLVersionID', '2.1'),
    text('CustomizationID', CUSTOMIZATION),
    text('ProfileID', PROFILE),
    text('ID', note.number),
    text('IssueDate', note.issueDate),
    text('CreditNoteTypeCode', CREDIT_NOTE),
    text('Note', reasons.join('. ')),
    text('DocumentCurrencyCode', PRICE_CURRENCY),
    text('BuyerReference', paper.buyer.id),
    group('BillingReference', group('InvoiceDocumentReference', text('ID', invoice.number), text('IssueDate', invoice.issueDate))),
    ...parties(paper),
    paymentMeans(paper, invoice.number!),
    group('PaymentTerms', text('Note', `Taken off invoice ${invoice.number}; anything that was paid beyond it is credit.`)),
    taxTotal(paper.lines, note.taxKobo),
    monetaryTotal(note),
    ...linesOf('CreditNoteLine', 'CreditedQuantity', paper.lines),
  ])
}
