// Reads one package with its history for staff: notices with authors, price, receipts, repacks, and the timeline.

import type { Place } from '../../domain/places/place.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import type { Repack } from '../../domain/receiving/repack.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import type { Arrival, AuthoredEvent } from '../../store/packages/timelines.ts'
import * as timelines from '../../store/packages/timelines.ts'
import * as places from '../../store/places/places.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import * as repacks from '../../store/receiving/repacks.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import type { Deps } from '../deps.ts'
import type { PackageView } from './view-packages.ts'
import { viewPackage } from './view-packages.ts'

export type PackageDetail = {
  view: PackageView
  quote: Quote | null
  holds: AuthoredEvent[]
  arrivals: Arrival[]
  /** The repack that made the package, and the repack that turned it into other packages, if any. */
  repacks: { scope: FoundPackage['scope']; repack: Repack }[]
  /** Whether the shipment of the package has arrived. */
  hasArrived: boolean
  /** Maps the actor of each hold or release to the person's name. */
  names: Map<string, string>
}

export const readPackageDetail = async (deps: Deps, found: FoundPackage): Promise<PackageDetail> => {
  const { scope, parcel } = found
  const repackIds = [parcel.repackedFrom, parcel.repackedInto].flatMap((repacked) => repacked?.repackId ?? [])
  const [view, quote, holds, arrivals, shipped, repacked] = await Promise.all([
    viewPackage(deps, found),
    parcel.quoteId === null ? null : quotes.load(deps.db, scope, parcel.quoteId),
    timelines.holdsOf(deps.db, scope, parcel.id),
    timelines.arrivalsOf(deps.db, scope, parcel.id),
    parcel.shipmentId === null ? [] : shipments.ofIds(deps.db, [parcel.shipmentId]),
    Promise.all(repackIds.map((id) => repacks.loadOfAnyBusiness(deps.db, id))),
  ])
  const names = await timelines.namesOf(
    deps.db,
    holds.map(({ actor }) => actor),
  )
  return { view, quote, holds, arrivals, hasArrived: shipped.some(({ arrivedAt }) => arrivedAt !== null), repacks: repacked, names }
}

/** A move of the package to another place. A move makes no event, so moves are read from the audit records. */
export type Move = { at: number; recordedAt: number; actor: string; requestId: string; from: string | null; to: string | null }

export type PackageTimeline = {
  found: FoundPackage
  /** Events of the package, oldest first. */
  own: AuthoredEvent[]
  /** Price changes of the package's quote. */
  prices: AuthoredEvent[]
  arrivals: Arrival[]
  moves: Move[]
  places: ReadonlyMap<string, Place>
  names: Map<string, string>
}

type PlaceChange = { place_id?: string | null; place_changed_at?: number | null }

const movesOf = async (deps: Deps, { scope, parcel }: FoundPackage): Promise<Move[]> => {
  const { rows, before } = await timelines.historyOf(deps.db, scope, parcel.id)
  let { place_id: lain = null, place_changed_at: since = null } = before as PlaceChange
  const moves: Move[] = []
  for (const { changes, actor, request_id: requestId, recorded_at } of rows) {
    const { place_id: to, place_changed_at: changed }: PlaceChange = JSON.parse(changes)
    if (changed !== undefined) since = changed
    if (to === undefined || to === lain) continue
    // A change that waited for a lock can have an earlier time than the change saved before it. `recordedAt` must not go backwards.
    const recordedAt = Math.max(recorded_at, moves.at(-1)?.recordedAt ?? 0)
    // `since` is a time on the clock of the business. Older audit records lack it.
    moves.push({ at: since ?? recordedAt, recordedAt, actor, requestId, from: lain, to })
    lain = to
  }
  return moves
}

export const readTimeline = async (deps: Deps, found: FoundPackage): Promise<PackageTimeline> => {
  const { scope, parcel } = found
  const [own, prices, arrivals, moves] = await Promise.all([
    timelines.ofPackage(deps.db, scope, parcel.id),
    parcel.quoteId === null ? [] : timelines.pricesOf(deps.db, scope, parcel.quoteId),
    timelines.arrivalsOf(deps.db, scope, parcel.id),
    movesOf(deps, found),
  ])
  const [lain, names] = await Promise.all([
    places.ofIds(
      deps.db,
      moves.flatMap(({ from, to }) => [from, to]),
    ),
    timelines.namesOf(
      deps.db,
      [...own, ...prices, ...moves].map(({ actor }) => actor),
    ),
  ])
  return { found, own, prices, arrivals, moves, places: lain, names }
}
