// Deletes old carrier events. They are no longer repeated, and no purchase waits for them.

import { SYSTEM } from '../../platform/engine/db.ts'
import * as carrierEvents from '../../store/booking/carrier-events.ts'
import type { Deps } from '../deps.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_MS = 90 * DAY_MS
/** Rows per transaction: few enough that other writers hardly wait. */
const ROWS_AT_ONCE = 500
/** Per run; the next run continues. */
const SLICES_MAX = 40

/** Returns how many were deleted. */
export const forgetCarrierEvents = async (deps: Deps): Promise<number> => {
  const before = deps.clock() - KEPT_MS
  let gone = 0
  for (let slices = 0, pruned = ROWS_AT_ONCE; pruned === ROWS_AT_ONCE && slices < SLICES_MAX; slices++) {
    pruned = await deps.db.transaction(SYSTEM, (tx) => carrierEvents.prune(tx, before, ROWS_AT_ONCE))
    gone += pruned
  }
  return gone
}
