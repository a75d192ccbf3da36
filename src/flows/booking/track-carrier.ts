// Applies tracking updates from a carrier: each webhook event once, and the result of each poll.

import type { TrackingStatus, TrackingUpdate } from '../../carriers/carrier.ts'
import { nextTracking } from '../../domain/booking/purchase.ts'
import { packageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import { carrierMove } from '../../domain/packages/package.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import * as carrierEvents from '../../store/booking/carrier-events.ts'
import * as purchases from '../../store/booking/purchases.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import { chargeEndedStorage, chargerOf } from '../billing/charges/charge-storage.ts'
import type { Caller, Deps } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'

const MOVES: Partial<Record<TrackingStatus, 'depart' | 'deliver'>> = {
  in_transit: 'depart',
  out_for_delivery: 'depart',
  available_for_pickup: 'depart',
  delivered: 'deliver',
}

export type TrackOutcome = 'moved' | 'repeated' | 'unknown' | 'nothing'

export const trackCarrier = (deps: Deps, carrierId: string, eventId: string, update: TrackingUpdate): Promise<TrackOutcome> =>
  deps.db.transaction(SYSTEM, async (tx) => {
    const isNew = await carrierEvents.recordOnce(tx, carrierId, eventId, deps.clock())
    const found = (await findBooked(tx, carrierId, update)) ?? (await findJustBooked(tx, carrierId, update))
    const holder = found && (await businesses.findWithClock(tx, found.scope))
    if (!found || !holder) {
      if (isNew) await carrierEvents.storeUnmatched(tx, carrierId, eventId, update)
      return 'unknown'
    }
    const caller: Caller = { ...found.scope, ...holder, actor: carrierId, requestId: eventId, at: deps.clock() }
    // First applies stored events that arrived before their booking could be found.
    const kept = await applyStoredEvents(deps, tx, caller, found.quote, carrierId)
    if (!isNew) return kept === 'moved' ? 'moved' : 'repeated'
    return applyTracking(deps, tx, caller, found.quote, update)
  })

type Booked = { scope: Scope; quote: Quote }

const findBooked = async (tx: Tx, carrierId: string, { trackingCode }: TrackingUpdate): Promise<Booked | null> => {
  const found = await quotes.findByTrackingCode(tx, trackingCode)
  if (!found) return null
  // Only booked quotes have a tracking code, and booked quotes have a selected rate.
  return found.quote.selectedRate!.offer?.carrierId === carrierId ? found : null
}

/**
 * Searches again under a lock. Either this transaction finds the booking, or the transaction that settles the purchase finds the stored
 * event.
 */
const findJustBooked = async (tx: Tx, carrierId: string, update: TrackingUpdate): Promise<Booked | null> => {
  await purchases.lockOpen(tx, carrierId)
  return findBooked(tx, carrierId, update)
}

/** Applies tracking events that the carrier sent before the quote was booked. */
export const applyStoredEvents = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  quote: Quote,
  carrierId: string,
): Promise<'moved' | 'nothing'> => {
  let outcome: 'moved' | 'nothing' = 'nothing'
  for (const { status, ...told } of await carrierEvents.takeUnmatched(tx, carrierId, quote.trackingCode!)) {
    if ((await applyTracking(deps, tx, caller, quote, { ...told, status: status as TrackingStatus })) === 'moved') outcome = 'moved'
  }
  return outcome
}

/** Updates the packages of a quote to the status that the carrier reports, and schedules the next poll of the carrier. */
export const applyTracking = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  quote: Quote,
  { status, at }: TrackingUpdate,
): Promise<'moved' | 'nothing'> => {
  const move = MOVES[status]
  const now = deps.queueClock()
  const before = await packages.ofQuotes(tx, caller, [quote.id])
  const after = before.map((parcel) => (move && movedOrNull(parcel, move, at)) ?? parcel)
  for (const [index, next] of after.entries()) {
    const parcel = before[index]!
    if (!move || next === parcel) continue
    const [charger, saved] = await Promise.all([
      chargerOf(tx, caller, [{ before: parcel, after: next }]),
      packages.save(tx, caller, parcel, next),
    ])
    await chargeEndedStorage(deps, tx, charger, [{ before: parcel, after: saved }])
    await recordEvents(deps, tx, caller, [packageEvent(move === 'depart' ? 'package.departed' : 'package.delivered', saved)])
  }
  const isOver = after.every((parcel) => parcel.status === 'delivered' || parcel.status === 'cancelled')
  await purchases.scheduleTracking(tx, caller, quote.id, isOver ? null : nextTracking(quote.bookedAt!, now))
  return after.some((next, index) => next !== before[index]) ? 'moved' : 'nothing'
}

/**
 * The package after the step, or null if the step is not possible. Carriers may report late or out of order, so the package may already be
 * past the step.
 */
const movedOrNull = (parcel: Package, move: 'depart' | 'deliver', at: number): Package | null => {
  try {
    return carrierMove(parcel, move, at)
  } catch (error) {
    if (error instanceof Rejection) return null
    throw error
  }
}
