// The content of invoices, credit notes, receipts and statements.

import { grossOf } from '../../domain/billing/charge.ts'
import { isOpening } from '../../domain/billing/debt/opening-balance.ts'
import type { CreditNote, Invoice, Paper, PaperLine, TaxSum } from '../../domain/billing/invoice.ts'
import { openKobo, taxSummary } from '../../domain/billing/invoice.ts'
import { goodsText, groupedLines, parcelsText } from '../../domain/billing/line-goods.ts'
import type { Payment } from '../../domain/billing/payment.ts'
import { paidOn, receivedKobo } from '../../domain/billing/payment.ts'
import { koboText } from '../../domain/values/kobo.ts'
import { PRICE_CURRENCY } from '../../domain/values/money.ts'

/** A6 paper, or a till roll of 80 mm. */
export const RECEIPT_FORMATS = ['a6', '80mm'] as const
export type ReceiptFormat = (typeof RECEIPT_FORMATS)[number]

export type PaperColumn = { title: string; widthPt: number; isRight: boolean }

export type PaperContent = {
  title: string
  isTest: boolean
  number: string
  /** The time that the PDF states as its date. A fixed time is needed, so that the same document always gives the same file. */
  at: number
  seller: { name: string; lines: readonly string[]; logoBase64: string | null }
  buyer: { name: string; lines: readonly string[] } | null
  facts: readonly (readonly [name: string, value: string])[]
  columns: readonly PaperColumn[]
  /** A row with a single cell is a heading over the full width. */
  rows: readonly (readonly string[])[]
  totals: readonly (readonly [name: string, value: string])[]
  notes: readonly string[]
  qr: string | null
}

/** The number format is created on first use, because its creation takes 30 ms. */
let twoDecimals: Intl.NumberFormat | undefined

/** Formats an amount, such as `1,234,567.50`. */
const printed = (kobo: number): string => {
  twoDecimals ??= new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return twoDecimals.format(koboText(kobo) as Intl.StringNumericLiteral)
}

const right = (title: string, widthPt: number): PaperColumn => ({ title, widthPt, isRight: true })
const left = (title: string, widthPt: number): PaperColumn => ({ title, widthPt, isRight: false })

const LINE_COLUMNS = [
  left('Description', 239),
  right('Qty', 34),
  right('Price', 78),
  right('Tax %', 36),
  right('Tax', 66),
  right('Amount', 86),
]

const lineRow = (line: PaperLine): string[] => [
  line.description,
  String(line.quantity),
  printed(line.unitKobo),
  line.taxPercent,
  printed(line.taxKobo),
  printed(grossOf(line)),
]

/** The lines, grouped under headings that name their shipment and package. */
const lineRows = (lines: readonly PaperLine[]): string[][] => {
  if (lines.every(({ goods }) => !goods)) return lines.map(lineRow)
  let shipment: string | null = null
  return groupedLines(lines).flatMap((group) => {
    const isNext = group.shipment !== null && group.shipment !== shipment
    shipment = group.shipment
    return [...(isNext ? [[`Shipment ${group.shipment}`]] : []), [goodsText(group) || 'Other'], ...group.lines.map(lineRow)]
  })
}

export type Letterhead = { logoBase64: string | null; mode: 'test' | 'live' }

const sellerOn = ({ name, lines, taxNumber }: Paper['seller'], logoBase64: string | null) => ({
  name,
  lines: [...lines, ...(taxNumber === null ? [] : [`Tax number ${taxNumber}`])],
  logoBase64,
})

const taxName = ({ category, percent, reason }: TaxSum): string => {
  const names = { standard: `Tax ${percent} %`, zero: 'Tax 0 %', exempt: 'Exempt', outside: 'Outside the scope of tax' }
  return reason === null ? names[category] : `${names[category]} (${reason})`
}

const taxTotals = (lines: readonly PaperLine[]): [string, string][] =>
  taxSummary(lines).map((sum) => [`${taxName(sum)} on ${printed(sum.netKobo)}`, printed(sum.taxKobo)])

const buyerOn = ({ id, name, lines, taxNumber = null }: Paper['buyer']) => ({
  name,
  lines: [...lines, ...(taxNumber === null ? [] : [`Tax number ${taxNumber}`]), `Customer ${id}`],
})

/** The printed invoice as it was issued. Later payments are not shown. */
export const invoicePaper = (invoice: Invoice, { logoBase64, mode }: Letterhead): PaperContent => {
  const { seller, buyer, lines } = invoice.paper!
  const payTo = seller.payTo.length === 0 ? [] : [`Pay to: ${seller.payTo.join(', ')}`]
  return {
    title: isOpening(invoice) ? 'Opening balance' : 'Invoice',
    isTest: mode === 'test',
    number: invoice.number!,
    at: invoice.issuedAt!,
    seller: sellerOn(seller, logoBase64),
    buyer: buyerOn(buyer),
    facts: [
      ['Date', invoice.issueDate!],
      ['Due', invoice.dueDate!],
      ['Payment reference', invoice.number!],
    ],
    columns: LINE_COLUMNS,
    rows: lineRows(lines),
    totals: [['Net', printed(invoice.netKobo)], ...taxTotals(lines), [`Total ${PRICE_CURRENCY}`, printed(invoice.totalKobo)]],
    notes: [...payTo, `Please quote ${invoice.number} as the payment reference.`],
    qr: invoice.number,
  }
}

export const creditNotePaper = (note: CreditNote, invoice: Invoice, { logoBase64, mode }: Letterhead): PaperContent => ({
  title: note.kind === 'discount' ? 'Credit note: discount' : 'Credit note',
  isTest: mode === 'test',
  number: note.number,
  at: note.createdAt,
  seller: sellerOn(note.paper.seller, logoBase64),
  buyer: buyerOn(note.paper.buyer),
  facts: [
    ['Date', note.issueDate],
    ['To invoice', invoice.number!],
  ],
  columns: LINE_COLUMNS,
  rows: lineRows(note.paper.lines),
  totals: [['Net', printed(note.netKobo)], ...taxTotals(note.paper.lines), [`Credited ${PRICE_CURRENCY}`, printed(note.totalKobo)]],
  notes: [`Reason: ${note.reason}`],
  qr: note.number,
})

const METHODS: Record<Payment['method'], string> = {
  cash: 'Cash',
  transfer: 'Bank transfer',
  card: 'Card',
  paystack: 'Paystack',
  test: 'Test',
  opening: 'Opening balance',
}

/** Writes a text such as `Invoice INV-2026-000042: P4QW…, P7T2…`. */
const invoiceText = ({ number, paper }: Invoice): string => {
  const parcels = [...new Set(paper!.lines.flatMap(({ goods }) => goods?.parcels ?? []))]
  return parcels.length === 0 ? `Invoice ${number}` : `Invoice ${number}: ${parcelsText(parcels)}`
}

/** `paid`: the invoices that this payment paid, in their current state, and the amount paid on each invoice. */
export const receiptPaper = (
  payment: Payment,
  { seller, buyer, paid }: Pick<Paper, 'seller' | 'buyer'> & { paid: readonly { invoice: Invoice; amountKobo: number }[] },
  { logoBase64, mode }: Letterhead,
): PaperContent => ({
  title: payment.reversedAt === null ? 'Receipt' : 'Receipt (reversed)',
  isTest: mode === 'test',
  number: payment.number,
  at: payment.createdAt,
  seller: sellerOn(seller, logoBase64),
  buyer: { name: buyer.name, lines: [...buyer.lines, `Customer ${buyer.id}`] },
  facts: [
    ['Date', payment.receiptDate],
    ...(paidOn(payment) === payment.receiptDate ? [] : [['Paid on', paidOn(payment)] as const]),
    ['Paid by', METHODS[payment.method]],
    ...(payment.reference === null ? [] : [['Reference', payment.reference] as const]),
  ],
  columns: [left('For', 347), right('Paid', 96), right('Still owed', 96)],
  rows: [
    ...paid.map(({ invoice, amountKobo }) => [invoiceText(invoice), printed(amountKobo), printed(Math.max(0, openKobo(invoice)))]),
    ...(payment.amountKobo > payment.allocatedKobo
      ? [['Credit for the next invoice', printed(payment.amountKobo - payment.allocatedKobo), '']]
      : []),
  ],
  totals: [
    ...(payment.withheldKobo === null ? [] : [[`Tax withheld ${PRICE_CURRENCY}`, printed(payment.withheldKobo)] as const]),
    [`Received ${PRICE_CURRENCY}`, printed(receivedKobo(payment))],
  ],
  notes: payment.reverseReason === null ? [] : [`Reversed: ${payment.reverseReason}`],
  qr: payment.number,
})

type StatementPaper = {
  from: string
  to: string
  openingKobo: number
  closingKobo: number
  lines: readonly { date: string; reference: string | null; description: string; type: string; kobo: number; balanceKobo: number }[]
}

export const statementPaper = (
  statement: StatementPaper,
  { seller, buyer, at }: Pick<Paper, 'seller' | 'buyer'> & { at: number },
  { logoBase64, mode }: Letterhead,
): PaperContent => ({
  title: 'Statement',
  isTest: mode === 'test',
  number: buyer.id,
  at,
  seller: sellerOn(seller, logoBase64),
  buyer,
  facts: [
    ['From', statement.from],
    ['To', statement.to],
    ['Opening balance', printed(statement.openingKobo)],
  ],
  columns: [left('Date', 62), left('What', 277), right('Amount', 100), right('Balance', 100)],
  rows: statement.lines.map((line) => [
    line.date,
    [line.type.replaceAll('_', ' '), line.reference, line.description].filter(Boolean).join(' · '),
    printed(line.kobo),
    printed(line.balanceKobo),
  ]),
  totals: [[`Balance ${PRICE_CURRENCY}`, printed(statement.closingKobo)]],
  notes: statement.closingKobo < 0 ? ['A balance below zero is your credit.'] : [],
  qr: null,
})
