// Every answer has a request id. HEAD answers like GET, a wrong method gets 405, and an unknown path 404.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  let waybill: Waybill
  let tenant: Tenant
  before(async () => {
    waybill = await startWaybill(engine)
    tenant = await waybill.newTenant()
  })
  after(() => waybill.close())

  describe('X-Request-Id', () => {
    const send = (given: string) => tenant.get('/v1/packages', { headers: { 'x-request-id': given } })

    for (const sane of ['abc', 'order-7.retry:2', '0'.repeat(128), 'f47ac10b-58cc-4372-a567-0e02b2c3d479']) {
      it(`is kept when it is valid: ${sane.slice(0, 40)}`, async () => {
        assert.equal((await send(sane)).headers.get('x-request-id'), sane)
      })
    }

    for (const [what, given] of [
      ['empty', ''],
      ['too long', '0'.repeat(129)],
      ['with a blank', 'a b'],
      ['with a quote', 'a"b'],
      ['with a bracket', '<script>'],
      ['with a letter beyond ASCII', 'é'],
    ] as const) {
      it(`is replaced when it is ${what}`, async () => {
        assert.match((await send(given)).headers.get('x-request-id')!, /^req_[\w-]{16,}$/)
      })
    }

    it('is new for each request without one', async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, async () => (await tenant.get('/v1/packages')).headers.get('x-request-id')))
      assert.equal(new Set(ids).size, 20)
    })

    const anywhere: [string, string, number, object?][] = [
      ['GET', '/healthz', 200],
      ['GET', '/openapi.json', 200],
      ['GET', '/nowhere', 404],
      ['GET', '/reference/nowhere', 404],
      ['GET', '/labels/x.pdf', 404],
      ['GET', '/v1/packages/x/track', 404],
      ['GET', `/v1/packages/${'x'.repeat(500)}/track`, 404],
      ['GET', '/v1/packages/%zz/track', 404],
      ['DELETE', '/v1/packages', 405],
      ['GET', '/v1/packages?page=0', 422],
      ['POST', '/v1/parcel_quotes', 400, { rawBody: '{' }],
      ['POST', '/v1/parcel_quotes', 413, { rawBody: `"${'x'.repeat(1024 * 1024)}"` }],
      ['POST', '/v1/parcel_quotes', 415, { rawBody: 'x', headers: { 'content-type': 'text/plain', 'x-request-id': 'mine' } }],
      ['GET', '/v1/packages', 401, { key: 'wrong' }],
    ]
    for (const [method, path, status, options] of anywhere) {
      it(`is on ${method} ${path.slice(0, 40)} with ${status}, and in the body of every error`, async () => {
        const answer = await waybill.call(method, path, undefined, { key: tenant.testKey, headers: { 'x-request-id': 'mine' }, ...options })
        assert.equal(answer.status, status)
        if (!('key' in (options ?? {}))) assert.equal(answer.headers.get('x-request-id'), 'mine')
        if (status >= 400) {
          assert.equal(answer.json.request_id, answer.headers.get('x-request-id'))
          assert.equal(typeof answer.json.code, 'string')
        }
      })
    }
  })

  describe('methods', () => {
    it('HEAD answers like GET, without a body', async () => {
      for (const path of ['/v1/packages', '/v1/parcel-customers/', '/healthz', '/openapi.json']) {
        const [head, get] = [await waybill.call('HEAD', path, undefined, { key: tenant.testKey }), await tenant.get(path)]
        assert.deepEqual([head.status, head.text], [200, ''], path)
        for (const name of ['content-type', 'content-length']) assert.equal(head.headers.get(name), get.headers.get(name), path)
      }
      assert.equal((await waybill.call('HEAD', '/v1/packages')).status, 401)
    })

    const allowed: [string, string, string[]][] = [
      ['/v1/parcel_quotes', 'GET, HEAD, POST', ['PUT', 'PATCH', 'DELETE', 'OPTIONS']],
      ['/v1/parcel_quotes/', 'GET, HEAD, POST', ['DELETE', 'OPTIONS']],
      ['/v1/parcel_quotes/pq_1', 'GET, HEAD', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
      ['/v1/parcel_quotes/pq_1/cancel', 'POST', ['GET', 'HEAD', 'DELETE', 'OPTIONS']],
      ['/v1/packages/pq_1/create_shipment/', 'POST', ['GET', 'OPTIONS']],
      ['/v1/packages', 'GET, HEAD', ['POST', 'OPTIONS']],
      ['/v1/packages/pkg_1/track', 'GET, HEAD', ['POST', 'OPTIONS']],
      ['/v1/parcel-customers?page=1', 'GET, HEAD, POST', ['DELETE', 'OPTIONS']],
      ['/healthz', 'GET, HEAD', ['POST', 'OPTIONS']],
      ['/labels/x.pdf', 'GET, HEAD', ['POST', 'OPTIONS']],
    ]
    for (const [path, allow, methods] of allowed) {
      it(`${path} answers 405 to ${methods.join(', ')} and allows ${allow}`, async () => {
        for (const method of methods) {
          const answer = await waybill.call(method, path, undefined, { key: tenant.testKey })
          assert.equal(answer.status, 405, method)
          assert.deepEqual(answer.headers.get('allow')!.split(', ').sort().join(', '), allow)
          if (method !== 'HEAD') assert.equal(answer.json.code, 'METHOD_NOT_ALLOWED')
        }
      })
    }
  })

  describe('paths', () => {
    it('may end in a slash', async () => {
      const { status, json } = await tenant.post('/v1/parcel-customers/', { parcel_customer: {} })
      assert.equal(status, 201)
      const { parcel_customer_id } = json.data
      assert.deepEqual((await tenant.get(`/v1/parcel-customers/${parcel_customer_id}/`)).json.data, json.data)
      assert.equal((await tenant.get('/v1/parcel-customers/')).json.meta.total_count, 1)
    })

    for (const path of ['/v1', '/v1/', '/v1/package', '/v1//packages', '/v1/packages/x/y', '/v1/packages/x/track/y', '/v1/..%2fhealthz']) {
      it(`${path} is not a route: 404`, async () => {
        const answer = await tenant.get(path)
        assert.equal(answer.status, 404)
        assert.deepEqual({ ...answer.json, request_id: '' }, { error: 'No such route.', code: 'NOT_FOUND', request_id: '' })
      })
    }
  })
})
