// The packages that a booking creates: one per cargo element.

import type { Customer } from '../customers/customer.ts'
import { fullName } from '../customers/customer.ts'
import type { AirPiece, Cargo, OceanElement } from '../pricing/cargo.ts'
import type { Quote } from '../quotes/quote.ts'
import type { Package } from './package.ts'

export const AWAITED = {
  version: 1,
  status: 'booked',
  actualWeightKg: null,
  piecesArrived: null,
  holdInstruction: 'release',
  holdReleasedAt: null,
  warehouseArrivedAt: null,
  departedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  comment: null,
  priceWaiver: null,
  offloaded: null,
  readyForCollectionAt: null,
  handedOut: null,
  keptSince: null,
  disposition: null,
  siteId: null,
  eta: null,
  toSiteId: null,
  placeId: null,
  placeChangedAt: null,
  repackedInto: null,
  repackedFrom: null,
  storageCountedUntil: null,
} as const satisfies Partial<Package>

type Declared = Pick<Package, 'quantity' | 'declaredWeightKg' | 'dimensions' | 'volumeCbm' | 'packageType' | 'containerSize' | 'commodity'>

const declaredPiece = (piece: AirPiece): Declared => ({
  quantity: 1,
  declaredWeightKg: piece.weightKg,
  dimensions: piece.dimensions ?? null,
  volumeCbm: null,
  packageType: piece.packageType ?? null,
  containerSize: null,
  commodity: null,
})

const declaredElement = (element: OceanElement): Declared => ({
  quantity: element.quantity,
  declaredWeightKg: element.weightKg ?? null,
  dimensions: element.dimensions ?? null,
  volumeCbm: element.volumeCbm ?? null,
  packageType: null,
  containerSize: element.containerSize,
  commodity: element.commodity ?? null,
})

const declaredCargo = (cargo: Cargo): Declared[] =>
  cargo.mode === 'air' ? cargo.pieces.map(declaredPiece) : cargo.elements.map(declaredElement)

export const newPackages = (
  quote: Quote,
  customer: Customer | null,
  given: { now: number; createdAt: number; newIdentity: () => { id: string; parcelNumber: string } },
): Package[] =>
  declaredCargo(quote.cargo).map((declared, cargoIndex) => ({
    ...given.newIdentity(),
    ...declared,
    ...AWAITED,
    quoteId: quote.id,
    cargoIndex,
    customerId: quote.customerId,
    customerIdentifier: customer?.addressSuffix ?? null,
    customerName: (customer && fullName(customer)) || (quote.sender.name ?? ''),
    tradeDirection: quote.lane.direction,
    carrierTracked: quote.trackingCode !== null,
    shipmentId: quote.shipmentId,
    originCountry: quote.lane.origin,
    destinationCountry: quote.lane.destination,
    destinationLockedAt: given.now,
    transportMode: quote.cargo.mode,
    inboundParcelId: null,
    clientReference: quote.clientReference,
    metadata: quote.metadata,
    createdAt: given.createdAt,
    updatedAt: given.createdAt,
  }))
