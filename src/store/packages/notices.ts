// Notices on packages, oldest first.

import type { Notice } from '../../domain/packages/notice.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { insert as insertRows, parameters } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeColumns, scopeValues } from '../../platform/engine/scope.ts'

const COLUMNS = 'id, package_id, level, body, created_at, deactivated_at'
const { fromRow, toRow } = columnsOf<Notice>()(COLUMNS)

/** Saves a notice, and deactivates the previous notice of the package. */
export const record = async (tx: Tx, scope: Scope, notice: Notice): Promise<void> => {
  await tx.write(
    `update notices set deactivated_at = $4 where ${IN_SCOPE} and package_id = $3 and deactivated_at is null`,
    scopeValues(scope, notice.packageId, notice.createdAt),
  )
  await insertRows(tx, 'notices', [{ ...scopeColumns(scope), ...toRow(notice) }])
}

/** Moves notices that are no longer shown into the table `older_notices`. */
export const archive = async (tx: Tx, scope: Scope, older: readonly Notice[]): Promise<void> => {
  const named = scopeValues(scope, ...older.map(({ id }) => id))
  const which = `where ${IN_SCOPE} and id in (${parameters(older.length, 3)})`
  const columns = `business_id, mode, ${COLUMNS}`
  await tx.write(`insert into older_notices (${columns}) select ${columns} from notices ${which}`, named)
  await tx.write(`delete from notices ${which}`, named)
}

export const ofPackages = async (db: Query, scope: Scope, packageIds: readonly string[]): Promise<Notice[]> => {
  if (!packageIds.some((id) => isId('pkg', id))) return []
  const rows = await db.query<ReturnType<typeof toRow>>(
    `select * from notices where ${IN_SCOPE} and package_id in (${parameters(packageIds.length, 3)}) order by created_at, id`,
    scopeValues(scope, ...packageIds),
  )
  return rows.map(fromRow)
}
