// Saved views of lists: each belongs to one member of staff.

import { isId } from '../../domain/values/ids.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { insert } from '../../platform/engine/rows.ts'

export type SavedView = { id: string; staffId: string; page: string; name: string; query: string; createdAt: number }

const { fromRow, toRow } = columnsOf<SavedView>()('id, staff_id, page, name, query, created_at')
type ViewRow = ReturnType<typeof toRow>

export const list = async (db: Query, staffId: string): Promise<SavedView[]> =>
  (await db.query<ViewRow>('select * from saved_views where staff_id = $1 order by page, name', [staffId])).map(fromRow)

/** Saves a view and returns the stored view. If the person already has a view with this name for the same list, that view is replaced. */
export const save = async (tx: Tx, view: SavedView): Promise<SavedView> => {
  await insert(tx, 'saved_views', [toRow(view)], 'on conflict (staff_id, page, name) do update set query = excluded.query')
  const rows = await tx.query<ViewRow>('select * from saved_views where staff_id = $1 and page = $2 and name = $3', [
    view.staffId,
    view.page,
    view.name,
  ])
  return fromRow(rows[0]!)
}

/** Deletes a view. Returns false if this person has no such view. */
export const remove = async (tx: Tx, staffId: string, id: string): Promise<boolean> =>
  isId('view', id) && (await tx.execute('delete from saved_views where id = $1 and staff_id = $2', [id, staffId])) > 0
