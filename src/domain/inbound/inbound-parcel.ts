// An announcement: a parcel that a customer expects from a courier. Its states and transitions.

import type { Package } from '../packages/package.ts'
import { instantText } from '../values/calendar.ts'
import type { ClientData } from '../values/client-data.ts'
import type { Rejection } from '../values/errors.ts'
import { invalidField, invalidTransition } from '../values/errors.ts'
import { courierKey } from './courier-number.ts'

export const INBOUND_STATUSES = ['expected', 'received', 'cancelled', 'expired'] as const
export type InboundStatus = (typeof INBOUND_STATUSES)[number]

export type InboundItem = {
  description: string
  quantity: number
  unitValue: string | null
  currency: string | null
  hsCode: string | null
  countryOfOrigin: string | null
  hasBattery: boolean
  hasLiquid: boolean
}

type ReceivedBox = { packageId: string; parcelNumber: string; receivedAt: number }

/** A courier number and the boxes that were received with this number: usually one box, sometimes several. */
export type CourierNumber = { number: string; boxes: ReceivedBox[] }

export type InboundParcel = ClientData & {
  id: string
  version: number
  status: InboundStatus
  /** Null for a parcel of the business itself. */
  customerId: string | null
  courier: string | null
  numbers: CourierNumber[]
  items: InboundItem[]
  transportMode: Package['transportMode']
  note: string | null
  receivedAt: number | null
  cancelledAt: number | null
  expiredAt: number | null
  comment: string | null
  createdAt: number
  updatedAt: number
}

/**
 * How many boxes one announcement may have. The number is limited because every event and audit record of the announcement lists all its
 * boxes.
 */
export const BOXES_MAX = 500

export type InboundDraft = Pick<InboundParcel, 'courier' | 'items' | 'transportMode' | 'note'> & { numbers: string[] }

const hasBoxes = ({ numbers }: InboundParcel): boolean => numbers.some(({ boxes }) => boxes.length > 0)

export const isAwaited = ({ boxes }: CourierNumber): boolean => boxes.length === 0

const illegal = ({ status, cancelledAt }: InboundParcel, step: string): Rejection => {
  const since = status === 'cancelled' && cancelledAt !== null ? ` since ${instantText(cancelledAt)}` : ''
  return invalidTransition(`This inbound parcel is ${status}${since}; it cannot ${step}.`)
}

const partlyReceived = (step: string): Rejection => invalidTransition(`A part of this inbound parcel was received; it cannot ${step}.`)

/**
 * Changes an announcement. After a box was received, its courier number cannot be removed, and the announcement cannot be moved to another
 * customer.
 */
export const changeInbound = (before: InboundParcel, draft: InboundDraft, customerId: string | null, data: ClientData): InboundParcel => {
  if (before.status !== 'expected') throw illegal(before, 'be changed')
  if (customerId !== before.customerId && hasBoxes(before)) throw partlyReceived('be given to another customer')
  const keys = new Set(draft.numbers.map(courierKey))
  const lost = before.numbers.find((each) => !isAwaited(each) && !keys.has(courierKey(each.number)))
  if (lost) throw invalidField('inbound_parcel.courier_numbers', `must keep ${lost.number}, under which a parcel was received`)
  const known = new Map(before.numbers.map((each) => [courierKey(each.number), each.boxes]))
  const numbers = draft.numbers.map((number) => ({ number, boxes: known.get(courierKey(number)) ?? [] }))
  return { ...before, ...draft, ...data, numbers, customerId }
}

export const cancelInbound = (before: InboundParcel, comment: string | null, now: number): InboundParcel => {
  if (before.status === 'received' || before.status === 'cancelled') throw illegal(before, 'be cancelled')
  if (hasBoxes(before)) throw partlyReceived('be cancelled')
  return { ...before, status: 'cancelled', cancelledAt: now, comment }
}

export const expireInbound = (before: InboundParcel, now: number): InboundParcel => ({ ...before, status: 'expired', expiredAt: now })

type Box = { number: string; packageId: string; parcelNumber: string; isConfirmed: boolean; now: number }

/**
 * Adds a received box to an announcement. Staff must confirm a second box with the same courier number, and a box of an expired
 * announcement.
 */
export const receiveBox = (before: InboundParcel, { number, packageId, parcelNumber, isConfirmed, now }: Box): InboundParcel => {
  if (before.status === 'cancelled') throw illegal(before, 'be received. Receive the parcel for its customer, or as unidentified')
  const key = courierKey(number)
  const known = before.numbers.find((each) => courierKey(each.number) === key)
  if (!known) throw invalidField('courier_number', 'is not a number of this inbound parcel')
  const first = known.boxes[0]
  if (first && !isConfirmed)
    throw invalidField('code', `was received as ${first.parcelNumber}: send confirm: true if this is another box under the same number`)
  if (before.status === 'expired' && !isConfirmed)
    throw invalidField('code', `belongs to an announcement that has expired: send confirm: true if it is right`)
  if (before.numbers.reduce((count, { boxes }) => count + boxes.length, 0) >= BOXES_MAX)
    throw invalidField('code', `belongs to an announcement that has ${BOXES_MAX} boxes already: receive this one for its customer`)
  const box = { packageId, parcelNumber, receivedAt: now }
  const numbers = before.numbers.map((each) => (each === known ? { ...each, boxes: [...each.boxes, box] } : each))
  return settled({ ...before, numbers, expiredAt: null }, now)
}

export const returnBox = (before: InboundParcel, packageId: string, now: number): InboundParcel => {
  const numbers = before.numbers.map((each) => ({ ...each, boxes: each.boxes.filter((box) => box.packageId !== packageId) }))
  return before.status === 'expired' ? { ...before, numbers } : settled({ ...before, numbers }, now)
}

const settled = (inbound: InboundParcel, now: number): InboundParcel =>
  inbound.numbers.some(isAwaited)
    ? { ...inbound, status: 'expected', receivedAt: null }
    : { ...inbound, status: 'received', receivedAt: inbound.receivedAt ?? now }

const DAY_MS = 24 * 60 * 60 * 1000
/** Couriers reuse their numbers. A new box is not matched with an announcement that expired or was received longer ago than this. */
const REUSED_AFTER_MS = 180 * DAY_MS

type Candidate = { inbound: InboundParcel }

const isUnder = (key: string, { numbers }: InboundParcel, test: (number: InboundParcel['numbers'][number]) => boolean): boolean =>
  numbers.some((each) => courierKey(each.number) === key && test(each))

/**
 * The announcements that a box with this courier number may belong to. `isSure`: whether exactly one announcement is waiting for the
 * number. If not, a person must decide.
 */
export const announcementsOf = <C extends Candidate>(found: readonly C[], key: string, now: number): { matches: C[]; isSure: boolean } => {
  const waiting = found.filter(({ inbound }) => inbound.status === 'expected' && isUnder(key, inbound, isAwaited))
  if (waiting.length > 0) return { matches: waiting, isSure: waiting.length === 1 }
  const recent = ({ inbound }: C): boolean => now - (inbound.receivedAt ?? inbound.expiredAt ?? now) <= REUSED_AFTER_MS
  return { matches: found.filter((each) => each.inbound.status !== 'cancelled' && recent(each)), isSure: false }
}
