// Parses the `parcel` of an estimate, which requires only countries and cargo.

import { originOf } from '../customers/customer.ts'
import type { Cargo } from '../pricing/cargo.ts'
import type { Lane } from '../pricing/pricing.ts'
import { HOME_COUNTRY } from '../pricing/pricing.ts'
import { countryCode } from '../values/country.ts'
import type { Problems } from '../values/errors.ts'
import { readCargo } from './cargo-request.ts'
import type { ReadParty } from './party-request.ts'
import { readCountry, readParty } from './party-request.ts'
import type { ParcelRequest, QuoteContext } from './quote-request.ts'
import { isModeUnknown } from './quote-request.ts'

export type EstimateDraft = { lane: Lane; cargo: Cargo }

export const readEstimateRequest = (parcel: ParcelRequest, context: QuoteContext): EstimateDraft | null => {
  const { problems } = context
  if (problems.has('parcel.direction')) return checkWithoutDirection(parcel, problems)
  const direction = parcel.direction ?? 'export'
  const cargo = isModeUnknown(problems) ? null : readCargo(parcel, direction, parcel.transport_mode ?? 'air', problems)
  const [origin, destination] = direction === 'export' ? exportLane(parcel, context) : importLane(parcel, context)
  if (problems.any || cargo === null || origin === null || destination === null) return null
  return { lane: { direction, origin, destination }, cargo }
}

/**
 * Checks a request whose direction is invalid. Reports only the problems that the request would have both as an import and as an export.
 */
const checkWithoutDirection = (parcel: ParcelRequest, problems: Problems): null => {
  if (parcel.transport_mode === 'ocean') readCargo(parcel, 'import', 'ocean', problems)
  for (const role of ['sender', 'recipient'] as const) readCountry(readParty(parcel, role, problems), problems)
  return null
}

type Ends = [origin: string | null, destination: string | null]

/** Origin and destination of an export. The origin is Nigeria unless the request names another country. */
const exportLane = (parcel: ParcelRequest, { problems }: QuoteContext): Ends => {
  const recipient = readParty(parcel, 'recipient', problems)
  const origin = readCountry(readParty(parcel, 'sender', problems), problems) ?? HOME_COUNTRY
  const destination = readCountry(recipient, problems)
  if (destination === null) problems.add(countryField(parcel, recipient, 'parcel.destination_country'), 'is required')
  return [origin, destination]
}

const importLane = (parcel: ParcelRequest, context: QuoteContext): Ends => {
  const { problems, customer } = context
  const sender = readParty(parcel, 'sender', problems)
  const origin = readCountry(sender, problems) ?? customerOrigin(context)
  const destination = readCountry(readParty(parcel, 'recipient', problems), problems) ?? HOME_COUNTRY
  if (origin === null && customer === null) {
    problems.add(countryField(parcel, sender, 'parcel.origin_country'), 'is required, unless a parcel customer is named')
  }
  return [origin, destination]
}

/** Country of the customer's pickup address. Without a pickup address, the country of the operator's warehouse (rule 7 of the contract). */
const customerOrigin = ({ customer, warehouse }: QuoteContext): string | null => {
  if (customer === null || customer === 'unresolved') return null
  return countryCode((originOf(customer) ?? warehouse).country ?? '')
}

/** Name of the field to report if a party has no country. Returns `flat` if the party is empty and the request has no nested parties. */
const countryField = (parcel: ParcelRequest, party: ReadParty, flat: string): string =>
  party.isEmpty && parcel.sender === undefined && parcel.recipient === undefined ? flat : party.nameOf('country')
