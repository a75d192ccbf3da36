// Expires announcements of parcels that did not arrive within the operator's limit.

import { inboundEvent } from '../../domain/events/event.ts'
import { expireInbound as expire } from '../../domain/inbound/inbound-parcel.ts'
import * as inboundParcels from '../../store/inbound/inbound-parcels.ts'
import { callerFor } from '../caller-for.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const EXPIRED_AT_ONCE = 100
const ACTOR = 'inbound-expiry'

/** Uses the clock of each business. A failure does not stop other businesses. Safe to run on several servers at once. */
export const expireInbound = async (deps: Deps, days: number): Promise<void> => {
  const at = deps.clock()
  for (const scope of await inboundParcels.scopesWithExpected(deps.db)) {
    try {
      const caller = await callerFor(deps.db, scope, { actor: ACTOR, requestId: `${ACTOR}-${at}`, at })
      while ((await expireSome(deps, caller, days)) === EXPIRED_AT_ONCE);
    } catch (error) {
      deps.report('announcements not expired', { business: scope.businessId, reason: (error as Error).message })
    }
  }
}

const expireSome = (deps: Deps, caller: Caller, days: number): Promise<number> =>
  deps.db.transaction(caller, async (tx) => {
    const now = nowFor(deps, caller)
    const due = await inboundParcels.expectedBefore(tx, caller, now - days * DAY_MS, EXPIRED_AT_ONCE)
    for (const inbound of due) {
      const saved = await inboundParcels.save(tx, caller, inbound, expire(inbound, now))
      await recordEvents(deps, tx, caller, [inboundEvent('inbound_parcel.expired', saved)])
    }
    return due.length
  })
