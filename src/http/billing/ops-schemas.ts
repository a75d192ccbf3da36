// Schemas of charges, invoices, payments and prices under /ops/v1.

import { AGE_BUCKETS } from '../../domain/billing/billing-period.ts'
import { JOURNAL_FORMATS } from '../../domain/billing/files/journal-csv.ts'
import { INVOICE_STATUSES } from '../../domain/billing/invoice.ts'
import { REFUND_METHODS, STAFF_METHODS } from '../../domain/billing/payment.ts'
import { businessQuery, modeQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { idParams, Mode, Quantity } from '../values/fields.ts'
import { WriteOffAnswer } from './debt/ops-schemas.ts'
import { ChargeKindSchema, FullInvoiceAnswer, InvoiceAnswer, PaymentAnswer, PaymentMethodSchema, TaxCategorySchema } from './v1-schemas.ts'

export const ChargeParams = idParams('chg', 'Charge token')
export const InvoiceParams = idParams('inv', 'Invoice token, or the number on the paper')
export const PaymentParams = idParams('pay', 'Payment token')

const amount = (description: string) => Type.String({ description: `${description}, NGN with two decimals` })
const business = { business_id: Type.Token('biz'), business_name: Type.String(), business_prefix: Type.String() }
const date = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description })

const Charge = Type.Named('Charge', {
  charge_id: Type.Token('chg'),
  ...business,
  mode: Mode(),
  kind: ChargeKindSchema,
  description: Type.String(),
  parcel_customer_id: Type.NullableToken('pcus', { description: 'The customer whose parcel it is' }),
  payer_customer_id: Type.NullableToken('pcus', { description: 'The customer who owes it; null is the business itself' }),
  parcel_quote_id: Type.NullableToken('pq'),
  parcel_id: Type.NullableToken('pkg'),
  first_day: date('The first day of storage'),
  last_day: date('The last day of storage'),
  quantity: Type.Integer(),
  unit_price: amount('Price of one'),
  net: amount('Without tax'),
  tax_percent: Type.String(),
  tax_category: TaxCategorySchema,
  tax_reason: Type.NullableString({ description: 'The reason why no tax is charged' }),
  tax: amount('Tax'),
  total: amount('With tax'),
  invoice_id: Type.NullableToken('inv', { description: 'Null while it waits for an invoice' }),
  credit_note_id: Type.NullableToken('crn'),
  reversed_at: Type.NullableDateTime({ description: 'When it was taken back' }),
  reverse_reason: Type.NullableString(),
  created_at: Type.DateTime(),
})
export const ChargeAnswer = Type.RefTo(Charge)
export type WireCharge = Type.Static<typeof Charge>

/** An issued invoice or a draft. In a draft, the number, buyer, issue date and due date are null. */
const DraftInvoice = Type.Named('OpsInvoice', {
  invoice_id: Type.Token('inv'),
  ...business,
  number: Type.NullableString({ description: 'Null while it is a draft' }),
  status: Type.Enum(INVOICE_STATUSES),
  mode: Mode(),
  parcel_customer_id: Type.NullableToken('pcus', { description: 'The customer who owes it; null is the business itself' }),
  buyer: Type.NullableString({ description: 'Name on the paper' }),
  currency: Type.String(),
  net: amount('Without tax'),
  tax: amount('Tax'),
  total: amount('With tax'),
  paid: amount('Paid so far'),
  credited: amount('Taken back by credit notes'),
  written_off: amount('Not expected to be paid any more'),
  open: amount('Still owed'),
  issue_date: date('In the operator’s time zone'),
  due_date: date('In the operator’s time zone'),
  created_at: Type.DateTime(),
})
export const OpsInvoiceAnswer = Type.RefTo(DraftInvoice)
export type WireOpsInvoice = Type.Static<typeof DraftInvoice>

export const OpsInvoiceDetail = Type.Object({
  invoice: OpsInvoiceAnswer,
  paper: Type.OrNull(FullInvoiceAnswer),
  charges: Type.Array(ChargeAnswer),
  payments: Type.Array(
    Type.Object({
      payment_id: Type.Token('pay'),
      number: Type.String({ description: 'Number of the receipt' }),
      method: PaymentMethodSchema,
      receipt_date: Type.String({ format: 'date' }),
      amount: amount('Part that is allocated to this invoice'),
    }),
    { description: 'Payments allocated to it, latest first' },
  ),
  write_offs: Type.Array(WriteOffAnswer, { description: 'Oldest first, with those that were reversed' }),
})

const opsPayment = {
  ...business,
  payment: PaymentAnswer,
  note: Type.NullableString(),
  taken_by: Type.String({ description: 'The person who recorded it' }),
}
const OpsPayment = Type.Named('OpsPayment', opsPayment)
export const OpsPaymentAnswer = Type.RefTo(OpsPayment)
export const OpsPaymentDetail = Type.Object({
  ...opsPayment,
  taken_by_name: Type.NullableString({ description: 'Null if no person recorded it' }),
  pays: Type.Array(
    Type.Object({ invoice_id: Type.Token('inv'), number: Type.String(), amount: amount('Part of the payment that pays this invoice') }),
    { description: 'The invoices that it pays' },
  ),
  refunds: Type.Array(
    Type.Object({
      refund_id: Type.Token('rfd'),
      amount: amount('Amount'),
      method: PaymentMethodSchema,
      reference: Type.NullableString(),
      reason: Type.String(),
      created_at: Type.DateTime(),
    }),
    { description: 'Oldest first' },
  ),
})
export const TakenAnswer = Type.Object({
  payment: OpsPaymentAnswer,
  paid: Type.Array(InvoiceAnswer, { description: 'The invoices that it pays' }),
})

export const ChargesQuery = Type.Object({
  ...modeQuery,
  ...businessQuery,
  kind: Type.Optional(ChargeKindSchema),
  parcel_id: Type.Optional(Type.Text()),
  parcel_quote_id: Type.Optional(Type.Text()),
  customer_id: Type.Optional(Type.Text({ description: 'Token of the customer whose goods it is for, or who owes it' })),
  waiting: Type.Optional(Type.Boolean({ description: 'Only what waits for an invoice' })),
  ...pageQuery,
})
export const InvoicesQuery = Type.Object({
  ...modeQuery,
  ...businessQuery,
  status: Type.Optional(Type.Enum(INVOICE_STATUSES)),
  overdue: Type.Optional(Type.Boolean({ description: 'Only what is open past its due date' })),
  open: Type.Optional(Type.Boolean({ description: 'Only what is still owed' })),
  payer: Type.Optional(Type.Text({ description: 'Token of the customer who owes it, or `business` for the business itself' })),
  number: Type.Optional(Type.Text()),
  ...pageQuery,
})
export const PaymentsQuery = Type.Object({
  ...modeQuery,
  ...businessQuery,
  customer_id: Type.Optional(Type.Text({ description: 'Token of the customer who paid' })),
  reference: Type.Optional(Type.Text()),
  ...pageQuery,
})

const payerFields = {
  ...modeQuery,
  business: Type.Text({ description: 'Business token or prefix' }),
  customer_id: Type.Optional(Type.Text({ description: 'Token of the customer who pays; the business itself by default' })),
}

const extraFields = {
  code: Type.Text({ description: 'Code in the price list' }),
  quantity: Type.Optional(Quantity()),
  amount: Type.Optional(Type.Text({ description: 'For one, if not the listed price' })),
  note: Type.Optional(Type.Text()),
}
export const AddChargeBody = Type.Body([{ parcel_id: 'pkg_01kqn2x4t8e6nvd0t2d5c1yq7w', code: 'CLEAR-20' }], {
  ...modeQuery,
  business: Type.Optional(Type.Text({ description: 'Business token or prefix; needed without a package' })),
  parcel_id: Type.Optional(Type.Text({ description: 'The package that it is for' })),
  customer_id: Type.Optional(Type.Text({ description: 'The customer that it is for' })),
  ...extraFields,
})
export const ShipmentChargeBody = Type.Body([{ code: 'CLEAR-20' }], extraFields)
export const ReasonBody = Type.Body([{ reason: 'Entered twice' }], { reason: Type.LongText() })

export const DraftBody = Type.Body([{ business: 'SMP' }], {
  ...payerFields,
  parcel_id: Type.Optional(Type.Text({ description: 'Only what this package and its quote owe' })),
  shipment_id: Type.Optional(Type.Text({ description: 'Only what the packages of this shipment owe; token or number' })),
})
export const CreditBody = Type.Body([{ reason: 'Wrong customer', charge_again: true }], {
  reason: Type.LongText(),
  charge_ids: Type.Optional(Type.Array(Type.Text(), { minItems: 1, maxItems: 1000, description: 'The lines to credit; all by default' })),
  lines: Type.Optional(
    Type.Array(
      Type.Object({
        charge_id: Type.Text(),
        quantity: Type.Optional(Quantity()),
        amount: Type.Optional(Type.Text({ description: 'With tax; the whole line if neither quantity nor amount is set' })),
      }),
      { minItems: 1, maxItems: 1000, description: 'Lines to credit in part' },
    ),
  ),
  amount: Type.Optional(Type.Text({ description: 'With tax: an amount of the invoice, spread over what is left of its lines' })),
  discount: Type.Optional(
    Type.Boolean({
      description: 'Book it as a discount: the revenue stays, the account `discount` has the difference. Not for all of the invoice',
    }),
  ),
  charge_again: Type.Optional(Type.Boolean({ description: 'Charge the same again, for another invoice; only for whole lines' })),
})
export const TakePaymentBody = Type.Body(
  [{ business: 'SMP', method: 'transfer', amount: '129000.00', reference: 'FT26320-778812', invoices: ['INV-2026-000042'] }],
  {
    ...payerFields,
    method: Type.Enum(STAFF_METHODS),
    amount: Type.Text({ description: 'The money, NGN with up to two decimals' }),
    withheld: Type.Optional(
      Type.Text({ description: 'Tax that the payer withheld, NGN: it pays like money, and opens a claim on a certificate' }),
    ),
    reference: Type.Optional(Type.Text({ description: 'Reference of the transfer or card receipt; required for these methods' })),
    paid_on: Type.Optional(Type.Text({ description: 'Day on which it was made, after the last closed day; today by default' })),
    note: Type.Optional(Type.Text()),
    debts: Type.Optional(
      Type.Array(Type.Text(), {
        minItems: 1,
        maxItems: 1000,
        description:
          'Tokens of charges and invoices that it pays, in this order. Charges without an invoice are put on one, which is issued in the same step',
      }),
    ),
    invoices: Type.Optional(
      Type.Array(Type.Text(), {
        minItems: 1,
        maxItems: 100,
        description: 'Tokens or numbers, paid in this order; the oldest open ones by default',
      }),
    ),
    confirm_overpayment: Type.Optional(Type.Boolean({ description: 'Needed for more than is owed on the invoices named' })),
  },
)
export const AllocateBody = Type.Body([{}], {
  invoices: Type.Optional(
    Type.Array(Type.Text(), { minItems: 1, maxItems: 100, description: 'Tokens or numbers; the oldest open ones by default' }),
  ),
})
export const UseCreditBody = Type.Body([{ mode: 'live' }], {
  ...modeQuery,
  customer_id: Type.Optional(Type.Text({ description: 'Token of the customer whose credit it is; the business itself by default' })),
})
export const UsedCreditAnswer = Type.Object({ paid: Type.Array(InvoiceAnswer, { description: 'The invoices that it paid' }) })
export const RefundBody = Type.Body([{ amount: '1000.00', method: 'transfer', reason: 'Paid twice' }], {
  amount: Type.Text(),
  method: Type.Enum(REFUND_METHODS),
  reference: Type.Optional(Type.Text()),
  reason: Type.LongText(),
})

export const IssuedDueAnswer = Type.Object({
  issued: Type.Integer(),
  failed_business_ids: Type.Array(Type.String(), { description: 'Businesses whose invoices could not be issued' }),
})

export const AgedDebtAnswer = Type.Titled('AgedDebt', {
  date: Type.String({ format: 'date' }),
  debts: Type.Array(
    Type.Object({
      ...business,
      parcel_customer_id: Type.NullableToken('pcus'),
      customer_identifier: Type.NullableString({ description: 'Unique ID of the customer who owes it; null is the business itself' }),
      customer_name: Type.NullableString({ description: 'Empty for a customer without a name' }),
      invoices: Type.Integer(),
      open: amount('Owed on issued invoices'),
      unbilled: amount('Charged and not on an issued invoice'),
      credit: amount('Paid and not used yet'),
      withheld: amount('Tax withheld without a certificate; it is paid, and not part of the balance'),
      balance: amount('Owed in all: open and unbilled, less credit'),
      buckets: Type.Object(
        Object.fromEntries(AGE_BUCKETS.map((bucket) => [bucket, amount('Owed')])) as Record<
          (typeof AGE_BUCKETS)[number],
          ReturnType<typeof amount>
        >,
        { description: 'By days past the due date' },
      ),
    }),
  ),
})
export const AgedDebtQuery = Type.Object({ ...modeQuery, ...businessQuery })
export const JournalQuery = Type.Object({
  ...modeQuery,
  ...businessQuery,
  from: Type.Text(),
  to: Type.Text({ description: 'Last day, included' }),
  format: Type.Optional(
    Type.Enum(JOURNAL_FORMATS, { description: '`entries` (default), or the totals of each day as `quickbooks` or `xero` import them' }),
  ),
  tax_rate: Type.Optional(
    Type.Text({ description: 'For `xero`: what your organisation calls the rate without tax; `Tax Exempt` by default' }),
  ),
})

export const OPS_BILLING_SCHEMAS = [Charge, DraftInvoice, OpsPayment]
