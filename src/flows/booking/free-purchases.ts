// Makes open purchases due that would otherwise wait for a look-up until a clock that was set back has caught up.

import { LOOK_PAUSES_MS } from '../../domain/booking/purchase.ts'
import type { DuePurchase } from '../../store/booking/purchases.ts'
import * as purchases from '../../store/booking/purchases.ts'
import type { Deps } from '../deps.ts'
import { watchLeases } from '../events/outlasted-leases.ts'
import { CLAIM_MS } from './settle-purchases.ts'

/** Only open ones: of a late purchase, which is watched for a day, a wait says nothing of the clock. */
export const watchPurchases = (deps: Deps): (() => Promise<number>) => {
  const leaseMs = Math.max(deps.purchaseTimeouts.buyLeaseMs, CLAIM_MS, ...LOOK_PAUSES_MS)
  return watchLeases<DuePurchase>(deps, {
    leaseMs: () => leaseMs,
    endingLate: (now) => purchases.openUntilAfter(deps.db, now + leaseMs),
    keyOf: ({ intent }) => `${intent.id} ${intent.nextLookAt}`,
    free: (due) => deps.db.transaction((tx) => purchases.claim(tx, due, deps.queueClock())),
  })
}
