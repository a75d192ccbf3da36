// The package of a parcel that arrived without a booking.

import type { Business } from '../businesses/business.ts'
import type { Customer } from '../customers/customer.ts'
import { fullName } from '../customers/customer.ts'
import { AWAITED } from '../packages/new-packages.ts'
import type { Package } from '../packages/package.ts'
import type { ClientData } from '../values/client-data.ts'
import { countryCode } from '../values/country.ts'
import type { Arrival } from './receipt.ts'
import { receive } from './receipt.ts'

/** The country of the operator's warehouse abroad, assumed as the origin if no origin is known. */
const ORIGIN_COUNTRY = 'CN'
/** The provisional destination until somebody sets the real destination. */
const DESTINATION_COUNTRY = 'NG'

export type KnownRoute = { originCountry: string | null; destinationCountry: string | null; transportMode: Package['transportMode'] }

/** The announcement of a parcel without a booking. Its client reference and metadata are copied to the package. */
export type Announced = ClientData & { id: string }

/** `customer`: null for a parcel of the business itself. */
export type ParcelOwner = { customer: Customer | null; business: Pick<Business, 'name'> }

export type Unannounced = KnownRoute & {
  id: string
  parcelNumber: string
  now: number
  createdAt: number
  at: number
  announced: Announced | null
}

const awaitedPackage = (
  { customer, business }: ParcelOwner,
  pieces: number,
  { id, parcelNumber, now, createdAt, announced, ...route }: Unannounced,
): Package => ({
  ...AWAITED,
  id,
  parcelNumber,
  quoteId: null,
  cargoIndex: null,
  customerId: customer?.id ?? null,
  customerIdentifier: customer?.addressSuffix ?? null,
  customerName: customer ? fullName(customer) : business.name,
  tradeDirection: 'import',
  carrierTracked: false,
  quantity: pieces,
  declaredWeightKg: null,
  dimensions: null,
  volumeCbm: null,
  shipmentId: null,
  originCountry: route.originCountry ?? countryCode(customer?.originCountry ?? '') ?? ORIGIN_COUNTRY,
  destinationCountry: route.destinationCountry ?? DESTINATION_COUNTRY,
  destinationLockedAt: route.destinationCountry === null ? null : now,
  transportMode: route.transportMode,
  packageType: null,
  containerSize: null,
  commodity: null,
  inboundParcelId: announced?.id ?? null,
  clientReference: announced?.clientReference ?? null,
  metadata: announced?.metadata ?? null,
  createdAt,
  updatedAt: createdAt,
})

export const unannouncedPackage = (owner: ParcelOwner, arrival: Arrival, given: Unannounced): { before: Package; parcel: Package } => {
  const before = awaitedPackage(owner, arrival.pieces, given)
  const declared = { quantity: arrival.pieces, weightKg: null, dimensions: null, volumeCbm: null }
  return { before, parcel: receive(before, { declared, earlier: [], arrival, isLast: true, at: given.at }) }
}
