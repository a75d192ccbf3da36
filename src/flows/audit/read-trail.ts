// Reads the audit trail of an object or a request, with the values before and after each change.

import type { FieldChange } from '../../domain/audit/audit.ts'
import { applied, fieldChanges } from '../../domain/audit/audit.ts'
import type { Query } from '../../platform/engine/db.ts'
import type { AuditRecord } from '../../store/audit/audit.ts'
import type { TrailFilter } from '../../store/audit/audit-trail.ts'
import { listRecords, namesOf, valuesBefore } from '../../store/audit/audit-trail.ts'
import { keyText } from '../../store/audit/audit-walk.ts'
import { isDigest } from '../../store/audit/audited-rows.ts'

type ActorKind = 'staff' | 'api_key' | 'person' | 'system'

export type TrailEntry = { record: AuditRecord; actor: { kind: ActorKind; name: string }; changes: FieldChange[] }
export type Trail = { entries: TrailEntry[]; hasMore: boolean }

const KINDS: Readonly<Record<string, ActorKind>> = { stf: 'staff', key: 'api_key', usr: 'person' }

const kindOf = (actor: string): ActorKind => KINDS[actor.split('_')[0]!] ?? 'system'

const parsed = (changes: string): State => JSON.parse(changes) as State

type State = Readonly<Record<string, unknown>>

/**
 * Maps each record to the object's values before the record's change. The values are read from the store only if the object's previous
 * record is not in `records`.
 */
const statesBefore = async (db: Query, records: readonly AuditRecord[]): Promise<Map<AuditRecord, State>> => {
  const states = new Map<AuditRecord, State>()
  const ofObject = Map.groupBy(records, keyText)
  const changedOf = (record: AuditRecord): string[] => ofObject.get(keyText(record))!.flatMap(({ changes }) => Object.keys(parsed(changes)))
  let last: { record: AuditRecord; after: State } | null = null
  for (const record of records.toSorted((a, b) => (a.objectId === b.objectId ? a.version - b.version : a.objectId < b.objectId ? -1 : 1))) {
    const isNext: boolean = last !== null && keyText(last.record) === keyText(record) && last.record.version === record.version - 1
    const state: State = isNext ? last!.after : await valuesBefore(db, record, changedOf(record))
    states.set(record, state)
    last = { record, after: applied(state, parsed(record.changes)) }
  }
  return states
}

export const readTrail = async (db: Query, filter: TrailFilter, page: { number: number; size: number }): Promise<Trail> => {
  const found = await listRecords(db, filter, page)
  const records = found.slice(0, page.size)
  const actors = records.map(({ actor }) => actor)
  const [names, states] = await Promise.all([namesOf(db, actors), statesBefore(db, records)])
  const entries = records.map((record) => ({
    record,
    actor: { kind: kindOf(record.actor), name: names.get(record.actor) ?? record.actor },
    changes: fieldChanges(states.get(record)!, parsed(record.changes)).filter(({ field }) => !isDigest(field)),
  }))
  return { entries, hasMore: found.length > page.size }
}
