// Parses the `parcel` of a quote request by rules 1 to 7 of the contract and reports all problems at once.

import type { Business, Party, PostalAddress } from '../businesses/business.ts'
import type { Customer } from '../customers/customer.ts'
import { fullName, isShortForm, originOf, suffixKey } from '../customers/customer.ts'
import type { Cargo } from '../pricing/cargo.ts'
import type { Lane } from '../pricing/pricing.ts'
import { HOME_COUNTRY } from '../pricing/pricing.ts'
import type { ClientDataRequest } from '../values/client-data.ts'
import { countryCode } from '../values/country.ts'
import type { Problems } from '../values/errors.ts'
import type { CargoRequest } from './cargo-request.ts'
import { readCargo } from './cargo-request.ts'
import type { PartiesRequest, PartyField, PartyFields, ReadParty } from './party-request.ts'
import { fieldsOf, partyOf, readCountry, readParty, requireFields } from './party-request.ts'

export type ParcelRequest = PartiesRequest &
  CargoRequest &
  ClientDataRequest & {
    direction?: 'import' | 'export'
    transport_mode?: 'air' | 'ocean'
    address_suffix?: string
    parcel_customer_token?: string
    customer_id?: string
  }

/**
 * How a request names its customer. `id`: by a token, ID or address suffix; the customer must exist. `name`: by the sender's name, which is
 * not always a customer's ID.
 */
export type CustomerMention = { by: 'id' | 'name'; value: string; field: string }

export const CUSTOMER_FIELDS = ['parcel_customer_token', 'customer_id', 'address_suffix'] as const

/** Whether a field that names the customer is invalid. If so, it is unknown which other fields are required. */
export const isCustomerUnreadable = (problems: Problems): boolean => CUSTOMER_FIELDS.some((field) => problems.has(`parcel.${field}`))

export const identifiedCustomer = (
  request: { [Field in (typeof CUSTOMER_FIELDS)[number]]?: string },
  at: string,
): (CustomerMention & { by: 'id' }) | null => {
  for (const field of CUSTOMER_FIELDS) {
    const value = request[field]
    if (value !== undefined) return { by: 'id', value, field: `${at}.${field}` }
  }
  return null
}

/**
 * Returns how the request names its customer. The token wins, then the customer ID, then the address suffix, then the sender's name (rules
 * 1 and 2 of the contract).
 */
export const mentionedCustomer = (parcel: ParcelRequest): CustomerMention | null => {
  const identified = identifiedCustomer(parcel, 'parcel')
  if (identified) return identified
  const sender = readParty(parcel, 'sender')
  const name = sender.fields.name
  if (name === undefined) return null
  // A sender name that is only digits, such as "1688", may be a supplier's name. It is read as a customer's ID only if no other sender
  // field is given.
  if (isShortForm(name) && Object.keys(sender.fields).length > 1) return null
  return { by: 'name', value: name, field: sender.nameOf('name') }
}

export type QuoteDraft = { lane: Lane; sender: Party; recipient: Party; cargo: Cargo }

export type QuoteContext = {
  business: Business
  customer: Customer | 'unresolved' | null
  mention: CustomerMention | null
  /** The operator's warehouse in China: the origin of imports for customers without a pickup address. */
  warehouse: PostalAddress
  /** The operator's site addresses by country. `originBlock` uses them for imports that name only a country. */
  sites?: ReadonlyMap<string, PostalAddress>
  problems: Problems
}

const SPELLED_OUT: readonly PartyField[] = ['name', 'phone', 'street', 'city', 'country']
const FULL_DELIVERY: readonly PartyField[] = ['name', 'phone', 'email', 'street', 'city', 'state', 'postalCode', 'country']

export const readQuoteRequest = (parcel: ParcelRequest, context: QuoteContext): QuoteDraft | null => {
  const { problems } = context
  if (problems.has('parcel.direction')) return checkWithoutDirection(parcel, context)
  const direction = parcel.direction ?? 'export'
  const cargo = isModeUnknown(problems) ? null : readCargo(parcel, direction, parcel.transport_mode ?? 'air', problems)
  const sender = direction === 'export' ? readExportSender(parcel, context) : readImportSender(parcel, context)
  const recipient = readRecipient(parcel, direction, context)
  const origin = sender.address.country === undefined ? null : countryCode(sender.address.country)
  const destination = recipient.address.country === undefined ? null : countryCode(recipient.address.country)
  if (problems.any || cargo === null || origin === null || destination === null) return null
  return { lane: { direction, origin, destination }, sender, recipient, cargo }
}

/** Whether the transport mode is invalid. The cargo cannot be read without a valid mode. */
export const isModeUnknown = (problems: Problems): boolean => problems.has('parcel.transport_mode')

/**
 * Checks a request whose direction is invalid. Reports only the problems that the request would have both as an import and as an export.
 */
const checkWithoutDirection = (parcel: ParcelRequest, { business, customer, problems }: QuoteContext): null => {
  if (parcel.transport_mode === 'ocean') readCargo(parcel, 'import', 'ocean', problems)
  const sender = readParty(parcel, 'sender', problems)
  const recipient = readParty(parcel, 'recipient', problems)
  for (const party of [sender, recipient]) readCountry(party, problems)
  if (customer === null && !business.parcelCustomerAccount) requireFields(sender, SPELLED_OUT, problems)
  if (recipient.isEmpty) problems.add('parcel.recipient', 'is required')
  else if (business.lastMile) requireFields(recipient, SPELLED_OUT, problems)
  return null
}

/** An export must state the sender's name, phone and address, even if a customer is linked (rule 3 of the contract). */
const readExportSender = (parcel: ParcelRequest, { problems }: QuoteContext): Party => {
  const sender = readParty(parcel, 'sender', problems)
  requireFields(sender, SPELLED_OUT, problems)
  readCountry(sender, problems)
  return partyOf(sender.fields)
}

const readImportSender = (parcel: ParcelRequest, context: QuoteContext): Party => {
  const { business, customer, mention, problems, warehouse, sites } = context
  const sender = readParty(parcel, 'sender', problems)
  const country = readCountry(sender, problems)
  if (customer === 'unresolved') return partyOf(sender.fields)
  if (customer === null) {
    // A business with parcel-customer accounts must name a customer in every import (rule 4 of the contract).
    if (business.parcelCustomerAccount) {
      problems.add(
        mention?.field ?? 'parcel.parcel_customer_token',
        'must name a parcel customer: this account imports for its customers only',
      )
    } else requireFields(sender, SPELLED_OUT, problems)
    return partyOf(sender.fields)
  }
  return partyOf({
    ...customerContact(sender, customer, business),
    ...originBlock(sender.fields, country, originOf(customer) ?? warehouse, sites),
  })
}

/**
 * The sender's contact details. The customer's profile supplies the details that the request lacks. A sender name that is only the
 * customer's ID is replaced by the customer's full name.
 */
const customerContact = (sender: Pick<ReadParty, 'fields'>, customer: Customer, business: Business): PartyFields => {
  const { name: written, email = customer.email, phone = customer.mobile } = sender.fields
  const isId = written !== undefined && suffixKey(business.prefix, written) === suffixKey(business.prefix, customer.addressSuffix)
  const name = (isId ? undefined : written) ?? (fullName(customer) || written || customer.addressSuffix)
  return { name, ...(email === null ? {} : { email }), ...(phone === null ? {} : { phone }) }
}

/**
 * Request fields override the default address `block`. If the request names another country, `block` is not used. The site in that country
 * then supplies missing fields, but only if the request has no street and no city (rule 7 of the contract).
 */
const originBlock = (
  request: PartyFields,
  requestCountry: string | null,
  block: PostalAddress,
  sites: QuoteContext['sites'],
): PartyFields => {
  const { name: _name, email: _email, phone: _phone, ...written } = request
  if (requestCountry === null || requestCountry === countryCode(block.country ?? '')) return { ...block, ...written }
  const isPlaced = written.street !== undefined || written.city !== undefined
  return isPlaced ? written : { ...sites?.get(requestCountry), ...written }
}

const readRecipient = (parcel: ParcelRequest, direction: 'import' | 'export', { business, problems }: QuoteContext): Party => {
  const recipient = readParty(parcel, 'recipient', problems)
  const country = readCountry(recipient, problems)
  if (recipient.isEmpty) {
    problems.add('parcel.recipient', 'is required')
    return partyOf({})
  }
  if (direction === 'export' || business.lastMile) {
    requireFields(recipient, direction === 'export' ? SPELLED_OUT : FULL_DELIVERY, problems)
    return partyOf(recipient.fields)
  }
  if (country !== null && country !== HOME_COUNTRY)
    problems.add(recipient.nameOf('country'), 'must be Nigeria: imports are handed over there')
  return pickupRecipient(recipient.fields, business)
}

/** If the request has a street or a city, the recipient's address comes from the request. Otherwise it is the business's own address. */
const pickupRecipient = ({ name, email, phone, ...written }: PartyFields, business: Business): Party => {
  const { name: ownName, email: ownEmail, phone: ownPhone, ...own } = fieldsOf(business.ownAddress)
  const hasAddress = written.street !== undefined || written.city !== undefined
  // The country stays as the request spells it: "Nigeria" or "NG".
  const address = { ...(hasAddress ? written : own), country: written.country ?? own.country ?? HOME_COUNTRY }
  const contact = { name: name ?? ownName ?? business.name, email: email ?? ownEmail, phone: phone ?? ownPhone }
  return partyOf({ ...(contact as PartyFields), ...address })
}

const ownContact = ({ name: businessName, ownAddress: { name = businessName, email, phone } }: Business): PartyFields => ({
  name,
  ...(email === undefined ? {} : { email }),
  ...(phone === undefined ? {} : { phone }),
})

/** The sender and recipient of a parcel that arrived without a booking. Without a customer, the parcel belongs to the business itself. */
export const partiesOfArrival = (
  customer: Customer | null,
  lane: Pick<Lane, 'origin' | 'destination'>,
  { business, warehouse, sites }: Pick<QuoteContext, 'business' | 'warehouse' | 'sites'>,
): { sender: Party; recipient: Party } => {
  const contact = customer ? customerContact({ fields: {} }, customer, business) : ownContact(business)
  // The customer's address or, without one, the warehouse. If it is not in the country of origin, the operator's site in that country is
  // used. Without such a site, only the country is set.
  const origin = { country: lane.origin, ...originBlock({}, lane.origin, (customer && originOf(customer)) ?? warehouse, sites) }
  return {
    sender: partyOf({ ...contact, ...origin }),
    recipient: business.lastMile ? partyOf({ ...contact, country: lane.destination }) : pickupRecipient({}, business),
  }
}
