// Random requests made from the schemas of the API document. Some requests are then mutated.

import type { Json } from '../calls/quote-calls.ts'
import type { DocumentedOperation } from '../document/operations.ts'
import type { dice } from './dice.ts'

type Dice = ReturnType<typeof dice>

export type ContractRequest = {
  operation: DocumentedOperation
  path: string
  headers: Record<string, string>
  /** The text of the body. Null for a request without a body. */
  body: string | null
}

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  '=cmd|1',
  "' or 1=1 --",
  '../../etc/passwd',
  '\u202e\u0000',
  '𝕳🏳️‍🌈',
  'a@'.repeat(500),
  'x'.repeat(70_000),
  '0'.repeat(3_000),
  '%',
  '-',
  'null',
  '2026-02-30',
  '9999-12-31T23:59:59.999Z',
]
const HOSTILE_NUMBERS = [0, -1, 1e308, -1e308, 5e-324, 2 ** 53, -(2 ** 31) - 1, 0.1 + 0.2, 1e21]
const LONG_LIST = 20_000
const DEPTH = 40

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

const hostileValue = ({ pick, upTo }: Dice): unknown =>
  pick([
    () => pick(HOSTILE_TEXTS),
    () => pick(HOSTILE_NUMBERS),
    () => pick([null, true, false, [], {}, [[]], { a: { b: {} } }]),
    () => Array.from({ length: pick([1, 101, 1_001, LONG_LIST]) }, () => upTo(3)),
    () => Object.fromEntries(Array.from({ length: pick([21, 2_000]) }, (_, n) => [`k${n}`, 'v'])),
    () => nested(pick([5, DEPTH])),
  ])()

/** Matches record ids in responses. Most ids in later requests are taken from these matches. */
const TOKEN = /\b[a-z]{1,6}_[0-7][0-9a-z]{25}\b/g
const TOKENS_MAX = 500

const kindOf = (token: string): string => token.split('_', 1)[0]!

export const createRequests = (chances: Dice, document: Json, operations: readonly DocumentedOperation[]) => {
  const { pick, chance, upTo, between } = chances
  const tokens: string[] = []
  const kindsFound = new Map<string, Set<string>>()

  const resolved = (schema: Json): Json => {
    if (typeof schema?.$ref !== 'string') return schema ?? {}
    const [, ...steps] = schema.$ref.split('/')
    return resolved(steps.reduce((at: Json, step: string) => at[step], document))
  }

  const made = (given: Json): unknown => {
    const schema = resolved(given)
    const choices = schema.oneOf ?? schema.anyOf
    if (choices) return made(pick(choices))
    if (schema.enum) return pick(schema.enum)
    if (schema.examples?.length > 0 && chance(0.5)) return structuredClone(pick(schema.examples))
    const type = Array.isArray(schema.type) ? pick<string>(schema.type) : schema.type
    switch (type) {
      case 'object':
        return Object.fromEntries(
          Object.entries<Json>(schema.properties ?? {})
            .filter(([name]) => schema.required?.includes(name) || chance(0.6))
            .map(([name, of]) => [name, made(of)]),
        )
      case 'array':
        return Array.from({ length: upTo(4) }, () => made(schema.items))
      case 'integer':
        return Math.round(between(schema.minimum ?? 0, Math.min(schema.maximum ?? 100, 1_000), 0))
      case 'number':
        return between(schema.minimum ?? 0.1, Math.min(schema.maximum ?? 100, 100), 2)
      case 'boolean':
        return chance(0.5)
      case 'null':
        return null
      default:
        if (schema.format === 'date') return `2026-1${upTo(3)}-1${upTo(10)}`
        if (schema.format === 'date-time') return `2026-1${upTo(3)}-1${upTo(10)}T10:00:00.000Z`
        return pick([() => pick(tokens) ?? 'x', () => 'Sample', () => '+2348000000001', () => 'NG', () => '1001', () => 'a@example.com'])()
    }
  }

  /** Finds all fields and list items inside a value, at any depth. Each is returned as its parent and its key. */
  const placesIn = (value: unknown): [holder: Record<string, unknown>, name: string][] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.keys(value).flatMap((name) => {
          const holder = value as Record<string, unknown>
          return [[holder, name] as [Record<string, unknown>, string], ...placesIn(holder[name])]
        })

  const spoiled = (value: unknown): unknown => {
    const holder = { value: structuredClone(value) }
    for (let times = 1 + upTo(3); times > 0; times--) {
      const [within, name] = pick(placesIn(holder))
      if (chance(0.2) && within !== holder) delete within[name]
      else within[name] = hostileValue(chances)
    }
    return holder.value
  }

  const bodyOf = ({ operation }: DocumentedOperation): string | null => {
    const content = operation.requestBody?.content['application/json']
    if (!content) return null
    if (chance(0.03)) return pick(['', '{', '{"a":', '[1', '"\\ud800"', '{"__proto__":1}', 'nul'])
    const examples = Object.values<Json>(content.examples ?? {}).map(({ value }) => value)
    const example = content.example ?? (examples.length > 0 ? pick(examples) : undefined)
    const right = example !== undefined && chance(0.4) ? example : made(content.schema)
    return JSON.stringify(chance(0.5) ? spoiled(right) : right) ?? null
  }

  const inAddress = (value: unknown): string => {
    const text = String(typeof value === 'object' ? JSON.stringify(value) : value)
    return encodeURIComponent(text.toWellFormed().slice(0, 2_000)) || 'x'
  }

  const tokenFor = (path: string): string => {
    const kinds = kindsFound.get(path)
    const fitting = kinds && chance(0.8) ? tokens.filter((token) => kinds.has(kindOf(token))) : tokens
    return pick(fitting) ?? 'x'
  }

  const addressOf = ({ path, operation }: DocumentedOperation): string => {
    const filled = path.replaceAll(/\{(\w+)\}/g, () => inAddress(chance(0.9) ? tokenFor(path) : pick(HOSTILE_TEXTS)))
    const asked = (operation.parameters ?? [])
      .filter((parameter: Json) => parameter.in === 'query' && chance(0.4))
      .map(({ name, schema }: Json) => `${name}=${inAddress(chance(0.7) ? made(schema) : hostileValue(chances))}`)
    return asked.length > 0 ? `${filled}?${asked.join('&')}` : filled
  }

  return {
    /** Call this when a request found an existing record. Later requests to that path mostly use ids of the same kind. */
    found: ({ operation: { path: pattern }, path }: ContractRequest): void => {
      const kinds = kindsFound.get(pattern) ?? new Set()
      for (const [token] of path.split('?', 1)[0]!.matchAll(TOKEN)) kinds.add(kindOf(token))
      kindsFound.set(pattern, kinds)
    },
    next: (): ContractRequest => {
      const operation = pick(operations)
      const body = bodyOf(operation)
      const type = chance(0.97) ? 'application/json' : pick(['text/plain', 'application/xml', 'x'])
      const headers = {
        ...(body === null ? {} : { 'content-type': type }),
        ...(chance(0.1) ? { 'idempotency-key': pick(['a', 'b', 'x'.repeat(300), '\u00e9']) } : {}),
      }
      return { operation, path: addressOf(operation), headers, body }
    },
    learn: (text: string): void => {
      for (const [token] of text.matchAll(TOKEN)) {
        if (tokens.length < TOKENS_MAX) tokens.push(token)
        else if (chance(0.1)) tokens[upTo(TOKENS_MAX)] = token
      }
    },
  }
}
