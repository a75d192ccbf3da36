// Lists, newest first: by page number, or by a cursor that stays fast on the ten-thousandth page.

import type { Query, Value } from './db.ts'

/** A place in a list: the items after it (older) or before it (newer). */
export type Cursor = { toward: 'older' | 'newer'; createdAt: number; id: string }

export type PageRequest = { page: number; perPage: number; cursor: Cursor | null }

export type Page<T> = { items: T[]; older: Cursor | null; newer: Cursor | null }

type Listed = { created_at: number; id: string }

/** `select` ends before WHERE; `where` uses $1 … $n for `params`. */
export const listPage = async <R extends Listed>(
  db: Query,
  select: string,
  where: string,
  params: readonly Value[],
  request: PageRequest,
): Promise<Page<R>> => {
  const { cursor, perPage } = request
  const next = params.length + 1
  const forward = cursor?.toward !== 'newer'
  const order = forward ? 'created_at desc, id desc' : 'created_at asc, id asc'
  const rows = cursor
    ? await db.query<R>(
        `${select} where ${where} and (created_at, id) ${forward ? '<' : '>'} ($${next}, $${next + 1}) order by ${order} limit $${next + 2}`,
        [...params, cursor.createdAt, cursor.id, perPage + 1],
      )
    : await db.query<R>(`${select} where ${where} order by ${order} limit $${next} offset $${next + 1}`, [
        ...params,
        perPage + 1,
        Math.min((request.page - 1) * perPage, Number.MAX_SAFE_INTEGER),
      ])
  const hasMore = rows.length > perPage
  const items = hasMore ? rows.slice(0, perPage) : rows
  if (!forward) items.reverse()
  return { items, ...neighbours(items, forward, hasMore, request) }
}

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
  return {
    older: hasOlder && last ? { toward: 'older', createdAt: last.created_at, id: last.id } : null,
    newer: hasNewer && first ? { toward: 'newer', createdAt: first.created_at, id: first.id } : null,
  }
}
