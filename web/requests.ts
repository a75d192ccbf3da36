// Requests to this server: addresses, pages of lists, time-outs, and one error type for every failure.

import { ApiError, errorFrom, OFFLINE } from './errors.ts'

export type Params = Record<string, string | number | boolean | null | undefined>
/** The position of the next or previous page of a list, taken from the Link header of the response. */
export type PagePosition = { page: string; cursor: string }
export type Places = { next: PagePosition | null; previous: PagePosition | null }
export type Page<T> = Places & { items: T[] }
let onSignedOut: () => void = () => {}
/** Sets the listener that is called on every 401. */
export const whenSignedOut = (listener: () => void): void => {
  onSignedOut = listener
}

export const addressOf = (path: string, params: Params): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value))
  return query.size > 0 ? `${path}?${query}` : path
}

export const request = async (address: string, init: RequestInit): Promise<Response> => {
  let response: Response
  try {
    response = await fetch(address, { credentials: 'same-origin', ...init })
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    throw new ApiError(0, OFFLINE, [])
  }
  if (response.ok) return response
  const error = await errorFrom(response)
  if (error.status === 401) onSignedOut()
  throw error
}

export const placeIn = (header: string | null, rel: string): PagePosition | null => {
  const link = header?.split(', ').find((each) => each.endsWith(`>; rel="${rel}"`))
  const address = link?.slice(1, link.indexOf('>'))
  if (!address) return null
  const params = new URLSearchParams(address.slice(address.indexOf('?')))
  return { page: params.get('page') ?? '1', cursor: params.get('cursor') ?? '' }
}

/** Time-out of read requests. Write requests have no time-out, because a write without an answer may still have been done. */
const READ_TIMEOUT_MS = 30_000

export const reading = (signal?: AbortSignal): RequestInit => {
  const timeout = AbortSignal.timeout(READ_TIMEOUT_MS)
  return { signal: signal ? AbortSignal.any([signal, timeout]) : timeout }
}
