// Converts invoices, payments and statements to JSON.

import { grossOf } from '../../domain/billing/charge.ts'
import type { CreditNote, Invoice, Paper, PaperLine } from '../../domain/billing/invoice.ts'
import { openKobo, statusOf, taxCategoryOf, taxSummary, writtenOff } from '../../domain/billing/invoice.ts'
import type { LineGoods } from '../../domain/billing/line-goods.ts'
import type { Payment } from '../../domain/billing/payment.ts'
import { paidOn, paymentStatus, receivedKobo, unusedKobo } from '../../domain/billing/payment.ts'
import { koboText } from '../../domain/values/kobo.ts'
import { PRICE_CURRENCY } from '../../domain/values/money.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { StartedLink } from '../../flows/billing/provider/start-link.ts'
import type { Balance, Statement, StatementLine } from '../../flows/billing/read-account.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'
import type { ISSUED_STATUSES, WireInvoice, WirePayment } from './v1-schemas.ts'

const presentGoods = (goods: LineGoods | null | undefined) =>
  goods
    ? {
        parcel_numbers: [...goods.parcels],
        shipment: goods.shipment,
        customer: goods.customer,
        route: goods.route,
        service: goods.service,
        charged: goods.charged,
        received_on: goods.receivedOn,
        client_reference: goods.reference,
      }
    : null

const presentLine = (line: PaperLine) => ({
  charge_id: line.chargeId,
  kind: line.kind,
  description: line.description,
  quantity: line.quantity,
  unit_price: koboText(line.unitKobo),
  net: koboText(line.netKobo),
  tax_percent: line.taxPercent,
  tax_category: taxCategoryOf(line),
  tax: koboText(line.taxKobo),
  total: koboText(grossOf(line)),
  parcel_quote_id: line.quoteId,
  parcel_id: line.packageId,
  first_day: line.firstDay,
  last_day: line.lastDay,
  goods: presentGoods(line.goods),
  explanation: line.kind === 'freight' && line.quoteId !== null ? `/v1/parcel_quotes/${line.quoteId}/explain` : null,
})

const presentParty = ({ name, lines }: Paper['buyer'] | Paper['seller']) => ({ name, lines: [...lines] })

export const invoiceAmounts = (invoice: Invoice) => ({
  currency: PRICE_CURRENCY,
  net: koboText(invoice.netKobo),
  tax: koboText(invoice.taxKobo),
  total: koboText(invoice.totalKobo),
  paid: koboText(invoice.paidKobo),
  credited: koboText(invoice.creditedKobo),
  written_off: koboText(writtenOff(invoice)),
  open: koboText(openKobo(invoice)),
})

/** Call this for issued invoices only, not for drafts. */
export const presentInvoice = (invoice: Invoice, mode: Mode): WireInvoice => {
  const paper = invoice.paper!
  return {
    invoice_id: invoice.id,
    number: invoice.number!,
    status: statusOf(invoice) as (typeof ISSUED_STATUSES)[number],
    mode,
    parcel_customer_id: invoice.payerId,
    ...invoiceAmounts(invoice),
    issue_date: invoice.issueDate!,
    due_date: invoice.dueDate!,
    seller: presentParty(paper.seller),
    buyer: { ...presentParty(paper.buyer), tax_number: paper.buyer.taxNumber ?? null },
    lines: paper.lines.map(presentLine),
    taxes: taxSummary(paper.lines).map(({ netKobo, taxKobo, ...tax }) => ({ ...tax, net: koboText(netKobo), tax: koboText(taxKobo) })),
    issued_at: instant(invoice.issuedAt!),
  }
}

export const presentCreditNote = (note: CreditNote) => ({
  credit_note_id: note.id,
  number: note.number,
  kind: note.kind ?? ('correction' as const),
  reason: note.reason,
  total: koboText(note.totalKobo),
  issue_date: note.issueDate,
  charge_ids: note.paper.lines.map(({ chargeId }) => chargeId),
  lines: note.paper.lines.map(presentLine),
})

export const presentPayment = (payment: Payment, mode: Mode): WirePayment => ({
  payment_id: payment.id,
  number: payment.number,
  status: paymentStatus(payment),
  mode,
  parcel_customer_id: payment.payerId,
  method: payment.method,
  currency: PRICE_CURRENCY,
  amount: koboText(receivedKobo(payment)),
  withheld: koboText(payment.withheldKobo ?? 0),
  allocated: koboText(payment.allocatedKobo),
  refunded: koboText(payment.refundedKobo),
  credit: koboText(unusedKobo(payment)),
  reference: payment.reference,
  paid_on: paidOn(payment),
  receipt_date: payment.receiptDate,
  reversed_at: nullableInstant(payment.reversedAt),
  reverse_reason: payment.reverseReason,
  created_at: instant(payment.createdAt),
})

export const presentLink = ({ reference, amountKobo, url }: StartedLink) => ({
  reference,
  amount: koboText(amountKobo),
  currency: PRICE_CURRENCY,
  url,
})

export const presentBalance = ({ receivableKobo, creditKobo, at }: Balance) => ({
  currency: PRICE_CURRENCY,
  balance: koboText(receivableKobo - creditKobo),
  receivable: koboText(receivableKobo),
  credit: koboText(creditKobo),
  at: instant(at),
})

export const presentStatement = ({ from, to, openingKobo, closingKobo, lines }: Statement) => ({
  currency: PRICE_CURRENCY,
  from,
  to,
  opening_balance: koboText(openingKobo),
  closing_balance: koboText(closingKobo),
  lines: lines.map(presentStatementLine),
})

export const presentStatementLine = (line: StatementLine) => ({
  date: line.date,
  type: line.type,
  id: line.id,
  reference: line.reference,
  description: line.description,
  amount: koboText(line.kobo),
  balance: koboText(line.balanceKobo),
})
