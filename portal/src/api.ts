// Sends requests for the page's business and mode: to /v1 by operation name, and to /portal/v1 by path.

import type { Operations } from '../../client/src/generated.ts'
import { OPERATIONS } from '../../client/src/generated.ts'
import type { Page, Params } from '../../web/requests.ts'
import { addressOf, placeIn, reading, request } from '../../web/requests.ts'
import type { Mode } from './wire.ts'

/** The business and the mode of a page. Both come from the page's URL, so that two browser tabs can show different businesses. */
export type Scope = { businessId: string; mode: Mode }

export type Name = keyof typeof OPERATIONS
export type Answer<N extends Name> = Operations[N]['answer']
export type Item<N extends Name> = Answer<N> extends (infer Each)[] ? Each : Answer<N> extends { data: (infer Each)[] } ? Each : never
type Part<N extends Name, Key extends string> = Operations[N] extends { [K in Key]?: infer Value } ? Value : never
type Query<N extends Name> = Part<N, 'query'>
export type Given<N extends Name> = (Operations[N] extends { id: string } ? { id: string } : unknown) &
  (Operations[N] extends { query: object } ? { query?: Query<N> } : unknown) &
  (Operations[N] extends { body: infer Body } ? { body: Body | Blob } : { body?: Part<N, 'body'> })
type Loose = { id?: string; query?: object | undefined; body?: unknown }

type Method = 'POST' | 'PATCH' | 'PUT' | 'DELETE'
type SendOptions = { idempotencyKey?: string | undefined }

const scopeHeaders = (scope: Scope | null): Record<string, string> =>
  scope === null ? {} : { 'x-waybill-business': scope.businessId, 'x-waybill-mode': scope.mode }

const pathOf = (name: Name, { id, query }: Loose): string =>
  addressOf(OPERATIONS[name].path.replace('{id}', encodeURIComponent(id ?? '')), (query ?? {}) as Params)

const get = (scope: Scope | null, path: string, signal?: AbortSignal): Promise<Response> =>
  request(path, { ...reading(signal), headers: scopeHeaders(scope) })

const write = (scope: Scope | null, method: string, path: string, body: unknown, { idempotencyKey }: SendOptions = {}) => {
  const headers = new Headers({ ...scopeHeaders(scope), 'x-waybill-csrf': '1' })
  if (body !== undefined) headers.set('content-type', body instanceof Blob ? body.type : 'application/json')
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  const sent = body instanceof Blob ? body : JSON.stringify(body)
  return request(path, { method, headers, ...(body === undefined ? {} : { body: sent }) })
}

/** Reads from /v1. */
export const read = async <N extends Name>(scope: Scope, name: N, given: Given<N>, signal?: AbortSignal): Promise<Answer<N>> =>
  (await get(scope, pathOf(name, given as Loose), signal)).json() as Promise<Answer<N>>

/** Reads one page of a list from /v1. */
export const list = async <N extends Name>(scope: Scope, name: N, query: object, signal?: AbortSignal): Promise<Page<Item<N>>> => {
  const response = await get(scope, pathOf(name, { query }), signal)
  const link = response.headers.get('link')
  const body = (await response.json()) as Item<N>[] | { data: Item<N>[] }
  return { items: Array.isArray(body) ? body : body.data, next: placeIn(link, 'next'), previous: placeIn(link, 'prev') }
}

/** Calls a write operation of /v1. If the operation takes a body and `given` has no body, an empty body is sent. */
export const send = async <N extends Name>(scope: Scope, name: N, given: Given<N>, options?: SendOptions): Promise<Answer<N>> => {
  const { method, takes } = OPERATIONS[name] as { method: string; takes: readonly string[] }
  const { body, ...rest } = given as Loose
  const sent = takes.includes('body') ? (body ?? {}) : undefined
  return (await write(scope, method, pathOf(name, rest), sent, options)).json() as Promise<Answer<N>>
}

export type LoadedFile = { name: string; blob: Blob }

const nameIn = (header: string | null): string => /filename="([^"]*)"/.exec(header ?? '')?.[1] ?? 'file'

/** Loads a file from /v1. The file's name comes from the Content-Disposition header. */
export const file = async (scope: Scope, path: string, signal?: AbortSignal): Promise<LoadedFile> => {
  const response = await get(scope, path, signal)
  return { name: nameIn(response.headers.get('content-disposition')), blob: await response.blob() }
}

export const operationFile = <N extends Name>(scope: Scope, name: N, given: Given<N>): Promise<LoadedFile> =>
  file(scope, pathOf(name, given as Loose))

/** Reads from and writes to the routes under /portal/v1. */
export const portal = {
  get: async <T>(path: string, scope: Scope | null = null, signal?: AbortSignal): Promise<T> =>
    (await get(scope, `/portal/v1${path}`, signal)).json() as Promise<T>,
  send: async <T>(method: Method, path: string, body?: unknown, scope: Scope | null = null): Promise<T> =>
    (await write(scope, method, `/portal/v1${path}`, body)).json() as Promise<T>,
}
