// Helpers that verify the audit trail of a test's store, and that tamper with the store.

import assert from 'node:assert/strict'
import type { AuditBreak } from '../../../src/domain/audit/audit.ts'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import type { Query, Value } from '../../../src/platform/engine/db.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import type { AuditedType } from '../../../src/store/audit/audit.ts'
import { NO_HASH, recordHash } from '../../../src/store/audit/audit.ts'
import { listRecords } from '../../../src/store/audit/audit-trail.ts'
import type { Waybill } from '../server/waybill.ts'

export type Place = { object: string; version?: number } | { seal: number }

export const assertAuditTrailValid = async ({ deps }: Waybill): Promise<void> => {
  assert.deepEqual((await verifyAudit(deps)).breaks, [])
}

const isAt = (place: Place, found: AuditBreak): boolean =>
  'seal' in place
    ? found.seal === place.seal
    : found.objectId === place.object && (place.version === undefined || found.version === place.version)

type Row = Record<string, Value>

const TRAIL = ['audit_records', 'audit_seals']
const OBJECTS = ['packages', 'quotes']

const rowsOf = async (db: Query, tables: readonly string[]): Promise<Map<string, Row[]>> => {
  const rows = new Map<string, Row[]>()
  for (const table of tables) rows.set(table, await db.query<Row>(`select * from ${table}`))
  return rows
}

const putBack = async (tx: Query, before: Map<string, Row[]>): Promise<void> => {
  for (const table of TRAIL) await tx.execute(`delete from ${table}`)
  for (const [table, rows] of before) {
    for (const row of rows) {
      const [names, values] = [Object.keys(row), Object.values(row)]
      const places = names.map((_, index) => `$${index + 1}`)
      const sets = names.map((name, index) => `${name} = ${places[index]}`)
      if (TRAIL.includes(table)) await tx.execute(`insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`, values)
      else await tx.execute(`update ${table} set ${sets.join(', ')} where id = $${names.length + 1}`, [...values, row.id!])
    }
  }
}

/**
 * Runs `tamper` on the database, verifies the audit trail, and restores the database. Asserts that the verification reported `problem` at
 * `place`.
 */
export const assertTamperingFound = async (
  { deps }: Waybill,
  tamper: (tx: Query) => Promise<unknown>,
  place: Place,
  problem: RegExp,
): Promise<void> => {
  const before = await rowsOf(deps.db, [...TRAIL, ...OBJECTS])
  await deps.db.transaction(SYSTEM, tamper)
  const { breaks } = await verifyAudit(deps)
  await deps.db.transaction(SYSTEM, (tx) => putBack(tx, before))
  assert.ok(
    breaks.some((found) => isAt(place, found) && problem.test(found.problem)),
    `${JSON.stringify(place)} ${problem} is not among ${JSON.stringify(breaks)}`,
  )
}

const PLACED = '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10'

/** Inserts an audit record that fits the chain of the object, but has no MAC. */
export const forge = async (tx: Query, objectType: AuditedType, objectId: string, changes: Record<string, Value>): Promise<void> => {
  const [last] = await listRecords(tx, { objectId }, { number: 1, size: 1 })
  const owner = { businessId: '', mode: '', objectId, version: (last?.version ?? 0) + 1, objectType }
  const record = { ...owner, actor: 'x', requestId: 'x', changes: JSON.stringify(changes), recordedAt: (last?.recordedAt ?? 0) + 1 }
  await tx.execute(
    `insert into audit_records (business_id, mode, object_id, version, object_type, actor, request_id, changes, recorded_at, hash)
     values (${PLACED})`,
    [...Object.values(record), recordHash(last?.hash ?? NO_HASH, record)],
  )
}
