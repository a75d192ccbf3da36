// Parses a sender or recipient. Nested and flat fields may be mixed; nested fields win.

import type { Party, PostalAddress } from '../businesses/business.ts'
import { countryCode } from '../values/country.ts'
import type { Problems } from '../values/errors.ts'

export type PartyField = 'name' | 'email' | 'phone' | 'street' | 'city' | 'state' | 'postalCode' | 'country'
export type PartyFields = Partial<Record<PartyField, string>>

type NestedAddress = { street?: string; city?: string; state?: string; postal_code?: string; country?: string }
type NestedParty = { name?: string; email?: string; phone?: string; address?: NestedAddress }

const PARTY_FIELDS: readonly PartyField[] = ['name', 'email', 'phone', 'street', 'city', 'state', 'postalCode', 'country']

const NESTED_NAME: Record<PartyField, string> = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  street: 'address.street',
  city: 'address.city',
  state: 'address.state',
  postalCode: 'address.postal_code',
  country: 'address.country',
}

const FLAT_NAMES = {
  sender: {
    name: 'sender_name',
    email: 'sender_email',
    phone: 'origin_mobile',
    street: 'origin_address',
    city: 'origin_city',
    state: 'origin_state',
    postalCode: 'origin_zip_code',
    country: 'origin_country',
  },
  recipient: {
    name: 'dest_name',
    email: 'dest_email',
    phone: 'dest_mobile',
    street: 'dest_address',
    city: 'dest_city',
    state: 'dest_state',
    postalCode: 'dest_zip_code',
    country: 'destination_country',
  },
} as const satisfies Record<string, Record<PartyField, string>>

type PartyRole = keyof typeof FLAT_NAMES
type FlatFields = { [Name in (typeof FLAT_NAMES)[PartyRole][PartyField]]?: string }

export type PartiesRequest = FlatFields & { sender?: NestedParty; recipient?: NestedParty }

export type ReadParty = {
  fields: PartyFields
  /** The path of the field in the style of the request: `parcel.recipient.phone`, or `parcel.dest_mobile` in a flat request. */
  nameOf(field: PartyField): string
  isEmpty: boolean
}

const CONTACT = ['name', 'email', 'phone'] as const
const ADDRESS = ['street', 'city', 'state', 'country'] as const

const nestedFields = (party: NestedParty = {}): PartyFields => {
  const fields: PartyFields = {}
  const { address = {} } = party
  for (const field of CONTACT) if (party[field] !== undefined) fields[field] = party[field]
  for (const field of ADDRESS) if (address[field] !== undefined) fields[field] = address[field]
  if (address.postal_code !== undefined) fields.postalCode = address.postal_code
  return fields
}

/**
 * Reads a party of the request. If a field has a problem in `problems`, the request contained the field, although its value was removed.
 */
export const readParty = (parcel: PartiesRequest, role: PartyRole, problems?: Problems): ReadParty => {
  const flatNames = FLAT_NAMES[role]
  const nested = nestedFields(parcel[role])
  const flat: PartyFields = {}
  for (const field of PARTY_FIELDS) {
    const value = (parcel as Record<string, unknown>)[flatNames[field]]
    if (typeof value === 'string') flat[field] = value
  }
  const fields = { ...flat, ...nested }
  const isWrittenFlat = (field: PartyField): boolean => flat[field] !== undefined || problems?.has(`parcel.${flatNames[field]}`) === true
  const wroteFlat = PARTY_FIELDS.some(isWrittenFlat)
  const isFlatRequest = parcel[role] === undefined && wroteFlat
  return {
    fields,
    nameOf(field) {
      const writtenFlat = nested[field] === undefined && (isWrittenFlat(field) || isFlatRequest)
      return writtenFlat ? `parcel.${flatNames[field]}` : `parcel.${role}.${NESTED_NAME[field]}`
    },
    isEmpty: Object.keys(fields).length === 0 && !wroteFlat && !problems?.has(`parcel.${role}`),
  }
}

export const requireFields = (party: ReadParty, required: readonly PartyField[], problems: Problems): void => {
  for (const field of required) if (party.fields[field] === undefined) problems.add(party.nameOf(field), 'is required')
}

/** Returns the ISO-2 code, or null if the country is missing or unknown. Adds a problem if the country is unknown. */
export const readCountry = (party: ReadParty, problems: Problems): string | null => {
  if (party.fields.country === undefined) return null
  const code = countryCode(party.fields.country)
  if (code === null) problems.add(party.nameOf('country'), 'is not a known country: give an ISO-2 code, an ISO-3 code or the English name')
  return code
}

export const partyOf = ({ name, email, phone, ...address }: PartyFields): Party => ({
  ...(name === undefined ? {} : { name }),
  ...(email === undefined ? {} : { email }),
  ...(phone === undefined ? {} : { phone }),
  address: address satisfies PostalAddress,
})

export const fieldsOf = ({ address, ...contact }: Party): PartyFields => ({ ...address, ...contact })
