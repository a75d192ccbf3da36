// Forgets what carriers reported long ago: no repeat of it comes any more, and no purchase that it could belong to is settled.

import * as carrierEvents from '../../store/booking/carrier-events.ts'
import { SYSTEM } from '../../store/engine/db.ts'
import type { Deps } from '../deps.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_MS = 90 * DAY_MS
/** Of one transaction: few enough that other writers hardly wait. */
const ROWS_AT_ONCE = 500
/** Of one turn; the next goes on. */
const SLICES_MAX = 40

/** Returns how many are gone. */
export const forgetCarrierEvents = async (deps: Deps): Promise<number> => {
  const before = deps.clock() - KEPT_MS
  let gone = 0
  for (let slices = 0, pruned = ROWS_AT_ONCE; pruned === ROWS_AT_ONCE && slices < SLICES_MAX; slices++) {
    pruned = await deps.db.transaction(SYSTEM, (tx) => carrierEvents.prune(tx, before, ROWS_AT_ONCE))
    gone += pruned
  }
  return gone
}
