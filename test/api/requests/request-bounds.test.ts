// Every field of a request has a bound in its schema: the length of texts and lists, the size of numbers.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AppOptions } from '../../../src/http/app.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { DocumentedOperation } from '../../support/document/operations.ts'
import { operationsIn, wholeDocument } from '../../support/document/operations.ts'
import { sqlite } from '../../support/engine/engines.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/**
 * Fields without a bound in the schema. A `page` after the end is empty, and a large `per_page` is reduced. The code checks the other
 * fields itself, so that all mistakes are reported at once.
 */
const BOUNDED_ELSEWHERE = [
  ' query page has no bounds',
  ' query per_page has no bounds',
  ' body.free_days has no bounds',
  ' body.due_days has no bounds',
  '.items[].unit_value has no bounds',
]

const has = (schema: Json, ...keywords: string[]): boolean => keywords.some((keyword) => schema[keyword] !== undefined)

/** Returns the paths of all fields in a schema that have no bound. */
const unbounded = (document: Json, given: Json, at: string): string[] => {
  const schema = given.$ref
    ? given.$ref
        .split('/')
        .slice(1)
        .reduce((found: Json, step: string) => found[step], document)
    : given
  const within = (inner: Json, place: string): string[] => unbounded(document, inner, place)
  const choices = ['oneOf', 'anyOf', 'allOf'].flatMap((keyword) => schema[keyword] ?? [])
  if (choices.length > 0) return choices.flatMap((choice: Json) => within(choice, at))
  if (has(schema, 'enum', 'const')) return []
  return [schema.type].flat().flatMap((type: string | undefined): string[] => {
    switch (type) {
      case 'string':
        return has(schema, 'maxLength') ? [] : [`${at} has no maxLength`]
      case 'number':
      case 'integer':
        return has(schema, 'maximum', 'exclusiveMaximum') && has(schema, 'minimum', 'exclusiveMinimum') ? [] : [`${at} has no bounds`]
      case 'array':
        return [...(has(schema, 'maxItems') ? [] : [`${at} has no maxItems`]), ...within(schema.items, `${at}[]`)]
      case 'object': {
        const { properties = {}, additionalProperties } = schema
        const isMap = typeof additionalProperties === 'object'
        return [
          ...Object.entries<Json>(properties).flatMap(([name, inner]) => within(inner, `${at}.${name}`)),
          ...(isMap && !has(schema, 'maxProperties') ? [`${at} has no maxProperties`] : []),
          ...(isMap ? within(additionalProperties, `${at}.*`) : []),
        ]
      }
      default:
        return type === 'boolean' || type === 'null' ? [] : [`${at} has no type`]
    }
  })
}

describe('the fields of a request', () => {
  let waybill: Waybill
  let document: Json
  let operations: DocumentedOperation[]
  const routes: string[] = []
  before(async () => {
    const watch: AppOptions['watch'] = (app) =>
      app.addHook(
        'onRoute',
        ({ method, url }) => void routes.push(...[method].flat().map((each) => `${each} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)),
      )
    waybill = await startWaybill(sqlite, { watch })
    document = await wholeDocument(waybill)
    operations = operationsIn(document)
  })
  after(() => waybill.close())

  it('are bounded in every query and every body', () => {
    const found = operations.flatMap(({ method, path, operation }) => [
      ...(operation.parameters ?? [])
        // Path parameters need no bound, because the router limits the length of a path segment.
        .filter((parameter: Json) => parameter.in !== 'path')
        .flatMap((parameter: Json) => unbounded(document, parameter.schema, `${method} ${path} ${parameter.in} ${parameter.name}`)),
      ...Object.entries<Json>(operation.requestBody?.content ?? {})
        .filter(([type]) => !type.startsWith('image/'))
        .flatMap(([, { schema }]) => unbounded(document, schema, `${method} ${path} body`)),
    ])
    const isBoundedElsewhere = (place: string): boolean => BOUNDED_ELSEWHERE.some((known) => place.endsWith(known))
    assert.deepEqual(
      found.filter((place) => !isBoundedElsewhere(place)),
      [],
    )
  })

  it('are documented for every route with a key or a session, so this test sees all of them', () => {
    const documented = new Set(operations.map(({ method, path }) => `${method} ${path}`))
    const own = routes.filter((route) => /^\w+ \/(ops\/)?v1\//.test(route) && !/^(HEAD|OPTIONS) /.test(route))
    assert.ok(own.length > 100)
    assert.deepEqual(
      own.filter((route) => !documented.has(route)),
      [],
    )
  })

  it('are path segments of at most 100 characters', async () => {
    const tenant = await waybill.newTenant()
    const codes = await Promise.all([100, 101].map(async (length) => (await tenant.get(`/v1/parcel_quotes/${'x'.repeat(length)}`)).json))
    assert.deepEqual(
      codes.map(({ code }) => code),
      ['NOT_FOUND', 'NOT_FOUND'],
    )
  })

  it('may ask for any page, which is empty after the end', async () => {
    const tenant = await waybill.newTenant()
    for (const page of [10 ** 6, 2 ** 53, 1e21])
      assert.deepEqual((await tenant.get(`/v1/packages?page=${BigInt(page)}`)).json, [], `${page}`)
  })
})
