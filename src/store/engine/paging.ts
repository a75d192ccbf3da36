// Paging of lists, newest first by default: by page number, or by a cursor that is fast on any page.

import type { Query, Value } from './db.ts'

/** A position in a list. By default the items after it are older and those before it newer. */
export type Cursor = { toward: 'older' | 'newer'; position: number; id: string }

/** The sort key of a list; ties are sorted by id. `sql` must match an index. */
export type ListOrder = { sql: string; positionOf: (row: Listed) => number; isAscending: boolean }

export const NEWEST_FIRST: ListOrder = { sql: 'created_at', positionOf: (row) => row.created_at, isAscending: false }

export type PageRequest = { page: number; perPage: number; cursor: Cursor | null; order?: ListOrder | undefined }

/** `lastPage`: set only for a page past the end. */
export type Page<T> = { items: T[]; older: Cursor | null; newer: Cursor | null; lastPage?: number }

export type Version = { id: string; version: number }

type Listed = { created_at: number; id: string }

/**
 * Hides a value from PostgreSQL's planner. It plans a statement anew for each execution as long as the values promise a better plan, which
 * takes longer than reading a page. Behind a subselect one plan serves every page.
 */
export const genericPlan = (parameter: string): string => `(select ${parameter})`

/**
 * Limits that are written into the SQL text, because a limit given as a parameter would be planned anew each time. There are few, because
 * engines cache every text; surplus rows are dropped.
 */
const ROWS_ASKED_FOR = [26, 51, 101]

const rowsBeyond = (perPage: number): number => ROWS_ASKED_FOR.find((rows) => rows > perPage) ?? perPage + 1

/** `select` ends before WHERE; `where` uses $1 … $n for `params`. */
export const listPage = async <R extends Listed>(
  db: Query,
  select: string,
  where: string,
  params: readonly Value[],
  request: PageRequest,
): Promise<Page<R>> => {
  const { cursor, page, perPage, order: listOrder = NEWEST_FIRST } = request
  const forward = cursor?.toward !== 'newer'
  const values = [...params]
  const { order, beyond: beyondPlace } = directionOf(listOrder, forward)
  const beyond = cursor ? ` and ${beyondPlace} ${placeOf(cursor, values)}` : ''
  const offset = cursor || page === 1 ? '' : ` offset $${values.push(Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER))}`
  const rows = await db.query<R>(`${select} where ${where}${beyond} order by ${order} limit ${rowsBeyond(perPage)}${offset}`, values)
  if (rows.length === 0 && cursor === null && page > 1) {
    // Costs no more than the offset that led here.
    const counted = await db.query<{ rows: number }>(`select count(*) as rows from (${select} where ${where}) as listed`, params)
    return { items: [], older: null, newer: null, lastPage: Math.max(1, Math.ceil(counted[0]!.rows / perPage)) }
  }
  const hasMore = rows.length > perPage
  const items = hasMore ? rows.slice(0, perPage) : rows
  if (!forward) items.reverse()
  return { items, ...neighbours(items, forward, hasMore, request) }
}

/** The order of reading away from a position, and the comparison that skips the rows before it. */
export const directionOf = ({ sql, isAscending }: ListOrder, isForward: boolean): { order: string; beyond: string } => {
  const isUp = isForward === isAscending
  const way = isUp ? 'asc' : 'desc'
  return { order: `${sql} ${way}, id ${way}`, beyond: `(${sql}, id) ${isUp ? '>' : '<'}` }
}

const placeOf = ({ position, id }: Cursor, values: Value[]): string =>
  `(${genericPlan(`cast($${values.push(position)} as bigint)`)}, ${genericPlan(`$${values.push(id)}`)})`

const neighbours = (
  items: readonly Listed[],
  forward: boolean,
  hasMore: boolean,
  request: PageRequest,
): { older: Cursor | null; newer: Cursor | null } => {
  const first = items[0]
  const last = items.at(-1)
  // The page that a cursor came from lies in the opposite direction.
  const hasOlder = forward ? hasMore : true
  const hasNewer = forward ? request.cursor !== null || request.page > 1 : hasMore
  const { positionOf } = request.order ?? NEWEST_FIRST
  return {
    older: hasOlder && last ? { toward: 'older', position: positionOf(last), id: last.id } : null,
    newer: hasNewer && first ? { toward: 'newer', position: positionOf(first), id: first.id } : null,
  }
}
