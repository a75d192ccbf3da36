// The data of a package's timeline: events with authors, price changes, receipts.

import { HISTORY_MAX } from '../../domain/audit/audit.ts'
import type { RecordedEvent } from '../../domain/events/event.ts'
import { NOTICES_SHOWN_MAX } from '../../domain/packages/notice.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query } from '../../platform/engine/db.ts'
import { parameters } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeValues } from '../../platform/engine/scope.ts'
import { valuesBefore } from '../audit/audit-trail.ts'
import type { EventRow } from '../events/events.ts'
import { fromRow } from '../events/events.ts'
import type { MeasurementRow } from '../receiving/receipts.ts'

export type AuthoredEvent = Omit<RecordedEvent, 'surroundings'> & { actor: string; requestId: string }

const PRICE_EVENTS = ['quote.price_finalised', 'quote.price_reopened']

const HOLD_EVENTS = ['package.held', 'package.released']

/**
 * How many events one statement reads at most. Each event contains the package's notices at that time, so events are large. Reading many at
 * once would block other requests for a long time.
 */
const EVENTS_AT_ONCE = 50

/** Returns the latest events of an object, oldest first. If `types` is empty, events of all types are returned. */
const events = async (
  db: Query,
  scope: Scope,
  objectId: string,
  types: readonly string[] = [],
  limit = HISTORY_MAX,
): Promise<AuthoredEvent[]> => {
  const ofType = types.length === 0 ? '' : ` and type in (${parameters(types.length, 4)})`
  const found: AuthoredEvent[] = []
  for (let isMore = true; isMore && found.length < limit; ) {
    const last = found.at(-1)
    const isOlder = last ? ` and id < $${4 + types.length}` : ''
    const rows = await db.query<EventRow & { actor: string; request_id: string }>(
      `select * from events where ${IN_SCOPE} and object_id = $3${ofType}${isOlder} order by id desc limit ${EVENTS_AT_ONCE}`,
      scopeValues(scope, objectId, ...types, ...(last ? [last.id] : [])),
    )
    for (const row of rows) {
      const { surroundings: _, ...event } = fromRow(row)
      found.push({ ...event, actor: row.actor, requestId: row.request_id })
    }
    isMore = rows.length === EVENTS_AT_ONCE
  }
  return found.slice(0, limit).reverse()
}

export const ofPackage = (db: Query, scope: Scope, packageId: string): Promise<AuthoredEvent[]> => events(db, scope, packageId)

/** The hold and release events that created the notices shown on the package. */
export const holdsOf = (db: Query, scope: Scope, packageId: string): Promise<AuthoredEvent[]> =>
  events(db, scope, packageId, HOLD_EVENTS, NOTICES_SHOWN_MAX)

export const pricesOf = (db: Query, scope: Scope, quoteId: string): Promise<AuthoredEvent[]> => events(db, scope, quoteId, PRICE_EVENTS)

export type Arrival = MeasurementRow & {
  id: string
  condition_note: string | null
  received_by: string
  received_at: number
  undone_by: string | null
  undone_at: number | null
  undo_reason: string | null
}

/** The latest arrivals of a package, oldest first. */
export const arrivalsOf = async (db: Query, scope: Scope, packageId: string): Promise<Arrival[]> => {
  const sql = `select * from receipts where ${IN_SCOPE} and package_id = $3 order by received_at desc, id desc limit ${HISTORY_MAX}`
  return (await db.query<Arrival>(sql, scopeValues(scope, packageId))).reverse()
}

/** Returns display names by id: the names of staff and of business users, and the visible prefixes of API keys. */
export const namesOf = async (db: Query, actors: readonly string[]): Promise<Map<string, string>> => {
  const named = async (prefix: string, select: string): Promise<{ id: string; name: string }[]> => {
    const ids = [...new Set(actors.filter((actor) => actor.startsWith(prefix)))]
    return ids.length === 0 ? [] : db.query(`${select} where id in (${parameters(ids.length, 1)})`, ids)
  }
  const found = await Promise.all([
    named('stf_', 'select id, name from staff'),
    named('key_', 'select id, visible_prefix as name from api_keys'),
    named('usr_', 'select id, name from users'),
  ])
  return new Map(found.flat().map(({ id, name }) => [id, name]))
}

type HistoryRow = { version: number; actor: string; request_id: string; changes: string; recorded_at: number }

/**
 * `rows`: the latest audit records of an object, oldest first. `before`: the values of the changed fields before these records; empty if
 * `rows` is the complete history.
 */
export type History = { rows: HistoryRow[]; before: Record<string, unknown> }

export const historyOf = async (db: Query, scope: Scope, objectId: string): Promise<History> => {
  const latest = await db.query<HistoryRow>(
    `select version, actor, request_id, changes, recorded_at from audit_records
     where ${IN_SCOPE} and object_id = $3 order by version desc limit ${HISTORY_MAX}`,
    scopeValues(scope, objectId),
  )
  const rows = latest.reverse()
  if (rows.length < HISTORY_MAX) return { rows, before: {} }
  const fields = rows.flatMap(({ changes }) => Object.keys(JSON.parse(changes)))
  return { rows, before: await valuesBefore(db, { ...scope, objectId, version: rows[0]!.version }, fields) }
}
