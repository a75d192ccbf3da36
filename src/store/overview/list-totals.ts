// How many rows a list has, and the total pieces and weight of listed packages. Lists with too many rows are not counted.

import { COUNTED_ROWS_MAX } from '../../domain/values/counted-rows.ts'
import type { Db } from '../../platform/engine/db.ts'
import type { SearchQuery } from '../../platform/engine/search/sliced-search.ts'

/** Null if there are too many rows to count, or if the search would have to scan every row. */
export type ListCount = { count: number | null }

export type PackageTotals = ListCount & { pieces: number | null; weightKg: number | null }

type Totals = { count: number; pieces: number; weight_kg: number }

const read = async (db: Db, found: SearchQuery, columns: string, sums: string): Promise<Totals | null> => {
  if (found.sliced) return null
  const { from, where, params } = found
  const rows = await db.query<Totals>(
    `select count(*) as count${sums} from (select ${columns} from ${from} where ${where} limit ${COUNTED_ROWS_MAX + 1}) as listed`,
    params,
  )
  return rows[0]!.count > COUNTED_ROWS_MAX ? null : rows[0]!
}

export const boundedCount = async (db: Db, found: SearchQuery): Promise<ListCount> => {
  const totals = await read(db, found, '1 as listed_row', '')
  return { count: totals?.count ?? null }
}

const SUMS = `, cast(coalesce(sum(quantity), 0) as bigint) as pieces, coalesce(sum(coalesce(actual_weight_kg, declared_weight_kg)), 0) as weight_kg`
const GRAMS_PER_KG = 1_000

export const packageTotals = async (db: Db, found: SearchQuery): Promise<PackageTotals> => {
  const totals = await read(db, found, 'packages.quantity, packages.actual_weight_kg, packages.declared_weight_kg', SUMS)
  if (!totals) return { count: null, pieces: null, weightKg: null }
  return { count: totals.count, pieces: totals.pieces, weightKg: Math.round(totals.weight_kg * GRAMS_PER_KG) / GRAMS_PER_KG }
}
