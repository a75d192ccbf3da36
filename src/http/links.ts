// Paging: parses page and cursor from the query, and writes the Link header.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problems } from '../domain/values/errors.ts'
import type { Cursor, Page, PageRequest } from '../store/engine/paging.ts'

const LIST_PER_PAGE = 25

const encodeCursor = ({ toward, createdAt, id }: Cursor): string => Buffer.from(`${toward}.${createdAt}.${id}`).toString('base64url')

const CURSOR = /^(older|newer)\.(\d{1,15})\.([a-z]+_[0-9a-z]{26})$/

const decodeCursor = (text: string): Cursor => {
  const match = CURSOR.exec(Buffer.from(text, 'base64url').toString())
  if (!match) {
    const problems = new Problems()
    problems.add('cursor', 'is not a cursor of this API: take it from the Link header')
    problems.throwIfAny()
  }
  const [, toward, createdAt, id] = match!
  return { toward: toward as Cursor['toward'], createdAt: Number(createdAt), id: id! }
}

export const pageRequest = (query: { page?: number; cursor?: string }, perPage = LIST_PER_PAGE): PageRequest => ({
  page: query.page ?? 1,
  perPage,
  cursor: query.cursor === undefined ? null : decodeCursor(query.cursor),
})

/** `Link` to the next and previous page, each with its number and a cursor that finds it at once; empty where there is neither. */
export const linkHeader = (request: FastifyRequest, baseUrl: string, page: number, { older, newer, lastPage }: Page<unknown>): string => {
  const path = request.url.split('?', 1)[0]!
  let filters = ''
  for (const [name, value] of Object.entries(request.query as object))
    if (name !== 'page' && name !== 'cursor') filters += `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}&`
  const link = (to: number, cursor: Cursor, rel: string): string =>
    `<${baseUrl}${path}?${filters}page=${to}&cursor=${encodeCursor(cursor)}>; rel="${rel}"`
  if (lastPage !== undefined) return `<${baseUrl}${path}?${filters}page=${lastPage}>; rel="prev"`
  const next = older ? link(page + 1, older, 'next') : ''
  // Items that arrived meanwhile lie before page 1: it has no number below, but a cursor.
  const previous = newer ? link(Math.max(1, page - 1), newer, 'prev') : ''
  return next && previous ? `${next}, ${previous}` : next || previous
}

export const linkPages = (request: FastifyRequest, reply: FastifyReply, baseUrl: string, page: number, found: Page<unknown>): void => {
  const links = linkHeader(request, baseUrl, page, found)
  if (links !== '') reply.header('link', links)
}
