// Searches on SQLite without an index: scans rows in slices, and yields to the event loop in between.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db, SearchScope, Value } from '../db.ts'
import type { ListOrder, PageRequest } from '../paging.ts'
import { directionOf, NEWEST_FIRST } from '../paging.ts'
import { byRowNumbers } from '../sqlite/search.ts'

/** The rows of a slice take a few milliseconds. */
const SLICE_ROWS = 1_000

export type SlicedTable = 'packages' | 'customers' | 'quotes'

export type Sliced = { table: SlicedTable; where: string; params: readonly Value[] }

/**
 * `from` and `where` use $1 … $n for `params`. `sliced` is set if every row must be compared, slice by slice; `merged` if each of several
 * conditions has an index, and all together have none.
 */
export type SearchQuery = { from: string; where: string; params: Value[]; sliced?: Sliced; merged?: readonly string[] }

type Scope = SearchScope & { readonly status?: string }

/** The columns of the narrowest index that has the rows in the order of lists. */
const columnsOf = (table: SlicedTable, { mode, businessId, status }: Scope): Record<string, string | undefined> => {
  if (table === 'quotes' && status === undefined) return { mode }
  if (table === 'customers' && businessId === undefined) return { mode }
  return { business_id: businessId, mode, status }
}

export const slicedBy = (table: SlicedTable, scope: Scope): Sliced => {
  const given = Object.entries(columnsOf(table, scope)).filter((column): column is [string, string] => column[1] !== undefined)
  return {
    table,
    where: given.map(([name], index) => `${name} = $${index + 1}`).join(' and ') || '1 = 1',
    params: given.map(([, value]) => value),
  }
}

type Place = { position: number; id: string }
type Slice = (Place & { number: number })[]

/** The numbers of matching rows, slice by slice, beginning after `start`. */
async function* matchesBySlice(
  db: Db,
  { where, params }: SearchQuery,
  by: Sliced,
  start: Place | null,
  isForward: boolean,
  listOrder: ListOrder,
) {
  const { order, beyond: beyondPlace } = directionOf(listOrder, isForward)
  const after = by.params.length
  const beyond = `${beyondPlace} ($${after + 1}, $${after + 2})`
  const matching = `select number from ${byRowNumbers(by.table, `$${params.length + 1}`)} where ${where} order by ${order} limit ${SLICE_ROWS}`
  let place = start
  for (;;) {
    const slice: Slice = await db.query<Slice[number]>(
      `select rowid as number, ${listOrder.sql} as position, id from ${by.table} where ${by.where}${place ? ` and ${beyond}` : ''} order by ${order} limit ${SLICE_ROWS}`,
      place ? [...by.params, place.position, place.id] : by.params,
    )
    const rows = await db.query<{ number: number }>(matching, [...params, JSON.stringify(slice.map(({ number }) => number))])
    yield rows.map(({ number }) => number)
    if (slice.length < SLICE_ROWS) return
    place = slice.at(-1)!
    await nextTurn()
  }
}

/** Finds the rows that a page may need. The page is then read from these alone. */
export const narrowToPage = async (db: Db, query: SearchQuery, by: Sliced, request: PageRequest): Promise<SearchQuery> => {
  const { cursor, page, perPage, order = NEWEST_FIRST } = request
  const wanted = (cursor ? 1 : page) * perPage + 1
  const start = cursor && { position: cursor.position, id: cursor.id }
  const found: number[] = []
  for await (const numbers of matchesBySlice(db, query, by, start, cursor?.toward !== 'newer', order)) {
    found.push(...numbers.slice(0, wanted - found.length))
    if (found.length === wanted) break
  }
  const { where, params } = query
  return { from: byRowNumbers(by.table, `$${params.length + 1}`), where, params: [...params, JSON.stringify(found)] }
}

export const countBySlice = async (db: Db, query: SearchQuery, by: Sliced): Promise<number> => {
  let count = 0
  for await (const numbers of matchesBySlice(db, query, by, null, true, NEWEST_FIRST)) count += numbers.length
  return count
}
