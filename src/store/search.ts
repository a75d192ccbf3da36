// Substring search in `search_text`, case aside, newest first: the same answers on both engines, however many rows there are.

import type { Db, Searched, Value } from './db.ts'
import { containing } from './rows.ts'

export type Found = { select: string; where: string; params: Value[] }

/** Adds the search for `key` to a list's conditions; `where` uses $1 … $n for `params`. Every column named there belongs to the table. */
export const searching = async (
  db: Db,
  table: Searched,
  where: string,
  params: readonly Value[],
  key: string | undefined,
): Promise<Found> => {
  const whole = { select: `select * from ${table}`, where, params: [...params] }
  if (key === undefined) return whole
  const { params: values } = whole
  const matched = `${where} and ${table}.search_text like $${values.push(containing(key))} escape '\\'`
  const narrowed = await db.narrow(table, key)
  if (!narrowed) return { ...whole, where: matched }
  return {
    select: `select ${table}.* from ${narrowed.from}`,
    where: `${matched} and ${narrowed.where} $${values.push(narrowed.value)}`,
    params: values,
  }
}
