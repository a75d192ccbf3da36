// Inserts and updates rows of a business together with their audit records.

import type { Scope } from '../../domain/values/scope.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { changedColumns, insert, updateVersioned } from '../../platform/engine/rows.ts'
import type { AuditedType, Author } from './audit.ts'
import { recordChange, recordCreations } from './audit.ts'
import { AUDITED_TABLES } from './audited-tables.ts'

type Versioned = Columns & { id: string; version: number }

/** Inserts rows and records all of their columns. Rows without a version are never changed. */
export const insertScoped = async (
  tx: Tx,
  caller: Scope & Author,
  type: AuditedType,
  rows: readonly (Columns & { id: string; version?: number })[],
): Promise<void> => {
  if (rows.length === 0) return
  const scope = { business_id: caller.businessId, mode: caller.mode }
  const scoped = rows.map((row) => ({ ...scope, ...row }))
  await insert(tx, AUDITED_TABLES[type].table, scoped)
  const created = rows.map(({ id, version = 1, ...after }) => ({ type, id, version, before: null, after }))
  await recordCreations(tx, caller, caller, created)
}

/** Writes the changed columns if the row still has the version of `before`. Returns the new version. */
export const updateScoped = async (
  tx: Tx,
  caller: Scope & Author,
  type: AuditedType,
  { id, version, ...before }: Versioned,
  { id: _id, version: _version, ...after }: Versioned,
): Promise<number> => {
  await updateVersioned(tx, AUDITED_TABLES[type].table, caller, { id, version }, changedColumns(before, after))
  await recordChange(tx, caller, caller, { type, id, version: version + 1, before, after })
  return version + 1
}
