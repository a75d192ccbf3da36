// Request bodies that are broken, poisoned with `__proto__`, too deep, too large, or of an unsupported content type. Every POST refuses them.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { newQuote } from '../../support/calls/quote-calls.ts'
import { assertError, assertWritesNothing, problemsIn } from '../../support/calls/refusals.ts'
import type { UnchangedRecords } from '../../support/calls/unchanged-records.ts'
import { unchangedRecords } from '../../support/calls/unchanged-records.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, importOcean } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const BODY_LIMIT_BYTES = 1024 * 1024

const bytes = (...values: number[]): Uint8Array => Uint8Array.of(...values)
const inQuotes = (...values: number[]): Uint8Array => bytes(0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, ...values, 0x22, 0x7d)

const NOT_JSON: Record<string, string | Uint8Array> = {
  'an open brace': '{',
  'a cut string': '{"parcel":{"sender":{"name":"Ikeja',
  'a missing value': '{"parcel":}',
  'a trailing comma': '{"parcel":{},}',
  'two values': '{}{}',
  'single quotes': "{'parcel':{}}",
  'a comment': '{} // done',
  'bare words': 'parcel=1&x=2',
  undefined: 'undefined',
  NaN: '{"parcel":{"declared_weight":NaN}}',
  Infinity: '{"parcel":{"declared_weight":-Infinity}}',
  'a hexadecimal number': '{"parcel":{"declared_weight":0x10}}',
  'a leading zero': '{"parcel":{"declared_weight":01}}',
  'a leading plus': '{"parcel":{"declared_weight":+1}}',
  'a bare fraction': '{"parcel":{"declared_weight":.5}}',
  'a raw line break in a string': '{"a":"\n"}',
  'a raw NUL in a string': '{"a":"\0"}',
  'a lone NUL': '\0',
  'a bad escape': '{"a":"\\x41"}',
  'blanks only': ' \r\n\t',
  'bytes that are not UTF-8': inQuotes(0xff, 0xfe),
  'a cut UTF-8 sequence': inQuotes(0xe2, 0x82),
  'a surrogate in UTF-8': inQuotes(0xed, 0xa0, 0x80),
  'an overlong slash': inQuotes(0xc0, 0xaf),
  'a byte-order mark alone': bytes(0xef, 0xbb, 0xbf),
  'a truncated document': '{"a":"\\ud8',
  'text after the value': '{"parcel":{}} and more',
  'UTF-16': bytes(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00),
}

const POISONED = [
  '{"__proto__":{"polluted":true}}',
  '{"__proto__":null}',
  '{"parcel":{"__proto__":{"polluted":true}}}',
  '{"parcel":{"\\u005f_proto__":{"polluted":true}}}',
  '{"parcel":{"packages":[{"__proto__":{"weight":1}}]}}',
  '{"parcel_customer":{"constructor":{"prototype":{"polluted":true}}}}',
  '{"constructor":{"prototype":null}}',
]

const TOO_DEEP = [
  '['.repeat(500_000),
  '['.repeat(10_000) + ']'.repeat(10_000),
  '{"a":'.repeat(10_000),
  `{"parcel":{"unknown":${'['.repeat(1000)}${']'.repeat(1000)}}}`,
  `{"a":"\\\\","b":${'[{"c":'.repeat(200)}1${'}]'.repeat(200)}}`,
]

const NO_OBJECT = ['[]', '[{}]', '"text"', '""', '0', '-1.5e3', 'true', 'false', 'null']

const OTHER_TYPES = [
  'text/plain',
  'text/json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/vnd.api+json',
  'application/jsonx',
  'application/octet-stream',
  'json',
  '*/*',
]

const postInChunks = async (
  url: string,
  key: string,
  headers: object,
  chunks: readonly string[],
): Promise<{ status: number; body: string }> => {
  const sent = request(url, { method: 'POST', headers: { 'x-api-key': key, 'transfer-encoding': 'chunked', ...headers } })
  for (const chunk of chunks) sent.write(chunk)
  sent.end()
  const [response] = await once(sent, 'response')
  return { status: response.statusCode, body: await text(response) }
}

describe('bodies that cannot be read', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    let records: UnchangedRecords
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
      records = await unchangedRecords(waybill, tenant)
    })
    after(() => waybill.close())

    const creations = (rawBody: string | Uint8Array, check: (answer: Answer) => void, headers: Record<string, string> = {}) =>
      assertWritesNothing(waybill, tenant, async () => {
        for (const path of ['/v1/parcel_quotes', '/v1/parcel-customers']) check(await tenant.post(path, undefined, { rawBody, headers }))
      })

    const everyPost = (rawBody: string | Uint8Array, check: (answer: Answer) => void, headers: Record<string, string> = {}) =>
      records.unchangedBy(async () => {
        for (const { path } of records.posts) check(await tenant.post(path, undefined, { rawBody, headers }))
      })

    for (const [what, rawBody] of Object.entries(NOT_JSON)) {
      it(`400 INVALID_JSON for ${what}`, () => creations(rawBody, (answer) => assertError(answer, 400, 'INVALID_JSON')))
    }

    for (const rawBody of POISONED) {
      it(`400 INVALID_JSON for ${rawBody}`, async () => {
        await creations(rawBody, (answer) => assertError(answer, 400, 'INVALID_JSON'))
        assert.equal('polluted' in {}, false)
      })
    }

    for (const rawBody of TOO_DEEP) {
      it(`400 INVALID_JSON for ${rawBody.length} characters of nesting, ${rawBody.slice(0, 30)}…`, () =>
        creations(rawBody, (answer) => assertError(answer, 400, 'INVALID_JSON')))
    }

    for (const rawBody of ['{', '{"action":"hold","comment":"x","__proto__":{}}', `{"reset":${'['.repeat(200)}`, '{"weight":NaN}']) {
      it(`400 INVALID_JSON on every POST for ${rawBody.slice(0, 50)}`, () =>
        everyPost(rawBody, (answer) => assertError(answer, 400, 'INVALID_JSON')))
    }

    it('brackets inside strings are not nesting, and a moderate depth is accepted', async () => {
      const description = '[{"'.repeat(600)
      const quote = await newQuote(
        tenant,
        exportAir({ package: { weight: 1, item_description: description }, unknown: [[[[[[[[{}]]]]]]]] }),
      )
      assert.equal(quote.package.item_description, description)
    })

    it(`422 for ${NO_OBJECT.join(', ')}: the body must be an object`, () =>
      records.unchangedBy(async () => {
        for (const { path } of records.posts.filter(({ hasBody }) => hasBody)) {
          for (const rawBody of NO_OBJECT) {
            assert.deepEqual(Object.keys(problemsIn(await tenant.post(path, undefined, { rawBody }))), ['body'])
          }
        }
      }))

    for (const [path, field] of [
      ['/v1/parcel_quotes', 'parcel'],
      ['/v1/parcel-customers', 'parcel_customer'],
    ] as const) {
      it(`422 without ${field}, or if it is no object`, () =>
        records.unchangedBy(async () => {
          for (const body of [{}, { [field]: null }, { [field]: '' }, { [`${field}s`]: {} }]) {
            assert.deepEqual(problemsIn(await tenant.post(path, body)), { [field]: 'is required' })
          }
          for (const value of [[], [{}], 'text', 5, true]) {
            assert.deepEqual(Object.keys(problemsIn(await tenant.post(path, { [field]: value }))), [field])
          }
        }))
    }

    for (const type of OTHER_TYPES) {
      it(`415 UNSUPPORTED_MEDIA_TYPE for ${type}, while an empty body of this type is {}`, async () => {
        await creations('{}', (answer) => assertError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE'), { 'content-type': type })
        const empty = { rawBody: '', headers: { 'content-type': type } }
        assert.deepEqual(problemsIn(await tenant.post('/v1/parcel_quotes', undefined, empty)), { parcel: 'is required' })
        assert.deepEqual(problemsIn(await tenant.post('/v1/parcel-customers', undefined, empty)), { parcel_customer: 'is required' })
        const { parcel_quote_id } = await newQuote(tenant, importOcean())
        assert.equal((await tenant.post(`/v1/parcel_quotes/${parcel_quote_id}/cancel`, undefined, empty)).status, 200)
      })
    }

    it('415 UNSUPPORTED_MEDIA_TYPE on every POST', () =>
      everyPost('{"action":"hold"}', (answer) => assertError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE'), { 'content-type': 'text/plain' }))

    for (const type of ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset=UTF-8']) {
      it(`accepts ${type}, and an empty body of this type is {}`, async () => {
        const headers = { 'content-type': type }
        assert.equal((await tenant.post('/v1/parcel_quotes', { parcel: importOcean() }, { headers })).status, 201)
        assert.deepEqual(problemsIn(await tenant.post('/v1/parcel_quotes', undefined, { rawBody: '', headers })), { parcel: 'is required' })
      })
    }

    it('a POST without a body is {}: it works if nothing is required, else the missing fields are named', async () => {
      const fresh = await unchangedRecords(waybill, tenant)
      assert.deepEqual(problemsIn(await tenant.post('/v1/parcel_quotes')), { parcel: 'is required' })
      assert.deepEqual(problemsIn(await tenant.post(`/v1/packages/${fresh.packageId}/notices`)), { action: 'is required' })
      assert.equal((await tenant.post(`/v1/packages/${fresh.quoteId}/create_shipment`)).status, 200)
      assert.equal((await tenant.post(`/v1/packages/${fresh.packageId}/cancel`)).status, 200)
      assert.equal((await tenant.post('/v1/test_clock')).status, 200)
    })

    it('413 PAYLOAD_TOO_LARGE one byte above 1 MiB, on every POST', () =>
      everyPost(' '.repeat(BODY_LIMIT_BYTES + 1), (answer) => assertError(answer, 413, 'PAYLOAD_TOO_LARGE')))

    it('accepts 1 MiB, and one byte less', async () => {
      for (const size of [BODY_LIMIT_BYTES - 1, BODY_LIMIT_BYTES]) {
        const rawBody = JSON.stringify({ parcel: importOcean() }).padEnd(size)
        assert.equal((await tenant.post('/v1/parcel_quotes', undefined, { rawBody })).status, 201)
      }
    })

    it('a chunked body is measured, read and refused like any other', async () => {
      const send = (chunks: readonly string[], type = 'application/json') =>
        postInChunks(`${waybill.url}/v1/parcel_quotes`, tenant.testKey, { 'content-type': type }, chunks)
      assert.equal((await send([JSON.stringify({ parcel: importOcean() })])).status, 201)
      await records.unchangedBy(async () => {
        for (const [answer, status, code] of [
          [await send(Array(1025).fill(' '.repeat(1024))), 413, 'PAYLOAD_TOO_LARGE'],
          [await send(['{', '"parcel"']), 400, 'INVALID_JSON'],
          [await send(['{}'], 'text/plain'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
          [await send([]), 422, 'VALIDATION_FAILED'],
          [await send([], 'text/plain'), 422, 'VALIDATION_FAILED'],
        ] as const) {
          assert.equal(answer.status, status, answer.body)
          assert.equal(JSON.parse(answer.body).code, code)
        }
      })
    })

    it('401 comes before the body is read', () =>
      records.unchangedBy(async () => {
        for (const { path } of records.posts) {
          for (const rawBody of ['{', '{"__proto__":1}', '[]']) {
            assertError(await waybill.call('POST', path, undefined, { rawBody }), 401, 'UNAUTHORIZED')
          }
        }
      }))

    it('404 for a POST to an unknown path or record, 405 for another method', () =>
      records.unchangedBy(async () => {
        // The notices route requires `action`. All other routes get an empty body, because the routes under /v1/test_helpers refuse unknown
        // fields.
        const bodyFor = (path: string) => (path.endsWith('/notices') ? { action: 'hold' } : {})
        for (const path of ['/v1/nothing', '/v1/parcel_quotes/x/y', '/v1/packages/x/burn', '/v2/parcel_quotes']) {
          assertError(await tenant.post(path, {}), 404, 'NOT_FOUND')
        }
        for (const { path } of records.posts.filter(({ path }) => /(pq|pkg)_/.test(path))) {
          for (const nobody of ['x', 'pq_00000000000000000000000000', 'pkg_00000000000000000000000000', '%00', "1'--"]) {
            assertError(await tenant.post(path.replace(/(pq|pkg)_\w+/, nobody), bodyFor(path)), 404, 'NOT_FOUND')
          }
        }
        for (const { path } of records.posts) {
          for (const method of ['PUT', 'PATCH', 'DELETE']) {
            const answer = await waybill.call(method, path, {}, { key: tenant.testKey })
            assertError(answer, 405, 'METHOD_NOT_ALLOWED')
            assert.match(answer.headers.get('allow') ?? '', /POST/)
          }
        }
      }))
  })
})
