// Recording and undoing dispositions, which say how the goods of a cancelled package left the warehouse.

import { calendarDate } from '../values/calendar.ts'
import { invalidTransition, Problems, Rejection } from '../values/errors.ts'
import type { Disposition, DispositionKind, Package } from './package.ts'
import { STATE_IN_WORDS } from './package.ts'

/** A disposition as staff typed it. Blank fields are null. */
export type DispositionRequest = Omit<Disposition, 'by' | 'at'>

type Field = 'to' | 'courier' | 'courier_number'

const NEEDED: Record<DispositionKind, readonly Field[]> = {
  handed_back: ['to'],
  returned_to_supplier: ['courier', 'courier_number'],
  destroyed: [],
  given_up: [],
}

/** Fields that each kind of disposition allows: the required fields and, for a return to the supplier, the supplier's name in `to`. */
const TAKEN: Record<DispositionKind, readonly Field[]> = { ...NEEDED, returned_to_supplier: ['to', 'courier', 'courier_number'] }

const KIND_IN_WORDS: Record<DispositionKind, string> = {
  handed_back: 'a package that is handed back',
  returned_to_supplier: 'a package that is returned to its supplier',
  destroyed: 'a package that is destroyed',
  given_up: 'a package that was given up',
}

export const checkDisposition = ({ kind, to, courier, courierNumber }: DispositionRequest): void => {
  const problems = new Problems()
  const given: Record<Field, string | null> = { to, courier, courier_number: courierNumber }
  for (const [field, value] of Object.entries(given) as [Field, string | null][]) {
    if (value === null && NEEDED[kind].includes(field)) problems.add(field, `is required for ${KIND_IN_WORDS[kind]}`)
    if (value !== null && !TAKEN[kind].includes(field)) problems.add(field, `must be left out for ${KIND_IN_WORDS[kind]}`)
  }
  problems.throwIfAny()
}

/**
 * Whether this kind of disposition hands the goods to somebody. If so, unpaid debts block the disposition, just as debts block a delivery.
 */
export const releasesGoods = (kind: DispositionKind): boolean => kind === 'handed_back' || kind === 'returned_to_supplier'

export const isKept = ({ keptSince }: Package): boolean => keptSince != null

const refusal = (parcel: Package): string => {
  const { disposition, status } = parcel
  if (disposition !== null) return 'has a disposition already; undo it first'
  if (status === 'cancelled') return 'was not in the warehouse when it was cancelled; nothing is left to dispose of'
  return `is ${STATE_IN_WORDS[status]}; cancel it before saying what became of it`
}

/**
 * Returns the package with its disposition. Storage ends on the day of the disposition, and the package no longer occupies its warehouse
 * place.
 */
export const dispose = (parcel: Package, disposition: Disposition): Package => {
  if (!isKept(parcel)) throw invalidTransition(`Package ${parcel.parcelNumber} ${refusal(parcel)}.`)
  if (parcel.holdInstruction === 'hold')
    throw new Rejection('PACKAGE_ON_HOLD', `Package ${parcel.parcelNumber} is on hold; release it before saying what became of it.`)
  return { ...parcel, keptSince: null, disposition }
}

const isOf = (disposition: Disposition, timeZone: string, now: number): boolean =>
  calendarDate(disposition.at, timeZone) === calendarDate(now, timeZone)

/** Whether the disposition was recorded today, in the time zone of the business. */
export const mayUndoDisposition = ({ disposition }: Package, timeZone: string, now: number): boolean =>
  disposition !== null && isOf(disposition, timeZone, now)

/**
 * Removes the disposition, so the package waits for a disposition again. The package returns to its old place unless that place has been
 * closed.
 */
export const undoDisposition = (parcel: Package, openPlaces: ReadonlySet<string>, timeZone: string, now: number): Package => {
  const { parcelNumber: number, disposition, placeId } = parcel
  if (disposition === null) throw invalidTransition(`Package ${number} has no disposition to undo.`)
  if (!isOf(disposition, timeZone, now))
    throw invalidTransition(
      `The disposition of package ${number} was recorded on ${calendarDate(disposition.at, timeZone)}; it can be undone on its own day only.`,
    )
  const place = placeId === null || openPlaces.has(placeId) ? {} : { placeId: null, placeChangedAt: now }
  return { ...parcel, keptSince: parcel.cancelledAt, disposition: null, ...place }
}
