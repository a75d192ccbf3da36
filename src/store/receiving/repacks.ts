// Repacks and splits of packages. Undone repacks are kept.

import type { ParcelLink } from '../../domain/packages/package.ts'
import type { Repack } from '../../domain/receiving/repack.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { insert as insertRows } from '../../platform/engine/rows.ts'
import { scopeColumns, scopeOf } from '../../platform/engine/scope.ts'
import type { Author } from '../audit/audit.ts'
import { recordNext } from '../audit/audit.ts'
import { loadRow } from '../values/rows-by-token.ts'
import { markUndone } from './mark-undone.ts'

type Parcels = Pick<Repack, 'sources' | 'results'>

const plain = columnsOf<Omit<Repack, keyof Parcels>>()('id, kind, note, repacked_by, repacked_at, undone_by, undone_at, undo_reason')
type RepackRow = ReturnType<typeof plain.toRow> & { business_id: string; mode: Mode; sources: string; results: string }

export type FoundRepack = { scope: Scope; repack: Repack }

const fromRow = (row: RepackRow): Repack => ({
  ...plain.fromRow(row),
  sources: JSON.parse(row.sources) as ParcelLink[],
  results: JSON.parse(row.results) as ParcelLink[],
})

const columns = (repack: Repack): Columns => {
  const { id: _, ...columns } = plain.toRow(repack)
  return { ...columns, sources: JSON.stringify(repack.sources), results: JSON.stringify(repack.results) }
}

export const insert = async (tx: Tx, caller: Scope & Author, repack: Repack): Promise<void> => {
  const after = columns(repack)
  await insertRows(tx, 'repacks', [{ ...scopeColumns(caller), id: repack.id, ...after }])
  await recordNext(tx, caller, caller, { type: 'repack', id: repack.id, before: null, after })
}

export const saveUndone = (tx: Tx, caller: Scope & Author, before: Repack, repack: Repack): Promise<void> =>
  markUndone(tx, caller, 'repack', repack, { before: columns(before), after: columns(repack) })

/** Finds a repack by its token alone, because tokens are unique across all businesses. */
export const loadOfAnyBusiness = async (db: Query, id: string): Promise<FoundRepack> => {
  const row = await loadRow<RepackRow>(db, 'rpk', id)
  return { scope: scopeOf(row), repack: fromRow(row) }
}
