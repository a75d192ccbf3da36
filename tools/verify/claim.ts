// Types and helpers of `waybill verify`: calls to the server, and claims to check.

// biome-ignore lint/suspicious/noExplicitAny: nothing is known of what a server answers until it is checked.
export type Json = any

export type Answer = { status: number; json: Json; text: string }
export type Call = (method: string, path: string, body?: unknown, key?: string | null) => Promise<Answer>

/**
 * `clause`: a clause of the API contract. `also`: other clauses that say the same. `says`: summary of the clause. `check`: throws if the
 * clause is violated.
 */
export type Claim = { clause: string; also?: string[]; says: string; check: () => Promise<void> }

/** Thrown if the server violates the clause. */
export class Broken extends Error {}
/** Thrown if the clause cannot be checked on this server. */
export class Unknown extends Error {}

const SHOWN_CHARACTERS = 200

export const must = (condition: unknown, found: string): void => {
  if (!condition) throw new Broken(found)
}

export const expectStatus = ({ status, json, text }: Answer, ...allowed: number[]): Json => {
  must(allowed.includes(status), `answered ${status} instead of ${allowed.join(' or ')}: ${text.slice(0, SHOWN_CHARACTERS)}`)
  return json
}

/** Checks that a request was refused with any 4xx status. The contract does not fix the exact status. */
export const expectRefused = ({ status, text }: Answer): void =>
  must(status >= 400 && status < 500, `answered ${status} instead of refusing: ${text.slice(0, SHOWN_CHARACTERS)}`)

const CALL_TIMEOUT_MS = 30_000

export const createCall = (baseUrl: string, apiKey: string): Call => {
  const root = baseUrl.replace(/\/$/, '')
  return async (method, path, body, key = apiKey) => {
    const response = await fetch(root + path, {
      method,
      headers: { ...(key === null ? {} : { 'x-api-key': key }), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    return { status: response.status, json: isJson ? JSON.parse(text) : undefined, text }
  }
}

export const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | null = null
  return () => {
    made ??= make()
    return made
  }
}
