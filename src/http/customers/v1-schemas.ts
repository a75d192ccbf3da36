// Schemas of parcel customers.

import {
  clientFields,
  DateTime,
  Enum,
  emptiableClientFields,
  Named,
  NullableString,
  NullableText,
  RefTo,
  shownClientFields,
  Text,
  Titled,
  Token,
} from '../../platform/http/schemas/fields.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { Mode } from '../values/fields.ts'

/** The profile fields that a business or staff may send. */
export const profileFields = {
  first_name: Text(),
  last_name: Text(),
  email: Text(),
  mobile: Text(),
  origin_address: Text(),
  origin_city: Text(),
  origin_zip_code: Text(),
  origin_state: Text(),
  origin_country: Text({ description: 'ISO-2 code, ISO-3 code or English name' }),
}

export const CreateCustomerBody = Type.Object(
  {
    parcel_customer: Titled(
      'ParcelCustomerRequest',
      Type.Partial(
        Type.Object({
          address_suffix: Text({ description: 'The unique customer ID; generated from the business prefix when absent' }),
          ...profileFields,
          ...clientFields,
        }),
      ),
    ),
  },
  {
    examples: [
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
  },
)

/** Omitted fields stay the same; null clears a field. */
export const ChangeCustomerBody = Type.Object(
  {
    parcel_customer: Type.Partial(
      Type.Object({
        address_suffix: NullableText({ description: 'Cannot be changed: another value is refused' }),
        first_name: NullableText(),
        last_name: NullableText(),
        email: NullableText(),
        mobile: NullableText(),
        origin_address: NullableText(),
        origin_city: NullableText(),
        origin_zip_code: NullableText(),
        origin_state: NullableText(),
        origin_country: NullableText({ description: 'ISO-2 code, ISO-3 code or English name' }),
        ...emptiableClientFields,
      }),
    ),
  },
  { examples: [{ parcel_customer: { email: 'trader@example.com', client_reference: 'CRM-77' } }] },
)

const Customer = Named(
  'ParcelCustomer',
  Type.Object({
    parcel_customer_id: Token('pcus', { description: 'Internal token' }),
    first_name: NullableString(),
    last_name: NullableString(),
    email: NullableString(),
    mobile: NullableString(),
    address_suffix: Type.String({ description: 'Unique customer ID', examples: ['DEM1001'] }),
    full_name: Type.String(),
    status: Enum(['active', 'inactive'], { title: 'CustomerStatus' }),
    mode: Mode(),
    origin_address: NullableString(),
    origin_city: NullableString(),
    origin_zip_code: NullableString(),
    origin_state: NullableString(),
    origin_country: NullableString(),
    created_at: DateTime(),
    updated_at: DateTime({ description: 'Last changed' }),
    ...shownClientFields,
  }),
)

export const CustomerAnswer = Titled(
  'ParcelCustomerAnswer',
  Type.Object({ status: Type.String({ examples: ['success'] }), message: Type.String(), data: RefTo(Customer) }),
)

export const CustomerListAnswer = Titled(
  'ParcelCustomerPage',
  Type.Object({
    data: Type.Array(RefTo(Customer)),
    meta: Titled(
      'PageMeta',
      Type.Object({
        current_page: Type.Integer(),
        total_pages: Type.Integer(),
        total_count: Type.Integer(),
        per_page: Type.Integer(),
      }),
    ),
  }),
)

export type WireCustomer = Type.Static<typeof Customer>
/** For schemas of /ops/v1, which show more than the contract. */
export const customerFields = Customer.properties
export const CUSTOMER_SCHEMAS = [Customer]
