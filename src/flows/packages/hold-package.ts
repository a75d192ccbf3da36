// Holds or releases a package; every call leaves a notice.

import { holdEvent } from '../../domain/events/event.ts'
import type { Notice } from '../../domain/packages/notice.ts'
import { holdNotice } from '../../domain/packages/notice.ts'
import type { HoldAction, Package } from '../../domain/packages/package.ts'
import { setHold } from '../../domain/packages/package.ts'
import type { Query } from '../../store/engine/db.ts'
import { changedAt } from '../../store/engine/rows.ts'
import * as notices from '../../store/packages/notices.ts'
import * as packages from '../../store/packages/packages.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { goodsIn } from './follow-repacks.ts'

type Held = { parcel: Package; notice: Notice }

export const holdPackage = (deps: Deps, caller: Caller, id: string, action: HoldAction, body: string | null): Promise<Held> =>
  deps.db.transaction(async (tx) => {
    const before = await packages.load(tx, caller, id)
    const held = await holdOne(deps, tx, caller, before, action, body)
    // Whoever knows only the package that was repacked means its goods: they are held where they are now.
    if (before.status === 'cancelled')
      for (const parcel of await goodsIn(tx, caller, before))
        if (parcel.id !== before.id) await holdOne(deps, tx, caller, parcel, action, body)
    return held
  })

const holdOne = async (deps: Deps, tx: Query, caller: Caller, before: Package, action: HoldAction, body: string | null): Promise<Held> => {
  const now = nowFor(deps, caller)
  const notice = holdNotice({ id: deps.newId('ntc'), packageId: before.id, action, body, now })
  const parcel = { ...setHold(before, action, now), version: before.version + 1, updatedAt: changedAt(caller) }
  // Started together, they share a round trip to the server; it runs them in this order.
  await Promise.all([
    packages.save(tx, caller, before, parcel),
    notices.record(tx, caller, notice),
    recordEvents(deps, tx, caller, [holdEvent(parcel, notice)]),
  ])
  return { parcel, notice }
}
