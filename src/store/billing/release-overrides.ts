// Overrides of release when paid: which packages an admin let go although they are not paid.

import type { ReleaseOverride } from '../../domain/billing/release.ts'
import type { Scope } from '../../domain/businesses/business.ts'
import type { Author } from '../audit/audit.ts'
import { recordCreations } from '../audit/audit.ts'
import { columnsOf } from '../engine/columns.ts'
import type { Query } from '../engine/db.ts'
import { insert as insertRows, parameters } from '../engine/rows.ts'

const plain = columnsOf<ReleaseOverride>()('id, package_id, reason, owed_kobo, created_by, created_at')
type OverrideRow = ReturnType<typeof plain.toRow>

export const insert = async (tx: Query, caller: Scope & Author, override: ReleaseOverride): Promise<void> => {
  const { id, ...after } = plain.toRow(override)
  await Promise.all([
    insertRows(tx, 'release_overrides', [{ business_id: caller.businessId, mode: caller.mode, id, ...after }]),
    recordCreations(tx, caller, caller, [{ type: 'release_override', id, version: 1, before: null, after }]),
  ])
}

/** The latest of each of these packages. */
export const latest = async (db: Query, scope: Scope, packageIds: readonly string[]): Promise<Map<string, ReleaseOverride>> => {
  if (packageIds.length === 0) return new Map()
  const rows = await db.query<OverrideRow>(
    `select * from release_overrides where business_id = $1 and mode = $2 and package_id in (${parameters(packageIds.length, 3)})
     order by created_at, id`,
    [scope.businessId, scope.mode, ...packageIds],
  )
  return new Map(rows.map((row) => [row.package_id, plain.fromRow(row)]))
}
