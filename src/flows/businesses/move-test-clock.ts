// Moves the test clock of a business, so that expiry and storage can be tested quickly.

import { invalidField } from '../../domain/values/errors.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import type { Caller, Deps } from '../deps.ts'

/** Keeps dates within the range of calendar arithmetic. */
const OFFSET_MAX_MS = 100 * 366 * 24 * 60 * 60 * 1000

/** Returns the new offset from real time. `reset`: go back to real time first. */
export const moveTestClock = (deps: Deps, caller: Caller, { advanceMs, reset }: { advanceMs: number; reset: boolean }): Promise<number> =>
  deps.db.transaction(caller, async (tx) => {
    if (reset) await businesses.setTestClock(tx, caller.businessId, 0)
    const offsetMs = await businesses.advanceTestClock(tx, caller.businessId, advanceMs, OFFSET_MAX_MS)
    if (offsetMs === null) throw invalidField('advance_seconds', 'would move the clock more than 100 years ahead: reset it first')
    return offsetMs
  })
