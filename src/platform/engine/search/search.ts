// Case-insensitive substring search in `search_text`. Both engines return the same results, newest first.

import type { Db, Searched, SearchScope, Value } from '../db.ts'
import type { Page, PageRequest } from '../paging.ts'
import { genericPlan, listPage, mergedRows } from '../paging.ts'
import { containing } from '../rows.ts'
import type { SearchQuery, SlicedTable } from './sliced-search.ts'
import { countBySlice, narrowToPage, slicedBy } from './sliced-search.ts'

type Scope = SearchScope & { readonly status?: string }

/** Compares every row with the key. SQLite does so in slices, because it runs in this process and would block other requests. */
export const fullScan = (db: Db, table: SlicedTable, where: string, params: readonly Value[], key: string, scope: Scope): SearchQuery => {
  const values = [...params]
  const matching = `like $${values.push(containing(key))} escape '\\'`
  const found = { from: table, where: `${where} and ${table}.search_text ${matching}`, params: values }
  return db.engine === 'sqlite' ? { ...found, sliced: slicedBy(table, scope, matching) } : found
}

const mergedIfAny = (found: SearchQuery, page: PageRequest): SearchQuery => {
  if (!found.merged) return found
  const params = [...found.params]
  return { from: mergedRows(found.from, found.merged, params, page), where: '1 = 1', params }
}

export const searchPageOf = async <R extends { created_at: number; id: string }, T>(
  db: Db,
  columns: string,
  found: SearchQuery,
  page: PageRequest,
  read: (row: R) => T,
): Promise<Page<T>> => {
  const { from, where, params } = found.sliced ? await narrowToPage(db, found, found.sliced, page) : mergedIfAny(found, page)
  return listPage(db, `select ${columns} from ${from}`, where, params, page, read)
}

export const searchCountOf = async (db: Db, found: SearchQuery): Promise<number> => {
  if (found.sliced) return countBySlice(db, found, found.sliced)
  const [counted] = await db.query<{ count: number }>(`select count(*) as count from ${found.from} where ${found.where}`, found.params)
  return counted!.count
}

/**
 * Adds the search for `key` to the conditions in `where`. All columns in `where` must belong to `table`. `scope` repeats the conditions on
 * business, mode and status.
 */
export const withSearch = async (
  db: Db,
  table: Searched,
  where: string,
  params: readonly Value[],
  key: string | undefined,
  scope: Scope = {},
): Promise<SearchQuery> => {
  if (key === undefined) return { from: table, where, params: [...params] }
  const narrowed = await db.narrow(table, key, scope)
  if (!narrowed) return fullScan(db, table, where, params, key, scope)
  const values = [...params, containing(key), narrowed.value]
  // The key is hidden from the planner, so that one plan serves every key. The key cannot improve the plan, because the rows to read are
  // already known.
  const holding = `${where} and ${table}.search_text like ${genericPlan(`$${params.length + 1}`)} escape '\\'`
  return { from: narrowed.from(`$${params.length + 2}`), where: holding, params: values }
}
