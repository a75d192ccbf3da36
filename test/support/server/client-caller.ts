// Sends the calls of a contract test through Waybill's API client. The result or error of the client's method replaces the response body.

import { OPERATIONS } from '../../../client/src/generated.ts'
import { createClient, WaybillError } from '../../../client/src/index.ts'
import type { Answer, CallOptions, HttpClient, Received } from './http-client.ts'

type Operation = { name: string; takes: readonly string[]; pattern: RegExp; method: string }

/** Leaves out operations that return files, because the tests read every response as text. */
const operations: Operation[] = Object.entries(OPERATIONS)
  .filter(([, { isFile }]) => !isFile)
  .map(([name, { method, path, takes }]) => ({
    name,
    takes,
    method,
    pattern: new RegExp(`^${path.replace('{id}', '(?<id>[^/]+)')}$`),
  }))

const UNPROCESSABLE = 422

const bodyOf = ({ status, errors, details, code, requestId }: WaybillError): object => ({
  ...(status === UNPROCESSABLE ? { errors, ...(details.length > 0 ? { details } : {}) } : { error: errors[0] }),
  code,
  request_id: requestId,
})

type Sendable = { name: string; given: unknown[]; apiKey: string; idempotencyKey: string | undefined }

/**
 * Prepares a call for the client. Returns null if the client cannot make the call, for example because of an unknown path, extra headers, a
 * broken body or a missing key.
 */
const sendable = (method: string, address: string, body: unknown, { key, headers = {}, rawBody }: CallOptions): Sendable | null => {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const found = operations.find((each) => each.method === method && each.pattern.test(pathname))
  const { 'idempotency-key': idempotencyKey, ...others } = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  if (!found || !key || rawBody !== undefined || body === null || Object.keys(others).length > 0) return null
  const query = Object.fromEntries(searchParams)
  if (Object.keys(query).length < searchParams.size || (searchParams.size > 0 && !found.takes.includes('query'))) return null
  if (body !== undefined && !found.takes.includes('body')) return null
  const parts: Record<string, unknown> = { id: decodeURIComponent(found.pattern.exec(pathname)!.groups?.id ?? ''), body, query }
  return { name: found.name, given: found.takes.map((part) => parts[part]), apiKey: key, idempotencyKey }
}

/** Makes a call through the client, or returns null if the client cannot make it. Adds the name of the client's method to `called`. */
export const createClientCaller =
  (baseUrl: string, http: HttpClient, called = new Set<string>()) =>
  async (method: string, path: string, body: unknown, options: CallOptions): Promise<Answer | null> => {
    const call = sendable(method, path, body, options)
    if (!call) return null
    called.add(call.name)
    let received: Received | undefined
    const fetch: typeof globalThis.fetch = async (url, { method = 'GET', headers, body } = {}) => {
      received = await http.send(new URL(String(url)), {
        method,
        headers: headers as Record<string, string>,
        ...(typeof body === 'string' ? { body } : {}),
      })
      return new Response(received.text === '' ? null : received.text, received)
    }
    // Retries are off, because the tests repeat requests themselves.
    const client = createClient({ baseUrl, apiKey: call.apiKey, fetch, retries: 0, settleMs: 0 })
    const methods = client as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
    const json = await methods[call.name]!(...call.given, { idempotencyKey: call.idempotencyKey }).catch((error: unknown) => {
      if (error instanceof WaybillError) return bodyOf(error)
      throw error
    })
    return { ...received!, json }
  }
