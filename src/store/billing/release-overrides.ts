// Decisions of admins to release packages that have not been paid for.

import type { ReleaseOverride } from '../../domain/billing/release.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { parameters } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeValues } from '../../platform/engine/scope.ts'
import type { Author } from '../audit/audit.ts'
import { insertScoped } from '../audit/scoped-rows.ts'

const plain = columnsOf<Omit<ReleaseOverride, 'chargeIds'>>()('id, package_id, reason, owed_kobo, created_by, created_at')
type OverrideRow = ReturnType<typeof plain.toRow> & { charge_ids: string | null }

const fromRow = (row: OverrideRow): ReleaseOverride => ({
  ...plain.fromRow(row),
  chargeIds: row.charge_ids === null ? null : (JSON.parse(row.charge_ids) as string[]),
})

export const insert = (tx: Tx, caller: Scope & Author, override: ReleaseOverride): Promise<void> =>
  insertScoped(tx, caller, 'release_override', [{ ...plain.toRow(override), charge_ids: JSON.stringify(override.chargeIds) }])

/** The overrides of each package, oldest first. */
export const ofPackages = async (db: Query, scope: Scope, packageIds: readonly string[]): Promise<Map<string, ReleaseOverride[]>> => {
  if (packageIds.length === 0) return new Map()
  const rows = await db.query<OverrideRow>(
    `select * from release_overrides where ${IN_SCOPE} and package_id in (${parameters(packageIds.length, 3)})
     order by created_at, id`,
    scopeValues(scope, ...packageIds),
  )
  return Map.groupBy(rows.map(fromRow), ({ packageId }) => packageId)
}
