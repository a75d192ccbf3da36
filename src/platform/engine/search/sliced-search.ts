// Searches on SQLite without an index: scans rows in slices, and yields to the event loop in between.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db, SearchScope, Value } from '../db.ts'
import type { ListOrder, PageRequest } from '../paging.ts'
import { directionOf, NEWEST_FIRST } from '../paging.ts'
import { byRowNumbers } from '../sqlite/search.ts'

/** The number of rows in one slice. Scanning one slice takes a few milliseconds. */
const SLICE_ROWS = 1_000

export type SlicedTable = 'packages' | 'customers' | 'quotes' | 'messages'

/**
 * `columns`: index columns with the values to look up. The index has the rows in list order. `condition`: the WHERE clause of the index if
 * it is a partial index. `matching`: a comparison of `search_text`, made before the full row is read.
 */
export type Sliced = { table: SlicedTable; columns: Readonly<Record<string, string>>; condition?: string; matching?: string }

/**
 * `from` and `where` use $1 … $n for `params`. `sliced` is set if every row must be compared, slice by slice. `merged` is set if a row must
 * meet at least one of several conditions, and each condition has its own index.
 */
export type SearchQuery = { from: string; where: string; params: Value[]; sliced?: Sliced; merged?: readonly string[] }

type Scope = SearchScope & { readonly status?: string }

/**
 * The columns of the narrowest index that has the rows in list order. The quotes index also contains `search_text`. Reading this index is
 * eight times as fast as reading the quotes.
 */
const columnsOf = (table: SlicedTable, { mode, businessId, status }: Scope, isSearched: boolean): Record<string, string | undefined> => {
  if (table === 'quotes' && (isSearched || status === undefined)) return { mode }
  if (table === 'customers' && businessId === undefined) return { mode }
  return { business_id: businessId, mode, status }
}

export const slicedBy = (table: SlicedTable, scope: Scope, matching?: string): Sliced => {
  const columns = columnsOf(table, scope, matching !== undefined)
  const given = Object.entries(columns).filter((column): column is [string, string] => column[1] !== undefined)
  return { table, columns: Object.fromEntries(given), ...(matching === undefined ? {} : { matching }) }
}

type Place = { position: number; id: string }

/** SQL for the rows of a slice after `place`, in list order. Appends the parameter values to `params`. */
const sliceOf = (
  { table, columns, condition }: Sliced,
  way: ReturnType<typeof directionOf>,
  place: Place | null,
  params: Value[],
): string => {
  const take = (value: Value): string => `$${params.push(value)}`
  const where = Object.entries(columns).map(([name, value]) => `${name} = ${take(value)}`)
  if (condition !== undefined) where.push(condition)
  if (place) where.push(`${way.beyond} (${take(place.position)}, ${take(place.id)})`)
  return `from ${table} where ${where.join(' and ') || '1 = 1'} order by ${way.order}`
}

/** Yields the row numbers of matching rows after `start`, one array per slice. */
async function* matchesBySlice(
  db: Db,
  { where, params }: SearchQuery,
  by: Sliced,
  start: Place | null,
  isForward: boolean,
  listOrder: ListOrder,
) {
  const way = directionOf(listOrder, isForward)
  for (let place = start; ; ) {
    const values = [...params]
    const [text, matching] = by.matching === undefined ? ['', ''] : [', search_text as compared', `compared ${by.matching} and `]
    const slice = `select rowid as number${text} ${sliceOf(by, way, place, values)} limit ${SLICE_ROWS}`
    // The cross join makes SQLite read the rows of the slice first, and then compare the full rows.
    const rows = await db.query<{ number: number }>(
      `select number from (${slice}) cross join ${by.table} on ${by.table}.rowid = number where ${matching}${where} order by ${way.order}`,
      values,
    )
    yield rows.map(({ number }) => number)
    const upTo: Value[] = []
    const last = `select ${listOrder.sql} as position, id ${sliceOf(by, way, place, upTo)} limit 1 offset ${SLICE_ROWS - 1}`
    const [end] = await db.query<Place>(last, upTo)
    if (!end) return
    place = end
    await nextTurn()
  }
}

/** Narrows a query to the rows that a page may need. The page is then read from these rows. */
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
