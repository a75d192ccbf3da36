// A package: its statuses, holds and cancellation.

import type { ContainerSize, Dimensions } from '../pricing/cargo.ts'
import { PRICING_UNIT } from '../pricing/cargo.ts'
import type { ClientData } from '../values/client-data.ts'
import { invalidTransition, Rejection } from '../values/errors.ts'

export const PACKAGE_STATUSES = ['booked', 'warehouse', 'transit', 'delivered', 'cancelled'] as const
export type PackageStatus = (typeof PACKAGE_STATUSES)[number]
export type HoldAction = 'hold' | 'release'

export type PriceWaiver = { reason: string; by: string; at: number }

/** The most recent removal of the package from a shipment that had departed. */
type Offload = { shipmentId: string; reason: string; by: string; at: number }

/** `reason`: why staff handed out the package without its collection code; null if the code was right. */
type HandedOut = { by: string; at: number; reason: string | null }

export const DISPOSITION_KINDS = ['handed_back', 'returned_to_supplier', 'destroyed', 'given_up'] as const
export type DispositionKind = (typeof DISPOSITION_KINDS)[number]

/** How the goods of a cancelled package left the warehouse. `to`: the person or supplier that received the goods. */
export type Disposition = {
  kind: DispositionKind
  to: string | null
  courier: string | null
  courierNumber: string | null
  reason: string
  by: string
  at: number
}

export type ParcelLink = Pick<Package, 'id' | 'parcelNumber'>

export type Repacked = { repackId: string; parcels: ParcelLink[] }

export type Package = ClientData & {
  id: string
  version: number
  parcelNumber: string
  quoteId: string | null
  cargoIndex: number | null
  customerId: string | null
  customerIdentifier: string | null
  /**
   * Full name of the linked customer, or the sender's name if no customer is linked. The list filter `key` searches this name and the
   * parcel number.
   */
  customerName: string
  status: PackageStatus
  tradeDirection: 'import' | 'export'
  /** Whether a carrier reports the progress of the package. The carrier's reports may skip steps. */
  carrierTracked: boolean
  quantity: number
  /** Number of pieces that have arrived. Null before the first piece arrives. */
  piecesArrived: number | null
  declaredWeightKg: number | null
  actualWeightKg: number | null
  dimensions: Dimensions | null
  volumeCbm: number | null
  holdInstruction: HoldAction
  holdReleasedAt: number | null
  warehouseArrivedAt: number | null
  departedAt: number | null
  deliveredAt: number | null
  cancelledAt: number | null
  comment: string | null
  shipmentId: string | null
  originCountry: string
  destinationCountry: string
  /** When the destination became final. Null while the destination of an unannounced parcel is provisional. Never changes once set. */
  destinationLockedAt: number | null
  /** Null until somebody chooses the transport mode of an unannounced parcel. */
  transportMode: 'air' | 'ocean' | null
  /** The package type declared in the cargo of the quote. */
  packageType: string | null
  containerSize: ContainerSize | null
  commodity: string | null
  inboundParcelId: string | null
  /** Set if an admin allowed the package to leave without a price. */
  priceWaiver: PriceWaiver | null
  /** Time of the cancellation. Set only while the goods of the cancelled package are in the warehouse and wait for a disposition. */
  keptSince: number | null
  disposition: Disposition | null
  /** Site where the package arrived. Null means the oldest site. Ignored before the package arrives. */
  siteId: string | null
  /** Expected arrival of the package's shipment. */
  eta: number | null
  /** Site where the package's shipment arrives. */
  toSiteId: string | null
  /** Warehouse place of the package. Ignored while the package is not in the warehouse. */
  placeId: string | null
  placeChangedAt: number | null
  offloaded: Offload | null
  /** When the package became ready for collection. The time stays set after delivery. */
  readyForCollectionAt: number | null
  handedOut: HandedOut | null
  /** The packages that replaced this package in a repack. The repack cancelled this package. */
  repackedInto: Repacked | null
  repackedFrom: Repacked | null
  /**
   * For a package made by a repack: storage up to and including this day is charged to the source packages, later storage to this package.
   * Null for all other packages.
   */
  storageCountedUntil: string | null
  createdAt: number
  updatedAt: number
}

export type PackageStep = 'receive' | 'depart' | 'deliver'

const STEP_TO: Record<PackageStep, PackageStatus> = { receive: 'warehouse', depart: 'transit', deliver: 'delivered' }

/** The status goes from booked to warehouse, transit and delivered, without skipping or going back. */
const STEP_FROM: Record<PackageStep, readonly PackageStatus[]> = {
  receive: ['booked'],
  depart: ['warehouse'],
  deliver: ['transit'],
}

/** Carriers do not report every step, so carrier-tracked packages may skip warehouse and transit. */
const CARRIER_STEP_FROM: Record<PackageStep, readonly PackageStatus[]> = {
  receive: ['booked'],
  depart: ['booked', 'warehouse'],
  deliver: ['booked', 'warehouse', 'transit'],
}

/** A full container that was loaded at the supplier's premises joins its shipment without passing through the warehouse. */
const SUPPLIER_STEP_FROM: Record<PackageStep, readonly PackageStatus[]> = { receive: [], depart: ['booked'], deliver: ['transit'] }

export const isFullContainer = ({ containerSize }: Pick<Package, 'containerSize'>): boolean =>
  containerSize !== null && PRICING_UNIT[containerSize] === 'container'

/** Whether the package is a full container in a shipment that it joined without passing through the warehouse. */
export const isLoadedAtSupplier = (parcel: Pick<Package, 'containerSize' | 'shipmentId' | 'warehouseArrivedAt'>): boolean =>
  parcel.shipmentId !== null && parcel.warehouseArrivedAt === null && isFullContainer(parcel)

export const STATE_IN_WORDS: Record<PackageStatus, string> = {
  booked: 'booked and not yet received',
  warehouse: 'in the warehouse',
  transit: 'in transit',
  delivered: 'delivered',
  cancelled: 'cancelled',
}

const STEP_IN_WORDS: Record<PackageStep, string> = { receive: 'be received', depart: 'depart', deliver: 'be delivered' }

export const packageRejection = ({ parcelNumber }: ParcelLink, why: string): Rejection =>
  invalidTransition(`Package ${parcelNumber} ${why}.`)

export const namesOf = (parcels: readonly ParcelLink[]): string => parcels.map(({ parcelNumber }) => parcelNumber).join(', ')

export const requireNotCancelled = (parcel: Package): void => {
  if (parcel.status !== 'cancelled') return
  const { parcelNumber, repackedInto } = parcel
  const what = repackedInto ? `was repacked into ${namesOf(repackedInto.parcels)}` : 'was cancelled'
  throw new Rejection('PACKAGE_CANCELLED', `Package ${parcelNumber} ${what}.`)
}

const stepsOf = (parcel: Package): Record<PackageStep, readonly PackageStatus[]> => {
  if (parcel.carrierTracked) return CARRIER_STEP_FROM
  return isLoadedAtSupplier(parcel) ? SUPPLIER_STEP_FROM : STEP_FROM
}

export const requireStep = (parcel: Package, step: PackageStep): void => {
  requireNotCancelled(parcel)
  const from = stepsOf(parcel)[step]
  if (from.includes(parcel.status)) return
  throw invalidTransition(`Package ${parcel.parcelNumber} is ${STATE_IN_WORDS[parcel.status]}; it cannot ${STEP_IN_WORDS[step]} now.`)
}

/**
 * Whether all pieces have arrived. A package that was closed short is complete, because closing it reduced `quantity` to the arrived
 * pieces.
 */
export const isComplete = ({ piecesArrived, quantity }: Package): boolean => piecesArrived !== null && piecesArrived >= quantity

/** True if the package came without a booking and has neither a price from the warehouse nor a price waiver from an admin. */
export const isUnpriced = ({ quoteId, priceWaiver }: Package): boolean => quoteId === null && priceWaiver === null

export const requirePriced = (parcel: Package): void => {
  if (isUnpriced(parcel))
    throw new Rejection('PACKAGE_UNPRICED', `Package ${parcel.parcelNumber} has no price; supply the missing details.`)
}

/** A package that already has a price waiver keeps that waiver. */
export const waivePrice = (parcel: Package, waiver: PriceWaiver): Package => {
  if (parcel.quoteId !== null) throw invalidTransition(`Package ${parcel.parcelNumber} has a price.`)
  requireNotCancelled(parcel)
  return parcel.priceWaiver === null ? { ...parcel, priceWaiver: waiver } : parcel
}

export const depart = (parcel: Package, shipmentId: string, now: number): Package => {
  requireStep(parcel, 'depart')
  if (parcel.piecesArrived !== null && !isComplete(parcel)) {
    throw invalidTransition(
      `Package ${parcel.parcelNumber} has ${parcel.piecesArrived} of ${parcel.quantity} pieces in the warehouse; receive the others or close it short before it departs.`,
    )
  }
  if (parcel.holdInstruction === 'hold') {
    throw new Rejection('PACKAGE_ON_HOLD', `Package ${parcel.parcelNumber} is on hold; release it before it departs.`)
  }
  requirePriced(parcel)
  return { ...parcel, status: STEP_TO.depart, departedAt: now, shipmentId: parcel.shipmentId ?? shipmentId }
}

export const deliver = (parcel: Package, now: number): Package => {
  requireStep(parcel, 'deliver')
  if (parcel.holdInstruction === 'hold') {
    throw new Rejection('PACKAGE_ON_HOLD', `Package ${parcel.parcelNumber} is on hold; release it before it is delivered.`)
  }
  return { ...parcel, status: STEP_TO.deliver, deliveredAt: now }
}

/** Applies a step that a carrier has reported. A hold does not stop the step, because the carrier has already moved the package. */
export const carrierMove = (parcel: Package, step: 'depart' | 'deliver', at: number): Package => {
  requireStep(parcel, step)
  return step === 'depart' ? { ...parcel, status: STEP_TO.depart, departedAt: at } : { ...parcel, status: STEP_TO.deliver, deliveredAt: at }
}

/** `isPlayed`: the package was received only by the test helper, so there are no goods to dispose of. */
export const cancelPackage = (parcel: Package, comment: string | null, now: number, isPlayed = false): Package => {
  if (parcel.status === 'cancelled' && parcel.repackedInto === null)
    throw new Rejection('PACKAGE_CANCELLED', `Package ${parcel.parcelNumber} is already cancelled.`)
  requireNotCancelled(parcel)
  if (parcel.shipmentId !== null) {
    throw new Rejection('PACKAGE_IN_SHIPMENT', `Package ${parcel.parcelNumber} is already in a shipment and cannot be cancelled.`)
  }
  return { ...parcel, status: 'cancelled', cancelledAt: now, comment, keptSince: parcel.status === 'warehouse' && !isPlayed ? now : null }
}

/**
 * A hold or release is accepted in every state. On a cancelled or delivered package it is only recorded. A hold clears the release time.
 */
export const setHold = (parcel: Package, action: HoldAction, now: number): Package => ({
  ...parcel,
  holdInstruction: action,
  holdReleasedAt: action === 'release' ? now : null,
  // A package on hold cannot be collected. After the release, the package must be made ready for collection again, with a new code.
  ...(action === 'hold' && parcel.status === 'transit' ? { readyForCollectionAt: null } : {}),
})

export const setDestination = (parcel: Package, country: string, now: number): Package => {
  requireNotCancelled(parcel)
  if (parcel.destinationLockedAt === null) return { ...parcel, destinationCountry: country, destinationLockedAt: now }
  if (parcel.destinationCountry === country) return parcel
  throw new Rejection(
    'DESTINATION_LOCKED',
    `The destination of package ${parcel.parcelNumber} is ${parcel.destinationCountry}, and locked.`,
  )
}

/**
 * Whether the goods are in the warehouse. If a package is cancelled while in the warehouse, its goods stay there until a disposition is
 * recorded.
 */
export const isInWarehouse = ({ status, keptSince }: Pick<Package, 'status' | 'keptSince'>): boolean =>
  status === 'warehouse' || keptSince != null

/** When storage ended, or null if storage has not ended. Old records lack `keptSince` and `disposition`, so both can be undefined. */
export const storageEndedAt = (parcel: Package): number | null => {
  const gone = parcel.departedAt ?? parcel.deliveredAt
  if (gone !== null || parcel.keptSince != null) return gone
  return parcel.disposition?.at ?? parcel.cancelledAt
}

const LABEL_LIFE_AFTER_DELIVERY_MS = 90 * 24 * 60 * 60 * 1000

/** The label URL works without an API key, so the URL expires 90 days after delivery. */
export const isLabelExpired = ({ deliveredAt }: Package, now: number): boolean =>
  deliveredAt !== null && now - deliveredAt > LABEL_LIFE_AFTER_DELIVERY_MS
