// Converts charges, invoices and payments of all businesses to the JSON of /ops/v1.

import type { Charge } from '../../domain/billing/charge.ts'
import { grossOf } from '../../domain/billing/charge.ts'
import type { Invoice } from '../../domain/billing/invoice.ts'
import { isIssued, statusOf } from '../../domain/billing/invoice.ts'
import type { Payment } from '../../domain/billing/payment.ts'
import { categoryOf } from '../../domain/billing/tax.ts'
import { koboText } from '../../domain/values/kobo.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { PaymentDetail } from '../../flows/billing/payments/read-payment.ts'
import type { InvoiceDetail } from '../../flows/billing/read-invoice.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'
import type { BusinessOf } from '../businesses/business-names.ts'
import type { WireCharge, WireOpsInvoice } from './ops-schemas.ts'
import { invoiceAmounts, presentCreditNote, presentInvoice, presentPayment } from './v1-present.ts'

export const presentCharge = (businessOf: BusinessOf, scope: Scope, charge: Charge): WireCharge => ({
  charge_id: charge.id,
  ...businessOf(scope),
  mode: scope.mode,
  kind: charge.kind,
  description: charge.description,
  parcel_customer_id: charge.customerId,
  payer_customer_id: charge.payerId,
  parcel_quote_id: charge.quoteId,
  parcel_id: charge.packageId,
  first_day: charge.firstDay,
  last_day: charge.lastDay,
  quantity: charge.quantity,
  unit_price: koboText(charge.unitKobo),
  net: koboText(charge.netKobo),
  tax_percent: charge.taxPercent,
  tax_category: categoryOf({ category: charge.taxCategory, percent: charge.taxPercent }),
  tax_reason: charge.taxReason,
  tax: koboText(charge.taxKobo),
  total: koboText(grossOf(charge)),
  invoice_id: charge.invoiceId,
  credit_note_id: charge.creditNoteId,
  reversed_at: nullableInstant(charge.reversedAt),
  reverse_reason: charge.reverseReason,
  created_at: instant(charge.createdAt),
})

export const presentOpsInvoice = (businessOf: BusinessOf, scope: Scope, invoice: Invoice): WireOpsInvoice => ({
  invoice_id: invoice.id,
  ...businessOf(scope),
  number: invoice.number,
  status: statusOf(invoice),
  mode: scope.mode,
  parcel_customer_id: invoice.payerId,
  buyer: invoice.paper?.buyer.name ?? null,
  ...invoiceAmounts(invoice),
  issue_date: invoice.issueDate,
  due_date: invoice.dueDate,
  created_at: instant(invoice.createdAt),
})

export const presentOpsPayment = (businessOf: BusinessOf, scope: Scope, payment: Payment) => ({
  ...businessOf(scope),
  payment: presentPayment(payment, scope.mode),
  note: payment.note,
  taken_by: payment.takenBy,
})

export const presentPaymentDetail = (businessOf: BusinessOf, { scope, payment, takenByName, pays, refunds }: PaymentDetail) => ({
  ...presentOpsPayment(businessOf, scope, payment),
  taken_by_name: takenByName,
  pays: pays.map(({ invoice, amountKobo }) => ({ invoice_id: invoice.id, number: invoice.number!, amount: koboText(amountKobo) })),
  refunds: refunds.map((made) => ({
    refund_id: made.id,
    amount: koboText(made.amountKobo),
    method: made.method,
    reference: made.reference,
    reason: made.reason,
    created_at: instant(made.createdAt),
  })),
})

export const presentInvoiceDetail = (businessOf: BusinessOf, { scope, invoice, notes, writeOffs, charges, shares }: InvoiceDetail) => ({
  invoice: presentOpsInvoice(businessOf, scope, invoice),
  paper: isIssued(invoice) ? { ...presentInvoice(invoice, scope.mode), credit_notes: notes.map(presentCreditNote) } : null,
  charges: charges.map((charge) => presentCharge(businessOf, scope, charge)),
  payments: shares.map(({ payment, amountKobo }) => ({
    payment_id: payment.id,
    number: payment.number,
    method: payment.method,
    receipt_date: payment.receiptDate,
    amount: koboText(amountKobo),
  })),
  write_offs: writeOffs.map((made) => ({
    write_off_id: made.id,
    amount: koboText(made.amountKobo),
    reason: made.reason,
    written_off_on: made.writtenOffOn,
    created_by: made.createdBy,
    reversed_at: nullableInstant(made.reversedAt),
    reverse_reason: made.reverseReason,
    created_at: instant(made.createdAt),
  })),
})
