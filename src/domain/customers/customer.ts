// A parcel customer: a reusable sender profile with a unique ID.

import type { PostalAddress } from '../businesses/business.ts'
import type { ConsentRequest } from '../messages/consents.ts'
import { checkConsents, consentRequests, readConsents } from '../messages/consents.ts'
import type { Language } from '../messages/purpose.ts'
import type { ChannelChoice, Consent } from '../messages/settings.ts'
import type { ClientData, ClientDataRequest, Metadata } from '../values/client-data.ts'
import { readClientData } from '../values/client-data.ts'
import { countryCode } from '../values/country.ts'
import type { Problems } from '../values/errors.ts'
import { invalidTransition } from '../values/errors.ts'

export type CustomerStatus = 'active' | 'inactive'

export type Customer = ClientData & {
  id: string
  version: number
  addressSuffix: string
  firstName: string | null
  lastName: string | null
  email: string | null
  mobile: string | null
  originAddress: string | null
  originCity: string | null
  originZipCode: string | null
  originState: string | null
  originCountry: string | null
  /** The channel for messages to the customer. Null: the channel that the business chose is used. */
  messageChannel: ChannelChoice | null
  messageLanguage: Language | null
  messageConsents: readonly Consent[]
  status: CustomerStatus
  mergedIntoId: string | null
  createdAt: number
  updatedAt: number
}

export type CustomerRequest = ClientDataRequest & {
  address_suffix?: string
  first_name?: string
  last_name?: string
  email?: string
  mobile?: string
  origin_address?: string
  origin_city?: string
  origin_zip_code?: string
  origin_state?: string
  origin_country?: string
  message_channel?: ChannelChoice
  message_language?: Language
  message_consents?: readonly ConsentRequest[]
}

/** The first number of generated customer IDs. It has four digits, so that no generated number is shorter. */
export const FIRST_CUSTOMER_NUMBER = 1001

const DIGITS = /^[0-9]+$/

export const isShortForm = (suffix: string): boolean => DIGITS.test(suffix.trim())

/**
 * The key under which a customer ID is unique. If the ID has digits only, the key begins with the business prefix: for the prefix DEM,
 * `4242`, `DEM4242` and `dem4242` have the same key.
 */
export const suffixKey = (prefix: string, suffix: string): string => {
  const text = suffix.trim().toUpperCase()
  return DIGITS.test(text) ? `${prefix}${text}` : text
}

/**
 * The business prefix at the start of an ID: all its leading letters, if there are two to six. `ACM1004` has the prefix ACM, even if a
 * business has the prefix AC. `Kano-7` has the prefix KANO. Full-width letters count as letters; invisible characters are ignored.
 */
export const prefixOf = (suffix: string): string | null => /^[A-Z]{2,6}(?![A-Z])/.exec(readId(suffix))?.[0] ?? null

const readId = (suffix: string): string =>
  suffix
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .toUpperCase()

/** The shortest beginning of `id` that no ID with this prefix can have; null if `id` fits the prefix. */
export const foreignBeginning = (id: string, prefix: string): string | null => {
  let beginning = ''
  for (const character of id) {
    beginning += character
    if (!prefix.startsWith(readId(beginning)) && prefixOf(beginning) !== prefix) return beginning
  }
  return null
}

export const fullName = (customer: Pick<Customer, 'firstName' | 'lastName'>): string =>
  [customer.firstName, customer.lastName].filter((part) => part !== null).join(' ')

/** The fields that staff may edit. The unique ID cannot be edited, because it is printed on labels. */
export const PROFILE_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'mobile',
  'origin_address',
  'origin_city',
  'origin_zip_code',
  'origin_state',
  'origin_country',
] as const satisfies readonly (keyof CustomerRequest)[]
const SENDER_DETAILS = PROFILE_FIELDS.filter((field) => field !== 'last_name')
const REQUIRED_ORIGIN = ['origin_address', 'origin_city', 'origin_state', 'origin_country'] as const

/**
 * If any sender detail except the last name is given, the pickup address is required, but not its zip code. `at` is the path of the fields
 * in the request.
 */
export const checkNewCustomer = (request: CustomerRequest, problems: Problems, at = 'parcel_customer.'): void => {
  const given = SENDER_DETAILS.find((field) => request[field] !== undefined)
  if (given) {
    for (const field of REQUIRED_ORIGIN) {
      if (request[field] === undefined) problems.add(`${at}${field}`, `is required together with ${given}`)
    }
  }
  checkConsents(request.message_consents ?? [], `${at}message_consents`, problems)
  if (request.origin_country !== undefined && countryCode(request.origin_country) === null) {
    problems.add(`${at}origin_country`, 'is not a known country: give an ISO-2 code, an ISO-3 code or the English name')
  }
}

export const newCustomer = (request: CustomerRequest, given: { id: string; addressSuffix: string; now: number }): Customer => ({
  id: given.id,
  version: 1,
  addressSuffix: given.addressSuffix,
  firstName: request.first_name ?? null,
  lastName: request.last_name ?? null,
  email: request.email ?? null,
  mobile: request.mobile ?? null,
  originAddress: request.origin_address ?? null,
  originCity: request.origin_city ?? null,
  originZipCode: request.origin_zip_code ?? null,
  originState: request.origin_state ?? null,
  originCountry: request.origin_country ?? null,
  messageChannel: request.message_channel ?? null,
  messageLanguage: request.message_language ?? null,
  messageConsents: readConsents(request.message_consents ?? []),
  status: 'active',
  mergedIntoId: null,
  ...readClientData(request),
  createdAt: given.now,
  updatedAt: given.now,
})

export const MESSAGE_FIELDS = [
  'message_channel',
  'message_language',
  'message_consents',
] as const satisfies readonly (keyof CustomerRequest)[]

/** The fields that the customer's business may edit. */
export const EDITABLE_FIELDS = [
  ...PROFILE_FIELDS,
  ...MESSAGE_FIELDS,
  'client_reference',
  'metadata',
] as const satisfies readonly (keyof CustomerRequest)[]
type EditableField = (typeof EDITABLE_FIELDS)[number]

export type CustomerChanges = {
  set: Partial<Pick<CustomerRequest, EditableField>>
  clear: readonly EditableField[]
  /** Path of the fields in the request, for error messages. */
  at?: string
  /** The unique ID in the request. It must be the current ID. Null stands for a request to clear the ID, which is refused. */
  addressSuffix?: string | null
}

const profileOf = (customer: Customer): Record<EditableField, string | Metadata | readonly ConsentRequest[] | null> => ({
  first_name: customer.firstName,
  last_name: customer.lastName,
  email: customer.email,
  mobile: customer.mobile,
  origin_address: customer.originAddress,
  origin_city: customer.originCity,
  origin_zip_code: customer.originZipCode,
  origin_state: customer.originState,
  origin_country: customer.originCountry,
  message_channel: customer.messageChannel,
  message_language: customer.messageLanguage,
  message_consents: consentRequests(customer.messageConsents),
  client_reference: customer.clientReference,
  metadata: customer.metadata,
})

/** Applies the changes to the customer, and checks the result by the rules for new customers. */
export const editCustomer = (customer: Customer, changes: CustomerChanges, problems: Problems): Customer => {
  const { set, clear, at = '', addressSuffix: sentSuffix = customer.addressSuffix } = changes
  for (const field of clear) if (set[field] !== undefined) problems.add(`${at}${field}`, 'cannot be both given and cleared')
  if (sentSuffix !== customer.addressSuffix) problems.add(`${at}address_suffix`, 'cannot be changed: labels are printed with it')
  const profile = Object.entries(profileOf(customer)).filter(([field, value]) => value !== null && !clear.includes(field as EditableField))
  const request: CustomerRequest = { ...Object.fromEntries(profile), ...set }
  checkNewCustomer(request, problems, at)
  problems.throwIfAny()
  const { id, addressSuffix, createdAt: now, updatedAt, version, status, mergedIntoId } = customer
  return { ...newCustomer(request, { id, addressSuffix, now }), updatedAt, version, status, mergedIntoId }
}

const requireUnmerged = (customer: Customer, doing: string): void => {
  if (customer.mergedIntoId === null) return
  throw invalidTransition(`Customer ${customer.addressSuffix} was merged into another one; undo that merge before ${doing}.`)
}

export const setStatus = (customer: Customer, status: CustomerStatus): Customer => {
  requireUnmerged(customer, 'changing its status')
  if (customer.status === status) throw invalidTransition(`Customer ${customer.addressSuffix} is ${status} already.`)
  return { ...customer, status }
}

export const mergeInto = (customer: Customer, kept: Customer): Customer => {
  if (customer.id === kept.id) throw invalidTransition('A customer cannot be merged into itself.')
  requireUnmerged(customer, 'merging it again')
  requireUnmerged(kept, 'merging others into it')
  return { ...customer, status: 'inactive', mergedIntoId: kept.id }
}

/** Undoes a merge. Throws if `kept` has since been merged into a third customer, because the records now belong to that customer. */
export const unmerge = (customer: Customer, kept: Customer, statusBefore: CustomerStatus): Customer => {
  requireUnmerged(kept, 'undoing this one')
  return { ...customer, status: statusBefore, mergedIntoId: null }
}

/** The pickup address of the profile; null if the profile has no country. */
export const originOf = (customer: Customer): PostalAddress | null => {
  if (customer.originCountry === null) return null
  return {
    ...(customer.originAddress === null ? {} : { street: customer.originAddress }),
    ...(customer.originCity === null ? {} : { city: customer.originCity }),
    ...(customer.originState === null ? {} : { state: customer.originState }),
    ...(customer.originZipCode === null ? {} : { postalCode: customer.originZipCode }),
    country: customer.originCountry,
  }
}
