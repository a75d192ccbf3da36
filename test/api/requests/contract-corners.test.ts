// Edge cases of the contract: numbers in queries, unusual but valid JSON, compressed bodies, pages after the end, wording of refusals.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { bookPackage, newCustomer, play } from '../../support/calls/package-calls.ts'
import { newQuote } from '../../support/calls/quote-calls.ts'
import { assertError, problemsIn } from '../../support/calls/refusals.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import type { UnchangedRecords } from '../../support/calls/unchanged-records.ts'
import { unchangedRecords } from '../../support/calls/unchanged-records.ts'
import { newEndpoint } from '../../support/calls/webhook-calls.ts'
import { readDocument } from '../../support/document/operations.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const LISTS = [
  '/v1/parcel_quotes',
  '/v1/packages',
  '/v1/parcel-customers',
  '/v1/webhook_endpoints',
  '/v1/events',
  '/v1/webhook_deliveries',
  '/v1/requests',
]

const NO_PAGES = [
  '0x2',
  '1e1',
  '%2B1',
  '+1',
  '%201',
  '1%20',
  '1.0',
  '1.',
  '.5',
  '0b1',
  '0o7',
  '1_0',
  '1,0',
  'NaN',
  'Infinity',
  'x',
  '-1',
  '0',
]

/** Valid JSON with unusual content. */
const ODD_JSON: Record<string, string> = {
  'a number of 10,000 digits': `{"parcel":{"declared_weight":${'9'.repeat(10_000)}},"weight":${'9'.repeat(10_000)}}`,
  'a fraction of 10,000 digits': `{"parcel":{"declared_weight":0.${'0'.repeat(10_000)}1},"advance_seconds":-0.${'0'.repeat(10_000)}1}`,
  'a huge exponent': '{"parcel":{"declared_weight":1e999},"weight":-1e999,"advance_seconds":1e999}',
  'a lone surrogate': '{"parcel":{"sender_name":"\\ud800"},"comment":"\\udc00","rate_id":"\\ud800","body":"\\ud800","action":"\\ud800"}',
  'a lone surrogate for a name': '{"\\ud800":1,"parcel":{"\\udfff":{}}}',
  'an escaped NUL': '{"parcel":{"sender_name":"\\u0000"},"comment":"\\u0000","rate_id":"\\u0000","parcel_customer":{"email":"\\u0000"}}',
  'the same name twice': '{"parcel":{},"parcel":[],"comment":"a","comment":1,"rate_id":1,"action":"hold","action":"x"}',
}

describe('edge cases of the contract', () => {
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

    it(`422 for page=${NO_PAGES.join(', ')} on every list`, async () => {
      for (const path of LISTS) {
        for (const page of NO_PAGES) {
          const problems = problemsIn(await tenant.get(`${path}?page=${page}`))
          assert.match(problems.page!, /^must be (a whole number|at least 1)$/, `${path} ${page}`)
        }
        for (const size of ['x', '1e1', '0', '-1'])
          assert.deepEqual(Object.keys(problemsIn(await tenant.get(`${path}?per_page=${size}`))), ['per_page'])
        for (const size of ['1', '100', '1000']) assert.equal((await tenant.get(`${path}?per_page=${size}`)).status, 200)
        for (const page of ['1', '01', '2', '99999999999999999999']) assert.equal((await tenant.get(`${path}?page=${page}`)).status, 200)
      }
    })

    for (const [what, rawBody] of Object.entries(ODD_JSON)) {
      it(`${what} is accepted or refused on every POST, never a 5xx`, async () => {
        for (const { path } of records.posts.filter(({ hasBody }) => hasBody)) {
          const { status, text } = await tenant.post(path, undefined, { rawBody })
          assert.ok(status < 500, `${path} ${status} ${text}`)
        }
      })
    }

    it('415 for a compressed body, with the reason, on every POST; `identity` is allowed', () =>
      records.unchangedBy(async () => {
        for (const { path } of records.posts) {
          for (const encoding of ['gzip', 'br', 'GZIP', 'gzip, identity']) {
            const headers = { 'content-encoding': encoding }
            const answer = await tenant.post(path, undefined, { rawBody: gzipSync('{}'), headers })
            assertError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
            assert.match(answer.json.error, /Content-Encoding/)
          }
        }
        const unpacked = await tenant.post('/v1/parcel_quotes', {}, { headers: { 'content-encoding': 'identity' } })
        assert.deepEqual(problemsIn(unpacked), { parcel: 'is required' })
      }))

    it('a page after the end is empty, and links back to the last one', async () => {
      const other = await waybill.newTenant()
      for (let made = 0; made < 3; made++) await newCustomer(other)
      const past = await other.get('/v1/parcel-customers?status=all&per_page=2&page=9')
      assert.deepEqual(past.json.data, [])
      const link = past.headers.get('link')!
      assert.equal(link, `<${waybill.url}/v1/parcel-customers?status=all&per_page=2&page=2>; rel="prev"`)
      const last = await other.get(/<(.*)>/.exec(link)![1]!)
      assert.equal(last.json.data.length, 1)
      await newQuote(other, importOcean())
      const pastQuotes = await other.get('/v1/parcel_quotes?page=2')
      assert.deepEqual([pastQuotes.json, pastQuotes.headers.get('link')], [[], `<${waybill.url}/v1/parcel_quotes?page=1>; rel="prev"`])
      const pastNothing = await other.get('/v1/packages?key=nobody&page=3')
      assert.deepEqual(
        [pastNothing.json, pastNothing.headers.get('link')],
        [[], `<${waybill.url}/v1/packages?key=nobody&page=1>; rel="prev"`],
      )
    })

    it('a description of null clears that of a webhook endpoint, and null elsewhere means absent', async () => {
      const { webhook_endpoint_id: id, url } = await newEndpoint(tenant, 'https://shop.example/described')
      const patch = async (body: object) => (await waybill.call('PATCH', `/v1/webhook_endpoints/${id}`, body, { key: tenant.testKey })).json
      assert.equal((await patch({ description: 'The shop' })).description, 'The shop')
      assert.equal((await patch({ description: '', url: null, event_types: null, status: null })).description, 'The shop')
      assert.partialDeepStrictEqual(await patch({ description: null, url: null }), { description: null, url })
      const staff = await signedIn(waybill, 'admin')
      await patch({ description: 'The shop' })
      assert.equal((await staff.call('PATCH', `/ops/v1/webhook_endpoints/${id}`, { description: null, url: null })).json.description, null)
    })

    it('an empty list is refused in plain words', async () => {
      const answer = await tenant.post('/v1/webhook_endpoints', { url: 'https://shop.example/', event_types: [] })
      assert.deepEqual(problemsIn(answer), { event_types: 'must have at least one entry' })
    })

    it('all problems are reported together, even when direction or transport_mode is unknown', async () => {
      const refused = async (parcel: object) => Object.keys(problemsIn(await tenant.post('/v1/parcel_quotes', { parcel }))).sort()
      const sender = ['name', 'phone', 'address.street', 'address.city', 'address.country'].map((field) => `parcel.sender.${field}`)
      assert.deepEqual(await refused({ direction: 'sideways' }), ['parcel.direction', 'parcel.recipient', ...sender].sort())
      assert.deepEqual(await refused(exportAir({ direction: 'sideways', recipient: undefined, package: { weight: -1 } })), [
        'parcel.direction',
        'parcel.package.weight',
        'parcel.recipient',
      ])
      assert.deepEqual(await refused(importOcean({ direction: 'sideways', packages: [{ container_size: 'LCL' }] })), [
        'parcel.direction',
        'parcel.packages[0].volume',
      ])
      assert.deepEqual(await refused(exportAir({ transport_mode: 'rocket', recipient: { name: 'A', address: { country: 'Atlantis' } } })), [
        'parcel.recipient.address.city',
        'parcel.recipient.address.country',
        'parcel.recipient.address.street',
        'parcel.recipient.phone',
        'parcel.transport_mode',
      ])
      const estimate = { direction: 'sideways', transport_mode: 'ocean', origin_country: 'Atlantis' }
      assert.deepEqual(Object.keys(problemsIn(await tenant.post('/v1/estimates', { parcel: estimate }))).sort(), [
        'parcel.direction',
        'parcel.origin_country',
        'parcel.packages',
      ])
    })

    it('an empty Idempotency-Key is 422', () =>
      records.unchangedBy(async () => {
        for (const path of ['/v1/test_clock', `/v1/parcel_quotes/${records.quoteId}/cancel`]) {
          for (const key of ['', ' ', '""']) {
            const answer = await tenant.post(path, {}, { headers: { 'idempotency-key': key } })
            assert.deepEqual(Object.keys(problemsIn(answer)), ['Idempotency-Key'])
          }
        }
      }))

    it('a field that the test helpers do not know is refused by name', () =>
      records.unchangedBy(async () => {
        const receipt = await tenant.post(`/v1/test_helpers/packages/${records.packageId}/receive`, { weigth: 7.5, volume: -1 })
        assert.deepEqual(problemsIn(receipt), {
          weigth: 'is not a field of this request: did you mean weight?',
          volume: 'must be above zero',
        })
        const clock = await tenant.post('/v1/test_clock', { advance: 60 })
        assert.deepEqual(problemsIn(clock), { advance: 'is not a field of this request' })
      }))

    it('the document offers labels only in formats that all of them have', async () => {
      const { paths } = await readDocument(waybill, '/openapi.json')
      assert.deepEqual(Object.keys(paths['/labels/{file}'].get.responses[200].content), ['application/pdf', 'image/png'])
    })

    it('receiving in the test warehouse accepts actual_weight as well as weight', async () => {
      for (const measured of [{ weight: 7.5 }, { actual_weight: 7.5 }, { weight: 7.5, actual_weight: 9 }]) {
        const { parcel_id } = await bookPackage(tenant, importAir())
        assert.equal((await play(tenant, parcel_id, 'receive', measured)).actual_weight, 7.5)
      }
    })
  })
})
