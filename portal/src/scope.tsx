// The business and the mode from the page's URL, and hooks that read from and write to /v1 for that business and mode.

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
  /** Whether a member of the operator's staff views the portal as the business. View-only users can change nothing. */
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

/** The interval between reads of a record that is expected to change. */
const REPEAT_MS = 4_000

/**
 * `isStill`: the record is read once, and again only on request, because reading it has an effect. For example, reading a quote asks
 * carriers for rates.
 */
type ReadOptions = { isOn?: boolean; isStill?: boolean }
/** `isRepeated`: returns true as long as the record is expected to change. The record is then read again every few seconds. */
type Repeated<N extends Name> = { isRepeated?: (answer: Answer<N> | undefined) => boolean }

/** Calls a read operation of /v1. Example: `useRead('getPackage', { id })`. */
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

/** Reads the record whose id is in the page's URL. Example: `useRecord('getPackage')`. */
export const useRecord = <N extends Name>(name: N, options?: ReadOptions & Repeated<N>) => {
  const { id = '' } = useParams<{ id: string }>()
  return useRead(name, { id } as object as Given<N>, options)
}

/** Reads one page of a list from /v1. While the next page loads, the data of the previous page stays visible. */
export const useList = <N extends Name>(name: N, query: object, { isOn = true }: ReadOptions = {}): UseQueryResult<Page<Item<N>>> => {
  const scope = useScope()
  return useQuery({
    queryKey: [...keyOf(scope), name, query],
    queryFn: ({ signal }) => list(scope, name, query, signal),
    enabled: isOn,
    placeholderData: keepPreviousData,
  })
}

/** True if the outcome of a write is unknown. A repetition of the write must then use the same idempotency key. */
const isOutcomeUnknown = (error: Error): boolean => !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** Returns a random idempotency key. `crypto.randomUUID` is not used, because it needs a secure context (https). */
const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Returns a function that runs a write with an idempotency key. If the outcome is unknown and the user repeats the same write, the key
 * stays the same. The server then carries out the write only once.
 */
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

/** Returns a function that invalidates all cached data of the business and mode. Pages then read their data again. */
export const useRefresh = () => {
  const client = useQueryClient()
  const scope = useScope()
  return () => client.invalidateQueries({ queryKey: keyOf(scope) })
}

/**
 * Calls a write operation of /v1. Example: `useSend('cancelPackage')`. If the outcome is unknown and the user repeats the write, it takes
 * effect only once.
 */
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

/** Downloads the file that an operation of /v1 returns. Example: `useDownload('getInvoicePdf')`. */
export const useDownload = <N extends Name>(name: N) => {
  const scope = useScope()
  return useMutation<void, Error, Given<N>>({ mutationFn: async (given) => saveFile(await operationFile(scope, name, given)) })
}

/** Loads a picture from /v1. The data of the query is a URL for an `img`. */
export const usePicture = (path: string) => {
  const scope = useScope()
  return useQuery({
    queryKey: [...keyOf(scope), 'file', path],
    queryFn: async ({ signal }) => URL.createObjectURL((await file(scope, path, signal)).blob),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
