// Storage charges: the next month to charge for each business, and packages that are exempt because they arrived before Waybill supported charges.

import type { Scope } from '../../domain/values/scope.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { parameters } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeValues } from '../../platform/engine/scope.ts'
import { IN_WAREHOUSE } from '../packages/package-rows.ts'

/** The packages in `packageIds` that are exempt from storage charges. */
export const unchargedOf = async (db: Query, scope: Scope, packageIds: readonly string[]): Promise<Set<string>> => {
  const rows = await db.query<{ package_id: string }>(
    `select package_id from uncharged_storage where ${IN_SCOPE} and package_id in (${parameters(packageIds.length, 3)})`,
    scopeValues(scope, ...packageIds),
  )
  return new Set(rows.map((row) => row.package_id))
}

/**
 * The packages `toIds` were repacked from the packages `fromIds`. If one of `fromIds` is exempt from storage charges, this exempts all of
 * `toIds`.
 */
export const passOnUncharged = async (tx: Tx, scope: Scope, fromIds: readonly string[], toIds: readonly string[]): Promise<void> => {
  for (const id of toIds)
    await tx.execute(
      `insert into uncharged_storage (business_id, mode, package_id)
       select distinct business_id, mode, cast($3 as text) from uncharged_storage
       where ${IN_SCOPE} and package_id in (${parameters(fromIds.length, 4)})`,
      scopeValues(scope, id, ...fromIds),
    )
}

/**
 * For each business and mode, the first day of the first month whose storage has not been charged. The key is the business id, a space and
 * the mode.
 */
export const chargedMonths = async (db: Query): Promise<Map<string, string>> =>
  new Map(
    (await db.query<{ business_id: string; mode: string; month: string }>('select business_id, mode, month from storage_months')).map(
      (row) => [`${row.business_id} ${row.mode}`, row.month],
    ),
  )

export const chargedMonth = async (db: Query, scope: Scope): Promise<string | null> =>
  (await db.query<{ month: string }>(`select month from storage_months where ${IN_SCOPE}`, scopeValues(scope)))[0]?.month ?? null

export const setMonth = async (tx: Tx, scope: Scope, month: string): Promise<void> => {
  await tx.execute(
    `insert into storage_months (business_id, mode, month) values ($1, $2, $3)
     on conflict (business_id, mode) do update set month = excluded.month`,
    scopeValues(scope, month),
  )
}

/** Ids of packages that are in the warehouse and whose last free day is before `freeUntil`. Sorted by id, starting after the id `after`. */
export const inWarehouse = async (db: Query, scope: Scope, freeUntil: string, after: string, limit: number): Promise<string[]> =>
  (
    await db.query<{ id: string }>(
      `select id from packages where ${IN_SCOPE} and ${IN_WAREHOUSE} and last_free_day < $3 and id > $4
       order by id limit $5`,
      scopeValues(scope, freeUntil, after, limit),
    )
  ).map(({ id }) => id)
