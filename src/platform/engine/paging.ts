// Paging of lists, by page number or by cursor. A cursor is fast on any page. The default order is newest first.

import type { Mode } from '../../domain/values/scope.ts'
import type { Query, Value } from './db.ts'

/**
 * A position in a list and a direction. `older` asks for the items after the position, and `newer` for the items before it. In the default
 * order, older items come later.
 */
export type Cursor = { toward: 'older' | 'newer'; position: number; id: string }

/**
 * The sort order of a list. Rows with equal keys are sorted by id. `sql`: the column or expression of the key, written exactly as in an
 * index. `positionOf`: reads the key from a row.
 */
export type ListOrder = { sql: string; positionOf: (row: Listed) => number; isAscending: boolean }

export const NEWEST_FIRST: ListOrder = { sql: 'created_at', positionOf: (row) => row.created_at, isAscending: false }

/** The order in test mode: by id. Ids contain the real creation time. `created_at` follows the test clock, which can be reset. */
const NEWEST_TOKEN_FIRST: ListOrder = { ...NEWEST_FIRST, sql: 'id' }

export const newestFirst = (mode: Mode): ListOrder => (mode === 'test' ? NEWEST_TOKEN_FIRST : NEWEST_FIRST)

export type PageRequest = { page: number; perPage: number; cursor: Cursor | null; order?: ListOrder | undefined }

/** `lastPage`: the number of the last page. Only set if the requested page is past the end. */
export type Page<T> = { items: T[]; older: Cursor | null; newer: Cursor | null; lastPage?: number }

/** A version of a record. Each change increments the version number. */
export type Version = { id: string; version: number }

type Listed = { created_at: number; id: string }

/**
 * Wraps a parameter in a subselect, which hides its value from PostgreSQL's planner. The planner makes a new plan for each value that it
 * sees, which takes longer than reading a page. With hidden values, one plan serves every page.
 */
export const genericPlan = (parameter: string): string => `(select ${parameter})`

/**
 * The row limits of page queries. The limit is part of the SQL text, because PostgreSQL would plan a query again for each value of a limit
 * parameter. Only three limits exist, because the engines cache every text. Surplus rows are dropped.
 */
const ROWS_ASKED_FOR = [26, 51, 101]

const rowsBeyond = (perPage: number): number => ROWS_ASKED_FOR.find((rows) => rows > perPage) ?? perPage + 1

/**
 * Reads one page of a list. `select`: the SQL before WHERE. `where`: the condition, in which $1 … $n stand for `params`. `read`: converts a
 * row to an item.
 */
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
    // The query above has already read past all rows, so counting them takes no longer than that query.
    const counted = await db.query<{ rows: number }>(`select count(*) as rows from (${select} where ${where}) as listed`, params)
    return { items: [], older: null, newer: null, lastPage: Math.max(1, Math.ceil(counted[0]!.rows / perPage)) }
  }
  const hasMore = rows.length > perPage
  const listed = hasMore ? rows.slice(0, perPage) : rows
  if (!forward) listed.reverse()
  return { items: listed.map(read), ...neighbours(listed, forward, hasMore, request) }
}

/**
 * Returns SQL for a FROM clause: the rows that match one of the conditions and may be on the page. Each condition has its own subselect,
 * which reads from an index, in the order of the list and up to a limit. The conditions must exclude one another.
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

/** Returns the sort order for reading forward or backward, and the comparison that selects the rows beyond a position. */
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
  // The cursor came from a neighbouring page, so more items exist in the direction of that page.
  const hasOlder = forward ? hasMore : true
  const hasNewer = forward ? request.cursor !== null || request.page > 1 : hasMore
  const { positionOf } = request.order ?? NEWEST_FIRST
  return {
    older: hasOlder && last ? { toward: 'older', position: positionOf(last), id: last.id } : null,
    newer: hasNewer && first ? { toward: 'newer', position: positionOf(first), id: first.id } : null,
  }
}
