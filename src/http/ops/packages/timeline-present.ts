// Converts a package's timeline to JSON: events with authors and reasons, oldest first.

import { EVENT_TYPES } from '../../../domain/events/event.ts'
import type { Package } from '../../../domain/packages/package.ts'
import type { Quote } from '../../../domain/quotes/quote.ts'
import type { Deps } from '../../../flows/deps.ts'
import type { FoundPackage } from '../../../store/packages/packages.ts'
import type { Arrival, AuthoredEvent } from '../../../store/packages/timelines.ts'
import * as timelines from '../../../store/packages/timelines.ts'
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

export const presentTimeline = async (deps: Deps, { scope, parcel }: FoundPackage): Promise<Type.Static<typeof TimelineAnswer>> => {
  const [own, prices, arrivals] = await Promise.all([
    timelines.ofPackage(deps.db, scope, parcel.id),
    parcel.quoteId === null ? [] : timelines.pricesOf(deps.db, scope, parcel.quoteId),
    timelines.arrivalsOf(deps.db, scope, parcel.id),
  ])
  // Ids of events carry the time at which they were recorded, whatever a business's test clock says.
  const records = [...own, ...prices].sort((a, b) => (a.id < b.id ? -1 : 1))
  const authorOf = await authorsOf(
    deps,
    records.map(({ actor }) => actor),
  )
  const claimed = arrivalsByEvent(records, arrivals)
  return {
    parcel_id: parcel.id,
    parcel_number: parcel.parcelNumber,
    entries: records.map((record) => presentEntry(record, authorOf(record.actor), claimed.get(record.id))),
  }
}
