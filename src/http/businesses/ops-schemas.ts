// Schemas of businesses and API keys under /ops/v1.

import { BILL_TO, INVOICING, RELEASE } from '../../domain/businesses/business.ts'
import * as Type from '../../platform/http/schemas/type.ts'

const Address = Type.Partial(
  Type.Object({
    name: Type.Text(),
    email: Type.Text(),
    phone: Type.Text(),
    address: Type.Partial(
      Type.Object({ street: Type.Text(), city: Type.Text(), state: Type.Text(), postal_code: Type.Text(), country: Type.Text() }),
    ),
  }),
  { description: 'The business’s own address in Nigeria: where imports go while last_mile is off' },
)

const Terms = Type.Object({
  effective_from: Type.NullableDateTime({ description: 'Null: from the start' }),
  markup_percent: Type.String(),
  free_days: Type.Integer(),
  daily_rate: Type.String({ description: 'Per square metre' }),
  currency: Type.String(),
  invoicing: Type.Enum(INVOICING, { description: 'When charges are put on an invoice; `manual` leaves it to staff' }),
  bill_to: Type.Enum(BILL_TO, { description: 'The party that owes the charges' }),
  due_days: Type.Integer({ description: 'Days until an invoice is due' }),
  release: Type.Enum(RELEASE, { description: 'Charges that must be paid before a package goes on' }),
  credit_limit: Type.String({ description: 'Amount that a payer may owe before packages are stopped, NGN with two decimals' }),
  in_force: Type.Boolean(),
})

const Business = Type.Named('Business', {
  business_id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'Opens its customer IDs' }),
  time_zone: Type.String(),
  own_address: Address,
  last_mile: Type.Boolean(),
  parcel_customer_account: Type.Boolean(),
  portal_enabled: Type.Boolean({ description: 'Whether people of the business may sign in to the portal' }),
  terms: Type.Array(Terms, { description: 'Oldest first, the operator’s own before all' }),
  created_at: Type.DateTime(),
})
export const BusinessAnswer = Type.RefTo(Business)

const settings = {
  time_zone: Type.Text({ description: 'Time zone, such as Africa/Lagos, the default' }),
  own_address: Address,
  last_mile: Type.Boolean({ description: 'Imports are delivered to the customer’s own address' }),
  parcel_customer_account: Type.Boolean({ description: 'Imports must name a parcel customer' }),
  portal_enabled: Type.Boolean({ description: 'People of the business may sign in to the portal, the default' }),
}

export const CreateBusinessBody = Type.Body([{ name: 'Sample Imports', prefix: 'SMP', time_zone: 'Africa/Lagos', last_mile: false }], {
  name: Type.Text(),
  prefix: Type.Text({ description: 'Two to six letters' }),
  ...Type.Partial(Type.Object(settings)).properties,
})
export const ChangeBusinessBody = Type.PartialBody([{ name: 'Sample Imports Ltd', last_mile: true }], { name: Type.Text(), ...settings })

const AgreedTerms = Type.Named('BusinessTerms', {
  ...Terms.properties,
  recorded_at: Type.NullableDateTime({ description: 'Null for the operator’s own terms' }),
})
export const TermsAnswer = Type.RefTo(AgreedTerms)

export const SetTermsAnswer = Type.Object({
  business_id: Type.String(),
  terms: TermsAnswer,
  before: TermsAnswer,
  warnings: Type.Array(Type.String(), { description: 'Warnings; the request succeeded' }),
})

export const SetTermsBody = Type.Body([{ markup_percent: '7.5', free_days: 10, effective_from: '2027-01-01T00:00:00+01:00' }], {
  markup_percent: Type.Optional(Type.Text({ description: 'Added to the sum of the other lines, from 0 to 100' })),
  free_days: Type.Optional(Type.Integer({ description: 'Free days of storage, from 0 to 365' })),
  daily_rate: Type.Optional(Type.Text({ description: 'Storage per square metre and day after that' })),
  currency: Type.Optional(Type.Text({ description: 'Currency of the daily rate' })),
  invoicing: Type.Optional(Type.Enum(INVOICING, { description: 'When charges are put on an invoice; `manual` leaves it to staff' })),
  bill_to: Type.Optional(
    Type.Enum(BILL_TO, { description: 'The party that owes the charges: the business, or the customer of the parcel' }),
  ),
  due_days: Type.Optional(Type.Integer({ description: 'Days until an invoice is due, from 0 to 365' })),
  release: Type.Optional(Type.Enum(RELEASE, { description: 'Charges that must be paid before a package goes on; `none` stops nothing' })),
  credit_limit: Type.Optional(
    Type.Text({ description: 'Amount in NGN that a payer may owe before packages are stopped, as long as none of it is overdue' }),
  ),
  effective_from: Type.Optional(Type.Text({ description: 'ISO 8601 with its offset, now or later; now by default' })),
})

export const DemoAnswer = Type.Object({
  business_id: Type.String(),
  customers: Type.Integer(),
  quotes: Type.Integer(),
  packages: Type.Integer(),
  shipments: Type.Integer(),
})

const ApiKey = Type.Named('ApiKey', {
  key_id: Type.String(),
  business_id: Type.String(),
  mode: Type.Enum(['test', 'live']),
  scope: Type.Enum(['full', 'quote'], { description: '`quote`: prices and customers only; booking, cancelling and holding are 403' }),
  begins: Type.String({ description: 'The visible beginning, to recognise it by' }),
  label: Type.NullableString(),
  created_at: Type.DateTime(),
  last_used_at: Type.NullableDateTime({ description: 'To the minute' }),
  expires_at: Type.NullableDateTime({ description: 'Until when it works beside the key that replaced it' }),
  replaces_key_id: Type.NullableString(),
  revoked_at: Type.NullableDateTime(),
  key: Type.Optional(Type.String({ description: 'The key itself: in the answer that issues it, and never again' })),
})
export const KeyAnswer = Type.RefTo(ApiKey)
export const RotatedAnswer = Type.Object({ key: KeyAnswer, replaced: KeyAnswer })

export const IssueKeyBody = Type.Body([{ mode: 'live', label: 'web shop', scope: 'quote' }], {
  mode: Type.Enum(['test', 'live']),
  label: Type.Optional(Type.Text()),
  scope: Type.Optional(Type.Enum(['full', 'quote'], { default: 'full' })),
})
export const LabelKeyBody = Type.Body([{ label: 'web shop, Lagos' }], { label: Type.Text() })
export const RotateKeyBody = Type.Body([{ old_key_until: '2026-11-22T08:00:00.000Z' }], {
  old_key_until: Type.Optional(
    Type.Text({ description: 'ISO 8601: until then the old key works too. A day from now by default, at most 30 days' }),
  ),
})

export const BUSINESS_SCHEMAS = [Business, AgreedTerms, ApiKey]
