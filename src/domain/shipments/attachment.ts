// Which packages may be attached to which shipment, and what blocks a departure.

import type { Package } from '../packages/package.ts'
import {
  isComplete,
  isFullContainer,
  isLoadedAtSupplier,
  isUnpriced,
  packageRejection,
  requireNotCancelled,
  requirePriced,
  STATE_IN_WORDS,
} from '../packages/package.ts'
import { countryName } from '../values/country.ts'
import type { ErrorCode } from '../values/errors.ts'
import { invalidTransition, Rejection } from '../values/errors.ts'
import type { Mode } from '../values/scope.ts'
import { withLoaded, withoutContainersOf } from './full-containers.ts'
import type { Container, Shipment } from './shipment.ts'
import { nameOf, requireStep } from './shipment.ts'

/**
 * A package to attach or detach. `boundTo`: its current shipment, or null. `loaded`: its containers as entered by staff, if the package was
 * loaded at the supplier.
 */
export type Candidate = { parcel: Package; mode: Mode; boundTo: Shipment | null; loaded?: readonly Container[] }

const requireInWarehouse = (parcel: Package): void => {
  const { piecesArrived, quantity, status } = parcel
  if (status === 'booked' && isFullContainer(parcel))
    throw packageRejection(parcel, 'is a full container and not yet received; give its container numbers if it was loaded at the supplier')
  if (status !== 'warehouse')
    throw packageRejection(parcel, `is ${STATE_IN_WORDS[status]}; only packages in the warehouse go into a shipment`)
  if (!isComplete(parcel))
    throw packageRejection(parcel, `has ${piecesArrived ?? 0} of ${quantity} pieces in the warehouse; receive the others or close it short`)
}

const requireAtSupplier = (parcel: Package): void => {
  if (!isFullContainer(parcel)) throw packageRejection(parcel, 'is no full container; only full containers are loaded at the supplier')
  if (parcel.status !== 'booked') throw packageRejection(parcel, `is ${STATE_IN_WORDS[parcel.status]}; attach it without container numbers`)
}

export const withDetailsOf = (parcel: Package, { eta, toSiteId }: Shipment): Package => ({ ...parcel, eta, toSiteId })

const requireSameSite = (parcel: Package, shipment: Shipment): void => {
  if (parcel.siteId !== shipment.fromSiteId)
    throw packageRejection(parcel, `is at another site than the one that shipment ${nameOf(shipment)} leaves from`)
}

const requireSameRoute = (parcel: Package, shipment: Shipment): void => {
  if (parcel.transportMode !== null && parcel.transportMode !== shipment.transportMode)
    throw packageRejection(parcel, `goes by ${parcel.transportMode}, shipment ${nameOf(shipment)} by ${shipment.transportMode}`)
  const { destinationCountry: to } = shipment
  if (to !== null && parcel.destinationLockedAt !== null && parcel.destinationCountry !== to)
    throw new Rejection(
      'DESTINATION_LOCKED',
      `Package ${parcel.parcelNumber} goes to ${countryName(parcel.destinationCountry)}, shipment ${nameOf(shipment)} to ${countryName(to)}.`,
    )
  if (to === null && parcel.destinationLockedAt === null)
    throw packageRejection(parcel, `has no settled destination, and neither has shipment ${nameOf(shipment)}; set one of them`)
}

const requireAttachable = ({ parcel, mode, boundTo, loaded }: Candidate, shipment: Shipment): void => {
  requireNotCancelled(parcel)
  if (mode !== shipment.mode)
    throw packageRejection(parcel, `is in ${mode} mode and shipment ${nameOf(shipment)} in ${shipment.mode} mode; the two do not mix`)
  if (parcel.shipmentId !== null)
    throw new Rejection(
      'PACKAGE_IN_SHIPMENT',
      `Package ${parcel.parcelNumber} is in shipment ${boundTo ? nameOf(boundTo) : parcel.shipmentId} already.`,
    )
  if (parcel.holdInstruction === 'hold')
    throw new Rejection('PACKAGE_ON_HOLD', `Package ${parcel.parcelNumber} is on hold; release it before attaching it to a shipment.`)
  if (loaded) requireAtSupplier(parcel)
  else {
    requireInWarehouse(parcel)
    requireSameSite(parcel, shipment)
  }
  requirePriced(parcel)
  requireSameRoute(parcel, shipment)
}

/**
 * How many container numbers staff must enter to attach the package. Zero unless the shipment goes by sea and the package consists of full
 * containers that the warehouse has not received.
 */
export const containersNeeded = (parcel: Package, { transportMode }: Shipment): number =>
  transportMode === 'ocean' && parcel.status === 'booked' && parcel.shipmentId === null && isFullContainer(parcel) ? parcel.quantity : 0

/**
 * Attaches the package to the shipment. If the shipment has a destination, that destination replaces the package's provisional one.
 * Otherwise the shipment takes over the package's destination.
 */
export const attach = (candidate: Candidate, shipment: Shipment, now: number): { parcel: Package; shipment: Shipment } => {
  requireStep(shipment, 'change')
  requireAttachable(candidate, shipment)
  const { parcel, loaded } = candidate
  const destinationCountry = shipment.destinationCountry ?? parcel.destinationCountry
  return {
    parcel: {
      ...withDetailsOf(parcel, shipment),
      shipmentId: shipment.id,
      transportMode: shipment.transportMode,
      destinationCountry,
      destinationLockedAt: parcel.destinationLockedAt ?? now,
    },
    shipment: { ...(loaded ? withLoaded(shipment, parcel, loaded) : shipment), destinationCountry },
  }
}

/** The fields that change when a package is removed from its shipment. */
export const LEFT = { shipmentId: null, eta: null, toSiteId: null }

/** Detaches the package. The package keeps the destination and transport mode that `attach` set. */
export const detach = ({ parcel, boundTo }: Candidate, shipment: Shipment): { parcel: Package; shipment: Shipment } => {
  requireStep(shipment, 'change')
  if (parcel.shipmentId !== shipment.id)
    throw new Rejection(
      'PACKAGE_IN_SHIPMENT',
      `Package ${parcel.parcelNumber} is in shipment ${boundTo ? nameOf(boundTo) : parcel.shipmentId}, not in ${nameOf(shipment)}.`,
    )
  return { parcel: { ...parcel, ...LEFT }, shipment: withoutContainersOf(shipment, [parcel]) }
}

/** Maps package ids to messages. A message says which unpaid charges keep the package from departing. */
export type Unpaid = ReadonlyMap<string, string>

const blocker = (parcel: Package, unpaid: Unpaid): string | null => {
  if (parcel.holdInstruction === 'hold') return 'is on hold; release it, or detach it'
  if (parcel.status === 'booked' && isLoadedAtSupplier(parcel)) return unpaid.get(parcel.id) ?? null
  if (parcel.status !== 'warehouse') return `is ${STATE_IN_WORDS[parcel.status]}; detach it`
  if (!isComplete(parcel)) return `has ${parcel.piecesArrived ?? 0} of ${parcel.quantity} pieces in the warehouse; detach it`
  if (isUnpriced(parcel)) return 'has no price; supply the missing details, or detach it'
  return unpaid.get(parcel.id) ?? null
}

const codeOf = (parcels: readonly Package[], unpaid: Unpaid): ErrorCode => {
  if (parcels.some((parcel) => parcel.holdInstruction === 'hold')) return 'PACKAGE_ON_HOLD'
  if (parcels.some(isUnpriced)) return 'PACKAGE_UNPRICED'
  return unpaid.size > 0 ? 'PAYMENT_REQUIRED' : 'INVALID_TRANSITION'
}

/**
 * Throws if any package blocks the departure, and lists all packages that block it. A shipment cannot depart with only some of its
 * packages.
 */
export const requireReady = (shipment: Shipment, parcels: readonly Package[], unpaid: Unpaid = new Map()): void => {
  if (parcels.length === 0) throw invalidTransition(`Shipment ${nameOf(shipment)} is empty; it cannot depart.`)
  const problems = parcels.flatMap((parcel) => {
    const message = blocker(parcel, unpaid)
    return message === null ? [] : [{ field: parcel.parcelNumber, message }]
  })
  if (problems.length === 0) return
  throw new Rejection(codeOf(parcels, unpaid), undefined, { problems })
}
