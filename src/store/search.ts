// Substring search in `search_text`, case aside, newest first: the same answers on both engines, however many rows there are.

import type { Db, Searched, Value } from './db.ts'
import { containing } from './rows.ts'

/** What a list reads from, and which rows of it; both use $1 … $n for `params`. */
export type Found = { from: string; where: string; params: Value[] }

/** Adds the search for `key` to a list's conditions. Every column named there belongs to the table. */
export const searching = async (
  db: Db,
  table: Searched,
  where: string,
  params: readonly Value[],
  key: string | undefined,
): Promise<Found> => {
  const values = [...params]
  if (key === undefined) return { from: table, where, params: values }
  const matching = `${where} and ${table}.search_text like $${values.push(containing(key))} escape '\\'`
  const narrowed = await db.narrow(table, key)
  return { from: narrowed ? narrowed.from(`$${values.push(narrowed.value)}`) : table, where: matching, params: values }
}
