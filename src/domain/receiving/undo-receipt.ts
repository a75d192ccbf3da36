// A receipt can be undone on the day it was recorded, if it is the package's latest receipt and the package is still in the warehouse.

import type { Package } from '../packages/package.ts'
import { STATE_IN_WORDS } from '../packages/package.ts'
import type { Quote } from '../quotes/quote.ts'
import { calendarDate } from '../values/calendar.ts'
import { invalidTransition } from '../values/errors.ts'
import type { Receipt } from './receipt.ts'

type UndoContext = { parcel: Package; latest: Receipt; timeZone: string; now: number }

const requireUndoable = (receipt: Receipt, { parcel, latest, timeZone, now }: UndoContext): void => {
  const number = parcel.parcelNumber
  if (receipt.undoneAt !== null) throw invalidTransition(`This receipt of package ${number} is undone already.`)
  if (parcel.status !== 'warehouse')
    throw invalidTransition(`Package ${number} is ${STATE_IN_WORDS[parcel.status]}; its receipt can no longer be undone.`)
  // Does not apply to carrier-tracked packages, because their booking already put them in a shipment.
  if (parcel.shipmentId !== null && !parcel.carrierTracked)
    throw invalidTransition(`Package ${number} is in the warehouse and in a shipment; detach it before its receipt is undone.`)
  if (latest.id !== receipt.id) throw invalidTransition(`Package ${number} is in the warehouse by a later receipt; undo that one first.`)
  const day = calendarDate(receipt.recordedAt, timeZone)
  if (day !== calendarDate(now, timeZone))
    throw invalidTransition(`Package ${number} was received on ${day}; a receipt can be undone on its own day only.`)
}

const UNDONE = 'Its receipt was undone'

/**
 * Restores the package as it was before the receipt. A package without a booking did not exist before the receipt, so the package is
 * cancelled and no storage is charged.
 */
export const undoReceipt = (receipt: Receipt, context: UndoContext & { quote: Quote | null; reason: string | null }): Package => {
  requireUndoable(receipt, context)
  const { parcel, quote, now, reason } = context
  // Takes the package out of its place unless the package was in the warehouse before this receipt.
  const place = receipt.before.status === 'warehouse' || parcel.placeId === null ? {} : { placeId: null, placeChangedAt: now }
  if (quote !== null && quote.source !== 'warehouse') return { ...parcel, ...receipt.before, ...place }
  return { ...parcel, status: 'cancelled', warehouseArrivedAt: null, cancelledAt: now, comment: reason ?? UNDONE, ...place }
}

/** Restores the booked rate if the undone receipt had made the price of the quote final. */
export const reopenPrice = (quote: Quote): Quote =>
  quote.priceFinalisedAt === null || quote.bookedRate === null
    ? quote
    : { ...quote, selectedRate: quote.bookedRate, bookedRate: null, priceFinalisedAt: null }

export const withdrawQuote = (quote: Quote, reason: string | null, now: number): Quote => ({
  ...quote,
  status: 'cancelled',
  cancelledAt: now,
  closedReason: 'cancelled_by_operator',
  comment: reason ?? UNDONE,
})

export const reinstateQuote = (quote: Quote): Quote => ({
  ...quote,
  status: 'booked',
  cancelledAt: null,
  closedReason: null,
  comment: null,
})
