// Hooks that read and change data of /ops/v1, and notifications of the outcome.

import { notifications } from '@mantine/notifications'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { createElement, Fragment, useRef } from 'react'
import type { Params } from '../api.ts'
import { ApiError, api, BUSINESSES } from '../api.ts'
import { SESSION_KEY } from '../session.tsx'
import { t } from '../strings.ts'
import type { Business } from '../wire.ts'
import { NextStep } from './next-step.tsx'
import { errorText, requestIdOf } from './states.tsx'

const ERROR_STAYS_MS = 12_000

export const notifyDone = (message: string): void => {
  notifications.show({ message, color: 'teal' })
}

export const notifyError = (error: unknown): void => {
  const id = requestIdOf(error)
  const step = error instanceof ApiError && createElement(NextStep, { code: error.code, text: error.message })
  const message = createElement(Fragment, null, step, ' ', id !== null && t('shell.requestId', { id }))
  notifications.show({ title: errorText(error), message, color: 'red', autoClose: ERROR_STAYS_MS })
}

export const notifyFailure = (message: string): void => {
  notifications.show({ message, color: 'red' })
}

/**
 * Returns a function that invalidates every query except the session, because several queries may show the same data. For example, a
 * package also appears in its quote.
 */
export const useRefresh = () => {
  const client = useQueryClient()
  return (): Promise<void> => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
}

/** `save(api.send(…), "Saved.")` shows a notification when the request has succeeded or failed, and then refetches every query. */
export const useSave = () => {
  const refresh = useRefresh()
  return async (sent: Promise<unknown>, done: string): Promise<void> => {
    await sent.then(() => notifyDone(done), notifyError)
    await refresh()
  }
}

/**
 * `useRead(CUSTOMERS, id)` reads one customer, under the query key `[CUSTOMERS, id]`. `steps`: the segments after the path. If a segment is
 * null, the query is disabled.
 */
export const useRead = <T>(path: string, ...steps: (string | null)[]) =>
  useQuery({
    queryKey: [path, ...steps],
    enabled: !steps.includes(null),
    queryFn: ({ signal }) => api.get<T>([path, ...steps.map((step) => encodeURIComponent(step!))].join('/'), {}, signal),
  })

/** The options of a query that reads a path with parameters, under the query key `[path, params]`. */
export const readWith = <T>(path: string, params: Params) => ({
  queryKey: [path, params],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get<T>(path, params, signal),
})

/** Reads a list page by page. `rows`: all rows that have been read so far. */
export const usePages = <T>(path: string, params: Params, perPage: number) => {
  const query = useInfiniteQuery({
    queryKey: [path, 'pages', params],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) => api.list<T>(path, { ...params, per_page: perPage, cursor }, signal),
    getNextPageParam: ({ next }) => next?.cursor,
  })
  return { query, rows: query.data?.pages.flatMap(({ items }) => items) ?? [] }
}

/**
 * Returns a function that gives a request body its idempotency key. A body that equals the previous body gets the same key, so the server
 * recognises a form that is sent again after a lost answer.
 */
export const useIdempotencyKey = () => {
  const tried = useRef({ text: '', key: '' })
  return (body: object): string => {
    const text = JSON.stringify(body)
    if (tried.current.text !== text) tried.current = { text, key: crypto.randomUUID() }
    return tried.current.key
  }
}

const NAMED_MAX = 500

export const useBusinessQuery = () =>
  useQuery({
    queryKey: [BUSINESSES, 'names'],
    queryFn: ({ signal }) => api.listAll<Business>(BUSINESSES, {}, { rowsMax: NAMED_MAX, signal }),
  })
export const useBusinesses = (): readonly Business[] => useBusinessQuery().data?.items ?? []

export const businessOption = ({ business_id: value, name, prefix }: Business) => ({ value, label: `${prefix} · ${name}` })
export const useBusinessOptions = () => useBusinesses().map(businessOption)

export const useBusinessName = (): ((id: string) => string) => {
  const businesses = useBusinesses()
  return (id) => businesses.find((business) => business.business_id === id)?.name ?? id
}
