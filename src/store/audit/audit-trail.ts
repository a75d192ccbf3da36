// Reads audit records by object or by request, and finds the names of actors.

import type { Query, Value } from '../../platform/engine/db.ts'
import { parameters } from '../../platform/engine/rows.ts'
import type { AuditRecord, RecordRow } from './audit.ts'
import { fromRow } from './audit.ts'

/**
 * A condition that finds the row of an audited object by token ($1) alone. Business and mode are looked up in the audit records of the
 * object.
 */
export const BY_TOKEN = '(business_id, mode, id) in (select business_id, mode, object_id from audit_records where object_id = $1)'

export type TrailFilter = { objectId: string } | { requestId: string }

/** Returns a page of records, newest first. If there is a next page, one extra record follows at the end. */
export const listRecords = async (db: Query, filter: TrailFilter, page: { number: number; size: number }): Promise<AuditRecord[]> => {
  const [where, order, value] =
    'objectId' in filter
      ? ['object_id = $1', 'business_id desc, mode desc, version desc', filter.objectId]
      : ['request_id = $1', 'recorded_at desc, object_id, business_id, mode, version desc', filter.requestId]
  const rows = await db.query<RecordRow>(`select * from audit_records where ${where} order by ${order} limit $2 offset $3`, [
    value!,
    page.size + 1,
    Math.min((page.number - 1) * page.size, Number.MAX_SAFE_INTEGER),
  ])
  return rows.map(fromRow)
}

const RECORDS_AT_ONCE = 200

/** The values that `fields` had before `version`. Reads the records from newer to older until every field is found. */
export const valuesBefore = async (
  db: Query,
  { businessId, mode, objectId, version }: Pick<AuditRecord, 'businessId' | 'mode' | 'objectId' | 'version'>,
  fields: Iterable<string>,
): Promise<Record<string, unknown>> => {
  const values: Record<string, unknown> = {}
  const missing = new Set(fields)
  for (let before = version; missing.size > 0; ) {
    const rows = await db.query<{ version: number; changes: string }>(
      `select version, changes from audit_records
       where object_id = $1 and business_id = $2 and mode = $3 and version < $4 order by version desc limit ${RECORDS_AT_ONCE}`,
      [objectId, businessId, mode, before],
    )
    for (const { changes } of rows) {
      const became: Record<string, unknown> = JSON.parse(changes)
      for (const field of [...missing].filter((each) => Object.hasOwn(became, each))) {
        values[field] = became[field]
        missing.delete(field)
      }
    }
    if (rows.length < RECORDS_AT_ONCE) break
    before = rows.at(-1)!.version
  }
  return values
}

const named = async (db: Query, sql: string, ids: readonly Value[]): Promise<[string, string][]> => {
  if (ids.length === 0) return []
  const rows = await db.query<{ id: string; name: string }>(`${sql} in (${parameters(ids.length, 1)})`, ids)
  return rows.map(({ id, name }) => [id, name])
}

/** Returns the names of staff, API keys and portal users, by actor. Other actors are left out. */
export const namesOf = async (db: Query, actors: readonly string[]): Promise<Map<string, string>> => {
  const starting = (prefix: string): string[] => [...new Set(actors)].filter((actor) => actor.startsWith(prefix))
  const staff = await named(db, 'select id, name from staff where id', starting('stf_'))
  const keys = await named(
    db,
    `select api_keys.id as id, businesses.name || ', ' || coalesce(api_keys.label, api_keys.visible_prefix) as name
     from api_keys join businesses on businesses.id = api_keys.business_id where api_keys.id`,
    starting('key_'),
  )
  const people = await named(db, 'select id, name from users where id', starting('usr_'))
  return new Map([...staff, ...keys, ...people])
}
