// Merges the events, receipts and audit entries of a package into one list.

import type { AuditEntry, Receipt, TimelineEntry } from '../../../wire.ts'

export type ActivityKind = 'receipts' | 'holds' | 'prices' | 'changes' | 'moves'

export type Activity = {
  key: string
  at: string
  kind: ActivityKind
  event: TimelineEntry | null
  receipt: Receipt | null
  /** Audit entries of the request that caused the event. */
  changes: readonly AuditEntry[]
}

const kindOf = ({ notice, price, receipt }: TimelineEntry): ActivityKind => {
  if (receipt) return 'receipts'
  if (notice) return 'holds'
  return price ? 'prices' : 'moves'
}

type Sources = { events: readonly TimelineEntry[]; receipts: readonly Receipt[]; changes: readonly AuditEntry[] }

/**
 * Assigns the changes of a request to the package events of that request, in order. If there are more changes than events, the remaining
 * changes are assigned to the last event.
 */
const changesByEvent = (events: readonly TimelineEntry[], changes: readonly AuditEntry[]): Map<TimelineEntry, AuditEntry[]> => {
  const ofPackage = Map.groupBy(
    events.filter(({ status }) => status !== undefined),
    ({ request_id: id }) => id,
  )
  const byRequest = Map.groupBy(
    changes.toSorted((one, other) => one.version - other.version),
    ({ request_id: id }) => id,
  )
  const pairs = [...byRequest].flatMap(([id, entries]) => {
    const own = ofPackage.get(id) ?? []
    return own.length === 0 ? [] : entries.map((entry, index) => ({ event: own[Math.min(index, own.length - 1)]!, entry }))
  })
  const grouped = Map.groupBy(pairs, ({ event }) => event)
  return new Map([...grouped].map(([event, found]) => [event, found.map(({ entry }) => entry)]))
}

/** The entries of the list, newest first. Receipts and changes without an event are entries of their own. */
export const activityOf = ({ events, receipts, changes }: Sources): Activity[] => {
  const receiptsById = new Map(receipts.map((receipt) => [receipt.receipt_id, receipt]))
  const placed = changesByEvent(events, changes)
  const placedChanges = new Set([...placed.values()].flat())
  const withEvent = events.map((event, index): Activity => {
    const receipt = (event.receipt && receiptsById.get(event.receipt.receipt_id)) ?? null
    if (receipt) receiptsById.delete(receipt.receipt_id)
    return { key: `event ${index}`, at: event.at, kind: kindOf(event), event, receipt, changes: placed.get(event) ?? [] }
  })
  const receiptsWithoutEvent = [...receiptsById.values()].map(
    (receipt): Activity => ({
      key: receipt.receipt_id,
      at: receipt.received_at,
      kind: 'receipts',
      event: null,
      receipt,
      changes: [],
    }),
  )
  const changesWithoutEvent = changes
    .filter((entry) => !placedChanges.has(entry))
    .map(
      (entry): Activity => ({
        key: `change ${entry.version}`,
        at: entry.recorded_at,
        kind: 'changes',
        event: null,
        receipt: null,
        changes: [entry],
      }),
    )
  // If two events have the same time, the reversal and the stable sort put the one that was recorded later first.
  return [...changesWithoutEvent, ...withEvent, ...receiptsWithoutEvent]
    .reverse()
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

/** The filter "changes" also shows events that have changes. */
export const isOfKind = ({ kind, changes }: Activity, wanted: ActivityKind): boolean =>
  kind === wanted || (wanted === 'changes' && changes.length > 0)
