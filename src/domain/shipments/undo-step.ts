// When a delivery or an arrival may be undone: on the day it was recorded.

import type { Package } from '../packages/package.ts'
import { STATE_IN_WORDS } from '../packages/package.ts'
import { calendarDate } from '../values/calendar.ts'
import { invalidTransition } from '../values/errors.ts'
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
  return { ...parcel, status: 'transit', deliveredAt: null }
}

export const reopened = (shipment: Shipment): Shipment => ({ ...shipment, deliveredAt: null })

/** Undoes the arrival. A shipment may hold packages of several businesses, and it must still be the same day for each of them. */
export const undoArrival = (shipment: Shipment, timeZones: readonly string[], now: number): Shipment => {
  requireStep(shipment, 'undo_arrival')
  if (!timeZones.every((timeZone) => isSameDay(shipment.arrivedAt!, now, timeZone)))
    throw invalidTransition(`Shipment ${nameOf(shipment)} arrived on another day; an arrival can be undone on its own day only.`)
  return { ...shipment, arrivedAt: null }
}
