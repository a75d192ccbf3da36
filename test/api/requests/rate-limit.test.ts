// Rate limits: requests are limited per API key or session, and failed authentications per IP address. Headers announce the limits.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { signedInPerson } from '../../support/calls/member-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Answer, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const LIMIT = 5
const FAILED_AUTH_LIMIT = 600
const AT_ONCE = 50

const limitHeaders = ({ headers }: Answer) => [headers.get('ratelimit-policy'), headers.get('ratelimit'), headers.get('retry-after')]

const assertLimited = (answer: Answer): void => {
  assert.equal(answer.status, 429)
  assert.deepEqual(Object.keys(answer.json).sort(), ['code', 'error', 'request_id'])
  assert.equal(answer.json.code, 'RATE_LIMITED')
}

forOneEngine((engine) => {
  describe(`a limit of ${LIMIT} requests per minute`, () => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine, { rateLimitPerMinute: LIMIT })
    })
    after(() => waybill.close())

    it('announces the remaining requests, then answers 429 with Retry-After, then starts again', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const policy = `"key";q=${LIMIT};w=60`
      for (let left = LIMIT - 1; left >= 0; left--) {
        const answer = await tenant.get('/v1/packages')
        assert.equal(answer.status, 200)
        assert.deepEqual(limitHeaders(answer), [policy, `"key";r=${left};t=60`, null])
      }
      waybill.time.advance(12_500)
      const refused = await tenant.get('/v1/packages')
      assertLimited(refused)
      assert.deepEqual(limitHeaders(refused), [policy, '"key";r=0;t=48', '48'])
      waybill.time.advance(47_499)
      assertLimited(await tenant.get('/v1/packages'))
      waybill.time.advance(1)
      assert.deepEqual(limitHeaders(await tenant.get('/v1/packages')), [policy, `"key";r=${LIMIT - 1};t=60`, null])
    })

    it('counts the requests of each session of the portal apart from those of keys', async () => {
      const tenant = await waybill.newTenant()
      const [person, other] = [await signedInPerson(waybill, tenant, 'owner'), await signedInPerson(waybill, tenant, 'owner')]
      waybill.time.freeze()
      for (let made = 0; made < LIMIT; made++) assert.equal((await person.call('GET', '/v1/packages')).status, 200)
      const refused = await person.call('GET', '/v1/packages')
      assertLimited(refused)
      assert.deepEqual(
        [refused.json.error, limitHeaders(refused)[0]],
        [`More than ${LIMIT} requests in a minute; wait a moment.`, `"session";q=${LIMIT};w=60`],
      )
      assert.deepEqual([(await other.call('GET', '/v1/packages')).status, (await tenant.get('/v1/packages')).status], [200, 200])
    })

    it('counts every request of a key, also refused ones, and each key separately', async () => {
      const tenant = await waybill.newTenant()
      for (const path of [
        '/v1/packages/x/track',
        '/v1/packages?page=0',
        '/v1/parcel-customers',
        '/v1/parcel-customers/x',
        '/v1/test_clock',
      ]) {
        assert.ok((await tenant.get(path)).status < 429)
      }
      assertLimited(await tenant.post('/v1/parcel-customers', { parcel_customer: {} }))
      const live = await tenant.get('/v1/parcel-customers', { key: tenant.liveKey })
      assert.equal(live.status, 200)
      assert.equal((await (await waybill.newTenant()).get('/v1/parcel-customers')).status, 200)
    })

    it('does not apply to routes without a key', async () => {
      for (let call = 0; call <= LIMIT; call++) assert.deepEqual(limitHeaders(await waybill.call('GET', '/healthz')), [null, null, null])
    })
  })

  describe('without a limit', () => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    it('no header mentions one', async () => {
      const tenant = await waybill.newTenant()
      assert.deepEqual(limitHeaders(await tenant.get('/v1/packages')), [null, null, null])
    })

    it(`an address still has ${FAILED_AUTH_LIMIT} failed authentications per minute, and its valid keys keep working`, async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const knock = (key: string | null) => waybill.call('GET', '/v1/packages', undefined, { key })
      for (let done = 0; done < FAILED_AUTH_LIMIT; done += AT_ONCE) {
        const answers = await Promise.all(
          Array.from({ length: AT_ONCE }, (_, index) => knock(index % 2 === 0 ? null : `wb_test_${done + index}`)),
        )
        for (const answer of answers) assert.equal(answer.status, 401)
      }
      const refused = await knock(null)
      assertLimited(refused)
      assert.deepEqual(limitHeaders(refused), [`"failed-auth";q=${FAILED_AUTH_LIMIT};w=60`, '"failed-auth";r=0;t=60', '60'])
      assert.equal((await knock(tenant.testKey)).status, 200)
      waybill.time.advance(60_000)
      assert.equal((await knock(null)).status, 401)
    })
  })
})
