// Receives an announced parcel for its customer, or for the business itself, and records the receipt in the announcement.

import { inboundEvent } from '../../domain/events/event.ts'
import { courierKey } from '../../domain/inbound/courier-number.ts'
import type { InboundParcel } from '../../domain/inbound/inbound-parcel.ts'
import { isAwaited, receiveBox, returnBox } from '../../domain/inbound/inbound-parcel.ts'
import { queuedParcelQuestion } from '../../domain/receiving/unidentified-parcel.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as customers from '../../store/customers/customers.ts'
import * as inboundParcels from '../../store/inbound/inbound-parcels.ts'
import * as unidentifiedParcels from '../../store/receiving/unidentified-parcels.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import type { RealArrival, Received } from '../receiving/receive-package.ts'
import type { UnannouncedRequest } from '../receiving/receive-unannounced.ts'
import { receiveUnannouncedInTransaction } from '../receiving/receive-unannounced.ts'

/** `number`: the scanned courier number. If null, the first number in the announcement whose box has not arrived yet is used. */
export type AnnouncedTarget = { inboundId: string; number: string | null }

export const receiveInbound = (deps: Deps, caller: Caller, target: AnnouncedTarget, request: UnannouncedRequest): Promise<Received> =>
  deps.db.transaction(caller, (tx) => receiveInboundInTransaction(deps, tx, caller, target, request, null))

export const receiveInboundInTransaction = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { inboundId, number }: AnnouncedTarget,
  request: UnannouncedRequest,
  real: RealArrival | null,
): Promise<Received> => {
  const before = await inboundParcels.load(tx, caller, inboundId)
  const customer = before.customerId === null ? null : await customers.load(tx, caller, before.customerId)
  const received = await receiveUnannouncedInTransaction(deps, tx, caller, customer, byWish(before, request), real)
  const { id: packageId, parcelNumber } = received.parcel
  const meant = number ?? before.numbers.find(isAwaited)?.number ?? before.numbers[0]!.number
  if (real === null && !request.isConfirmed) await requireNotQueued(tx, caller, meant)
  const box = { number: meant, packageId, parcelNumber, isConfirmed: request.isConfirmed, now: real?.at ?? nowFor(deps, caller) }
  const next = receiveBox(before, box)
  if (before.status === 'expired' && (await isOpenElsewhere(tx, caller, next)))
    throw new Rejection('INVALID_TRANSITION', 'This inbound parcel has expired, and its number was announced again.')
  const saved = await inboundParcels.save(tx, caller, before, next)
  const type = saved.status === 'received' ? 'inbound_parcel.received' : 'inbound_parcel.partly_received'
  await recordEvents(deps, tx, caller, [inboundEvent(type, saved)])
  return received
}

/** Throws if an open unidentified parcel has this courier number, because that parcel may be the announced parcel. */
const requireNotQueued = async (tx: Tx, { mode }: Caller, number: string): Promise<void> => {
  const queued = await unidentifiedParcels.openUnderNumber(tx, mode, number)
  if (queued) throw invalidField('code', queuedParcelQuestion(queued))
}

/** Uses the transport mode of the announcement if staff chose no transport mode. */
export const byWish = (inbound: InboundParcel, request: UnannouncedRequest): UnannouncedRequest => ({
  ...request,
  route: { ...request.route, transportMode: request.route.transportMode ?? inbound.transportMode },
  announced: inbound,
})

const isOpenElsewhere = async (tx: Tx, caller: Caller, { id, numbers }: InboundParcel): Promise<boolean> => {
  const open = await inboundParcels.openNumbers(
    tx,
    caller,
    numbers.map(({ number }) => courierKey(number)),
  )
  return [...open.values()].some((other) => other !== id)
}

/**
 * Removes a box from its announcement when the receipt of the box is undone. If the courier number was announced again since the receipt,
 * the old announcement expires.
 */
export const returnInbound = async (deps: Deps, tx: Tx, caller: Caller, inboundId: string, packageId: string): Promise<void> => {
  const before = await inboundParcels.load(tx, caller, inboundId)
  const now = nowFor(deps, caller)
  const returned = returnBox(before, packageId, now)
  const isReplaced = returned.status === 'expected' && (await isOpenElsewhere(tx, caller, returned))
  const next: InboundParcel = isReplaced ? { ...returned, status: 'expired', expiredAt: now } : returned
  const saved = await inboundParcels.save(tx, caller, before, next)
  await recordEvents(deps, tx, caller, [inboundEvent('inbound_parcel.receipt_undone', saved)])
}
