// Hooks that read and change data of /ops/v1.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../api.ts'
import { SESSION_KEY } from '../session.tsx'
import { notifyDone, notifyError } from './notify.ts'

/** Invalidates every query: one change of a package shows in its quote, customer and audit trail too. */
export const useRefresh = () => {
  const client = useQueryClient()
  return (): Promise<void> => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
}

/** `save(api.send(…), "Saved.")`: notifies of the result, then refetches every query. */
export const useSave = () => {
  const refresh = useRefresh()
  return async (sent: Promise<unknown>, done: string): Promise<void> => {
    await sent.then(() => notifyDone(done), notifyError)
    await refresh()
  }
}

/** `useRead(CUSTOMERS, id)`: the query key is the path's steps, so that `[CUSTOMERS]` invalidates all of them. Null disables the query. */
export const useRead = <T>(path: string, ...steps: (string | null)[]) =>
  useQuery({
    queryKey: [path, ...steps],
    enabled: !steps.includes(null),
    queryFn: ({ signal }) => api.get<T>([path, ...steps.map((step) => encodeURIComponent(step!))].join('/'), {}, signal),
  })

/** An idempotency key per body: resending a form after a lost answer is the same request. */
export const useIdempotencyKey = () => {
  const tried = useRef({ text: '', key: '' })
  return (body: object): string => {
    const text = JSON.stringify(body)
    if (tried.current.text !== text) tried.current = { text, key: crypto.randomUUID() }
    return tried.current.key
  }
}
