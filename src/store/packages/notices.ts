// Notices on packages, oldest first.

import type { Scope } from '../../domain/businesses/business.ts'
import type { Notice } from '../../domain/packages/notice.ts'
import { isId } from '../../domain/values/ids.ts'
import { columnsOf } from '../engine/columns.ts'
import type { Query } from '../engine/db.ts'
import { insert as insertRows, parameters } from '../engine/rows.ts'

const COLUMNS = 'id, package_id, level, body, created_at, deactivated_at'
const { fromRow, toRow } = columnsOf<Notice>()(COLUMNS)

/** Records a notice; the one before it is no longer active. */
export const record = async (tx: Query, scope: Scope, notice: Notice): Promise<void> => {
  // Sent together: one connection runs them in this order.
  await Promise.all([
    tx.execute(
      'update notices set deactivated_at = $4 where business_id = $1 and mode = $2 and package_id = $3 and deactivated_at is null',
      [scope.businessId, scope.mode, notice.packageId, notice.createdAt],
    ),
    insertRows(tx, 'notices', [{ business_id: scope.businessId, mode: scope.mode, ...toRow(notice) }]),
  ])
}

/** They are no longer shown. */
export const putAway = async (tx: Query, scope: Scope, older: readonly Notice[]): Promise<void> => {
  const named = [scope.businessId, scope.mode, ...older.map(({ id }) => id)]
  const which = `where business_id = $1 and mode = $2 and id in (${parameters(older.length, 3)})`
  const columns = `business_id, mode, ${COLUMNS}`
  // Sent together: one connection runs them in this order.
  await Promise.all([
    tx.execute(`insert into older_notices (${columns}) select ${columns} from notices ${which}`, named),
    tx.execute(`delete from notices ${which}`, named),
  ])
}

export const ofPackages = async (db: Query, scope: Scope, packageIds: readonly string[]): Promise<Notice[]> => {
  if (!packageIds.some((id) => isId('pkg', id))) return []
  const rows = await db.query<ReturnType<typeof toRow>>(
    `select * from notices where business_id = $1 and mode = $2 and package_id in (${parameters(packageIds.length, 3)}) order by created_at, id`,
    [scope.businessId, scope.mode, ...packageIds],
  )
  return rows.map(fromRow)
}
