// Inserts and updates rows of a business together with their audit records.

import type { Scope } from '../../domain/values/scope.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { changedColumns, insert, updateVersioned } from '../../platform/engine/rows.ts'
import { scopeColumns } from '../../platform/engine/scope.ts'
import type { AuditedType, Author } from './audit.ts'
import { recordChange, recordCreations } from './audit.ts'
import { AUDITED_TABLES } from './audited-tables.ts'

type Versioned = Columns & { id: string; version: number }

/** Inserts rows. The audit record of each row contains all inserted columns. A row without `version` is recorded as version 1. */
export const insertScoped = async (
  tx: Tx,
  caller: Scope & Author,
  type: AuditedType,
  rows: readonly (Columns & { id: string; version?: number })[],
): Promise<void> => {
  if (rows.length === 0) return
  await insert(
    tx,
    AUDITED_TABLES[type].table,
    rows.map((row) => ({ ...scopeColumns(caller), ...row })),
  )
  const created = rows.map(({ id, version = 1, ...after }) => ({ type, id, version, before: null, after }))
  await recordCreations(tx, caller, caller, created)
}

/**
 * Saves `record`. `before` is the record as it was loaded. Returns the record with its new version. If the row has changed since it was
 * loaded, this transaction is restarted.
 */
export const saveScoped = async <T extends object>(
  tx: Tx,
  caller: Scope & Author,
  type: AuditedType,
  toRow: (record: T) => Versioned,
  before: T,
  record: T,
): Promise<T> => {
  const { id, version, ...was } = toRow(before)
  const { id: _id, version: _version, ...is } = toRow(record)
  await updateVersioned(tx, AUDITED_TABLES[type].table, caller, { id, version }, changedColumns(was, is))
  await recordChange(tx, caller, caller, { type, id, version: version + 1, before: was, after: is })
  return { ...record, version: version + 1 }
}
