// A party in the nested and the flat style of quote requests, for tests that change one field.

import type { chinaSender } from './requests.ts'

export type NestedParty = typeof chinaSender

export const flatSender = ({ name, email, phone, address }: NestedParty) => ({
  sender_name: name,
  sender_email: email,
  origin_mobile: phone,
  origin_address: address.street,
  origin_city: address.city,
  origin_state: address.state,
  origin_zip_code: address.postal_code,
  origin_country: address.country,
})

export const flatRecipient = ({ name, email, phone, address }: NestedParty) => ({
  dest_name: name,
  dest_email: email,
  dest_mobile: phone,
  dest_address: address.street,
  dest_city: address.city,
  dest_state: address.state,
  dest_zip_code: address.postal_code,
  destination_country: address.country,
})

/** The names of a party's fields in a request, in the nested style. The next two constants have the names in the flat style. */
export const NESTED = {
  name: 'name',
  phone: 'phone',
  email: 'email',
  street: 'address.street',
  city: 'address.city',
  state: 'address.state',
  postal_code: 'address.postal_code',
  country: 'address.country',
}
export const FLAT_SENDER = {
  name: 'sender_name',
  phone: 'origin_mobile',
  email: 'sender_email',
  street: 'origin_address',
  city: 'origin_city',
  state: 'origin_state',
  postal_code: 'origin_zip_code',
  country: 'origin_country',
}
export const FLAT_RECIPIENT = {
  name: 'dest_name',
  phone: 'dest_mobile',
  email: 'dest_email',
  street: 'dest_address',
  city: 'dest_city',
  state: 'dest_state',
  postal_code: 'dest_zip_code',
  country: 'destination_country',
}

export type Field = keyof typeof NESTED
export const FIELDS = Object.keys(NESTED) as Field[]
/** Required fields of a party that the request must describe in full. */
export const SPELLED_OUT: Field[] = ['name', 'phone', 'street', 'city', 'country']

export const lacking = (party: NestedParty, field: Field): object => {
  const { [field as 'name']: _left, ...rest } = party
  const { [field as 'street']: _gone, ...address } = party.address
  return { ...rest, address }
}
