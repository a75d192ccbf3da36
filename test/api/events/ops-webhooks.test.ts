// Staff manage webhooks under /ops/v1: the endpoints of any business, their deliveries, and replays.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { delivererFor } from '../../support/calls/webhook-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** No server listens at this address, so each attempt fails at once. */
const NOBODY = 'http://127.0.0.1:1/hooks'

forEachEngine((engine) => {
  let waybill: Waybill
  let admin: StaffMember
  let support: StaffMember
  before(async () => {
    waybill = await startWaybill(engine)
    admin = await signedIn(waybill, 'admin')
    support = await signedIn(waybill, 'support')
  })
  after(() => waybill.close())

  const endpointsOf = ({ business }: Tenant): string => `/ops/v1/businesses/${business.id}/webhook_endpoints`
  const create = async (tenant: Tenant, more: object = {}): Promise<any> => {
    const answer = await admin.call('POST', endpointsOf(tenant), { mode: 'test', url: NOBODY, ...more })
    assert.equal(answer.status, 201, answer.text)
    return answer.json
  }

  describe('an endpoint', () => {
    it('is created by an admin, belongs to the business, and shows its secret once', async () => {
      const tenant = await waybill.newTenant()
      const { secret, ...made } = await create(tenant, { event_types: ['package.*'] })
      assert.match(secret, /^whsec_/)
      const path = `/v1/webhook_endpoints/${made.webhook_endpoint_id}`
      assert.deepEqual((await tenant.get(path)).json, made)
      assert.equal((await tenant.get(path, { key: tenant.liveKey })).status, 404)
      const listed = await support.call('GET', `${endpointsOf(tenant)}?mode=test`)
      assert.deepEqual(listed.json, [made])
      assert.deepEqual((await support.call('GET', endpointsOf(tenant))).json, [])
    })

    it('is changed, given a new secret, tested and deleted by an admin, each recorded under their name', async () => {
      const tenant = await waybill.newTenant()
      const { webhook_endpoint_id: id, secret } = await create(tenant)
      const path = `/ops/v1/webhook_endpoints/${id}`
      const changed = await admin.call('PATCH', path, { description: 'The till' })
      assert.deepEqual([changed.status, changed.json.description, changed.json.secret], [200, 'The till', undefined])
      const rotated = await admin.call('POST', `${path}/rotate_secret`, { overlap_seconds: 60 })
      assert.match(rotated.json.secret, /^whsec_/)
      assert.notEqual(rotated.json.secret, secret)
      const tested = await admin.call('POST', `${path}/test`)
      assert.deepEqual([tested.status, tested.json.status], [201, 'pending'])
      assert.equal((await admin.call('DELETE', path)).json.deleted, true)
      assert.equal((await admin.call('PATCH', path, { description: 'x' })).status, 404)
      const { json: trail } = await admin.call('GET', `/ops/v1/audit?object_id=${id}`)
      assert.deepEqual(
        trail.map(({ actor }: any) => actor.id),
        [admin.staff.id, admin.staff.id, admin.staff.id, admin.staff.id],
      )
    })

    it('422 for an address that webhooks must not reach, as under /v1', async () => {
      const tenant = await waybill.newTenant()
      const answer = await admin.call('POST', endpointsOf(tenant), { mode: 'live', url: 'http://10.0.0.1/' })
      assert.equal(answer.status, 422)
      assert.equal(answer.json.details[0].field, 'url')
    })

    it('gives no new secret to a repeated Idempotency-Key: these answers are never stored', async () => {
      const tenant = await waybill.newTenant()
      const { webhook_endpoint_id: id } = await create(tenant)
      const rotate = () =>
        waybill.call(
          'POST',
          `/ops/v1/webhook_endpoints/${id}/rotate_secret`,
          {},
          { headers: { ...admin.headers, 'idempotency-key': 'one' } },
        )
      assert.notEqual((await rotate()).json.secret, (await rotate()).json.secret)
      const kept = await waybill.deps.db.query<{ body: string | null }>('select body from idempotency_keys')
      assert.ok(kept.every(({ body }) => !body?.includes('whsec_')))
    })
  })

  describe('a delivery', () => {
    const failing = async (): Promise<{ tenant: Tenant; id: string; deliver: () => Promise<void> }> => {
      const tenant = await waybill.newTenant()
      const { webhook_endpoint_id: id } = await create(tenant)
      await tenant.post('/v1/parcel-customers', { parcel_customer: { address_suffix: 'SHOP' } })
      const deliver = async (): Promise<void> => {
        const deliverer = delivererFor(waybill, { schedule: [0] })
        await deliverer.deliverAll()
        await deliverer.close()
      }
      await deliver()
      return { tenant, id, deliver }
    }

    it('is listed by business and mode, by status, or by endpoint', async () => {
      const { tenant, id } = await failing()
      const list = async (query: string) => (await support.call('GET', `/ops/v1/webhook_deliveries?${query}`)).json
      const [found] = await list(`business=${tenant.business.prefix}&mode=test&status=failed`)
      assert.deepEqual([found.webhook_endpoint_id, found.event_type, found.status], [id, 'customer.created', 'failed'])
      assert.deepEqual(await list(`endpoint_id=${id}`), [found])
      assert.deepEqual(await list(`endpoint_id=${id}&status=delivered`), [])
      assert.deepEqual(await list(`business=${tenant.business.prefix}`), [])
      assert.equal((await support.call('GET', '/ops/v1/webhook_deliveries')).status, 422)
    })

    it('shows its attempts, and is sent again alone or with all others that the endpoint missed', async () => {
      const { id, deliver } = await failing()
      const [{ webhook_delivery_id: deliveryId }] = (await admin.call('GET', `/ops/v1/webhook_deliveries?endpoint_id=${id}`)).json
      const path = `/ops/v1/webhook_deliveries/${deliveryId}`
      assert.equal((await support.call('GET', path)).json.attempts.length, 1)
      assert.equal((await support.call('POST', `${path}/replay`)).status, 403)
      const again = await admin.call('POST', `${path}/replay`)
      assert.deepEqual([again.status, again.json.status], [200, 'pending'])
      await deliver()
      const all = await admin.call('POST', `/ops/v1/webhook_endpoints/${id}/replay`, {})
      assert.deepEqual(all.json, { webhook_endpoint_id: id, replayed: 1, continue_since: null })
      await deliver()
      assert.equal((await support.call('GET', path)).json.attempts.length, 3)
    })

    it('that did not arrive says why, and is gathered under its endpoint', async () => {
      const { tenant, id } = await failing()
      await tenant.post('/v1/parcel-customers', { parcel_customer: { address_suffix: 'SHOP2' } })
      const ask = async (path: string) => (await support.call('GET', `/ops/v1/webhook_deliveries${path}`)).json
      const [listed] = await ask(`?endpoint_id=${id}&status=failed`)
      assert.deepEqual([listed.last_attempt.response_status, listed.last_attempt.number], [null, 1])
      assert.match(listed.last_attempt.error, /connection was refused/)
      const why = { endpoint_url: NOBODY, last_attempt: listed.last_attempt }
      const mine = `business=${tenant.business.prefix}&mode=test`
      const [one, ...others] = await ask(`/failing?${mine}&endpoint_id=${id}`)
      assert.deepEqual(others, [])
      assert.partialDeepStrictEqual(one, { delivery: { webhook_delivery_id: listed.webhook_delivery_id }, ...why })
      assert.deepEqual(await ask(`/failing?${mine}&endpoint_id=whk_nobody`), [])
      const [endpoint] = await ask(`/failing/endpoints?${mine}`)
      assert.partialDeepStrictEqual(endpoint, {
        webhook_endpoint_id: id,
        business: { business_id: tenant.business.id },
        failed: 1,
        retrying: 0,
        since: listed.created_at,
        ...why,
      })
      assert.deepEqual(await ask(`/failing/endpoints?business=${tenant.business.prefix}`), [])
      assert.equal((await admin.call('DELETE', `/ops/v1/webhook_endpoints/${id}`)).status, 200)
      const [gone] = await ask(`/failing/endpoints?${mine}`)
      assert.deepEqual([gone.webhook_endpoint_id, gone.endpoint_url, gone.failed], [id, null, 2])
    })

    it('404 for an unknown one', async () => {
      assert.equal((await support.call('GET', '/ops/v1/webhook_deliveries/x')).status, 404)
    })
  })
})
