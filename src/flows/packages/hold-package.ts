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
import { ancestorsOf, goodsIn } from './follow-repacks.ts'

type Held = { parcel: Package; notice: Notice }

export const holdPackage = (deps: Deps, caller: Caller, id: string, action: HoldAction, body: string | null): Promise<Held> =>
  deps.db.transaction(async (tx) => {
    const before = await packages.load(tx, caller, id)
    const held = await holdOne(deps, tx, caller, before, action, body)
    // Whoever knows only the package that was repacked means its goods: they are held where they are now.
    const goods = before.status === 'cancelled' ? (await goodsIn(tx, caller, before)).filter(({ id }) => id !== before.id) : []
    for (const parcel of goods) await holdOne(deps, tx, caller, parcel, action, body)
    if (action === 'release') await releaseSources(deps, tx, caller, [before, ...goods], body)
    return held
  })

/** What was held under its old number is released once all of its goods are: should the repack be undone, it comes back as they are. */
const releaseSources = async (deps: Deps, tx: Query, caller: Caller, released: readonly Package[], body: string | null): Promise<void> => {
  const sources = new Map([...(await ancestorsOf(tx, caller, released)).values()].flat().map((source) => [source.id, source]))
  for (const source of sources.values()) {
    if (source.holdInstruction === 'release') continue
    const goods = await goodsIn(tx, caller, source)
    if (goods.every(({ holdInstruction }) => holdInstruction === 'release')) await holdOne(deps, tx, caller, source, 'release', body)
  }
}

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
