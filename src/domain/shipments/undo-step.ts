// A delivery, an arrival or a departure may be undone only on the day on which it was recorded.

import type { Package } from '../packages/package.ts'
import { STATE_IN_WORDS } from '../packages/package.ts'
import { calendarDate } from '../values/calendar.ts'
import { invalidTransition, Rejection } from '../values/errors.ts'
import type { Shipment } from './shipment.ts'
import { nameOf, requireStep } from './shipment.ts'

const isSameDay = (a: number, b: number, timeZone: string): boolean => calendarDate(a, timeZone) === calendarDate(b, timeZone)

/**
 * True if staff recorded the delivery, and did so today in the time zone of the business. A delivery reported by a carrier cannot be
 * undone.
 */
export const mayUndoDelivery = ({ status, deliveredAt, carrierTracked }: Package, timeZone: string, now: number): boolean =>
  status === 'delivered' && deliveredAt !== null && !carrierTracked && isSameDay(deliveredAt, now, timeZone)

export const undoDelivery = (parcel: Package, timeZone: string, now: number): Package => {
  const { parcelNumber: number, status, carrierTracked, deliveredAt } = parcel
  if (status !== 'delivered') throw invalidTransition(`Package ${number} is ${STATE_IN_WORDS[status]}; there is no delivery to undo.`)
  if (carrierTracked) throw invalidTransition(`The carrier reported the delivery of package ${number}; it cannot be undone here.`)
  if (!mayUndoDelivery(parcel, timeZone, now))
    throw invalidTransition(
      `Package ${number} was delivered on ${calendarDate(deliveredAt!, timeZone)}; a delivery can be undone on its own day only.`,
    )
  return { ...parcel, status: 'transit', deliveredAt: null, handedOut: null }
}

export const reopened = (shipment: Shipment): Shipment => ({ ...shipment, deliveredAt: null })

/**
 * Throws unless `at` is today in every one of the time zones. A shipment may hold packages of several businesses, each with its own time
 * zone.
 */
const requireSameDay = (shipment: Shipment, at: number, timeZones: readonly string[], now: number, step: string, verb: string): void => {
  if (!timeZones.every((timeZone) => isSameDay(at, now, timeZone)))
    throw invalidTransition(`Shipment ${nameOf(shipment)} ${verb} on another day; ${step} can be undone on its own day only.`)
}

export const undoArrival = (shipment: Shipment, timeZones: readonly string[], now: number): Shipment => {
  requireStep(shipment, 'undo_arrival')
  requireSameDay(shipment, shipment.arrivedAt!, timeZones, now, 'an arrival', 'arrived')
  return { ...shipment, arrivedAt: null }
}

export const undoDeparture = (shipment: Shipment, timeZones: readonly string[], now: number): Shipment => {
  requireStep(shipment, 'undo_departure')
  requireSameDay(shipment, shipment.departedAt!, timeZones, now, 'a departure', 'departed')
  return { ...shipment, departedAt: null }
}

/** The reason why the package cannot be returned to its place of departure; null if it can be returned. */
export const obstacleToReturn = ({ status, carrierTracked }: Package): string | null => {
  if (carrierTracked) return 'is tracked by its carrier, which reported its departure'
  return status === 'transit' ? null : `is ${STATE_IN_WORDS[status]}`
}

/** Throws if any package cannot be returned to its place of departure, and lists all such packages. */
export const requireReturnable = (parcels: readonly Package[]): void => {
  const problems = parcels.flatMap((parcel) => {
    const message = obstacleToReturn(parcel)
    return message === null ? [] : [{ field: parcel.parcelNumber, message }]
  })
  if (problems.length > 0) throw new Rejection('INVALID_TRANSITION', undefined, { problems })
}

/**
 * The package as if it had never departed: in the warehouse or, if it has never been there, at the supplier. It gets its old storage place
 * back if that place is still open.
 */
export const returned = (parcel: Package, openPlaces: ReadonlySet<string>, now: number): Package => {
  const { placeId } = parcel
  const place = placeId === null || openPlaces.has(placeId) ? {} : { placeId: null, placeChangedAt: now }
  const status = parcel.warehouseArrivedAt === null ? 'booked' : 'warehouse'
  return { ...parcel, status, departedAt: null, readyForCollectionAt: null, ...place }
}
