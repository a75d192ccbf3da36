// The retry schedule, attempt by attempt on a simulated clock, and how an endpoint that never answers is disabled.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { JITTER_SHARE, RETRY_SCHEDULE_MS } from '../../../src/domain/events/webhook.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { HOUR_MS } from '../../support/calls/quote-calls.ts'
import type { Deliverer } from '../../support/calls/webhook-calls.ts'
import { delivererFor, deliveriesOf, deliveryWithAttempts, getEndpoint, newEndpoint } from '../../support/calls/webhook-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Receiver } from '../../support/server/receiver.ts'
import { startReceiver } from '../../support/server/receiver.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const SECONDS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

forOneEngine((engine) => {
  let waybill: Waybill
  let deliverer: Deliverer
  let receiver: Receiver
  before(async () => {
    waybill = await startWaybill(engine)
    deliverer = delivererFor(waybill)
  })
  afterEach(() => receiver.close())
  after(async () => {
    await deliverer.close()
    await waybill.close()
  })

  const describeAs = async (tenant: Tenant, id: string, description: string): Promise<void> => {
    const answer = await waybill.call('PATCH', `/v1/webhook_endpoints/${id}`, { description }, { key: tenant.testKey })
    assert.equal(answer.status, 200)
  }

  const momentsOf = (): number[] => receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))

  describe('an endpoint that always fails', () => {
    it('is tried after 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then disabled with the reason', async () => {
      receiver = await startReceiver(() => ({ status: 500, body: 'out of order' }))
      const tenant = await waybill.newTenant()
      const { webhook_endpoint_id: id } = await newEndpoint(tenant, receiver.url)
      const startedAt = waybill.time.freeze()
      await newCustomer(tenant)
      await deliverer.deliverAll()
      for (const waitMs of RETRY_SCHEDULE_MS.slice(1)) {
        const count = receiver.received.length
        waybill.time.advance(waitMs - 1)
        await describeAs(tenant, id, 'Changed while it fails')
        await deliverer.deliverAll()
        assert.equal(receiver.received.length, count, `not before ${waitMs} ms`)
        waybill.time.advance(1 + Math.ceil(waitMs * JITTER_SHARE))
        await deliverer.deliverAll()
        assert.equal(receiver.received.length, count + 1, `within a tenth after ${waitMs} ms`)
      }
      const [delivery] = await deliveriesOf(tenant)
      const { attempts } = await deliveryWithAttempts(tenant, delivery.webhook_delivery_id)
      const gaps = attempts.map((attempt: any, index: number) => {
        const previous = index === 0 ? startedAt : Date.parse(attempts[index - 1].attempted_at)
        return (Date.parse(attempt.attempted_at) - previous) / 1000
      })
      for (const [index, gap] of gaps.entries()) {
        assert.ok(gap >= SECONDS[index]! && gap <= SECONDS[index]! * (1 + JITTER_SHARE) + 0.001, `${index + 1}: ${gap}`)
      }
      assert.equal(gaps.length, SECONDS.length)
      assert.partialDeepStrictEqual(delivery, { status: 'failed', attempt_count: 10, next_attempt_at: null })

      const endpoint = await getEndpoint(tenant, id)
      assert.equal(endpoint.status, 'disabled')
      assert.equal(endpoint.failing_since, new Date(startedAt).toISOString())
      assert.equal(endpoint.disabled_reason, `Every attempt since ${endpoint.failing_since} failed; the last one: it answered 500.`)
      waybill.time.advance(1_000 * HOUR_MS)
      await deliverer.deliverAll()
      assert.equal(receiver.received.length, SECONDS.length)
    })

    it('gives up one event after its last attempt, while the endpoint still receives others', async () => {
      let refused = ''
      receiver = await startReceiver(({ json }) => ({ status: json.data.parcel_customer_id === refused ? 422 : 200 }))
      const tenant = await waybill.newTenant()
      const { webhook_endpoint_id: id } = await newEndpoint(tenant, receiver.url)
      refused = (await newCustomer(tenant)).parcel_customer_id
      for (const waitMs of RETRY_SCHEDULE_MS) {
        waybill.time.advance(Math.ceil(waitMs * (1 + JITTER_SHARE)))
        await newCustomer(tenant)
        await deliverer.deliverAll()
      }
      await describeAs(tenant, id, 'Changed while it works')
      assert.partialDeepStrictEqual(await getEndpoint(tenant, id), { status: 'enabled', failing_since: null })
      const failed = await deliveriesOf(tenant, '?status=failed')
      assert.equal(failed.length, 1)
      assert.equal((await deliveriesOf(tenant, '?status=delivered')).length, RETRY_SCHEDULE_MS.length)
    })
  })

  describe('an endpoint that sends Retry-After', () => {
    it('is not tried again before that time', async () => {
      receiver = await startReceiver((_received, count) => (count === 1 ? { status: 429, headers: { 'retry-after': '900' } } : {}))
      const tenant = await waybill.newTenant()
      await newEndpoint(tenant, receiver.url)
      waybill.time.freeze()
      await newCustomer(tenant)
      await deliverer.deliverAll()
      waybill.time.advance(899_999)
      await deliverer.deliverAll()
      assert.equal(receiver.received.length, 1)
      waybill.time.advance(1)
      await deliverer.deliverAll()
      assert.deepEqual(
        momentsOf().map((moment) => moment - momentsOf()[0]!),
        [0, 900],
      )
    })
  })

  describe('a delivery whose server died', () => {
    it('is taken over by another server once the lease has expired, and not before', async () => {
      receiver = await startReceiver()
      const tenant = await waybill.newTenant()
      await newEndpoint(tenant, receiver.url)
      waybill.time.freeze()
      await newCustomer(tenant)
      const [queue] = await waybill.deps.db.query<{ endpoint_id: string }>('select endpoint_id from webhook_lanes')
      const queues = await import('../../../src/store/events/delivery-queues.ts')
      const now = waybill.time.now()
      const claimed = await queues.claim(waybill.deps.db, queue!.endpoint_id, { token: 'of-the-dead', now, until: now + 20_000, limit: 10 })
      assert.equal(claimed.length, 1)
      waybill.time.advance(19_999)
      await deliverer.deliverAll()
      assert.equal(receiver.received.length, 0)
      waybill.time.advance(1)
      await deliverer.deliverAll()
      assert.equal(receiver.received.length, 1)
    })
  })
})
