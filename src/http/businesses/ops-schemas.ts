// Schemas of businesses and API keys under /ops/v1.

import { BILL_TO, INVOICING, RELEASE } from '../../domain/businesses/billing-terms.ts'
import { DateTime, Enum, Named, NullableDateTime, NullableString, RefTo, Text } from '../../platform/http/schemas/fields.ts'
import * as Type from '../../platform/http/schemas/type.ts'

const Address = Type.Partial(
  Type.Object({
    name: Text(),
    email: Text(),
    phone: Text(),
    address: Type.Partial(Type.Object({ street: Text(), city: Text(), state: Text(), postal_code: Text(), country: Text() })),
  }),
  { description: 'The business’s own address in Nigeria: where imports go while last_mile is off' },
)

const Terms = Type.Object({
  effective_from: NullableDateTime({ description: 'Null: from the start' }),
  markup_percent: Type.String(),
  free_days: Type.Integer(),
  daily_rate: Type.String({ description: 'Per square metre' }),
  currency: Type.String(),
  invoicing: Enum(INVOICING, { description: 'When charges are put on an invoice; `manual` leaves it to staff' }),
  bill_to: Enum(BILL_TO, { description: 'The party that owes the charges' }),
  due_days: Type.Integer({ description: 'Days until an invoice is due' }),
  release: Enum(RELEASE, { description: 'Charges that must be paid before a package goes on' }),
  credit_limit: Type.String({ description: 'Amount that a payer may owe before packages are stopped, NGN with two decimals' }),
  in_force: Type.Boolean(),
})

const Business = Named(
  'Business',
  Type.Object({
    business_id: Type.String(),
    name: Type.String(),
    prefix: Type.String({ description: 'Opens its customer IDs' }),
    time_zone: Type.String(),
    own_address: Address,
    last_mile: Type.Boolean(),
    parcel_customer_account: Type.Boolean(),
    terms: Type.Array(Terms, { description: 'Oldest first, the operator’s own before all' }),
    created_at: DateTime(),
  }),
)
export const BusinessAnswer = RefTo(Business)

const settings = {
  time_zone: Text({ description: 'Time zone, such as Africa/Lagos, the default' }),
  own_address: Address,
  last_mile: Type.Boolean({ description: 'Imports are delivered to the customer’s own address' }),
  parcel_customer_account: Type.Boolean({ description: 'Imports must name a parcel customer' }),
}

export const CreateBusinessBody = Type.Object(
  { name: Text(), prefix: Text({ description: 'Two to six letters' }), ...Type.Partial(Type.Object(settings)).properties },
  { examples: [{ name: 'Sample Imports', prefix: 'SMP', time_zone: 'Africa/Lagos', last_mile: false }] },
)
export const ChangeBusinessBody = Type.Partial(Type.Object({ name: Text(), ...settings }), {
  examples: [{ name: 'Sample Imports Ltd', last_mile: true }],
})

const AgreedTerms = Named(
  'BusinessTerms',
  Type.Object({ ...Terms.properties, recorded_at: NullableDateTime({ description: 'Null for the operator’s own terms' }) }),
)
export const TermsAnswer = RefTo(AgreedTerms)

export const SetTermsAnswer = Type.Object({
  business_id: Type.String(),
  terms: TermsAnswer,
  before: TermsAnswer,
  warnings: Type.Array(Type.String(), { description: 'Warnings; the request succeeded' }),
})

export const SetTermsBody = Type.Object(
  {
    markup_percent: Type.Optional(Text({ description: 'Added to the sum of the other lines, from 0 to 100' })),
    free_days: Type.Optional(Type.Integer({ description: 'Free days of storage, from 0 to 365' })),
    daily_rate: Type.Optional(Text({ description: 'Storage per square metre and day after that' })),
    currency: Type.Optional(Text({ description: 'Currency of the daily rate' })),
    invoicing: Type.Optional(Enum(INVOICING, { description: 'When charges are put on an invoice; `manual` leaves it to staff' })),
    bill_to: Type.Optional(Enum(BILL_TO, { description: 'The party that owes the charges: the business, or the customer of the parcel' })),
    due_days: Type.Optional(Type.Integer({ description: 'Days until an invoice is due, from 0 to 365' })),
    release: Type.Optional(Enum(RELEASE, { description: 'Charges that must be paid before a package goes on; `none` stops nothing' })),
    credit_limit: Type.Optional(
      Text({ description: 'Amount in NGN that a payer may owe before packages are stopped, as long as none of it is overdue' }),
    ),
    effective_from: Type.Optional(Text({ description: 'ISO 8601 with its offset, now or later; now by default' })),
  },
  { examples: [{ markup_percent: '7.5', free_days: 10, effective_from: '2027-01-01T00:00:00+01:00' }] },
)

export const DemoAnswer = Type.Object({
  business_id: Type.String(),
  customers: Type.Integer(),
  quotes: Type.Integer(),
  packages: Type.Integer(),
  shipments: Type.Integer(),
})

const ApiKey = Named(
  'ApiKey',
  Type.Object({
    key_id: Type.String(),
    business_id: Type.String(),
    mode: Enum(['test', 'live']),
    scope: Enum(['full', 'quote'], { description: '`quote`: prices and customers only; booking, cancelling and holding are 403' }),
    begins: Type.String({ description: 'The visible beginning, to recognise it by' }),
    label: NullableString(),
    created_at: DateTime(),
    last_used_at: NullableDateTime({ description: 'To the minute' }),
    expires_at: NullableDateTime({ description: 'Until when it works beside the key that replaced it' }),
    replaces_key_id: NullableString(),
    revoked_at: NullableDateTime(),
    key: Type.Optional(Type.String({ description: 'The key itself: in the answer that issues it, and never again' })),
  }),
)
export const KeyAnswer = RefTo(ApiKey)
export const RotatedAnswer = Type.Object({ key: KeyAnswer, replaced: KeyAnswer })

export const IssueKeyBody = Type.Object(
  { mode: Enum(['test', 'live']), label: Type.Optional(Text()), scope: Type.Optional(Enum(['full', 'quote'], { default: 'full' })) },
  { examples: [{ mode: 'live', label: 'web shop', scope: 'quote' }] },
)
export const LabelKeyBody = Type.Object({ label: Text() }, { examples: [{ label: 'web shop, Lagos' }] })
export const RotateKeyBody = Type.Object(
  {
    old_key_until: Type.Optional(
      Text({ description: 'ISO 8601: until then the old key works too. A day from now by default, at most 30 days' }),
    ),
  },
  { examples: [{ old_key_until: '2026-11-22T08:00:00.000Z' }] },
)

export const BUSINESS_SCHEMAS = [Business, AgreedTerms, ApiKey]
