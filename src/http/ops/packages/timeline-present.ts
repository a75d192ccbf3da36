// Converts a package's timeline to JSON: events with authors and reasons, oldest first.

import { HISTORY_MAX } from '../../../domain/audit/audit.ts'
import { EVENT_TYPES } from '../../../domain/events/event.ts'
import type { Package } from '../../../domain/packages/package.ts'
import type { Quote } from '../../../domain/quotes/quote.ts'
import { madeAt } from '../../../domain/values/ids.ts'
import type { Deps } from '../../../flows/deps.ts'
import type { FoundPackage } from '../../../store/packages/packages.ts'
import type { Arrival, AuthoredEvent } from '../../../store/packages/timelines.ts'
import * as timelines from '../../../store/packages/timelines.ts'
import * as places from '../../../store/places/places.ts'
import type * as Type from '../../schemas/type.ts'
import { instant, nullableInstant, omitNulls } from '../../wire-format.ts'
import { authorsOf } from '../authors.ts'
import type { TimelineAnswer, WireTimelineEntry } from './schemas.ts'

export const presentReceipt = (arrival: Arrival) => ({
  receipt_id: arrival.id,
  pieces: arrival.pieces,
  weight: arrival.weight_kg,
  length: arrival.length_cm,
  width: arrival.width_cm,
  height: arrival.height_cm,
  volume: arrival.volume_cbm,
  condition_note: arrival.condition_note,
  undone_at: nullableInstant(arrival.undone_at),
  undo_reason: arrival.undo_reason,
})

const presentPrice = ({ selectedRate }: Quote) => ({
  amount: selectedRate?.amount ?? null,
  previous: selectedRate?.breakdown.previous?.total ?? null,
  difference: selectedRate?.breakdown.previous?.difference ?? null,
})

/** Not an event: businesses are not told where their parcels lie. */
const PLACED = 'package.placed'
const RECEIVING: readonly string[] = ['package.received', 'package.pieces_received']

/** Receipts and the events of receiving are recorded in the same order, an event a moment after its receipt. Closing short has no receipt. */
const arrivalsByEvent = (records: readonly AuthoredEvent[], arrivals: readonly Arrival[]): Map<string, Arrival> => {
  const unclaimed = arrivals.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const claimed = new Map<string, Arrival>()
  for (const { id, event, happenedAt } of records)
    if (RECEIVING.includes(event.type) && unclaimed[0] && unclaimed[0].received_at <= happenedAt) claimed.set(id, unclaimed.shift()!)
  return claimed
}

const presentEntry = (record: AuthoredEvent, author: WireTimelineEntry['author'], arrival: Arrival | undefined): WireTimelineEntry => {
  const { event, happenedAt, requestId } = record
  const { object, meaning } = EVENT_TYPES[event.type]
  return {
    at: instant(happenedAt),
    type: event.type,
    summary: meaning,
    author,
    request_id: requestId,
    ...(object === 'package' ? { status: (event.data as Package).status } : { price: presentPrice(event.data as Quote) }),
    ...('notice' in event ? { notice: { token: event.notice.id, level: event.notice.level, body: event.notice.body } } : {}),
    ...omitNulls({ receipt: arrival && presentReceipt(arrival) }),
  }
}

type Move = { at: number; recordedAt: number; actor: string; requestId: string; from: string | null; to: string | null }

type PlaceChange = { place_id?: string | null; place_changed_at?: number | null }

/** What its records say of where it lay: the warehouse's own, of which there are no events. */
const movesOf = async (deps: Deps, { scope, parcel }: FoundPackage): Promise<Move[]> => {
  const { rows, before } = await timelines.historyOf(deps.db, scope, parcel.id)
  let { place_id: lain = null, place_changed_at: since = null } = before as PlaceChange
  const moves: Move[] = []
  for (const { changes, actor, request_id: requestId, recorded_at } of rows) {
    const { place_id: to, place_changed_at: changed }: PlaceChange = JSON.parse(changes)
    if (changed !== undefined) since = changed
    if (to === undefined || to === lain) continue
    // Of two at once, the one that waited for the other may have begun before it.
    const recordedAt = Math.max(recorded_at, moves.at(-1)?.recordedAt ?? 0)
    // Older records have the real time only.
    moves.push({ at: since ?? recordedAt, recordedAt, actor, requestId, from: lain, to })
    lain = to
  }
  return moves
}

const moveSummary = ({ from, to }: Move, codeOf: (id: string) => string): string => {
  if (to === null) return `Taken out of place ${codeOf(from!)}.`
  return from === null ? `Put in place ${codeOf(to)}.` : `Moved from place ${codeOf(from)} to ${codeOf(to)}.`
}

export const presentTimeline = async (deps: Deps, { scope, parcel }: FoundPackage): Promise<Type.Static<typeof TimelineAnswer>> => {
  const [own, prices, arrivals, moves] = await Promise.all([
    timelines.ofPackage(deps.db, scope, parcel.id),
    parcel.quoteId === null ? [] : timelines.pricesOf(deps.db, scope, parcel.quoteId),
    timelines.arrivalsOf(deps.db, scope, parcel.id),
    movesOf(deps, { scope, parcel }),
  ])
  const lain = await places.ofIds(
    deps.db,
    moves.flatMap(({ from, to }) => [from, to]),
  )
  // Ids of events carry the time at which they were recorded, whatever a business's test clock says.
  const records = [...own, ...prices].sort((a, b) => (a.id < b.id ? -1 : 1))
  const authorOf = await authorsOf(
    deps,
    [...records, ...moves].map(({ actor }) => actor),
  )
  // Where a timeline is cut short, the events of older receipts are not in it.
  const since = own.length < HISTORY_MAX ? 0 : madeAt(own[0]!.id)
  const claimed = arrivalsByEvent(
    records,
    arrivals.filter(({ id }) => madeAt(id) >= since),
  )
  const told = records.map((record) => ({
    recordedAt: madeAt(record.id),
    entry: presentEntry(record, authorOf(record.actor), claimed.get(record.id)),
  }))
  const placed = moves.map((move) => ({
    recordedAt: move.recordedAt,
    entry: {
      at: instant(move.at),
      type: PLACED,
      summary: moveSummary(move, (id) => lain.get(id)!.code),
      author: authorOf(move.actor),
      request_id: move.requestId,
      status: 'warehouse' as const,
    },
  }))
  return {
    parcel_id: parcel.id,
    parcel_number: parcel.parcelNumber,
    entries: [...told, ...placed]
      .sort((one, other) => one.recordedAt - other.recordedAt)
      .slice(-HISTORY_MAX)
      .map(({ entry }) => entry),
  }
}
