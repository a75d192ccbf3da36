// Moves "now" for a business's test data, so that expiry and storage can be tried in a minute.

import * as businesses from '../store/businesses.ts'
import type { Caller, Deps } from './deps.ts'

export const advanceTestClock = async (deps: Deps, caller: Caller, advanceMs: number): Promise<number> =>
  deps.db.transaction((tx) => businesses.advanceTestClock(tx, caller.businessId, advanceMs))

export const resetTestClock = (deps: Deps, caller: Caller): Promise<void> =>
  deps.db.transaction((tx) => businesses.setTestClock(tx, caller.businessId, 0))
