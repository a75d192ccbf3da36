// Marks a receipt or a repack as undone. Each record can be undone only once.

import type { Scope } from '../../domain/values/scope.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { StaleWrite } from '../../platform/engine/db.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeValues } from '../../platform/engine/scope.ts'
import type { Author } from '../audit/audit.ts'
import { recordNext } from '../audit/audit.ts'

const TABLES = { receipt: 'receipts', repack: 'repacks' } as const

type Undone = { id: string; undoneBy: string | null; undoneAt: number | null; undoReason: string | null }

/**
 * Marks a record as undone. If two transactions undo the same record at once, the later transaction is retried and finds the record already
 * undone.
 */
export const markUndone = async (
  tx: Tx,
  caller: Scope & Author,
  type: keyof typeof TABLES,
  { id, undoneBy, undoneAt, undoReason }: Undone,
  columns: { before: Columns; after: Columns },
): Promise<void> => {
  const changed = await tx.execute(
    `update ${TABLES[type]} set undone_by = $4, undone_at = $5, undo_reason = $6
     where ${IN_SCOPE} and id = $3 and undone_at is null`,
    scopeValues(caller, id, undoneBy, undoneAt, undoReason),
  )
  if (changed === 0) throw new StaleWrite(`${type} ${id} was undone meanwhile`)
  await recordNext(tx, caller, caller, { type, id, ...columns })
}
