// Makes open purchases due that would otherwise wait for a look-up until a clock that was set back has caught up.

import type { DuePurchase } from '../../store/booking/purchases.ts'
import * as purchases from '../../store/booking/purchases.ts'
import type { Deps } from '../deps.ts'
import { watchLeases } from '../events/outlasted-leases.ts'

/** Neither a look-up nor the pause after it takes longer. */
const LOOK_UP_MAX_MS = 20_000

/** Only open ones: of a late purchase, which is watched for a day, a wait says nothing of the clock. */
export const watchPurchases = (deps: Deps): (() => Promise<number>) =>
  watchLeases<DuePurchase>(deps, {
    leaseMs: Math.max(deps.purchaseTimeouts.buyLeaseMs, LOOK_UP_MAX_MS),
    endingAfter: (at) => purchases.openUntilAfter(deps.db, at),
    keyOf: ({ intent }) => `${intent.id} ${intent.nextLookAt}`,
    free: (due) => deps.db.transaction((tx) => purchases.claim(tx, due, deps.queueClock())),
  })
