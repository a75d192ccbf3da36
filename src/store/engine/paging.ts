// Paging of lists, newest first unless asked otherwise: by page number, or by a cursor that is fast on any page.

import type { Query, Value } from './db.ts'

/** A place in a list: the items after it or before it, which by default are the older and the newer ones. */
export type Cursor = { toward: 'older' | 'newer'; position: number; id: string }

/** What a list is sorted by, ties by id: in SQL as an index has it, and as read from a row. */
export type ListOrder = { sql: string; positionOf: (row: Listed) => number; isAscending: boolean }

export const NEWEST_FIRST: ListOrder = { sql: 'created_at', positionOf: (row) => row.created_at, isAscending: false }

export type PageRequest = { page: number; perPage: number; cursor: Cursor | null; order?: ListOrder | undefined }

/** `lastPage`: the number of the last page, on one past the end. */
export type Page<T> = { items: T[]; older: Cursor | null; newer: Cursor | null; lastPage?: number }

/** A record as it was at one moment: each change has the next number. */
export type Version = { id: string; version: number }

type Listed = { created_at: number; id: string }

/**
 * A value that plans do not depend on. PostgreSQL plans a statement anew as long as its values promise a better plan, which takes longer
 * than reading a page; in a subselect they promise nothing, and one plan serves every page.
 */
export const genericPlan = (parameter: string): string => `(select ${parameter})`

/**
 * How many rows are asked for is part of the text, so that it is planned for so many: as a parameter it would be planned anew each time.
 * A client has only these to choose from, because engines keep every text; what is read beyond its page is left out.
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
    // No dearer than passing over them all to get here.
    const counted = await db.query<{ rows: number }>(`select count(*) as rows from (${select} where ${where}) as listed`, params)
    return { items: [], older: null, newer: null, lastPage: Math.max(1, Math.ceil(counted[0]!.rows / perPage)) }
  }
  const hasMore = rows.length > perPage
  const items = hasMore ? rows.slice(0, perPage) : rows
  if (!forward) items.reverse()
  return { items, ...neighbours(items, forward, hasMore, request) }
}

/** The order in which rows are read away from a place, and the comparison that leaves out what is before it. */
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
  // What a cursor came from lies on the side it came from.
  const hasOlder = forward ? hasMore : true
  const hasNewer = forward ? request.cursor !== null || request.page > 1 : hasMore
  const { positionOf } = request.order ?? NEWEST_FIRST
  return {
    older: hasOlder && last ? { toward: 'older', position: positionOf(last), id: last.id } : null,
    newer: hasNewer && first ? { toward: 'newer', position: positionOf(first), id: first.id } : null,
  }
}
