// Moves titled schemas, and responses that several operations share, to the components of a document.

import { isDeepStrictEqual } from 'node:util'
import type { ApiDocument, Response, Schema } from './api-document.ts'
import { isObject } from './api-document.ts'

/** Keywords whose values are data, not schemas. */
const DATA_KEYWORDS = ['example', 'examples', 'default', 'enum', 'const', 'required']
/**
 * Keywords that may differ between uses of the same enum. When an enum is replaced with a `$ref`, these keywords stay beside the `$ref`.
 */
const ANNOTATIONS = ['description', 'default', 'examples']

const mapped = (fields: object, change: (value: unknown, name: string) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]))

/** Replaces titled schemas with references. Throws if two different schemas have the same title. */
export const nameSchemas = (document: ApiDocument): void => {
  const named: Record<string, Schema> = {}
  const referTo = ({ title: name, ...schema }: Schema & { title: string }): Schema => {
    const isAtThePlace = (keyword: string): boolean => 'enum' in schema && ANNOTATIONS.includes(keyword)
    const entries = Object.entries(schema)
    const own = Object.fromEntries(entries.filter(([keyword]) => !isAtThePlace(keyword)))
    if (name in named && !isDeepStrictEqual(named[name], own)) throw new Error(`Two different schemas are titled ${name}.`)
    named[name] = own
    return { $ref: `#/components/schemas/${name}`, ...Object.fromEntries(entries.filter(([keyword]) => isAtThePlace(keyword))) }
  }
  const walk = (value: unknown, keyword = ''): unknown => {
    if (DATA_KEYWORDS.includes(keyword)) return value
    if (Array.isArray(value)) return value.map((each) => walk(each))
    if (!isObject(value)) return value
    // The names in `properties` are names of fields, not keywords of JSON Schema.
    if (keyword === 'properties') return mapped(value, (each) => walk(each))
    const schema = mapped(value, walk) as Schema
    return typeof schema.title === 'string' && 'type' in schema ? referTo(schema as Schema & { title: string }) : schema
  }
  const schemas = mapped(document.components.schemas ?? {}, (schema) => {
    const { title: _own, ...rest } = schema as Schema
    return walk(rest)
  }) as Record<string, Schema>
  document.paths = walk(document.paths) as ApiDocument['paths']
  document.webhooks = walk(document.webhooks ?? {}) as NonNullable<ApiDocument['webhooks']>
  document.components.schemas = { ...schemas, ...named }
}

const RESPONSE_NAMES: Record<string, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Unprocessable',
  429: 'TooManyRequests',
  500: 'Failed',
  503: 'Unavailable',
}

/** Moves the most frequent response of each error status to the components. */
export const shareResponses = (document: ApiDocument): ApiDocument => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const shared: Record<string, Response> = {}
  for (const [status, name] of Object.entries(RESPONSE_NAMES)) {
    const variants = Map.groupBy(
      operations.flatMap(({ responses }) => responses[status] ?? []),
      (response) => JSON.stringify(response),
    )
    const [text, uses] = [...variants].sort(([, some], [, others]) => others.length - some.length)[0] ?? ['', []]
    if (uses.length < 2) continue
    shared[name] = uses[0]!
    for (const operation of operations)
      if (JSON.stringify(operation.responses[status]) === text)
        operation.responses = { ...operation.responses, [status]: { $ref: `#/components/responses/${name}` } }
  }
  return { ...document, components: { ...document.components, responses: { ...document.components.responses, ...shared } } }
}
