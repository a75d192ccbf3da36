// Paging of lists, newest first by default: by page number, or by a cursor that is fast on any page.

import type { Mode } from '../../domain/values/scope.ts'
import type { Query, Value } from './db.ts'

/** A place in a list, and whether the items after it (`older` in the default order) or before it (`newer`) are wanted. */
export type Cursor = { toward: 'older' | 'newer'; position: number; id: string }

/**
 * The sort key of a list, with ties broken by id. `sql` is the column or expression, written as in an index. `positionOf` reads the key
 * from a row.
 */
export type ListOrder = { sql: string; positionOf: (row: Listed) => number; isAscending: boolean }

export const NEWEST_FIRST: ListOrder = { sql: 'created_at', positionOf: (row) => row.created_at, isAscending: false }

/**
 * The order of records whose `created_at` follows the test clock. Tokens hold the real time, so a reset of the clock does not affect the
 * order.
 */
const NEWEST_TOKEN_FIRST: ListOrder = { ...NEWEST_FIRST, sql: 'id' }

export const newestFirst = (mode: Mode): ListOrder => (mode === 'test' ? NEWEST_TOKEN_FIRST : NEWEST_FIRST)

export type PageRequest = { page: number; perPage: number; cursor: Cursor | null; order?: ListOrder | undefined }

/** `lastPage`: the number of the last page, if the requested page is past the end. */
export type Page<T> = { items: T[]; older: Cursor | null; newer: Cursor | null; lastPage?: number }

/** A version of a record. Each change increments the number. */
export type Version = { id: string; version: number }

type Listed = { created_at: number; id: string }

/**
 * Hides a value from PostgreSQL's planner. The planner plans a statement again for each value that it sees, which takes longer than reading
 * a page. It does not see a value in a subselect, so one plan serves every page.
 */
export const genericPlan = (parameter: string): string => `(select ${parameter})`

/**
 * The limits of page queries. A limit is part of the SQL text, so that the text has one plan; a parameter would be planned each time. There
 * are only three limits, because engines cache every text. Rows beyond the requested page are dropped.
 */
const ROWS_ASKED_FOR = [26, 51, 101]

const rowsBeyond = (perPage: number): number => ROWS_ASKED_FOR.find((rows) => rows > perPage) ?? perPage + 1

/** `select` ends before WHERE. `where` uses $1 … $n for `params`. `read` makes an item of a row. */
export const listPage = async <R extends Listed, T>(
  db: Query,
  select: string,
  where: string,
  params: readonly Value[],
  request: PageRequest,
  read: (row: R) => T,
): Promise<Page<T>> => {
  const { cursor, page, perPage, order: listOrder = NEWEST_FIRST } = request
  const forward = cursor?.toward !== 'newer'
  const values = [...params]
  const { order, beyond: beyondPlace } = directionOf(listOrder, forward)
  const beyond = cursor ? ` and ${beyondPlace} ${placeOf(listOrder, cursor, values)}` : ''
  const offset = cursor || page === 1 ? '' : ` offset $${values.push(Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER))}`
  const rows = await db.query<R>(`${select} where ${where}${beyond} order by ${order} limit ${rowsBeyond(perPage)}${offset}`, values)
  if (rows.length === 0 && cursor === null && page > 1) {
    // The offset above has skipped all rows, so counting them costs no more.
    const counted = await db.query<{ rows: number }>(`select count(*) as rows from (${select} where ${where}) as listed`, params)
    return { items: [], older: null, newer: null, lastPage: Math.max(1, Math.ceil(counted[0]!.rows / perPage)) }
  }
  const hasMore = rows.length > perPage
  const listed = hasMore ? rows.slice(0, perPage) : rows
  if (!forward) listed.reverse()
  return { items: listed.map(read), ...neighbours(listed, forward, hasMore, request) }
}

/**
 * The SQL of a table with all rows that match at least one of the conditions and may be on the page. Each condition is read separately,
 * from its index, in the order of the list and up to a limit.
 */
export const mergedRows = (table: string, conditions: readonly string[], params: Value[], request: PageRequest): string => {
  const { cursor, page, perPage, order: listOrder = NEWEST_FIRST } = request
  const { order, beyond: beyondPlace } = directionOf(listOrder, cursor?.toward !== 'newer')
  const beyond = cursor ? ` and ${beyondPlace} ${placeOf(listOrder, cursor, params)}` : ''
  const limit = cursor || page === 1 ? rowsBeyond(perPage) : `$${params.push(Math.min(page * perPage + 1, Number.MAX_SAFE_INTEGER))}`
  const parts = conditions.map(
    (where, at) => `select * from (select * from ${table} where ${where}${beyond} order by ${order} limit ${limit}) as part_${at}`,
  )
  return `(${parts.join(' union all ')}) as ${table}`
}

/** The sort order for reading in one direction, and the comparison that selects rows beyond a place. */
export const directionOf = ({ sql, isAscending }: ListOrder, isForward: boolean): { order: string; beyond: string } => {
  const isUp = isForward === isAscending
  const way = isUp ? 'asc' : 'desc'
  const keys = sql === 'id' ? ['id'] : [sql, 'id']
  return { order: keys.map((key) => `${key} ${way}`).join(', '), beyond: `(${keys.join(', ')}) ${isUp ? '>' : '<'}` }
}

const placeOf = ({ sql }: ListOrder, { position, id }: Cursor, values: Value[]): string => {
  const keys = sql === 'id' ? [] : [genericPlan(`cast($${values.push(position)} as bigint)`)]
  return `(${[...keys, genericPlan(`$${values.push(id)}`)].join(', ')})`
}

const neighbours = (
  items: readonly Listed[],
  forward: boolean,
  hasMore: boolean,
  request: PageRequest,
): { older: Cursor | null; newer: Cursor | null } => {
  const first = items[0]
  const last = items.at(-1)
  // There are rows on the side from which the cursor came.
  const hasOlder = forward ? hasMore : true
  const hasNewer = forward ? request.cursor !== null || request.page > 1 : hasMore
  const { positionOf } = request.order ?? NEWEST_FIRST
  return {
    older: hasOlder && last ? { toward: 'older', position: positionOf(last), id: last.id } : null,
    newer: hasNewer && first ? { toward: 'newer', position: positionOf(first), id: first.id } : null,
  }
}
