// Webhook endpoints are created, listed, changed and deleted, each in its own business and mode.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ENDPOINTS_MAX } from '../../../src/domain/events/webhook.ts'
import { assertError, problemsIn } from '../../support/calls/refusals.ts'
import { getEndpoint, newEndpoint } from '../../support/calls/webhook-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const URL_OF_SHOP = 'https://shop.example/waybill'
const PATH = '/v1/webhook_endpoints'

forOneEngine((engine) => {
  let waybill: Waybill
  let tenant: Tenant
  before(async () => {
    waybill = await startWaybill(engine)
  })
  after(() => waybill.close())

  const patch = (id: string, body: object): Promise<Answer> => waybill.call('PATCH', `${PATH}/${id}`, body, { key: tenant.testKey })
  const remove = (id: string): Promise<Answer> => waybill.call('DELETE', `${PATH}/${id}`, undefined, { key: tenant.testKey })

  describe('a webhook endpoint', () => {
    it('is created with a secret that is shown only this once', async () => {
      tenant = await waybill.newTenant()
      const now = waybill.time.freeze()
      const created = await newEndpoint(tenant, URL_OF_SHOP, { event_types: ['package.*', 'quote.booked'], description: 'The shop' })
      const { secret, ...shown } = created
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.deepEqual(shown, {
        webhook_endpoint_id: created.webhook_endpoint_id,
        url: URL_OF_SHOP,
        description: 'The shop',
        event_types: ['package.*', 'quote.booked'],
        mode: 'test',
        status: 'enabled',
        disabled_at: null,
        disabled_reason: null,
        failing_since: null,
        previous_secret_expires_at: null,
        created_at: new Date(now).toISOString(),
        updated_at: new Date(now).toISOString(),
      })
      assert.match(created.webhook_endpoint_id, /^whk_[0-9a-z]{26}$/)
      assert.deepEqual(await getEndpoint(tenant, created.webhook_endpoint_id), shown)
      assert.deepEqual((await tenant.get(PATH)).json, [shown])
    })

    it('subscribes to every event by default', async () => {
      tenant = await waybill.newTenant()
      assert.deepEqual((await newEndpoint(tenant, URL_OF_SHOP)).event_types, ['*'])
    })

    it('is refused with every problem at once', async () => {
      tenant = await waybill.newTenant()
      const answer = await tenant.post(PATH, { url: 'http://10.0.0.1/', event_types: ['quote.eaten', 'package.*'], description: 7 })
      assert.deepEqual(Object.keys(problemsIn(answer)).sort(), ['description', 'event_types[0]', 'url'])
      assert.deepEqual(problemsIn(await tenant.post(PATH, {})), { url: 'is required' })
      assert.deepEqual(Object.keys(problemsIn(await tenant.post(PATH, { url: URL_OF_SHOP, event_types: [] }))), ['event_types'])
      assert.match(problemsIn(await tenant.post(PATH, { url: `${URL_OF_SHOP}?${'x'.repeat(2_000)}` })).url!, /at most 2000/)
      assert.deepEqual((await tenant.get(PATH)).json, [])
    })

    it('may be on this machine in test mode only', async () => {
      tenant = await waybill.newTenant()
      await newEndpoint(tenant, 'http://localhost:3000/hooks')
      const live = await tenant.post(PATH, { url: 'http://localhost:3000/hooks' }, { key: tenant.liveKey })
      assert.deepEqual(problemsIn(live), { url: 'must be an https address' })
      await newEndpoint(tenant, URL_OF_SHOP, {}, { key: tenant.liveKey })
    })

    it(`is limited to ${ENDPOINTS_MAX} per business and mode, even when many are created at once`, async () => {
      tenant = await waybill.newTenant()
      const answers = await Promise.all(Array.from({ length: ENDPOINTS_MAX + 5 }, () => tenant.post(PATH, { url: URL_OF_SHOP })))
      assert.equal(answers.filter(({ status }) => status === 201).length, ENDPOINTS_MAX)
      for (const { status, json } of answers.filter((answer) => answer.status !== 201)) {
        assert.deepEqual([status, json.code], [422, 'VALIDATION_FAILED'])
        assert.match(json.errors[0], /at most 20/)
      }
      await newEndpoint(tenant, URL_OF_SHOP, {}, { key: tenant.liveKey })
      const [last] = (await tenant.get(PATH)).json
      await remove(last.webhook_endpoint_id)
      await newEndpoint(tenant, URL_OF_SHOP)
    })

    it('is created once per Idempotency-Key', async () => {
      tenant = await waybill.newTenant()
      const options = { headers: { 'idempotency-key': 'shop-1' } }
      const first = await newEndpoint(tenant, URL_OF_SHOP, {}, options)
      assert.deepEqual(await newEndpoint(tenant, URL_OF_SHOP, {}, options), first)
      assert.equal((await tenant.get(PATH)).json.length, 1)
    })

    it('is changed field by field', async () => {
      tenant = await waybill.newTenant()
      const { webhook_endpoint_id: id } = await newEndpoint(tenant, URL_OF_SHOP, { description: 'The shop' })
      const changed = await patch(id, { event_types: ['customer.*'] })
      assert.equal(changed.status, 200, changed.text)
      assert.partialDeepStrictEqual(changed.json, { url: URL_OF_SHOP, description: 'The shop', event_types: ['customer.*'] })
      assert.equal(changed.json.secret, undefined)
      assert.equal((await patch(id, { url: 'https://shop.example/v2' })).json.url, 'https://shop.example/v2')
      assert.deepEqual(problemsIn(await patch(id, { url: 'https://192.168.1.1/', status: 'paused' })), {
        url: 'must lead to the public internet',
        status: 'must be one of: enabled, disabled',
      })
      assert.equal((await getEndpoint(tenant, id)).url, 'https://shop.example/v2')
    })

    it('is disabled and enabled by hand, and shows the reason', async () => {
      tenant = await waybill.newTenant()
      const { webhook_endpoint_id: id } = await newEndpoint(tenant, URL_OF_SHOP)
      const disabled = (await patch(id, { status: 'disabled' })).json
      assert.equal(disabled.status, 'disabled')
      assert.match(disabled.disabled_reason, /by hand/)
      assert.notEqual(disabled.disabled_at, null)
      const refused = await tenant.post(`${PATH}/${id}/test`)
      assert.deepEqual([refused.status, refused.json.code], [422, 'INVALID_TRANSITION'])
      assert.partialDeepStrictEqual((await patch(id, { status: 'enabled' })).json, {
        status: 'enabled',
        disabled_at: null,
        disabled_reason: null,
      })
    })

    it('is gone once deleted, and its secret is removed', async () => {
      tenant = await waybill.newTenant()
      const { webhook_endpoint_id: id, secret } = await newEndpoint(tenant, URL_OF_SHOP)
      assert.deepEqual((await remove(id)).json, { webhook_endpoint_id: id, deleted: true })
      assertError(await tenant.get(`${PATH}/${id}`), 404, 'NOT_FOUND')
      assertError(await remove(id), 404, 'NOT_FOUND')
      assert.deepEqual((await tenant.get(PATH)).json, [])
      const rows = await waybill.deps.db.query('select * from webhook_endpoints where id = $1', [id])
      assert.ok(!JSON.stringify(rows).includes(secret))
    })

    it('gets a new secret, which is shown only this once, and says until when the old one signs', async () => {
      tenant = await waybill.newTenant()
      const now = waybill.time.freeze()
      const { webhook_endpoint_id: id, secret } = await newEndpoint(tenant, URL_OF_SHOP)
      const rotated = (await tenant.post(`${PATH}/${id}/rotate_secret`, { overlap_seconds: 60 })).json
      assert.match(rotated.secret, /^whsec_/)
      assert.notEqual(rotated.secret, secret)
      assert.equal(rotated.previous_secret_expires_at, new Date(now + 60_000).toISOString())
      waybill.time.advance(60_000)
      assert.equal((await getEndpoint(tenant, id)).previous_secret_expires_at, null)
      const byDefault = (await tenant.post(`${PATH}/${id}/rotate_secret`)).json
      assert.equal(byDefault.previous_secret_expires_at, new Date(now + 60_000 + 86_400_000).toISOString())
      assert.deepEqual(Object.keys(problemsIn(await tenant.post(`${PATH}/${id}/rotate_secret`, { overlap_seconds: -1 }))), [
        'overlap_seconds',
      ])
    })

    it('in another business or mode is the same 404 as an unknown one', async () => {
      tenant = await waybill.newTenant()
      const other = await waybill.newTenant()
      const theirs = (await newEndpoint(other, URL_OF_SHOP)).webhook_endpoint_id
      const ownLive = (await newEndpoint(tenant, URL_OF_SHOP, {}, { key: tenant.liveKey })).webhook_endpoint_id
      for (const id of [theirs, ownLive, 'whk_01kqn2x4t8e6nvd0t2d5c1yq7w', 'x']) {
        for (const answer of [
          await tenant.get(`${PATH}/${id}`),
          await patch(id, { status: 'disabled' }),
          await remove(id),
          await tenant.post(`${PATH}/${id}/rotate_secret`),
          await tenant.post(`${PATH}/${id}/test`),
          await tenant.post('/v1/webhook_deliveries/replay', { webhook_endpoint_id: id, since: '2026-01-01T00:00:00Z' }),
        ]) {
          assertError(answer, 404, 'NOT_FOUND')
          const hint = id === ownLive ? ' in test mode: it exists in live mode.' : '.'
          assert.equal(answer.json.error, `No such webhook endpoint${hint}`)
        }
      }
      assert.deepEqual((await tenant.get(PATH)).json, [])
    })
  })
}, postgres)
