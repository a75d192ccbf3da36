// Holds or releases a package; every call leaves a notice.

import { holdEvent } from '../../domain/events/event.ts'
import type { Notice } from '../../domain/packages/notice.ts'
import { holdNotice, withNotice } from '../../domain/packages/notice.ts'
import type { HoldAction, Package } from '../../domain/packages/package.ts'
import { setHold } from '../../domain/packages/package.ts'
import type { Query } from '../../store/engine/db.ts'
import { changedAt } from '../../store/engine/rows.ts'
import { sendLast } from '../../store/engine/transaction.ts'
import type { Listener } from '../../store/events/webhook-endpoints.ts'
import * as notices from '../../store/packages/notices.ts'
import * as packages from '../../store/packages/packages.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { listenersOf, sendEvents } from '../events/record-events.ts'
import { ancestorsOf, goodsIn } from './follow-repacks.ts'

type Held = { parcel: Package; notice: Notice }

export const holdPackage = (deps: Deps, caller: Caller, id: string, action: HoldAction, body: string | null): Promise<Held> =>
  deps.db.transaction(async (tx) => {
    const [before, earlier, listening] = await Promise.all([
      packages.loadToChange(tx, caller, id),
      notices.ofPackages(tx, caller, [id]),
      listenersOf(tx, caller),
    ])
    const { held, write } = holdOne(deps, tx, caller, { before, earlier, listening }, action, body)
    if (before.status === 'cancelled' || before.repackedFrom !== null) {
      await Promise.all(write())
      await followGoods(deps, tx, caller, before, action, body)
    } else sendLast(write)
    return held
  })

/** Whoever knows only the package that was repacked means its goods: they are held where they are now. */
const followGoods = async (
  deps: Deps,
  tx: Query,
  caller: Caller,
  before: Package,
  action: HoldAction,
  body: string | null,
): Promise<void> => {
  const goods = before.status === 'cancelled' ? (await goodsIn(tx, caller, before)).filter(({ id }) => id !== before.id) : []
  for (const parcel of goods) await holdAlso(deps, tx, caller, parcel, action, body)
  if (action === 'release') await releaseSources(deps, tx, caller, [before, ...goods], body)
}

/** What was held under its old number is released once all of its goods are: should the repack be undone, it comes back as they are. */
const releaseSources = async (deps: Deps, tx: Query, caller: Caller, released: readonly Package[], body: string | null): Promise<void> => {
  const ancestors = new Set([...(await ancestorsOf(tx, caller, released)).values()].flat().map(({ id }) => id))
  // Of two who release the last two parts of one at once, the later one waits here, and sees that all are.
  for (const source of await packages.loadAlone(tx, caller, [...ancestors])) {
    if (source.holdInstruction === 'release') continue
    const goods = await goodsIn(tx, caller, source)
    if (goods.every(({ holdInstruction }) => holdInstruction === 'release')) await holdAlso(deps, tx, caller, source, 'release', body)
  }
}

const holdAlso = async (deps: Deps, tx: Query, caller: Caller, before: Package, action: HoldAction, body: string | null): Promise<void> => {
  const [earlier, listening] = await Promise.all([notices.ofPackages(tx, caller, [before.id]), listenersOf(tx, caller)])
  await Promise.all(holdOne(deps, tx, caller, { before, earlier, listening }, action, body).write())
}

type Read = { before: Package; earlier: readonly Notice[]; listening: readonly Listener[] }

/** `write` sends all of its statements at once. */
const holdOne = (
  deps: Deps,
  tx: Query,
  caller: Caller,
  { before, earlier, listening }: Read,
  action: HoldAction,
  body: string | null,
): { held: Held; write(): Promise<unknown>[] } => {
  const now = nowFor(deps, caller)
  const notice = holdNotice({ id: deps.newId('ntc'), packageId: before.id, action, body, now })
  const parcel = { ...setHold(before, action, now), version: before.version + 1, updatedAt: changedAt(caller) }
  const { shown, older } = withNotice(earlier, notice)
  const event = { event: holdEvent(parcel, notice), surroundings: { notices: shown } }
  const write = (): Promise<unknown>[] => [
    packages.save(tx, caller, before, parcel),
    notices.record(tx, caller, notice),
    ...(older.length > 0 ? [notices.putAway(tx, caller, older)] : []),
    ...sendEvents(deps, tx, caller, [event], listening),
  ]
  return { held: { parcel, notice }, write }
}
