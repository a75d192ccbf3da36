// Makes purchases due that would otherwise wait for a look-up until a clock that was set back has caught up.

import { lookPauseMs } from '../../domain/booking/purchase.ts'
import type { DuePurchase } from '../../store/booking/purchases.ts'
import * as purchases from '../../store/booking/purchases.ts'
import { SYSTEM } from '../../store/engine/db.ts'
import type { Deps } from '../deps.ts'
import { watchLeases } from '../events/outlasted-leases.ts'
import { CLAIM_MS } from './settle-purchases.ts'

export const watchPurchases = (deps: Deps): (() => Promise<number>) => {
  const shortestMs = Math.max(deps.purchaseTimeouts.buyLeaseMs, CLAIM_MS)
  const leaseMs = ({ intent }: DuePurchase): number => Math.max(shortestMs, lookPauseMs(intent))
  return watchLeases<DuePurchase>(deps, {
    leaseMs,
    endingLate: async (now) =>
      (await purchases.dueAfter(deps.db, now + shortestMs)).filter((due) => due.intent.nextLookAt! > now + leaseMs(due)),
    keyOf: ({ intent }) => `${intent.id} ${intent.nextLookAt}`,
    free: (due) => deps.db.transaction(SYSTEM, (tx) => purchases.claim(tx, due, deps.queueClock())),
  })
}
