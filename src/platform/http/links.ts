// URLs in responses: the base URL of this server, and the Link header with the other pages of a list.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalidField } from '../../domain/values/errors.ts'
import type { Cursor, Page, PageRequest } from '../engine/paging.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The base URL of this server as configured. If no base URL is configured, this is the URL that the client called. */
    baseUrl: string
  }
}

export const PER_PAGE_DEFAULT = 25
export const PER_PAGE_MAX = 100

/** A host name or an IP address, with or without a port. */
const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i
/** Used as the host if the client sent no host or an invalid host. */
const UNNAMED_HOST = 'localhost'

/** The last URL that was checked, and the result. Most requests call the server by the same host name, so the check is usually skipped. */
let last = { called: '', checked: '' }

/**
 * The URL of this server as the client called it. An invalid host is replaced by `localhost`, because links in responses contain the host.
 */
export const calledAddress = (protocol: string, host: string): string => {
  const address = `${protocol}://${host}`
  if (last.called === address) return last.checked
  const checked = HOST.test(host) && URL.canParse(address) ? address : `${protocol}://${UNNAMED_HOST}`
  last = { called: address, checked }
  return checked
}

const encodeCursor = ({ toward, position, id }: Cursor): string => Buffer.from(`${toward}.${position}.${id}`).toString('base64url')

const CURSOR = /^(older|newer)\.(\d{1,15})\.([a-z]+_[0-9a-z]{26})$/

const decodeCursor = (text: string): Cursor => {
  const match = CURSOR.exec(Buffer.from(text, 'base64url').toString())
  if (!match) throw invalidField('cursor', 'is not a cursor of this API: take it from the Link header')
  const [, toward, position, id] = match
  return { toward: toward as Cursor['toward'], position: Number(position), id: id! }
}

export type PageQuery = { page?: number; per_page?: number; cursor?: string }

export const pageRequest = (query: PageQuery, perPage = query.per_page ?? PER_PAGE_DEFAULT): PageRequest => ({
  page: query.page ?? 1,
  perPage: Math.min(perPage, PER_PAGE_MAX),
  cursor: query.cursor === undefined ? null : decodeCursor(query.cursor),
})

const withoutPlace = (request: FastifyRequest): string => {
  let address = `${request.baseUrl}${request.url.split('?', 1)[0]}?`
  for (const [name, value] of Object.entries(request.query as object))
    if (name !== 'page' && name !== 'cursor') address += `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}&`
  return address
}

/** The `Link` header with the next page, for lists whose pages have no numbers. */
export const nextLink = (request: FastifyRequest, cursor: Cursor): string =>
  `<${withoutPlace(request)}cursor=${encodeCursor(cursor)}>; rel="next"`

/**
 * The `Link` header with the next and the previous page, or an empty string if there is neither. For a page number past the end, the header
 * links to the last page.
 */
export const linkHeader = (request: FastifyRequest, page: number, { older, newer, lastPage }: Page<unknown>): string => {
  const address = withoutPlace(request)
  const link = (to: number, cursor: Cursor, rel: string): string => `<${address}page=${to}&cursor=${encodeCursor(cursor)}>; rel="${rel}"`
  if (lastPage !== undefined) return `<${address}page=${lastPage}>; rel="prev"`
  const next = older ? link(page + 1, older, 'next') : ''
  // Items newer than those on page 1 can only be reached by a cursor. The page number in the link is then 1.
  const previous = newer ? link(Math.max(1, page - 1), newer, 'prev') : ''
  return next && previous ? `${next}, ${previous}` : next || previous
}

/** Reads the page that a request asks for, and sets the `Link` header of the reply. */
export const listPage = async <Found extends Page<unknown>>(
  request: FastifyRequest<{ Querystring: PageQuery }>,
  reply: FastifyReply,
  read: (page: PageRequest) => Promise<Found>,
  perPage?: number,
): Promise<Found> => {
  const page = pageRequest(request.query, perPage)
  const found = await read(page)
  const links = linkHeader(request, page.page, found)
  if (links !== '') reply.header('link', links)
  return found
}
