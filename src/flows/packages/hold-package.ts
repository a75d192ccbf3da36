// Puts packages on hold or releases them. Every hold and every release adds a notice to the package.

import { holdEvent } from '../../domain/events/event.ts'
import type { Notice } from '../../domain/packages/notice.ts'
import { holdNotice, withNotice } from '../../domain/packages/notice.ts'
import type { HoldAction, Package } from '../../domain/packages/package.ts'
import { setHold } from '../../domain/packages/package.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { Listener } from '../../store/events/webhook-endpoints.ts'
import * as notices from '../../store/packages/notices.ts'
import * as packages from '../../store/packages/packages.ts'
import type { Caller, Deps } from '../deps.ts'
import { callerFor, nowFor } from '../deps.ts'
import { listenersOf, recordEvents } from '../events/record-events.ts'
import { ancestorsOf, goodsIn } from './follow-repacks.ts'

type Held = { parcel: Package; notice: Notice }

export const holdPackage = (deps: Deps, caller: Caller, id: string, action: HoldAction, body: string | null): Promise<Held> =>
  deps.db.transaction(caller, async (tx) => {
    const [before, earlier, listeners] = await Promise.all([
      packages.loadToChange(tx, caller, id),
      notices.ofPackages(tx, caller, [id]),
      listenersOf(tx, caller),
    ])
    const held = await holdOne(deps, tx, caller, { before, earlier, listeners }, action, body)
    if (before.status === 'cancelled' || before.repackedFrom !== null) await followGoods(deps, tx, caller, before, action, body)
    return held
  })

/**
 * Holds or releases the packages that now contain the goods of a repacked package, because a client may know only the number of the
 * repacked package.
 */
const followGoods = async (deps: Deps, tx: Tx, caller: Caller, before: Package, action: HoldAction, body: string | null): Promise<void> => {
  const goods = before.status === 'cancelled' ? (await goodsIn(tx, caller, before)).filter(({ id }) => id !== before.id) : []
  for (const parcel of goods) await holdAlso(deps, tx, caller, parcel, action, body)
  if (action === 'release') await releaseSources(deps, tx, caller, [before, ...goods], body)
}

/** Releases a repacked package once all packages with its goods are released. The package is then not on hold if the repack is undone. */
const releaseSources = async (deps: Deps, tx: Tx, caller: Caller, released: readonly Package[], body: string | null): Promise<void> => {
  const ancestors = new Set([...(await ancestorsOf(tx, caller, released)).values()].flat().map(({ id }) => id))
  // The lock lets the later of two concurrent releases see that all parts are released.
  for (const source of await packages.loadForUpdate(tx, caller, [...ancestors])) {
    if (source.holdInstruction === 'release') continue
    const goods = await goodsIn(tx, caller, source)
    if (goods.every(({ holdInstruction }) => holdInstruction === 'release')) await holdAlso(deps, tx, caller, source, 'release', body)
  }
}

const holdAlso = async (deps: Deps, tx: Tx, caller: Caller, before: Package, action: HoldAction, body: string | null): Promise<void> => {
  const [earlier, listeners] = await Promise.all([notices.ofPackages(tx, caller, [before.id]), listenersOf(tx, caller)])
  await holdOne(deps, tx, caller, { before, earlier, listeners }, action, body)
}

type Read = { before: Package; earlier: readonly Notice[]; listeners: readonly Listener[] }

const holdOne = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { before, earlier, listeners }: Read,
  action: HoldAction,
  body: string | null,
): Promise<Held> => {
  const now = nowFor(deps, caller)
  const notice = holdNotice({ id: deps.newId('ntc'), packageId: before.id, action, body, now })
  const { shown, older } = withNotice(earlier, notice)
  const parcel = await packages.save(tx, caller, before, setHold(before, action, now))
  await notices.record(tx, caller, notice)
  if (older.length > 0) await notices.archive(tx, caller, older)
  await recordEvents(deps, tx, caller, [holdEvent(parcel, notice)], { notices: shown, listeners })
  return { parcel, notice }
}

/** `refusal` is null if the package was held or released. */
export type HoldOutcome = { id: string; refusal: Rejection | null }

/** Holds or releases packages. If one package is refused, the others are still changed. */
export const holdPackages = async (
  deps: Deps,
  author: Author,
  ids: readonly string[],
  action: HoldAction,
  body: string | null,
): Promise<HoldOutcome[]> => {
  const holdOne = async (id: string): Promise<Rejection | null> => {
    try {
      const { scope } = await packages.loadOfAnyBusiness(deps.db, id)
      await holdPackage(deps, await callerFor(deps.db, scope, author), id, action, body)
      return null
    } catch (error) {
      if (error instanceof Rejection) return error
      throw error
    }
  }
  const outcomes: HoldOutcome[] = []
  for (const id of new Set(ids)) outcomes.push({ id, refusal: await holdOne(id) })
  return outcomes
}
