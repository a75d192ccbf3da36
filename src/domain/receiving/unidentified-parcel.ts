// A parcel that could not be identified: open until it is assigned or discarded.

import { instantText } from '../values/calendar.ts'
import { invalidTransition } from '../values/errors.ts'
import type { Mode } from '../values/scope.ts'
import type { Arrival } from './receipt.ts'

export type UnidentifiedParcel = Arrival & {
  id: string
  version: number
  mode: Mode
  /** The site that received the parcel. Null means the oldest site. */
  siteId: string | null
  labelText: string | null
  /** The courier's number. A later announcement with this number matches the parcel. */
  courierNumber: string | null
  conditionNote: string | null
  receivedBy: string
  receivedAt: number
  assignedAt: number | null
  assignedBy: string | null
  businessId: string | null
  packageId: string | null
  discardedAt: number | null
  discardedBy: string | null
  discardReason: string | null
  createdAt: number
}

export const unidentifiedStatus = ({ assignedAt, discardedAt }: UnidentifiedParcel): 'open' | 'assigned' | 'discarded' => {
  if (assignedAt !== null) return 'assigned'
  return discardedAt === null ? 'open' : 'discarded'
}

export const requireOpen = (parcel: UnidentifiedParcel): void => {
  if (parcel.assignedAt !== null)
    throw invalidTransition(`This parcel was assigned at ${instantText(parcel.assignedAt)} to package ${parcel.packageId}.`)
  if (parcel.discardedAt !== null)
    throw invalidTransition(`This parcel was discarded at ${instantText(parcel.discardedAt)}: ${parcel.discardReason}.`)
}

/** Asks staff for confirmation when they receive a parcel whose courier number is already on an unidentified parcel. */
export const queuedParcelQuestion = ({ id, receivedAt }: UnidentifiedParcel): string =>
  `is on a parcel that was received as unidentified at ${instantText(receivedAt)} (${id}) and can be assigned: send confirm: true if this is another box under the same number`

export const assign = (
  parcel: UnidentifiedParcel,
  to: { businessId: string; mode: Mode; packageId: string; by: string; now: number },
): UnidentifiedParcel => {
  requireOpen(parcel)
  if (to.mode !== parcel.mode)
    throw invalidTransition(`This parcel is in ${parcel.mode} mode and cannot be assigned to a package in ${to.mode} mode.`)
  return { ...parcel, assignedAt: to.now, assignedBy: to.by, businessId: to.businessId, packageId: to.packageId }
}

export const discard = (parcel: UnidentifiedParcel, given: { reason: string; by: string; now: number }): UnidentifiedParcel => {
  requireOpen(parcel)
  return { ...parcel, discardedAt: given.now, discardedBy: given.by, discardReason: given.reason }
}

export const unassign = (parcel: UnidentifiedParcel): UnidentifiedParcel => ({
  ...parcel,
  assignedAt: null,
  assignedBy: null,
  businessId: null,
  packageId: null,
})
