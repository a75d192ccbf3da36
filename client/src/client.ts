// The client: one method for every operation of the API, and an iterator over all pages of every list.

import type { Operations } from './generated.ts'
import { OPERATIONS } from './generated.ts'
import type { CallOptions, Connection } from './send.ts'
import { send } from './send.ts'

export type { CallOptions } from './send.ts'

export type ClientOptions = {
  /** Address of the server, such as https://waybill.example. */
  baseUrl: string
  apiKey: string
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch
  /** Time limit of each attempt; 30 seconds by default. */
  timeoutMs?: number
  /** Maximum number of retries after temporary failures; 4 by default. */
  retries?: number
  /** How long the client keeps repeating a booking request while the carrier has not confirmed the purchase; 2 minutes by default. */
  settleMs?: number
}

type Name = keyof Operations
type IdOf<O> = O extends { id: infer Id } ? [id: Id] : []
type BodyOf<O> = O extends { body: infer Body } ? [body: Body] : O extends { body?: infer Body } ? [body?: Body] : []
type QueryOf<O> = O extends { query: infer Query } ? [query?: Query] : []
type Arguments<O> = [...IdOf<O>, ...BodyOf<O>, ...QueryOf<O>, options?: CallOptions]
type AnswerOf<O> = O extends { answer: infer Answer } ? Answer : never
type ItemOf<O> = AnswerOf<O> extends (infer Item)[] ? Item : AnswerOf<O> extends { data: (infer Item)[] } ? Item : never

type Methods = { [K in Name]: (...given: Arguments<Operations[K]>) => Promise<AnswerOf<Operations[K]>> }
type ListName = { [K in Name]: Operations[K] extends { query: { cursor?: unknown } } ? K : never }[Name]
type Lists = { [K in ListName]: (...given: [...QueryOf<Operations[K]>, options?: CallOptions]) => AsyncGenerator<ItemOf<Operations[K]>> }

export type Client = Methods & {
  /** Iterates over the items of all pages of a list: `for await (const parcel of client.all.listPackages())`. */
  all: Lists
  /** Downloads the file of a `label_url`. */
  downloadLabel: (labelUrl: string) => Promise<Uint8Array>
}

type Described = { method: string; path: string; takes: readonly ('id' | 'body' | 'query')[]; isFile: boolean }

const TIMEOUT_MS = 30_000
const RETRIES = 4
const SETTLE_MS = 120_000

/** Assigns the positional arguments of a method to `id`, `body` and `query`. The options are the last argument. */
const sortOut = ({ takes }: Described, given: readonly unknown[]) => {
  const named = Object.fromEntries(takes.map((part, at) => [part, given[at]])) as { id?: string; body?: unknown; query?: object }
  return { ...named, options: given[takes.length] as CallOptions | undefined }
}

/** Throws if the id is missing or has only spaces and dots, because the URL could then address another operation. */
const pathOf = (name: string, { path, takes }: Described, id: unknown): string => {
  if (!takes.includes('id')) return path
  if (typeof id !== 'string' || /^[\s.]*$/.test(id)) throw new TypeError(`${name} needs an id, not ${JSON.stringify(id)}.`)
  return path.replace('{id}', () => encodeURIComponent(id))
}

const methodOf =
  (connection: Connection, name: string, described: Described) =>
  async (...given: unknown[]): Promise<unknown> => {
    const { id, query, body, options } = sortOut(described, given)
    const { method, isFile } = described
    // A missing body is sent as an empty object.
    const sent = described.takes.includes('body') ? (body ?? {}) : undefined
    return (await send(connection, { method, path: pathOf(name, described, id), isFile, query, body: sent, options })).body
  }

const nextQuery = (headers: Headers): object | null => {
  const next = /<([^<>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1]
  // Only the query string of the link is used, because the server address in the link may differ from the address that this client uses.
  return next === undefined ? null : Object.fromEntries(new URL(next, 'http://localhost').searchParams)
}

const listOf = (connection: Connection, { method, path, isFile }: Described) =>
  async function* (first: object = {}, options?: CallOptions): AsyncGenerator<unknown> {
    for (let query: object | null = first; query !== null; ) {
      const { headers, body } = await send(connection, { method, path, isFile, query, options })
      yield* Array.isArray(body) ? body : (body as { data: unknown[] }).data
      query = nextQuery(headers)
    }
  }

export const createClient = ({
  baseUrl,
  apiKey,
  fetch: given = (...request) => globalThis.fetch(...request),
  timeoutMs = TIMEOUT_MS,
  retries = RETRIES,
  settleMs = SETTLE_MS,
}: ClientOptions): Client => {
  const connection: Connection = { baseUrl, apiKey, fetch: given, timeoutMs, retries, settleMs }
  const described = Object.entries(OPERATIONS) as [Name, Described][]
  const methods = described.map(([name, each]) => [name, methodOf(connection, name, each)])
  const lists = described.filter(([, { method, takes }]) => method === 'GET' && takes.includes('query') && !takes.includes('id'))
  return {
    ...(Object.fromEntries(methods) as Methods),
    all: Object.fromEntries(lists.map(([name, each]) => [name, listOf(connection, each)])) as Lists,
    downloadLabel: async (labelUrl) => {
      const response = await given(labelUrl, { signal: AbortSignal.timeout(timeoutMs) })
      if (!response.ok) throw new Error(`The label could not be downloaded: ${response.status}.`)
      return new Uint8Array(await response.arrayBuffer())
    },
  }
}
