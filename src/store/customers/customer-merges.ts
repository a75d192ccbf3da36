// Customer merges. Each merge lists the records that it moved, so that the merge can be undone.

import type { CustomerStatus } from '../../domain/customers/customer.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Db, Query, Tx } from '../../platform/engine/db.ts'
import { StaleWrite, StoreRefused } from '../../platform/engine/db.ts'
import { pendingMigrations } from '../../platform/engine/migrate.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeOf, scopeValues } from '../../platform/engine/scope.ts'
import type { Author } from '../audit/audit.ts'
import { recordChange } from '../audit/audit.ts'
import { insertScoped } from '../audit/scoped-rows.ts'
import { loadRow } from '../values/rows-by-token.ts'

/** Packages of the merged customer, grouped by the customer ID and the customer name that they carried before the merge. */
export type NamedPackages = { identifier: string | null; name: string; ids: string[] }

export type Moved = {
  statusBefore: CustomerStatus
  quoteIds: string[]
  packages: NamedPackages[]
  /** `inboundIds` and `chargeIds` are missing in merges made by older versions, which did not move announcements and charges. */
  inboundIds?: string[]
  chargeIds?: string[]
}

export type CustomerMerge = {
  id: string
  keptId: string
  mergedId: string
  moved: Moved
  mergedBy: string
  mergedAt: number
  undoneBy: string | null
  undoneAt: number | null
}

const merges = columnsOf<Omit<CustomerMerge, 'moved'>>()('id, kept_id, merged_id, merged_by, merged_at, undone_by, undone_at')
type MergeRow = ReturnType<typeof merges.toRow> & { business_id: string; mode: Scope['mode']; moved: string }

const fromRow = (row: MergeRow): CustomerMerge => ({ ...merges.fromRow(row), moved: JSON.parse(row.moved) as Moved })

const columns = (merge: CustomerMerge): Columns => {
  const { id: _, ...columns } = merges.toRow(merge)
  return { ...columns, moved: JSON.stringify(merge.moved) }
}

export const insert = (tx: Tx, caller: Scope & Author, merge: CustomerMerge): Promise<void> =>
  insertScoped(tx, caller, 'customer_merge', [{ id: merge.id, ...columns(merge) }])

export const undo = async (tx: Tx, caller: Scope & Author, merge: CustomerMerge, undoneAt: number): Promise<CustomerMerge> => {
  const undone = { ...merge, undoneBy: caller.actor, undoneAt }
  const changed = await tx.execute(
    `update customer_merges set undone_by = $4, undone_at = $5 where ${IN_SCOPE} and id = $3 and undone_at is null`,
    scopeValues(caller, merge.id, undone.undoneBy, undoneAt),
  )
  if (changed === 0) throw new StaleWrite(`merge ${merge.id} was undone meanwhile`)
  const change = { type: 'customer_merge', id: merge.id, version: 2, before: columns(merge), after: columns(undone) } as const
  await recordChange(tx, caller, caller, change)
  return undone
}

export const locate = async (db: Query, id: string): Promise<{ scope: Scope; merge: CustomerMerge }> => {
  const row = await loadRow<MergeRow>(db, 'mrg', id)
  return { scope: scopeOf(row), merge: fromRow(row) }
}

export const ofCustomer = async (db: Query, scope: Scope, customerId: string): Promise<CustomerMerge[]> => {
  const rows = await db.query<MergeRow>(
    `select * from customer_merges where ${IN_SCOPE} and kept_id = $3
     union all select * from customer_merges where ${IN_SCOPE} and merged_id = $3 order by merged_at, id`,
    scopeValues(scope, customerId),
  )
  return rows.map(fromRow)
}

/**
 * Refuses to upgrade a store in which version 0.2.0 left a merge, an undo or a renaming of a customer unfinished. Only 0.2.0 can finish
 * this work, and 0.2.0 does not start on an upgraded store. Call this before the migrations.
 */
export const assertNoneUnfinished = async (db: Db): Promise<void> => {
  const pending = (await pendingMigrations(db)).map(({ name }) => name)
  if (pending.length === 0 || pending.includes('0101-merge-tasks')) return
  const unfinished = await db.query('select id from customer_merge_tasks where left_ids is null limit 1')
  if (unfinished.length > 0)
    throw new StoreRefused(
      'Version 0.2.0 has not finished a merge or a new name of a customer in this store: start 0.2.0 for ten seconds, which finishes it, then upgrade.',
    )
}
