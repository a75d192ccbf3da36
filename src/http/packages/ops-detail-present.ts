// Converts a package and its timeline to JSON. The package includes its notices, price, storage, receipts and repacks.

import { HISTORY_MAX } from '../../domain/audit/audit.ts'
import { EVENT_TYPES } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import { estimatedPrice, estimatedTax } from '../../domain/quotes/quote.ts'
import { madeAt } from '../../domain/values/ids.ts'
import type { Move, PackageDetail, PackageTimeline } from '../../flows/packages/read-package.ts'
import type * as Type from '../../platform/http/schemas/type.ts'
import { instant, nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import type { Arrival, AuthoredEvent } from '../../store/packages/timelines.ts'
import { presentTax } from '../quotes/v1-present.ts'
import { authorNamer } from '../staff/authors.ts'
import { presentOpsPackage, presentRepack } from './ops-present.ts'
import type { TimelineAnswer, WireTimelineEntry } from './ops-schemas.ts'

const presentReceipt = (arrival: Arrival) => ({
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

const presentPriceChange = ({ selectedRate }: Quote) => ({
  amount: selectedRate?.amount ?? null,
  previous: selectedRate?.breakdown.previous?.total ?? null,
  difference: selectedRate?.breakdown.previous?.difference ?? null,
})

/**
 * The type of timeline entries for moves between places in the warehouse. Such moves are not events, because events are shown to businesses
 * and places are not.
 */
const PLACED = 'package.placed'
const RECEIVING: readonly string[] = ['package.received', 'package.pieces_received']

/**
 * Pairs receiving events with receipts, both in order of time. An event from closing a package short gets no receipt: the next receipt, if
 * any, is later.
 */
const arrivalsByEvent = (records: readonly AuthoredEvent[], arrivals: readonly Arrival[]): Map<string, Arrival> => {
  const unclaimed = arrivals.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const claimed = new Map<string, Arrival>()
  for (const { id, event, happenedAt } of records)
    if (RECEIVING.includes(event.type) && unclaimed[0] && unclaimed[0].received_at <= happenedAt) claimed.set(id, unclaimed.shift()!)
  return claimed
}

const reasonOf = (event: AuthoredEvent['event']): string | undefined => {
  if (event.type === 'package.offloaded') return event.data.offloaded?.reason
  if (event.type === 'package.disposed') return event.data.disposition?.reason
  return event.type === 'package.delivered' ? (event.data.handedOut?.reason ?? undefined) : undefined
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
    ...(object === 'package' ? { status: (event.data as Package).status } : { price: presentPriceChange(event.data as Quote) }),
    ...('notice' in event ? { notice: { token: event.notice.id, level: event.notice.level, body: event.notice.body } } : {}),
    ...omitNulls({
      receipt: arrival && presentReceipt(arrival),
      reason: reasonOf(event),
    }),
  }
}

const moveSummary = ({ from, to }: Move, codeOf: (id: string) => string): string => {
  if (to === null) return `Taken out of place ${codeOf(from!)}.`
  return from === null ? `Put in place ${codeOf(to)}.` : `Moved from place ${codeOf(from)} to ${codeOf(to)}.`
}

export const presentTimeline = (timeline: PackageTimeline): Type.Static<typeof TimelineAnswer> => {
  const { own, prices, arrivals, moves, places } = timeline
  const { parcel } = timeline.found
  const authorOf = authorNamer(timeline.names)
  // An id contains the real time of its creation, even if the business has a test clock. Sorting by id therefore gives the true order.
  const records = [...own, ...prices].sort((a, b) => (a.id < b.id ? -1 : 1))
  // If the timeline is truncated, its oldest events are missing. Receipts older than the first event in the timeline are then left out.
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
      summary: moveSummary(move, (id) => places.get(id)!.code),
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

const presentPrice = (quote: Quote) => ({
  amount: estimatedPrice(quote),
  tax: presentTax(estimatedTax(quote)),
  currency: (quote.selectedRate ?? quote.rates[0])?.currency ?? 'NGN',
  booked_amount: quote.bookedRate?.amount ?? null,
  final_since: nullableInstant(quote.priceFinalisedAt),
})

export const presentDetail = ({ view, quote, holds, arrivals, hasArrived, repacks, names }: PackageDetail) => {
  const nameOf = authorNamer(names)
  const shown = presentOpsPackage(view)
  const actors = new Map(holds.flatMap(({ event, actor }) => ('notice' in event ? [[event.notice.id, actor]] : [])))
  return {
    ...shown,
    notices: shown.notices.map((notice) => {
      const actor = actors.get(notice.token)
      return { ...notice, ...(actor === undefined ? {} : { author: nameOf(actor) }) }
    }),
    ...(quote ? { price: presentPrice(quote) } : {}),
    receipts: arrivals.map(presentReceipt),
    has_arrived: hasArrived,
    repacks: repacks.map(({ scope, repack }) => presentRepack(scope, repack, view.business, view.now)),
  }
}
