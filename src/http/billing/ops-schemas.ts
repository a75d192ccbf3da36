// Schemas of charges, invoices, payments and prices under /ops/v1.

import { AGE_BUCKETS } from '../../domain/billing/billing-period.ts'
import { EXTRA_KINDS } from '../../domain/billing/charge-kind.ts'
import { INVOICE_STATUSES } from '../../domain/billing/invoice.ts'
import { JOURNAL_FORMATS } from '../../domain/billing/journal-csv.ts'
import { REFUND_METHODS, STAFF_METHODS } from '../../domain/billing/payment.ts'
import {
  DateTime,
  Enum,
  LongText,
  Named,
  NullableDateTime,
  NullableEnum,
  NullableString,
  NullableToken,
  RefTo,
  Text,
  Titled,
  Token,
} from '../../platform/http/schemas/fields.ts'
import { businessQuery, modeQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { idParams, Mode, Quantity } from '../values/fields.ts'
import { ChargeKindSchema, FullInvoiceAnswer, InvoiceAnswer, PaymentAnswer, PaymentMethodSchema } from './v1-schemas.ts'

export const ChargeParams = idParams('chg', 'Charge token')
export const InvoiceParams = idParams('inv', 'Invoice token, or the number on the paper')
export const PaymentParams = idParams('pay', 'Payment token')

const amount = (description: string) => Type.String({ description: `${description}, NGN with two decimals` })
const business = { business_id: Token('biz'), business_name: Type.String(), business_prefix: Type.String() }
const date = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description })

const Charge = Named(
  'Charge',
  Type.Object({
    charge_id: Token('chg'),
    ...business,
    mode: Mode(),
    kind: ChargeKindSchema,
    description: Type.String(),
    parcel_customer_id: NullableToken('pcus', { description: 'The customer whose parcel it is' }),
    payer_customer_id: NullableToken('pcus', { description: 'The customer who owes it; null is the business itself' }),
    parcel_quote_id: NullableToken('pq'),
    parcel_id: NullableToken('pkg'),
    first_day: date('The first day of storage'),
    last_day: date('The last day of storage'),
    quantity: Type.Integer(),
    unit_price: amount('Price of one'),
    net: amount('Without tax'),
    tax_percent: Type.String(),
    tax: amount('Tax'),
    total: amount('With tax'),
    invoice_id: NullableToken('inv', { description: 'Null while it waits for an invoice' }),
    credit_note_id: NullableToken('crn'),
    reversed_at: NullableDateTime({ description: 'When it was taken back' }),
    reverse_reason: NullableString(),
    created_at: DateTime(),
  }),
)
export const ChargeAnswer = RefTo(Charge)
export type WireCharge = Type.Static<typeof Charge>

/** An invoice or a draft, in which most fields are null. */
const DraftInvoice = Named(
  'OpsInvoice',
  Type.Object({
    invoice_id: Token('inv'),
    ...business,
    number: NullableString({ description: 'Null while it is a draft' }),
    status: Enum(INVOICE_STATUSES),
    mode: Mode(),
    parcel_customer_id: NullableToken('pcus', { description: 'The customer who owes it; null is the business itself' }),
    buyer: NullableString({ description: 'Name on the paper' }),
    currency: Type.String(),
    net: amount('Without tax'),
    tax: amount('Tax'),
    total: amount('With tax'),
    paid: amount('Paid so far'),
    credited: amount('Taken back by credit notes'),
    open: amount('Still owed'),
    issue_date: date('In the operator’s time zone'),
    due_date: date('In the operator’s time zone'),
    created_at: DateTime(),
  }),
)
export const OpsInvoiceAnswer = RefTo(DraftInvoice)
export type WireOpsInvoice = Type.Static<typeof DraftInvoice>

export const OpsInvoiceDetail = Type.Object({
  invoice: OpsInvoiceAnswer,
  paper: Type.Unsafe<Type.Static<typeof FullInvoiceAnswer> | null>({ anyOf: [FullInvoiceAnswer, { type: 'null' }] }),
  charges: Type.Array(ChargeAnswer),
  payments: Type.Array(
    Type.Object({
      payment_id: Token('pay'),
      number: Type.String({ description: 'Number of the receipt' }),
      method: PaymentMethodSchema,
      receipt_date: Type.String({ format: 'date' }),
      amount: amount('Part that is allocated to this invoice'),
    }),
    { description: 'Payments allocated to it, latest first' },
  ),
})

const OpsPayment = Named(
  'OpsPayment',
  Type.Object({
    ...business,
    payment: PaymentAnswer,
    note: NullableString(),
    taken_by: Type.String({ description: 'The person who recorded it' }),
  }),
)
export const OpsPaymentAnswer = RefTo(OpsPayment)
export const TakenAnswer = Type.Object({
  payment: OpsPaymentAnswer,
  paid: Type.Array(InvoiceAnswer, { description: 'The invoices that it pays' }),
})

export const ChargesQuery = Type.Object({
  ...modeQuery,
  ...businessQuery,
  kind: Type.Optional(ChargeKindSchema),
  parcel_id: Type.Optional(Text()),
  parcel_quote_id: Type.Optional(Text()),
  customer_id: Type.Optional(Text({ description: 'Token of the customer whose goods it is for, or who owes it' })),
  waiting: Type.Optional(Type.Boolean({ description: 'Only what waits for an invoice' })),
  ...pageQuery,
})
export const InvoicesQuery = Type.Object({
  ...modeQuery,
  ...businessQuery,
  status: Type.Optional(Enum(INVOICE_STATUSES)),
  overdue: Type.Optional(Type.Boolean({ description: 'Only what is open past its due date' })),
  open: Type.Optional(Type.Boolean({ description: 'Only what is still owed' })),
  payer: Type.Optional(Text({ description: 'Token of the customer who owes it, or `business` for the business itself' })),
  number: Type.Optional(Text()),
  ...pageQuery,
})
export const PaymentsQuery = Type.Object({ ...modeQuery, ...businessQuery, reference: Type.Optional(Text()), ...pageQuery })

const payerFields = {
  ...modeQuery,
  business: Text({ description: 'Business token or prefix' }),
  customer_id: Type.Optional(Text({ description: 'Token of the customer who pays; the business itself by default' })),
}

export const AddChargeBody = Type.Object(
  {
    ...modeQuery,
    business: Type.Optional(Text({ description: 'Business token or prefix; needed without a package' })),
    parcel_id: Type.Optional(Text({ description: 'The package that it is for' })),
    customer_id: Type.Optional(Text({ description: 'The customer that it is for' })),
    code: Text({ description: 'Code in the price list' }),
    quantity: Type.Optional(Quantity()),
    amount: Type.Optional(Text({ description: 'For one, if not the listed price' })),
    note: Type.Optional(Text()),
  },
  { examples: [{ parcel_id: 'pkg_01kqn2x4t8e6nvd0t2d5c1yq7w', code: 'CLEAR-20' }] },
)
export const ShipmentChargeBody = Type.Object(
  {
    code: Text({ description: 'Code in the price list' }),
    quantity: Type.Optional(Quantity()),
    amount: Type.Optional(Text({ description: 'For one, if not the listed price' })),
    note: Type.Optional(Text()),
  },
  { examples: [{ code: 'CLEAR-20' }] },
)
export const ReasonBody = Type.Object({ reason: LongText() }, { examples: [{ reason: 'Entered twice' }] })

export const DraftBody = Type.Object(
  {
    ...payerFields,
    parcel_id: Type.Optional(Text({ description: 'Only what this package and its quote owe' })),
    shipment_id: Type.Optional(Text({ description: 'Only what the packages of this shipment owe; token or number' })),
  },
  { examples: [{ business: 'SMP' }] },
)
export const CreditBody = Type.Object(
  {
    reason: LongText(),
    charge_ids: Type.Optional(Type.Array(Text(), { maxItems: 1000, description: 'The lines to credit; all by default' })),
    charge_again: Type.Optional(Type.Boolean({ description: 'Charge the same again, for another invoice' })),
  },
  { examples: [{ reason: 'Wrong customer', charge_again: true }] },
)
export const TakePaymentBody = Type.Object(
  {
    ...payerFields,
    method: Enum(STAFF_METHODS),
    amount: Text({ description: 'NGN with up to two decimals' }),
    reference: Type.Optional(Text({ description: 'Reference of the transfer or card receipt; required for these methods' })),
    note: Type.Optional(Text()),
    invoices: Type.Optional(Type.Array(Text(), { maxItems: 100, description: 'Tokens or numbers; the oldest open ones by default' })),
    confirm_overpayment: Type.Optional(Type.Boolean({ description: 'Needed for more than is owed on the invoices named' })),
  },
  { examples: [{ business: 'SMP', method: 'transfer', amount: '129000.00', reference: 'FT26320-778812', invoices: ['INV-2026-000042'] }] },
)
export const AllocateBody = Type.Object(
  { invoices: Type.Optional(Type.Array(Text(), { maxItems: 100, description: 'Tokens or numbers; the oldest open ones by default' })) },
  { examples: [{}] },
)
export const RefundBody = Type.Object(
  { amount: Text(), method: Enum(REFUND_METHODS), reference: Type.Optional(Text()), reason: LongText() },
  { examples: [{ amount: '1000.00', method: 'transfer', reason: 'Paid twice' }] },
)

const Price = Titled(
  'PriceListItem',
  Type.Object({
    price_id: Token('pri'),
    code: Type.String(),
    name: Type.String(),
    kind: Enum(EXTRA_KINDS),
    amount: amount('For one'),
    effective_from: DateTime(),
    in_force: Type.Boolean(),
  }),
)
export const PriceAnswer = Price
export const SetPriceBody = Type.Object(
  {
    code: Text(),
    name: Text(),
    kind: Enum(EXTRA_KINDS),
    amount: Text(),
    effective_from: Type.Optional(Text({ description: 'ISO 8601 with its offset, now or later; now by default' })),
  },
  { examples: [{ code: 'CLEAR-20', name: 'Customs clearance, 20 foot', kind: 'clearance', amount: '85000' }] },
)
export const TaxRateAnswer = Titled(
  'TaxRate',
  Type.Object({
    tax_rate_id: Token('tax'),
    kind: ChargeKindSchema,
    direction: NullableEnum(['import', 'export'], { description: 'Null is both' }),
    percent: Type.String(),
    effective_from: DateTime(),
  }),
)
export const SetTaxRateBody = Type.Object(
  {
    kind: ChargeKindSchema,
    direction: Type.Optional(Enum(['import', 'export'], { description: 'Both by default' })),
    percent: Text({ description: 'From 0 to 100' }),
    effective_from: Type.Optional(Text({ description: 'ISO 8601 with its offset, now or later; now by default' })),
  },
  { examples: [{ kind: 'freight', direction: 'import', percent: '7.5' }] },
)

export const IssuedDueAnswer = Type.Object({
  issued: Type.Integer(),
  failed_business_ids: Type.Array(Type.String(), { description: 'Businesses whose invoices could not be issued' }),
})

export const AgedDebtAnswer = Titled(
  'AgedDebt',
  Type.Object({
    date: Type.String({ format: 'date' }),
    debts: Type.Array(
      Type.Object({
        ...business,
        parcel_customer_id: NullableToken('pcus'),
        customer_identifier: NullableString({ description: 'Unique ID of the customer who owes it; null is the business itself' }),
        invoices: Type.Integer(),
        open: amount('Owed in all'),
        buckets: Type.Object(
          Object.fromEntries(AGE_BUCKETS.map((bucket) => [bucket, amount('Owed')])) as Record<
            (typeof AGE_BUCKETS)[number],
            ReturnType<typeof amount>
          >,
          {
            description: 'By days past the due date',
          },
        ),
      }),
    ),
  }),
)
export const AgedDebtQuery = Type.Object({ ...modeQuery, ...businessQuery })
export const JournalQuery = Type.Object({
  ...modeQuery,
  ...businessQuery,
  from: Text(),
  to: Text({ description: 'Last day, included' }),
  format: Type.Optional(
    Enum(JOURNAL_FORMATS, { description: '`entries` (default), or the totals of each day as `quickbooks` or `xero` import them' }),
  ),
  tax_rate: Type.Optional(Text({ description: 'For `xero`: what your organisation calls the rate without tax; `Tax Exempt` by default' })),
})

export const OPS_BILLING_SCHEMAS = [Charge, DraftInvoice, OpsPayment]
