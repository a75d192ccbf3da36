// Sends a request, and repeats it where that is safe. A POST is repeated under the same Idempotency-Key, so it takes effect only once.

import type { ErrorAnswer } from './errors.ts'
import { ConnectionError, WaybillError } from './errors.ts'
import type { DownloadedFile } from './generated.ts'

export type Connection = {
  baseUrl: string
  apiKey: string
  fetch: typeof fetch
  timeoutMs: number
  retries: number
  settleMs: number
}

export type CallOptions = {
  /** The Idempotency-Key of a POST; a random key by default. Set this key if another process may have to repeat the same request. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

export type Call = {
  method: string
  path: string
  /** True if the answer is a file. The body of the answer is then an object with the file's name and bytes. */
  isFile: boolean
  query?: object | undefined
  body?: unknown
  options?: CallOptions | undefined
}
export type Answer = { status: number; headers: Headers; body: unknown }

const BACKOFF_MS = 500
const BACKOFF_MAX_MS = 8_000
const MS_PER_SECOND = 1_000

/** Error codes of temporary failures. The same request may succeed later. */
const PASSING = ['IDEMPOTENCY_IN_PROGRESS', 'RATE_LIMITED', 'OVERLOADED', 'UNAVAILABLE', 'OUTCOME_UNKNOWN', 'CARRIER_UNAVAILABLE']
/**
 * Error codes for a purchase that the carrier has not confirmed yet. After CARRIER_OUTCOME_PENDING, the client repeats the booking request
 * under the same Idempotency-Key until the outcome is known or `settleMs` has passed.
 */
const UNSETTLED = ['CARRIER_OUTCOME_PENDING', 'BOOKING_IN_PROGRESS']

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })

/**
 * The delay grows exponentially. It also has a random part, so that clients that failed at the same moment do not retry at the same moment.
 */
const backoffMs = (attempt: number): number => Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** attempt) * (0.5 + Math.random() / 2)

const waitMs = (headers: Headers | null, attempt: number): number => {
  const seconds = Number(headers?.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * MS_PER_SECOND : backoffMs(attempt)
}

const addressOf = ({ baseUrl }: Connection, path: string, query: object = {}): string => {
  const url = new URL(baseUrl.replace(/(?<!\/)\/+$/, '') + path)
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  return url.href
}

const fileIn = async (response: Response): Promise<DownloadedFile> => ({
  name: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '',
  bytes: new Uint8Array(await response.arrayBuffer()),
})

const readBody = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  if (!response.headers.get('content-type')?.includes('json')) return text
  return text === '' ? undefined : JSON.parse(text)
}

const attempt = async (connection: Connection, call: Call, key: string | undefined): Promise<Answer> => {
  const { method, path, isFile, query, body, options = {} } = call
  const timeout = AbortSignal.timeout(connection.timeoutMs)
  const headers: Record<string, string> = { accept: isFile ? '*/*' : 'application/json', 'x-api-key': connection.apiKey }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (key !== undefined) headers['idempotency-key'] = key
  const { fetch } = connection
  try {
    const response = await fetch(addressOf(connection, path, query), {
      method,
      headers,
      signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { status, ok } = response
    return { status, headers: response.headers, body: isFile && ok ? await fileIn(response) : await readBody(response) }
  } catch (cause) {
    // If the caller aborted the request, throws the caller's reason instead of a ConnectionError.
    options.signal?.throwIfAborted()
    throw new ConnectionError(`${method} ${path} got no answer.`, { cause })
  }
}

const failureOf = ({ status, headers, body }: Answer): WaybillError =>
  new WaybillError(status, typeof body === 'object' && body !== null ? (body as ErrorAnswer) : {}, headers.get('x-request-id'))

/** A DELETE that got no answer is not repeated: if the first attempt succeeded, the second would be answered with 404. */
const isRepeatable = (method: string): boolean => method !== 'DELETE'

export const send = async (connection: Connection, call: Call): Promise<Answer> => {
  const { method, options = {} } = call
  const key = method === 'POST' ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
  /** Time in epoch milliseconds at which to give up on an unconfirmed purchase. Null until the first CARRIER_OUTCOME_PENDING. */
  let settledBy: number | null = null
  let failures = 0
  for (let tried = 0; ; tried++) {
    let failure: WaybillError | ConnectionError
    let headers: Headers | null = null
    try {
      const answer = await attempt(connection, call, key)
      if (answer.status < 400) return answer
      failure = failureOf(answer)
      headers = answer.headers
    } catch (error) {
      if (!(error instanceof ConnectionError) || !isRepeatable(method)) throw error
      failure = error
    }
    const code = failure instanceof WaybillError ? (failure.code ?? '') : 'UNAVAILABLE'
    if (code === 'CARRIER_OUTCOME_PENDING') settledBy ??= Date.now() + connection.settleMs
    const isUnsettled = settledBy !== null && UNSETTLED.includes(code)
    const mayGoOn = isUnsettled ? Date.now() < settledBy! : PASSING.includes(code) && failures++ < connection.retries
    if (!mayGoOn) throw failure
    await pause(waitMs(headers, tried), options.signal)
  }
}
