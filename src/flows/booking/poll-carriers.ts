// Polls carriers for parcels without recent tracking, because a webhook may be lost or not configured.

import type { RemoteCarrier, TrackingUpdate } from '../../carriers/carrier.ts'
import { CarrierFailure } from '../../carriers/carrier.ts'
import type { BoughtLabel } from '../../domain/booking/purchase.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import type { DuePurchase } from '../../store/booking/purchases.ts'
import * as purchases from '../../store/booking/purchases.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Deps } from '../deps.ts'
import { callerFor } from '../deps.ts'
import { carrierOf } from './buy-from-carrier.ts'
import { applyTracking } from './track-carrier.ts'

/** Maximum number of parcels that are polled at once. */
const BATCH = 10
/** How long a parcel is reserved for one server. If the carrier gives no answer, this is also the pause before the next attempt. */
const ASK_AGAIN_MS = 15 * 60 * 1000

/** Polls the carriers for the parcels that are due, and returns how many parcels were due. A failed poll does not stop the others. */
export const pollCarriers = async (deps: Deps): Promise<number> => {
  if (deps.carriers.length === 0) return 0
  const found = await purchases.dueForTracking(deps.db, deps.queueClock(), BATCH)
  await Promise.all(
    found.map((due) =>
      pollOne(deps, due).catch((error) => deps.report('parcel not asked after', { purchase: due.intent.id, reason: error.message })),
    ),
  )
  return found.length
}

const pollOne = async (deps: Deps, due: DuePurchase): Promise<void> => {
  const { scope, intent } = due
  const isMine = await deps.db.transaction(SYSTEM, (tx) => purchases.claimTracking(tx, due, deps.queueClock() + ASK_AGAIN_MS))
  const carrier = isMine ? carrierOf(deps, intent) : null
  if (!carrier || !intent.bought) return
  const update = await ask(deps, carrier, intent.id, intent.bought)
  if (!update) return
  const author = { actor: carrier.id, requestId: `tracking-${intent.id}-${deps.queueClock()}`, at: deps.clock() }
  const [quote, caller] = await Promise.all([quotes.load(deps.db, scope, intent.quoteId), callerFor(deps.db, scope, author)])
  await deps.db.transaction(caller, (tx) => applyTracking(deps, tx, caller, quote, update))
}

/**
 * Asks the carrier where a parcel is. Returns null if the request fails. Returns the status `unknown` if the carrier has no record of the
 * parcel.
 */
const ask = async (deps: Deps, carrier: RemoteCarrier, purchaseId: string, bought: BoughtLabel): Promise<TrackingUpdate | null> => {
  try {
    return await carrier.track(bought)
  } catch (error) {
    if (!(error instanceof CarrierFailure)) throw error
    deps.report('carrier could not say where a parcel is', { purchase: purchaseId, kind: error.kind, reason: error.message })
    const hasNoRecord = error.kind === 'rejected' || error.kind === 'rate_gone'
    return hasNoRecord ? { trackingCode: bought.trackingCode, status: 'unknown', at: deps.clock() } : null
  }
}
