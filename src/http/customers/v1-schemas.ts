// Schemas of parcel customers.

import { CHANNELS, LANGUAGES } from '../../domain/messages/purpose.ts'
import { CHANNEL_CHOICES } from '../../domain/messages/settings.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { Mode } from '../values/fields.ts'

/** The profile fields that a business or staff may send. */
export const profileFields = {
  first_name: Type.Text(),
  last_name: Type.Text(),
  email: Type.Text(),
  mobile: Type.Text(),
  origin_address: Type.Text(),
  origin_city: Type.Text(),
  origin_zip_code: Type.Text(),
  origin_state: Type.Text(),
  origin_country: Type.Text({ description: 'ISO-2 code, ISO-3 code or English name' }),
}

const CONSENTS =
  'For each channel, when and how the customer agreed. SMS and WhatsApp are sent only to customers who agreed; the list is replaced as a whole'
const GivenConsents = Type.Array(
  Type.Object({
    channel: Type.Enum(CHANNELS),
    given_at: Type.Text({ description: 'ISO 8601 with its offset' }),
    how: Type.Text({ description: 'How the customer agreed, for example: ticked on the order form' }),
  }),
  { maxItems: CHANNELS.length, description: CONSENTS },
)
const CHANNEL = 'Channel of messages; `none` sends none, null leaves it to the settings of the business'
const LANGUAGE = 'Language of messages; null leaves it to the settings of the business'

export const messageFields = {
  message_channel: Type.Enum(CHANNEL_CHOICES, { description: CHANNEL }),
  message_language: Type.Enum(LANGUAGES, { description: LANGUAGE }),
  message_consents: GivenConsents,
}

export const CreateCustomerBody = Type.Body(
  [
    {
      parcel_customer: {
        first_name: 'Sample',
        last_name: 'Trader',
        email: 'trader@example.com',
        mobile: '+2348000000002',
        origin_address: '8 Example Road',
        origin_city: 'Guangzhou',
        origin_state: 'Guangdong',
        origin_country: 'CN',
      },
    },
  ],
  {
    parcel_customer: Type.TitledPartial('ParcelCustomerRequest', {
      address_suffix: Type.Text({ description: 'The unique customer ID; generated from the business prefix when absent' }),
      ...profileFields,
      ...messageFields,
      ...Type.clientFields,
    }),
  },
)

/** Omitted fields stay the same; null clears a field. */
export const ChangeCustomerBody = Type.Body([{ parcel_customer: { email: 'trader@example.com', client_reference: 'CRM-77' } }], {
  parcel_customer: Type.Partial(
    Type.Object({
      address_suffix: Type.NullableText({ description: 'Cannot be changed: another value is refused' }),
      first_name: Type.NullableText(),
      last_name: Type.NullableText(),
      email: Type.NullableText(),
      mobile: Type.NullableText(),
      origin_address: Type.NullableText(),
      origin_city: Type.NullableText(),
      origin_zip_code: Type.NullableText(),
      origin_state: Type.NullableText(),
      origin_country: Type.NullableText({ description: 'ISO-2 code, ISO-3 code or English name' }),
      message_channel: Type.NullableEnum(CHANNEL_CHOICES, { description: CHANNEL }),
      message_language: Type.NullableEnum(LANGUAGES, { description: LANGUAGE }),
      message_consents: Type.Unsafe<Type.Static<typeof GivenConsents> | null>({ ...GivenConsents, type: ['array', 'null'] }),
      ...Type.emptiableClientFields,
    }),
  ),
})

const Customer = Type.Named('ParcelCustomer', {
  parcel_customer_id: Type.Token('pcus', { description: 'Internal token' }),
  first_name: Type.NullableString(),
  last_name: Type.NullableString(),
  email: Type.NullableString(),
  mobile: Type.NullableString(),
  address_suffix: Type.String({ description: 'Unique customer ID', examples: ['DEM1001'] }),
  full_name: Type.String(),
  status: Type.Enum(['active', 'inactive'], { title: 'CustomerStatus' }),
  mode: Mode(),
  origin_address: Type.NullableString(),
  origin_city: Type.NullableString(),
  origin_zip_code: Type.NullableString(),
  origin_state: Type.NullableString(),
  origin_country: Type.NullableString(),
  message_channel: Type.NullableEnum(CHANNEL_CHOICES, { description: CHANNEL }),
  message_language: Type.NullableEnum(LANGUAGES, { description: LANGUAGE }),
  message_consents: Type.Array(Type.Object({ channel: Type.Enum(CHANNELS), given_at: Type.DateTime(), how: Type.String() }), {
    maxItems: CHANNELS.length,
    description: CONSENTS,
  }),
  created_at: Type.DateTime(),
  updated_at: Type.DateTime({ description: 'Last changed' }),
  ...Type.shownClientFields,
})

export const CustomerAnswer = Type.Titled('ParcelCustomerAnswer', {
  status: Type.String({ examples: ['success'] }),
  message: Type.String(),
  data: Type.RefTo(Customer),
})

export const CustomerListAnswer = Type.Titled('ParcelCustomerPage', {
  data: Type.Array(Type.RefTo(Customer)),
  meta: Type.Titled('PageMeta', {
    current_page: Type.Integer(),
    total_pages: Type.Integer(),
    total_count: Type.Integer(),
    per_page: Type.Integer(),
  }),
})

export type WireCustomer = Type.Static<typeof Customer>
/** The customer schemas under /ops/v1 contain these fields and further ones. */
export const customerFields = Customer.properties
export const CUSTOMER_SCHEMAS = [Customer]
