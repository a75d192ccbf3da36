// When a delivery, an arrival or a departure may be undone: on the day it was recorded.

import type { Package } from '../packages/package.ts'
import { STATE_IN_WORDS } from '../packages/package.ts'
import { calendarDate } from '../values/calendar.ts'
import { invalidTransition, Rejection } from '../values/errors.ts'
import type { Shipment } from './shipment.ts'
import { nameOf, requireStep } from './shipment.ts'

const isSameDay = (a: number, b: number, timeZone: string): boolean => calendarDate(a, timeZone) === calendarDate(b, timeZone)

/**
 * Whether staff can undo the delivery: they recorded it, and did so today in the time zone of the business. A carrier's report cannot be
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

/** A shipment may hold packages of several businesses. Throws unless `at` is today in the time zone of each. */
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

/** The reason why the package may not go back to where it departed from. Null if it may. */
export const obstacleToReturn = ({ status, carrierTracked }: Package): string | null => {
  if (carrierTracked) return 'is tracked by its carrier, which reported its departure'
  return status === 'transit' ? null : `is ${STATE_IN_WORDS[status]}`
}

/** Reports every package that cannot go back to where it departed from. */
export const requireReturnable = (parcels: readonly Package[]): void => {
  const problems = parcels.flatMap((parcel) => {
    const message = obstacleToReturn(parcel)
    return message === null ? [] : [{ field: parcel.parcelNumber, message }]
  })
  if (problems.length > 0) throw new Rejection('INVALID_TRANSITION', undefined, { problems })
}

/**
 * The package as if it had never departed: at the supplier if it never passed the warehouse, otherwise in the warehouse. It gets its old
 * place back, unless that place was closed since.
 */
export const returned = (parcel: Package, openPlaces: ReadonlySet<string>, now: number): Package => {
  const { placeId } = parcel
  const place = placeId === null || openPlaces.has(placeId) ? {} : { placeId: null, placeChangedAt: now }
  const status = parcel.warehouseArrivedAt === null ? 'booked' : 'warehouse'
  return { ...parcel, status, departedAt: null, readyForCollectionAt: null, ...place }
}
