// Takes in what a carrier says about a parcel on its way, once per event.

import type { TrackingStatus, TrackingUpdate } from '../carriers/carrier.ts'
import { Rejection } from '../domain/errors.ts'
import { packageEvent } from '../domain/event.ts'
import type { Package } from '../domain/package.ts'
import { carrierMove } from '../domain/package.ts'
import * as businesses from '../store/businesses.ts'
import * as carrierEvents from '../store/carrier-events.ts'
import * as packages from '../store/packages.ts'
import * as quotes from '../store/quotes.ts'
import type { Caller, Deps } from './deps.ts'
import { recordEvents } from './deps.ts'

const MOVES: Partial<Record<TrackingStatus, 'depart' | 'deliver'>> = {
  in_transit: 'depart',
  out_for_delivery: 'depart',
  available_for_pickup: 'depart',
  delivered: 'deliver',
}

export type TrackOutcome = 'moved' | 'repeated' | 'unknown' | 'nothing'

export const trackCarrier = async (deps: Deps, carrierId: string, eventId: string, update: TrackingUpdate): Promise<TrackOutcome> => {
  const found = await quotes.findByTrackingCode(deps.db, update.trackingCode)
  const holder = found && (await businesses.findWithClock(deps.db, found.scope))
  return deps.db.transaction(async (tx) => {
    if (!(await carrierEvents.recordOnce(tx, carrierId, eventId, deps.clock()))) return 'repeated'
    const move = MOVES[update.status]
    if (!found || !holder || found.quote.selectedRate?.offer?.carrierId !== carrierId) return 'unknown'
    if (!move) return 'nothing'
    const caller: Caller = { ...found.scope, ...holder, actor: carrierId, requestId: eventId, at: deps.clock() }
    let moved = false
    for (const parcel of await packages.ofQuotes(tx, caller, [found.quote.id])) {
      const next = movedOrNull(parcel, move, update.at)
      if (!next) continue
      const saved = await packages.save(tx, caller, parcel, next)
      await recordEvents(deps, tx, caller, [packageEvent(move === 'depart' ? 'package.departed' : 'package.delivered', saved)])
      moved = true
    }
    return moved ? 'moved' : 'nothing'
  })
}

/** Carriers report late and out of order: a step that is behind the package already is no news. */
const movedOrNull = (parcel: Package, move: 'depart' | 'deliver', at: number): Package | null => {
  try {
    return carrierMove(parcel, move, at)
  } catch (error) {
    if (error instanceof Rejection) return null
    throw error
  }
}
