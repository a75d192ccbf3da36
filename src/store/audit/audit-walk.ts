// Reads the whole audit trail and the audited rows in batches, in one snapshot.

import type { Snapshot, Value } from '../../platform/engine/db.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { countRows, parameters } from '../../platform/engine/rows.ts'
import type { AuditedType, AuditRecord, RecordRow } from './audit.ts'
import { fromRow } from './audit.ts'
import { isRecorded } from './audited-rows.ts'
import { AUDITED_TABLES, idSql } from './audited-tables.ts'

export const countRecords = async (view: Pick<Snapshot, 'query'>): Promise<{ all: number; unsealed: number }> => ({
  all: await countRows(view, 'audit_records'),
  unsealed: await countRows(view, 'audit_records where seal is null'),
})

/** All records, grouped by object. The records of an object are in the order of their versions. */
export async function* walkRecords(view: Snapshot): AsyncGenerator<AuditRecord[]> {
  for await (const rows of view.batches('select * from audit_records order by object_id, business_id, mode, version')) {
    yield rows.map((row) => fromRow(row as RecordRow))
  }
}

export type ObjectKey = Pick<AuditRecord, 'businessId' | 'mode' | 'objectId'>

export type StoredObject = {
  /** Null for tables without versions. */
  version: number | null
  /** The columns that audit records hold. */
  columns: Columns
  /** The columns with secrets, as they are stored. Some tables store them encrypted. */
  secrets: Columns
  /** Derived columns that do not match the columns from which they derive. */
  unfollowing: string[]
}

export const keyText = ({ businessId, mode, objectId }: ObjectKey): string => `${objectId} ${businessId} ${mode}`

const WANTED = new Set(['wanted_id', 'wanted_business', 'wanted_mode', 'wanted_prefix'])

/** The rows of these objects, keyed by `keyText`. All objects must be of the kind `type`. */
export const storedObjects = async (
  view: Pick<Snapshot, 'query'>,
  type: AuditedType,
  keys: readonly ObjectKey[],
): Promise<Map<string, StoredObject>> => {
  const kind = AUDITED_TABLES[type]
  const { table, isScoped, isVersioned, digested = [], follows = {} } = kind
  const values = keys.map((_, index) => `($${index * 3 + 1}, $${index * 3 + 2}, $${index * 3 + 3})`).join(', ')
  const inScope = isScoped ? `and ${table}.business_id = wanted_business and ${table}.mode = wanted_mode` : ''
  const derived = Object.entries(follows)
  const prefix = derived.length === 0 ? 'null' : '(select prefix from businesses where businesses.id = wanted_business)'
  const rows = await view.query<Record<string, Value>>(
    `with wanted (wanted_id, wanted_business, wanted_mode) as (values ${values})
     select wanted.*, ${prefix} as wanted_prefix, ${table}.* from wanted join ${table} on ${idSql(type)} = wanted_id ${inScope}`,
    keys.flatMap(({ objectId, businessId, mode }) => [objectId, businessId, mode]),
  )
  const recorded = Object.keys(rows[0] ?? {}).filter((column) => !WANTED.has(column) && isRecorded(kind, column))
  const stored = new Map<string, StoredObject>()
  for (const row of rows) {
    const columns: Columns = {}
    for (const column of recorded) columns[column] = row[column] as Value
    const secrets: Columns = {}
    for (const column of digested) secrets[column] = row[column] as Value
    stored.set(keyText({ objectId: row.wanted_id as string, businessId: row.wanted_business as string, mode: row.wanted_mode as string }), {
      version: isVersioned ? (row.version as number) : null,
      columns,
      secrets,
      unfollowing: derived.flatMap(([column, isFollowing]) => (isFollowing(row, String(row.wanted_prefix)) ? [] : [column])),
    })
  }
  return stored
}

/** The last recorded version of each of these objects, keyed by `keyText`. */
export const lastVersions = async (view: Pick<Snapshot, 'query'>, keys: readonly ObjectKey[]): Promise<Map<string, number>> => {
  if (keys.length === 0) return new Map()
  const rows = await view.query<{ object_id: string; business_id: string; mode: string; version: number }>(
    `select object_id, business_id, mode, max(version) as version from audit_records
     where object_id in (${parameters(keys.length, 1)}) group by object_id, business_id, mode`,
    keys.map(({ objectId }) => objectId),
  )
  return new Map(rows.map((row) => [keyText({ objectId: row.object_id, businessId: row.business_id, mode: row.mode }), row.version]))
}

export type Unrecorded = { id: string; version: number | null; lastRecord: number | null }

/** Rows whose current version has no audit record. If the table has no versions: rows that have no audit record with version 1. */
export async function* unrecordedObjects(view: Snapshot, type: AuditedType): AsyncGenerator<Unrecorded[]> {
  const { table, isScoped, isVersioned } = AUDITED_TABLES[type]
  const own = `trail.object_id = ${idSql(type)} ${isScoped ? `and trail.business_id = ${table}.business_id and trail.mode = ${table}.mode` : ''}`
  const rows = view.batches(
    `select ${idSql(type)} as object_id, ${isVersioned ? `${table}.version` : 'null'} as object_version,
       (select max(version) from audit_records as trail where ${own}) as last_record
     from ${table} where not exists
       (select 1 from audit_records as trail where ${own} and trail.version = ${isVersioned ? `${table}.version` : '1'})`,
  )
  for await (const batch of rows) {
    yield batch.map((row) => ({
      id: row.object_id as string,
      version: row.object_version as number | null,
      lastRecord: row.last_record as number | null,
    }))
  }
}
