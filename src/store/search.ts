// Substring search in `search_text`, case aside, newest first: the same answers on both engines, however many rows there are.

import type { Db, Searched, SearchScope, Value } from './db.ts'
import { unplanned } from './paging.ts'
import { containing } from './rows.ts'

/** What a list reads from, and which rows of it; both use $1 … $n for `params`. */
export type Found = { from: string; where: string; params: Value[] }

/** Adds the search for `key` to a list's conditions. Every column named there belongs to the table; `scope` asks for nothing that they do not. */
export const searching = async (
  db: Db,
  table: Searched,
  where: string,
  params: readonly Value[],
  key: string | undefined,
  scope: SearchScope = {},
): Promise<Found> => {
  const values = [...params]
  if (key === undefined) return { from: table, where, params: values }
  const pattern = `$${values.push(containing(key))}`
  const holding = (text: string) => `${where} and ${table}.search_text like ${text} escape '\\'`
  const narrowed = await db.narrow(table, key, scope)
  if (!narrowed) return { from: table, where: holding(pattern), params: values }
  // What is read is settled: one plan serves every key.
  return { from: narrowed.from(`$${values.push(narrowed.value)}`), where: holding(unplanned(pattern)), params: values }
}
