// The business and the mode of the page, from its URL, and the reads and writes of /v1 for them.

import type { UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useRef } from 'react'
import { useParams } from 'wouter'
import { ApiError } from '../../web/errors.ts'
import type { Page } from '../../web/requests.ts'
import type { Answer, Given, Item, LoadedFile, Name, Scope } from './api.ts'
import { file, list, operationFile, read, send } from './api.ts'
import type { OwnBusiness, Role } from './wire.ts'

export type Place = Scope & {
  business: OwnBusiness
  role: Role
  isTest: boolean
  /** Whether a member of the operator's staff looks at the portal as the business. Such a person can change nothing. */
  isViewOnly: boolean
}

export const PlaceContext = createContext<Place | null>(null)

export const usePlace = (): Place => {
  const place = use(PlaceContext)
  if (place === null) throw new Error('This component belongs on a page of a business.')
  return place
}

export const useScope = (): Scope => {
  const { businessId, mode } = usePlace()
  return { businessId, mode }
}

const keyOf = ({ businessId, mode }: Scope): readonly string[] => [businessId, mode]

export const keyOfRead = <N extends Name>(scope: Scope, name: N, given: Given<N>) => [...keyOf(scope), name, given]

/** How often a record that is expected to change is read again. */
const REPEAT_MS = 4_000

/** `isStill`: read once, and again only when asked to, because reading it has an effect. */
type ReadOptions = { isOn?: boolean; isStill?: boolean }
/** `isRepeated`: whether the record is expected to change by itself, so that it is read again every few seconds. */
type Repeated<N extends Name> = { isRepeated?: (answer: Answer<N> | undefined) => boolean }

/** Reads an operation of /v1: `useRead('getPackage', { id })`. */
export const useRead = <N extends Name>(
  name: N,
  given: Given<N>,
  { isOn = true, isStill = false, isRepeated = () => false }: ReadOptions & Repeated<N> = {},
) => {
  const scope = useScope()
  return useQuery({
    queryKey: keyOfRead(scope, name, given),
    queryFn: ({ signal }) => read(scope, name, given, signal),
    enabled: isOn,
    refetchInterval: ({ state }) => isRepeated(state.data) && REPEAT_MS,
    refetchIntervalInBackground: true,
    ...(isStill && { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false }),
  })
}

/** Reads the record that the page's URL names: `useRecord('getPackage')`. */
export const useRecord = <N extends Name>(name: N, options?: ReadOptions & Repeated<N>) => {
  const { id = '' } = useParams<{ id: string }>()
  return useRead(name, { id } as object as Given<N>, options)
}

/** Reads a page of a list of /v1. The data of the page before stays until the new page has arrived. */
export const useList = <N extends Name>(name: N, query: object, { isOn = true }: ReadOptions = {}): UseQueryResult<Page<Item<N>>> => {
  const scope = useScope()
  return useQuery({
    queryKey: [...keyOf(scope), name, query],
    queryFn: ({ signal }) => list(scope, name, query, signal),
    enabled: isOn,
    placeholderData: keepPreviousData,
  })
}

/** Whether the outcome of a write is unknown, so that it must be repeated with the same key. */
const isOutcomeUnknown = (error: Error): boolean => !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** A random key. `crypto.randomUUID` would need a secure context (https). */
const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Repeats the same write with the same key until its outcome is known, so that a repeat after a lost connection has no second effect. */
export const useOnce = () => {
  const tried = useRef<{ text: string; key: string } | null>(null)
  return async <T,>(given: unknown, work: (idempotencyKey: string) => Promise<T>): Promise<T> => {
    const text = JSON.stringify(given)
    if (tried.current?.text !== text) tried.current = { text, key: newKey() }
    try {
      const answer = await work(tried.current.key)
      tried.current = null
      return answer
    } catch (error) {
      if (!isOutcomeUnknown(error as Error)) tried.current = null
      throw error
    }
  }
}

/** Invalidates all data of this business and mode, so that every page reads it again. */
export const useRefresh = () => {
  const client = useQueryClient()
  const scope = useScope()
  return () => client.invalidateQueries({ queryKey: keyOf(scope) })
}

/** Writes an operation of /v1, once: `useSend('cancelPackage')`. */
export const useSend = <N extends Name>(name: N) => {
  const scope = useScope()
  const once = useOnce()
  const refresh = useRefresh()
  return useMutation<Answer<N>, Error, Given<N>>({
    mutationFn: (given) => once(given, (idempotencyKey) => send(scope, name, given, { idempotencyKey })),
    onSuccess: () => void refresh(),
  })
}

/** Saves a file that the page has already loaded. */
export const saveFile = ({ name, blob }: LoadedFile): void => {
  const address = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Downloads a file of /v1 by its operation: `useDownload('getInvoicePdf')`. */
export const useDownload = <N extends Name>(name: N) => {
  const scope = useScope()
  return useMutation<void, Error, Given<N>>({ mutationFn: async (given) => saveFile(await operationFile(scope, name, given)) })
}

/** A picture from /v1, as a URL for an `img`. */
export const usePicture = (path: string) => {
  const scope = useScope()
  return useQuery({
    queryKey: [...keyOf(scope), 'file', path],
    queryFn: async ({ signal }) => URL.createObjectURL((await file(scope, path, signal)).blob),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
