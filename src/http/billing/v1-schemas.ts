// Schemas of invoices, payments, balances and statements.

import { CHARGE_KINDS } from '../../domain/billing/charge-kind.ts'
import { PAYMENT_METHODS } from '../../domain/billing/payment.ts'
import { TAX_CATEGORIES } from '../../domain/billing/tax.ts'
import { pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { idParams, Mode } from '../values/fields.ts'
import { customerQuery, statusQuery, WHEN } from '../values/v1-list-filters.ts'

export const InvoiceParams = idParams('inv', 'Invoice token')
export const PaymentParams = idParams('pay', 'Payment token')

const Amount = (description: string) => Type.String({ description: `${description}, NGN with two decimals`, examples: ['125000.00'] })
const NullableDate = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description })
export const ISSUED_STATUSES = ['issued', 'part_paid', 'paid', 'written_off', 'void'] as const
export const ChargeKindSchema = Type.Enum(CHARGE_KINDS, { title: 'ChargeKind' })
export const PaymentMethodSchema = Type.Enum(PAYMENT_METHODS, { title: 'PaymentMethod' })

const LineGoods = Type.Named('InvoiceLineGoods', {
  parcel_numbers: Type.Array(Type.String(), { description: 'The freight of a booking is for all of its packages' }),
  shipment: Type.NullableString(),
  customer: Type.NullableString({ description: 'Customer ID and name' }),
  route: Type.NullableString({ examples: ['China to Nigeria'] }),
  service: Type.NullableString(),
  charged: Type.NullableString({ description: 'The weight or volume that freight was charged for', examples: ['12.5 kg'] }),
  received_on: NullableDate('When the first package arrived'),
  client_reference: Type.NullableString(),
})

export const TaxCategorySchema = Type.Enum(TAX_CATEGORIES, {
  title: 'TaxCategory',
  description: '`zero`: taxed at zero percent; `exempt`: not taxed by law; `outside`: not within the scope of the tax',
})

const InvoiceLine = Type.Titled('InvoiceLine', {
  charge_id: Type.Token('chg'),
  kind: ChargeKindSchema,
  description: Type.String(),
  quantity: Type.Integer(),
  unit_price: Amount('Price of one'),
  net: Amount('Without tax'),
  tax_percent: Type.String(),
  tax_category: TaxCategorySchema,
  tax: Amount('Tax'),
  total: Amount('With tax'),
  parcel_quote_id: Type.NullableToken('pq', { description: 'The quote that is charged' }),
  parcel_id: Type.NullableToken('pkg', { description: 'The package that is charged' }),
  first_day: NullableDate('The first day of storage'),
  last_day: NullableDate('The last day of storage'),
  goods: Type.OrNull(Type.RefTo(LineGoods), {
    description:
      'Goods and service of the line, as printed on the invoice; null if it is for no package, and on invoices of earlier versions',
  }),
  explanation: Type.NullableString({ description: 'URL of the explanation of the price' }),
})

const TaxLine = Type.Titled('TaxLine', {
  category: TaxCategorySchema,
  reason: Type.NullableString({ description: 'The reason why no tax is charged' }),
  percent: Type.String(),
  net: Amount('Net amount at this rate'),
  tax: Amount('Tax'),
})

const PaperParty = Type.Titled('PaperParty', {
  name: Type.String(),
  lines: Type.Array(Type.String(), { description: 'Address and contact' }),
})

const Buyer = Type.Titled('PaperBuyer', {
  name: Type.String(),
  lines: Type.Array(Type.String(), { description: 'Address and contact' }),
  tax_number: Type.NullableString({ description: 'Tax number of the buyer, as printed' }),
})

const invoiceFields = {
  invoice_id: Type.Token('inv'),
  number: Type.String({ description: 'Consecutive per year. Also the payment reference', examples: ['INV-2026-000042'] }),
  status: Type.Enum(ISSUED_STATUSES, {
    description: '`void`: credit notes cover all of it. `written_off`: the operator does not expect the rest any more',
  }),
  mode: Mode(),
  parcel_customer_id: Type.NullableToken('pcus', { description: 'The customer who owes it; null is the business itself' }),
  currency: Type.String(),
  net: Amount('Without tax'),
  tax: Amount('Tax'),
  total: Amount('With tax'),
  paid: Amount('Paid so far'),
  credited: Amount('Credited by credit notes'),
  written_off: Amount('Not expected to be paid any more'),
  open: Amount('Still owed'),
  issue_date: Type.CalendarDate({ description: 'Date in the operator’s time zone' }),
  due_date: Type.CalendarDate({ description: 'Date in the operator’s time zone' }),
  seller: PaperParty,
  buyer: Buyer,
  lines: Type.Array(InvoiceLine),
  taxes: Type.Array(TaxLine, { description: 'Tax by rate' }),
  issued_at: Type.DateTime(),
}
const Invoice = Type.Named('Invoice', invoiceFields)
export const InvoiceAnswer = Type.RefTo(Invoice)
export type WireInvoice = Type.Static<typeof Invoice>

const CreditNoteSchema = Type.Titled('CreditNote', {
  credit_note_id: Type.Token('crn'),
  number: Type.String({ examples: ['CRN-2026-000003'] }),
  kind: Type.Enum(['correction', 'discount']),
  reason: Type.String(),
  total: Amount('With tax'),
  issue_date: Type.CalendarDate(),
  charge_ids: Type.Array(Type.String(), { description: 'The invoice lines that it credits' }),
  lines: Type.Array(InvoiceLine, { description: 'The credited part of each line' }),
})
export const FullInvoiceAnswer = Type.Titled('FullInvoice', { ...invoiceFields, credit_notes: Type.Array(CreditNoteSchema) })

const Payment = Type.Named('Payment', {
  payment_id: Type.Token('pay'),
  number: Type.String({ description: 'Number of the receipt', examples: ['RCT-2026-000017'] }),
  status: Type.Enum(['recorded', 'refunded', 'reversed']),
  mode: Mode(),
  parcel_customer_id: Type.NullableToken('pcus', { description: 'The customer who paid; null is the business itself' }),
  method: PaymentMethodSchema,
  currency: Type.String(),
  amount: Amount('Money received'),
  withheld: Amount('Tax that the payer withheld; it pays invoices like money'),
  allocated: Amount('Part that is allocated to invoices'),
  refunded: Amount('Part that was refunded'),
  credit: Amount('Part that is not allocated yet, for later invoices'),
  reference: Type.NullableString({ description: 'Reference of the transfer or card receipt' }),
  paid_on: Type.CalendarDate({ description: 'The day on which it was made' }),
  receipt_date: Type.CalendarDate({ description: 'The day on which it was recorded' }),
  reversed_at: Type.NullableDateTime(),
  reverse_reason: Type.NullableString(),
  created_at: Type.DateTime(),
})
export const PaymentAnswer = Type.RefTo(Payment)
export type WirePayment = Type.Static<typeof Payment>

export const PaymentLinkBody = Type.PartialBody([{ email: 'payer@example.com' }], {
  email: Type.Text({ description: 'Email address for the provider’s receipt; by default the payer’s, else the operator’s' }),
})
export const PaymentLinkAnswer = Type.Titled('PaymentLink', {
  reference: Type.String({ description: 'Reference of the payment; without a link, the invoice number, to be used for a transfer' }),
  amount: Amount('Amount to pay'),
  currency: Type.String(),
  url: Type.NullableString({ description: 'Page on which to pay; null if the operator takes no payments by link' }),
})

export const BalanceAnswer = Type.Titled('Balance', {
  currency: Type.String(),
  balance: Amount('Amount owed; negative if there is credit'),
  receivable: Amount('Charges that are not paid, whether invoiced or not'),
  credit: Amount('Payments that are not used yet'),
  at: Type.DateTime({ description: 'The time of this balance' }),
})

export const StatementAnswer = Type.Titled('Statement', {
  currency: Type.String(),
  from: Type.CalendarDate(),
  to: Type.CalendarDate({ description: 'Last day, inclusive' }),
  opening_balance: Amount('Balance before the first day'),
  closing_balance: Amount('Balance after the last day'),
  lines: Type.Array(
    Type.Titled('StatementLine', {
      date: Type.CalendarDate(),
      type: Type.Enum([
        'charge',
        'charge_reversal',
        'credit_note',
        'payment',
        'refund',
        'payment_reversal',
        'credit_transfer',
        'withholding',
        'withholding_reversal',
        'opening_balance',
        'discount',
        'write_off',
        'write_off_reversal',
      ]),
      id: Type.String({ description: 'Token of the charge, credit note, payment, refund or write-off' }),
      reference: Type.NullableString({ description: 'Number of the invoice, credit note or receipt' }),
      description: Type.String(),
      amount: Amount('Positive if it adds to the debt, negative if it reduces it'),
      balance: Amount('Balance after this line'),
    }),
  ),
})

const payerQuery = { customer: Type.Optional(Type.Text({ description: 'Parcel customer token: only what this customer owes and paid' })) }
export const BalanceQuery = Type.Object({
  ...payerQuery,
  at: Type.Optional(
    Type.Text({
      description: 'ISO 8601 with its offset, 30d for 30 days ago, or a date: its end in the business’s time zone; now by default',
    }),
  ),
})
export const StatementQuery = Type.Object({
  ...payerQuery,
  from: Type.Optional(Type.Text({ description: 'First day, such as 2026-11-01; the first of this month by default' })),
  to: Type.Optional(Type.Text({ description: 'Last day, inclusive; today by default' })),
})
export const CreditNoteQuery = Type.Object({ number: Type.Optional(Type.Text({ description: 'Number of the credit note' })) })
export const InvoicesQuery = Type.Object({
  ...statusQuery(ISSUED_STATUSES),
  ...customerQuery,
  package_id: Type.Optional(Type.Text({ description: 'Package token: invoices of its freight, storage and services' })),
  issued_since: Type.Optional(Type.Text({ description: `Issued at or after: ${WHEN}` })),
  issued_before: Type.Optional(Type.Text({ description: `Issued before: ${WHEN}` })),
  ...pageQuery,
})
export const PaymentsQuery = Type.Object({
  ...customerQuery,
  created_since: Type.Optional(Type.Text({ description: `Recorded at or after: ${WHEN}` })),
  created_before: Type.Optional(Type.Text({ description: `Recorded before: ${WHEN}` })),
  ...pageQuery,
})

export const TestPaymentBody = Type.PartialBody([{ invoice_id: 'inv_01kqn2x4t8e6nvd0t2d5c1yq7w' }], {
  invoice_id: Type.Text({ description: 'The invoice that is paid; the oldest open ones by default' }),
  amount: Type.Text({ description: 'NGN with up to two decimals; what is owed on the invoice by default' }),
  reference: Type.Text({ description: 'Reference of the transfer' }),
})

export const BILLING_SCHEMAS = [LineGoods, Invoice, Payment]
