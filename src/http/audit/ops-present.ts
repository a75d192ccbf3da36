// Converts audit records to the JSON of /ops/v1 and of the command line.

import type { FieldChange } from '../../domain/audit/audit.ts'
import type { TrailEntry } from '../../flows/audit/read-trail.ts'
import { instant } from '../../platform/http/wire-format.ts'

const INSTANT = /_(at|since|until)$|^(etd|eta|effective_from)$/
const DOCUMENT = /^[[{]/

/** Converts a stored value to JSON. In the database, times are milliseconds, and objects and lists are JSON text. */
const readable = (field: string, value: unknown): unknown => {
  if (typeof value === 'number' && INSTANT.test(field)) return instant(value)
  if (typeof value !== 'string' || !DOCUMENT.test(value)) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

const presentChange = ({ field, before, after }: FieldChange) => ({
  field,
  before: readable(field, before),
  after: readable(field, after),
})

export const presentEntry = ({ record, actor, changes }: TrailEntry) => ({
  object_id: record.objectId,
  object_type: record.objectType,
  version: record.version,
  business_id: record.businessId === '' ? null : record.businessId,
  mode: record.mode === '' ? null : record.mode,
  actor: { id: record.actor, kind: actor.kind, name: actor.name },
  request_id: record.requestId,
  recorded_at: instant(record.recordedAt),
  changes: changes.map(presentChange),
  hash: record.hash,
  seal: record.seal,
})
