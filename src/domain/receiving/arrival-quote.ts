// Quotes for parcels that arrived without a booking: the facts still missing for a price, and the quote itself.

import type { Business, Party } from '../businesses/business.ts'
import { measuredCargo } from '../packages/measured-cargo.ts'
import type { Package } from '../packages/package.ts'
import { STATE_IN_WORDS, setDestination } from '../packages/package.ts'
import type { Cargo, TransportMode } from '../pricing/cargo.ts'
import type { Lane } from '../pricing/pricing.ts'
import { HOME_COUNTRY } from '../pricing/pricing.ts'
import type { Quote, Rate } from '../quotes/quote.ts'
import { invalidField, invalidTransition, Problems, Rejection } from '../values/errors.ts'
import type { Arrival } from './receipt.ts'
import type { KnownRoute } from './unannounced-package.ts'

/** `rate_card`: all facts are known, but no rate card can price the parcel. */
export const MISSING_FACTS = ['transport_mode', 'destination', 'weight', 'dimensions', 'rate_card'] as const
export type MissingFact = (typeof MISSING_FACTS)[number]

/**
 * Call this for an import that names no customer. Throws if the business has parcel-customer accounts and must therefore name a customer.
 */
export const requireOwnParcels = ({ name, parcelCustomerAccount }: Business): void => {
  if (parcelCustomerAccount) throw invalidField('customer_id', `is required: ${name} imports for its customers only`)
}

const missingMeasures = ({ transportMode, actualWeightKg, dimensions, volumeCbm }: Package): MissingFact[] => {
  if (transportMode === 'air') return actualWeightKg === null ? ['weight'] : []
  return transportMode === 'ocean' && dimensions === null && volumeCbm === null ? ['dimensions'] : []
}

/**
 * Whether the destination is final. Without last-mile delivery, imports go to the business's own address in Nigeria. With last-mile
 * delivery, somebody must set the destination.
 */
const isDestinationKnown = ({ destinationLockedAt }: Package, { lastMile }: Business): boolean => destinationLockedAt !== null || !lastMile

export const missingFacts = (parcel: Package, business: Business): MissingFact[] => [
  ...(parcel.transportMode === null ? (['transport_mode'] as const) : []),
  ...(isDestinationKnown(parcel, business) ? [] : (['destination'] as const)),
  ...missingMeasures(parcel),
]

export const missingForPrice = (parcel: Package, business: Business): MissingFact[] => {
  const missing = missingFacts(parcel, business)
  return missing.length > 0 ? missing : ['rate_card']
}

/** A business without last-mile delivery can import only to Nigeria. */
export const isServed = ({ destinationCountry }: Package, { lastMile }: Business): boolean =>
  lastMile || destinationCountry === HOME_COUNTRY

/** By sea, a parcel without a booking travels as LCL, because full containers are always booked. */
const unmeasured = (mode: TransportMode, { quantity }: Package): Cargo =>
  mode === 'air' ? { mode, pieces: [{ weightKg: 0 }], listed: true } : { mode, elements: [{ containerSize: 'LCL', quantity }] }

export const arrivedCargo = (parcel: Package, mode: TransportMode): Cargo => measuredCargo(unmeasured(mode, parcel), [parcel])

export const arrivedLane = ({ tradeDirection, originCountry, destinationCountry }: Package): Lane => ({
  direction: tradeDirection,
  origin: originCountry,
  destination: destinationCountry,
})

/**
 * Facts that staff supply after the receipt of a parcel without a booking. Weight and volume are totals of all pieces; dimensions are of
 * one piece.
 */
export type SuppliedFacts = KnownRoute & Omit<Arrival, 'pieces'>

const MEASURED_ALREADY = 'was measured at the receipt already: undo the receipt to measure again'

const checkUnmeasured = ({ weightKg, dimensions, volumeCbm }: SuppliedFacts, parcel: Package): void => {
  const problems = new Problems()
  if (weightKg !== undefined && parcel.actualWeightKg !== null) problems.add('weight', MEASURED_ALREADY)
  if (dimensions && parcel.dimensions !== null) problems.add('length', MEASURED_ALREADY)
  if (volumeCbm !== undefined && parcel.volumeCbm !== null) problems.add('volume', MEASURED_ALREADY)
  problems.throwIfAny()
}

/**
 * Adds facts to a parcel without a price. A measurement or destination that is already set cannot change. Origin and transport mode can be
 * corrected.
 */
export const supplyFacts = (parcel: Package, facts: SuppliedFacts, now: number): Package => {
  if (parcel.quoteId !== null) throw invalidTransition(`Package ${parcel.parcelNumber} has a price already.`)
  if (parcel.status !== 'warehouse')
    throw new Rejection(
      parcel.status === 'cancelled' ? 'PACKAGE_CANCELLED' : 'INVALID_TRANSITION',
      `Package ${parcel.parcelNumber} is ${STATE_IN_WORDS[parcel.status]}; it is priced in the warehouse.`,
    )
  if (parcel.shipmentId !== null && facts.transportMode !== null && facts.transportMode !== parcel.transportMode)
    throw invalidTransition(
      `Package ${parcel.parcelNumber} is in a shipment by ${parcel.transportMode}; detach it before its transport mode changes.`,
    )
  checkUnmeasured(facts, parcel)
  const known = {
    ...parcel,
    originCountry: facts.originCountry ?? parcel.originCountry,
    transportMode: facts.transportMode ?? parcel.transportMode,
    actualWeightKg: facts.weightKg ?? parcel.actualWeightKg,
    dimensions: facts.dimensions ?? parcel.dimensions,
    volumeCbm: facts.volumeCbm ?? parcel.volumeCbm,
  }
  return facts.destinationCountry === null ? known : setDestination(known, facts.destinationCountry, now)
}

export type ArrivalParts = {
  id: string
  reference: string
  cargo: Cargo
  parties: { sender: Party; recipient: Party }
  rate: Rate
  now: number
  createdAt: number
}

/** A booked quote whose price is final at once, because the cargo has been measured. */
export const arrivalQuote = (parcel: Package, { id, reference, cargo, parties, rate, now, createdAt }: ArrivalParts): Quote => ({
  id,
  version: 1,
  status: 'booked',
  source: 'warehouse',
  lane: arrivedLane(parcel),
  reference,
  customerId: parcel.customerId,
  ...parties,
  cargo,
  rates: [],
  rateMessages: [],
  selectedRate: rate,
  purchaseId: null,
  shipmentId: null,
  trackingCode: null,
  trackerId: null,
  labelToken: null,
  createdAt,
  updatedAt: createdAt,
  bookedAt: now,
  cancelledAt: null,
  closedReason: null,
  comment: null,
  priceFinalisedAt: now,
  bookedRate: rate,
  clientReference: parcel.clientReference,
  metadata: parcel.metadata,
})

export const pricedParcel = (parcel: Package, quote: Quote): Package => ({
  ...parcel,
  quoteId: quote.id,
  cargoIndex: 0,
  containerSize: quote.cargo.mode === 'ocean' ? quote.cargo.elements[0]!.containerSize : null,
  destinationLockedAt: parcel.destinationLockedAt ?? quote.bookedAt,
})
