// Details of the API document for businesses: headers, Idempotency-Key, names, enums, nulls and examples.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ERRORS } from '../../../src/domain/values/errors.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { DocumentedOperation } from '../../support/document/operations.ts'
import { operationsIn, readDocument, withoutReferences } from '../../support/document/operations.ts'
import { sqlite } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Global names of JavaScript and the browser. In a generated client, a schema with such a name would hide the global. */
const TAKEN = [...Object.getOwnPropertyNames(globalThis), 'Document', 'Element', 'Image', 'Node', 'Notification', 'Option', 'Range', 'Text']

/** Operations that ignore unknown fields, and name them in the header `Waybill-Ignored`. */
const CONTRACT = [
  ...['createQuote', 'getQuote', 'listQuotes', 'cancelQuote', 'createShipment', 'listPackages', 'cancelPackage'],
  ...['holdOrReleasePackage', 'trackPackage', 'createCustomer', 'listCustomers', 'getCustomer'],
]

/** Returns `value` with null in every nullable field that has no value. */
const withNulls = (schema: Json, value: Json, schemas: Json): Json => {
  const { $ref, anyOf, properties, items, ...rest } = schema
  if ($ref) return withNulls(schemas[$ref.split('/').at(-1)], value, schemas)
  if (anyOf) return value === undefined ? null : withNulls(anyOf[0], value, schemas)
  if (value === undefined) return [rest.type].flat().includes('null') ? null : undefined
  if (items) return value.map((each: Json) => withNulls(items, each, schemas))
  if (!properties) return value
  return Object.fromEntries(Object.keys(properties).map((name) => [name, withNulls(properties[name], value[name], schemas)]))
}

describe('the document of businesses', () => {
  let waybill: Waybill
  let tenant: Tenant
  let document: Json
  let operations: DocumentedOperation[]
  before(async () => {
    waybill = await startWaybill(sqlite)
    tenant = await waybill.newTenant({ prefix: 'DEM' })
    document = withoutReferences(await readDocument(waybill, '/openapi.json'))
    operations = operationsIn(document)
  })
  after(() => waybill.close())

  it('declares Idempotency-Key on every POST, with its conflicts and refusals', () => {
    const posts = operations.filter(({ method }) => method === 'POST')
    assert.ok(posts.length > 10)
    for (const { path, operation } of posts) {
      assert.ok(
        operation.parameters?.some(({ name }: Json) => name === 'Idempotency-Key'),
        path,
      )
      for (const status of ['409', '422']) assert.ok(operation.responses[status], `${path} ${status}`)
    }
  })

  it('declares the headers of every answer', () => {
    for (const { method, path, operation } of operations)
      for (const [status, { headers }] of Object.entries<Json>(operation.responses)) {
        const isGood = status < '300'
        const isList = operation.parameters?.some(({ name }: Json) => name === 'cursor') ?? false
        const namesIgnored = CONTRACT.includes(operation.operationId) && (isGood || status === '422')
        const expected = [
          'X-Request-Id',
          ...(path.startsWith('/v1/') ? ['RateLimit', 'RateLimit-Policy'] : []),
          ...(['409', '429', '503'].includes(status) ? ['Retry-After'] : []),
          ...(namesIgnored ? ['Waybill-Ignored'] : []),
          ...(isGood && isList ? ['Link'] : []),
          ...(isGood && method === 'POST' ? ['Idempotent-Replayed'] : []),
        ]
        assert.deepEqual(Object.keys(headers), expected, `${method} ${path} ${status}`)
      }
  })

  it('names recurring schemas, and avoids reserved names', () => {
    const names = Object.keys(document.components.schemas)
    for (const name of ['Party', 'Address', 'Rate', 'Quote', 'Package', 'ErrorCode', 'Direction', 'TrackingCode'])
      assert.ok(names.includes(name), name)
    assert.deepEqual(
      names.filter((name) => TAKEN.includes(name)),
      [],
    )
  })

  it('lists the error codes, and the fields that are always present', () => {
    const { ErrorCode, Quote, Package } = document.components.schemas
    assert.deepEqual(ErrorCode.enum, Object.keys(ERRORS))
    for (const field of ['parcel_quote_id', 'status', 'rates', 'booked_at']) assert.ok(Quote.required.includes(field), field)
    assert.ok(!Package.required.includes('actual_weight'))
  })

  it('shows an example of every id in an address', () => {
    for (const { path, operation } of operations)
      for (const parameter of operation.parameters ?? []) if (parameter.in === 'path') assert.ok(parameter.example, path)
  })

  it('shows an answer of each of the four flows wherever a quote is returned', () => {
    const flows = ['export-air', 'import-air', 'import-ocean', 'export-ocean']
    for (const id of ['createQuote', 'getQuote', 'listQuotes', 'createShipment']) {
      const { responses } = operations.find(({ operation }) => operation.operationId === id)!.operation
      const { examples } = (responses[200] ?? responses[201]).content['application/json']
      assert.deepEqual(Object.keys(examples), flows, id)
      for (const [flow, { value }] of Object.entries<Json>(examples)) {
        const { direction, parcel_details: details } = [value].flat()[0]
        assert.equal(`${direction}-${details.transport_mode}`, flow, id)
      }
    }
  })

  it('has request examples of the four flows that are accepted unchanged, and with null for all nullable fields', async () => {
    await tenant.post('/v1/parcel-customers', { parcel_customer: { address_suffix: 'DEM1001' } })
    const { schema, examples } = document.paths['/v1/parcel_quotes'].post.requestBody.content['application/json']
    assert.deepEqual(Object.keys(examples), ['export-air', 'import-air', 'import-ocean', 'export-ocean'])
    for (const [name, { value }] of Object.entries<Json>(examples)) {
      const nulls = withNulls(schema, value, document.components.schemas)
      assert.ok(JSON.stringify(nulls).split('null').length > 20, name)
      for (const body of [value, nulls]) {
        const { status, json } = await tenant.post('/v1/parcel_quotes', body)
        assert.equal(status, 201, `${name}: ${JSON.stringify(json)}`)
        assert.equal(`${json.direction}-${json.parcel_details.transport_mode}`, name)
      }
    }
  })
})
