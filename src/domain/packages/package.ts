// A package: its statuses, holds and cancellation.

import type { ContainerSize, Dimensions } from '../pricing/cargo.ts'
import { PRICING_UNIT } from '../pricing/cargo.ts'
import type { ClientData } from '../values/client-data.ts'
import { invalidTransition, Rejection } from '../values/errors.ts'

export const PACKAGE_STATUSES = ['booked', 'warehouse', 'transit', 'delivered', 'cancelled'] as const
export type PackageStatus = (typeof PACKAGE_STATUSES)[number]
export type HoldAction = 'hold' | 'release'

export type PriceWaiver = { reason: string; by: string; at: number }

/** The last time that the package was taken off a shipment that had departed. */
type Offload = { shipmentId: string; reason: string; by: string; at: number }

/** `reason`: why a package that was ready for collection was handed out without its code; null if the code was right. */
type HandedOut = { by: string; at: number; reason: string | null }

export const DISPOSITION_KINDS = ['handed_back', 'returned_to_supplier', 'destroyed', 'given_up'] as const
export type DispositionKind = (typeof DISPOSITION_KINDS)[number]

/** How a package that was cancelled in the warehouse left it. `to`: the person or supplier that got it. */
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
  /** The linked customer's full name, otherwise the sender's. The filter `key` of lists searches this name and the parcel number. */
  customerName: string
  status: PackageStatus
  tradeDirection: 'import' | 'export'
  /** Whether a carrier reports the moves of the package. Its reports may skip steps. */
  carrierTracked: boolean
  quantity: number
  /** The number of pieces that have arrived: fewer than `quantity` while some are missing, null before the first arrives. */
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
  /** Null while the destination of an unannounced parcel is provisional. Never changes once set. */
  destinationLockedAt: number | null
  /** Null until somebody decides how an unannounced parcel travels on. */
  transportMode: 'air' | 'ocean' | null
  /** Declared in the cargo of the quote. */
  packageType: string | null
  containerSize: ContainerSize | null
  commodity: string | null
  inboundParcelId: string | null
  /** Set if an admin allowed the package to leave without a price. */
  priceWaiver: PriceWaiver | null
  /** Since when the goods of a cancelled package wait in the warehouse for their disposition; null once there is one. */
  keptSince: number | null
  disposition: Disposition | null
  /** The site at which it arrived; null is the oldest site. It counts only once the package has arrived. */
  siteId: string | null
  /** Expected arrival of its shipment. */
  eta: number | null
  /** The site where its shipment arrives. */
  toSiteId: string | null
  /** The place of the package. It is ignored unless the package is in the warehouse. */
  placeId: string | null
  placeChangedAt: number | null
  offloaded: Offload | null
  /** Since when the package waits to be collected. The time is kept after delivery. */
  readyForCollectionAt: number | null
  handedOut: HandedOut | null
  /** The packages that hold the goods of this one after a repack, which cancels this one. */
  repackedInto: Repacked | null
  repackedFrom: Repacked | null
  /** The packages that this one was repacked from owe storage up to this day. */
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

/** A full container that was loaded at the supplier's premises joins its shipment without passing the warehouse. */
const SUPPLIER_STEP_FROM: Record<PackageStep, readonly PackageStatus[]> = { receive: [], depart: ['booked'], deliver: ['transit'] }

export const isFullContainer = ({ containerSize }: Pick<Package, 'containerSize'>): boolean =>
  containerSize !== null && PRICING_UNIT[containerSize] === 'container'

/** Whether the package is a full container in a shipment that it joined without passing the warehouse. */
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

/** Whether all pieces have arrived. Closing a package short reduces its quantity to the arrived pieces, so it is then complete. */
export const isComplete = ({ piecesArrived, quantity }: Package): boolean => piecesArrived !== null && piecesArrived >= quantity

/** A package without a booking needs a price from the warehouse, or a waiver by an admin. */
export const isUnpriced = ({ quoteId, priceWaiver }: Package): boolean => quoteId === null && priceWaiver === null

export const requirePriced = (parcel: Package): void => {
  if (isUnpriced(parcel))
    throw new Rejection('PACKAGE_UNPRICED', `Package ${parcel.parcelNumber} has no price; supply the missing details.`)
}

/** Idempotent: the first waiver stays. */
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

/** A carrier's report is a fact, so a hold does not prevent it. */
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
  // A package on hold cannot be collected. After its release it is made ready again, with a new code.
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

/** Whether the goods are in the warehouse. A cancelled package counts until its disposition. */
export const isInWarehouse = ({ status, keptSince }: Pick<Package, 'status' | 'keptSince'>): boolean =>
  status === 'warehouse' || keptSince != null

/** The time at which storage ended; null if it has not. Records from before dispositions existed lack `keptSince` and `disposition`. */
export const storageEndedAt = (parcel: Package): number | null => {
  const gone = parcel.departedAt ?? parcel.deliveredAt
  if (gone !== null || parcel.keptSince != null) return gone
  return parcel.disposition?.at ?? parcel.cancelledAt
}

const LABEL_LIFE_AFTER_DELIVERY_MS = 90 * 24 * 60 * 60 * 1000

/** The URL of a label needs no API key, so it expires some time after delivery. */
export const isLabelExpired = ({ deliveredAt }: Package, now: number): boolean =>
  deliveredAt !== null && now - deliveredAt > LABEL_LIFE_AFTER_DELIVERY_MS
