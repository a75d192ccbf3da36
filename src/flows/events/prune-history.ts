// Deletes webhook deliveries, events and carrier events past their retention, in batches.

import type { Scope } from '../../domain/values/scope.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import * as carrierEvents from '../../store/booking/carrier-events.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as events from '../../store/events/events.ts'
import * as deliveries from '../../store/events/webhook-deliveries.ts'
import type { Deps } from '../deps.ts'

/** Maximum number of rows that one transaction deletes. A transaction of this size hardly delays other writers. */
const ROWS_AT_ONCE = 500
/** Maximum number of batches that one run deletes. The next run deletes the remaining rows. */
const SLICES_MAX = 40
const DAY_MS = 24 * 60 * 60 * 1000

/** The number of days for which records are kept. 0 keeps them for ever. */
export type Keeping = { eventsDays: number; deliveriesDays: number }

type Prune = (tx: Tx, scope: Scope, before: number, limit: number) => Promise<number>

/**
 * Deletes old deliveries and events. Returns the number of deleted rows. Deliveries are deleted first, because they refer to events. An
 * error in one business does not stop the deletion for the other businesses.
 */
export const pruneHistory = async (deps: Deps, { eventsDays, deliveriesDays }: Keeping): Promise<number> => {
  const scopes = (await businesses.list(deps.db)).flatMap(({ id }): Scope[] => [
    { businessId: id, mode: 'test' },
    { businessId: id, mode: 'live' },
  ])
  let [slices, gone] = [0, 0]
  const pruneAll = async (prune: Prune, days: number): Promise<void> => {
    if (days === 0) return
    const before = deps.clock() - days * DAY_MS
    for (const scope of scopes) {
      try {
        for (let pruned = ROWS_AT_ONCE; pruned === ROWS_AT_ONCE && slices < SLICES_MAX; ) {
          pruned = await deps.db.transaction(SYSTEM, (tx) => prune(tx, scope, before, ROWS_AT_ONCE))
          if (pruned > 0) slices += 1
          gone += pruned
        }
      } catch (error) {
        deps.report('events and deliveries not pruned', { business: scope.businessId, reason: (error as Error).message })
      }
    }
  }
  await pruneAll(deliveries.prune, deliveriesDays)
  await pruneAll(events.prune, eventsDays)
  return gone
}

const CARRIER_EVENTS_DAYS = 90

/**
 * Deletes carrier events older than `CARRIER_EVENTS_DAYS`. Carriers no longer repeat events of this age, and no purchase waits for them.
 * Returns the number of deleted events.
 */
export const forgetCarrierEvents = async (deps: Deps): Promise<number> => {
  const before = deps.clock() - CARRIER_EVENTS_DAYS * DAY_MS
  let gone = 0
  for (let slices = 0, pruned = ROWS_AT_ONCE; pruned === ROWS_AT_ONCE && slices < SLICES_MAX; slices++) {
    pruned = await deps.db.transaction(SYSTEM, (tx) => carrierEvents.prune(tx, before, ROWS_AT_ONCE))
    gone += pruned
  }
  return gone
}
