// Notices on packages, oldest first.

import type { Scope } from '../../domain/businesses/business.ts'
import type { Notice, NoticeLevel } from '../../domain/packages/notice.ts'
import type { Query } from '../engine/db.ts'
import { insert as insertRows, parameters } from '../engine/rows.ts'

type NoticeRow = { id: string; package_id: string; level: NoticeLevel; body: string; created_at: number; deactivated_at: number | null }

const fromRow = (row: NoticeRow): Notice => ({
  id: row.id,
  packageId: row.package_id,
  level: row.level,
  body: row.body,
  createdAt: row.created_at,
  deactivatedAt: row.deactivated_at,
})

/** Records a notice; the one before it is no longer active. */
export const record = async (tx: Query, scope: Scope, notice: Notice): Promise<void> => {
  // Sent together: one connection runs them in this order.
  await Promise.all([
    tx.execute(
      'update notices set deactivated_at = $4 where business_id = $1 and mode = $2 and package_id = $3 and deactivated_at is null',
      [scope.businessId, scope.mode, notice.packageId, notice.createdAt],
    ),
    insertRows(tx, 'notices', [
      {
        business_id: scope.businessId,
        mode: scope.mode,
        id: notice.id,
        package_id: notice.packageId,
        level: notice.level,
        body: notice.body,
        created_at: notice.createdAt,
        deactivated_at: notice.deactivatedAt,
      },
    ]),
  ])
}

export const ofPackages = async (db: Query, scope: Scope, packageIds: readonly string[]): Promise<Notice[]> => {
  if (packageIds.length === 0) return []
  const rows = await db.query<NoticeRow>(
    `select * from notices where business_id = $1 and mode = $2 and package_id in (${parameters(packageIds.length, 3)}) order by created_at, id`,
    [scope.businessId, scope.mode, ...packageIds],
  )
  return rows.map(fromRow)
}
