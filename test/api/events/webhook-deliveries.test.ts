// Webhook deliveries are signed, in order per object, retried, listed with every attempt, and sent again on request.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { bookPackage, findPackage, newCustomer, play, sendNotice } from '../../support/calls/package-calls.ts'
import { newQuote } from '../../support/calls/quote-calls.ts'
import { assertError, problemsIn } from '../../support/calls/refusals.ts'
import type { Deliverer } from '../../support/calls/webhook-calls.ts'
import { delivererFor, deliveriesOf, deliveryWithAttempts, getEndpoint, newEndpoint } from '../../support/calls/webhook-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir, importOcean } from '../../support/samples/requests.ts'
import type { Receiver, Reply } from '../../support/server/receiver.ts'
import { startReceiver } from '../../support/server/receiver.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const TIMEOUT_MS = 3_000

const types = ({ received }: Receiver): string[] => received.map(({ json }) => json.type)

forOneEngine((engine) => {
  let waybill: Waybill
  let deliverer: Deliverer
  const receivers: Receiver[] = []
  before(async () => {
    waybill = await startWaybill(engine)
    deliverer = delivererFor(waybill, { timeoutMs: TIMEOUT_MS })
  })
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) await receiver.close()
  })
  after(async () => {
    await deliverer.close()
    await waybill.close()
  })

  const receive = async (reply?: (body: any, count: number) => Reply): Promise<Receiver> => {
    const receiver = await startReceiver(reply && ((received, count) => reply(received.json, count)))
    receivers.push(receiver)
    return receiver
  }

  describe('a delivery', () => {
    it('holds the object as the API shows it, signed for the standardwebhooks package', async () => {
      const [tenant, receiver] = [await waybill.newTenant(), await receive()]
      const { secret } = await newEndpoint(tenant, receiver.url)
      waybill.time.freeze()
      const quote = await newQuote(tenant, importOcean())
      await deliverer.deliverAll()
      const [delivered] = receiver.received
      assert.deepEqual(new Webhook(secret).verify(delivered!.body, delivered!.headers as Record<string, string>), delivered!.json)
      assert.deepEqual(delivered!.json, { type: 'quote.created', timestamp: quote.created_at, data: quote })
      assert.equal(delivered!.headers['content-type'], 'application/json')
      const [event] = (await tenant.get('/v1/events')).json
      assert.equal(delivered!.headers['webhook-id'], event.event_id)
    })

    it('goes to every endpoint of its business and mode that subscribes to it, and to no other', async () => {
      const [tenant, other] = [await waybill.newTenant(), await waybill.newTenant()]
      const [all, some, none, theirs] = [await receive(), await receive(), await receive(), await receive()]
      await newEndpoint(tenant, all.url)
      await newEndpoint(tenant, some.url, { event_types: ['package.*'] })
      await newEndpoint(tenant, none.url, { event_types: ['customer.created'] })
      await newEndpoint(other, theirs.url)
      await bookPackage(tenant, importAir())
      await newCustomer(tenant, {}, { key: tenant.liveKey })
      await deliverer.deliverAll()
      assert.deepEqual(types(all).sort(), ['package.created', 'quote.booked', 'quote.created'])
      assert.deepEqual(types(some), ['package.created'])
      assert.deepEqual([types(none), types(theirs)], [[], []])
    })

    it('is in order per object, and a failure delays only its own object', async () => {
      const tenant = await waybill.newTenant()
      let isDown = true
      const receiver = await receive(({ type, data }) => ({
        status: isDown && type !== 'quote.created' && data.parcel_id === first.parcel_id ? 500 : 200,
      }))
      await newEndpoint(tenant, receiver.url)
      const first = await bookPackage(tenant, importAir())
      const second = await bookPackage(tenant, importAir())
      for (const { parcel_id: id } of [first, second]) {
        await sendNotice(tenant, id, { action: 'hold' })
        await sendNotice(tenant, id, { action: 'release' })
        await play(tenant, id, 'receive')
      }
      await deliverer.deliverAll()
      const of = (parcel: any) =>
        receiver.received.filter(({ json }) => json.data.parcel_id === parcel.parcel_id).map(({ json }) => json.type)
      assert.deepEqual(of(second), ['package.created', 'package.held', 'package.released', 'package.received'])
      assert.deepEqual(of(first), ['package.created'])
      isDown = false
      waybill.time.advance(6_000)
      await deliverer.deliverAll()
      assert.deepEqual(of(first), ['package.created', 'package.created', 'package.held', 'package.released', 'package.received'])
    })

    it('shows every attempt with its status, time and the beginning of the answer', async () => {
      const tenant = await waybill.newTenant()
      const long = `oh no\0 ${'x'.repeat(5_000)}`
      const replies: Reply[] = ['cut', { status: 500, body: long }, 'hang', { status: 302, headers: { location: '/elsewhere' } }, {}]
      const receiver = await receive((_body, count) => replies[count - 1]!)
      await newEndpoint(tenant, receiver.url, { event_types: ['customer.*'] })
      await newCustomer(tenant)
      for (const _ of replies) {
        await deliverer.deliverAll()
        waybill.time.advance(3 * 60 * 60 * 1000)
      }
      const [listed] = await deliveriesOf(tenant)
      const { attempts, ...delivery } = await deliveryWithAttempts(tenant, listed.webhook_delivery_id)
      assert.deepEqual(delivery, listed)
      assert.partialDeepStrictEqual(listed, {
        status: 'delivered',
        attempt_count: 5,
        next_attempt_at: null,
        event_type: 'customer.created',
      })
      assert.deepEqual(
        attempts.map((attempt: any) => [attempt.number, attempt.response_status, attempt.error]),
        [
          [1, null, 'The connection was cut (ECONNRESET).'],
          [2, 500, null],
          [3, null, 'No answer within 3 seconds.'],
          [4, 302, null],
          [5, 200, null],
        ],
      )
      assert.equal(attempts[1].response_excerpt.length, 1_024)
      assert.ok(attempts[1].response_excerpt.startsWith('oh no\uFFFD xxx'))
      assert.ok(attempts[2].duration_ms >= TIMEOUT_MS)
      assert.deepEqual(new Set(receiver.received.map(({ path }) => path)), new Set(['/hooks']))
      assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
    })

    it('is signed with both secrets while they overlap, and with the new one after', async () => {
      const [tenant, receiver] = [await waybill.newTenant(), await receive()]
      const { webhook_endpoint_id: id, secret: old } = await newEndpoint(tenant, receiver.url)
      const { secret } = (await tenant.post(`/v1/webhook_endpoints/${id}/rotate_secret`, { overlap_seconds: 60 })).json
      await newCustomer(tenant)
      await deliverer.deliverAll()
      waybill.time.advance(60_000)
      await newCustomer(tenant)
      await deliverer.deliverAll()
      const signatures = receiver.received.map(({ headers, body }) => ({
        given: String(headers['webhook-signature']).split(' '),
        expected: [secret, old].map((each) =>
          new Webhook(each).sign(String(headers['webhook-id']), new Date(Number(headers['webhook-timestamp']) * 1000), body),
        ),
      }))
      assert.deepEqual(signatures[0]!.given, signatures[0]!.expected)
      assert.deepEqual(signatures[1]!.given, signatures[1]!.expected.slice(0, 1))
    })

    it('answered with 410 disables its endpoint, and all its pending deliveries fail', async () => {
      const [tenant, receiver] = [await waybill.newTenant(), await receive(() => ({ status: 410 }))]
      const { webhook_endpoint_id: id } = await newEndpoint(tenant, receiver.url)
      await Promise.all(Array.from({ length: 30 }, () => newCustomer(tenant)))
      await deliverer.deliverAll()
      assert.partialDeepStrictEqual(await getEndpoint(tenant, id), {
        status: 'disabled',
        disabled_reason: 'It answered 410 Gone, which ends all deliveries.',
      })
      assert.ok(receiver.received.length <= 10)
      assert.deepEqual(new Set((await deliveriesOf(tenant)).map(({ status }) => status)), new Set(['failed']))
      assert.deepEqual(await deliveriesOf(tenant, '?status=pending'), [])
      await newCustomer(tenant)
      assert.equal((await deliveriesOf(tenant, '?page=2')).length, 5, 'a disabled endpoint is told nothing new')
      assert.deepEqual(await waybill.deps.db.query('select * from webhook_lanes'), [])
    })

    it('to an endpoint that is disabled or deleted fails, and stays listed', async () => {
      const [tenant, receiver] = [await waybill.newTenant(), await receive(() => ({ status: 500 }))]
      for (const method of ['PATCH', 'DELETE']) {
        const { webhook_endpoint_id: id } = await newEndpoint(tenant, receiver.url)
        await newCustomer(tenant)
        await deliverer.deliverAll()
        await waybill.call(method, `/v1/webhook_endpoints/${id}`, method === 'PATCH' ? { status: 'disabled' } : undefined, {
          key: tenant.testKey,
        })
        const [delivery] = await deliveriesOf(tenant, `?webhook_endpoint_id=${id}`)
        assert.partialDeepStrictEqual(delivery, { status: 'failed', attempt_count: 1, next_attempt_at: null })
      }
    })

    it('is filtered by endpoint, event and status', async () => {
      const tenant = await waybill.newTenant()
      const [good, bad] = [await receive(), await receive(() => ({ status: 500 }))]
      const endpoints = [await newEndpoint(tenant, good.url), await newEndpoint(tenant, bad.url)].map((each) => each.webhook_endpoint_id)
      await newCustomer(tenant)
      await newCustomer(tenant)
      await deliverer.deliverAll()
      const [event] = (await tenant.get('/v1/events')).json
      const count = async (query: string) => (await deliveriesOf(tenant, `?${query}`)).length
      assert.equal(await count(''), 4)
      assert.equal(await count('status=delivered'), 2)
      assert.equal(await count(`status=pending&webhook_endpoint_id=${endpoints[1]}`), 2)
      assert.equal(await count(`status=pending&webhook_endpoint_id=${endpoints[0]}`), 0)
      assert.equal(await count(`event_id=${event.event_id}`), 2)
      assert.deepEqual(Object.keys(problemsIn(await tenant.get('/v1/webhook_deliveries?status=lost'))), ['status'])
      for (const delivery of await deliveriesOf(tenant, '?status=pending')) assert.notEqual(delivery.next_attempt_at, null)
    })
  })

  describe('a test event', () => {
    it('goes to its endpoint whatever it subscribes to, and delays nothing else', async () => {
      const tenant = await waybill.newTenant()
      const [receiver, other] = [await receive((_body, count) => ({ status: count === 1 ? 500 : 200 })), await receive()]
      const { webhook_endpoint_id: id } = await newEndpoint(tenant, receiver.url, { event_types: ['customer.created'] })
      await newEndpoint(tenant, other.url)
      const sent = await tenant.post(`/v1/webhook_endpoints/${id}/test`)
      assert.equal(sent.status, 201)
      await deliverer.deliverAll()
      await tenant.post(`/v1/webhook_endpoints/${id}/test`)
      await deliverer.deliverAll()
      assert.deepEqual(types(receiver), ['webhook_endpoint.test', 'webhook_endpoint.test'])
      assert.deepEqual(receiver.received[1]!.json.data, { webhook_endpoint_id: id, url: receiver.url })
      assert.deepEqual(types(other), [])
      const first = await deliveryWithAttempts(tenant, sent.json.webhook_delivery_id)
      assert.partialDeepStrictEqual(first, { status: 'pending', attempts: [{ response_status: 500 }] })
    })
  })

  describe('a replay', () => {
    it('sends one delivery again at once, with the same webhook-id', async () => {
      const [tenant, receiver] = [await waybill.newTenant(), await receive()]
      await newEndpoint(tenant, receiver.url)
      await newCustomer(tenant)
      await deliverer.deliverAll()
      const [{ webhook_delivery_id: id }] = await deliveriesOf(tenant)
      const replayed = await tenant.post(`/v1/webhook_deliveries/${id}/replay`)
      assert.partialDeepStrictEqual(replayed.json, { status: 'pending', attempt_count: 0, delivered_at: null })
      await deliverer.deliverAll()
      assert.equal(receiver.received.length, 2)
      assert.equal(receiver.received[0]!.headers['webhook-id'], receiver.received[1]!.headers['webhook-id'])
      assert.deepEqual(receiver.received[0]!.body, receiver.received[1]!.body)
      const { attempts } = await deliveryWithAttempts(tenant, id)
      assert.deepEqual(
        attempts.map((attempt: any) => attempt.number),
        [1, 2],
      )
      assertError(await tenant.post('/v1/webhook_deliveries/whd_01kqn2x4t8e6nvd0t2d5c1yq7w/replay'), 404, 'NOT_FOUND')
    })

    it('sends failed and missed deliveries of a time range in order, and successful ones only if asked', async () => {
      const tenant = await waybill.newTenant()
      let isDown = true
      const receiver = await receive(() => ({ status: isDown ? 410 : 200 }))
      const { webhook_endpoint_id } = await newEndpoint(tenant, receiver.url, { event_types: ['package.*'] })
      const since = new Date(waybill.time.now()).toISOString()
      const { parcel_id: id } = await bookPackage(tenant, importAir())
      await deliverer.deliverAll()
      await sendNotice(tenant, id, { action: 'hold' })
      await sendNotice(tenant, id, { action: 'release' })
      await waybill.call('PATCH', `/v1/webhook_endpoints/${webhook_endpoint_id}`, { status: 'enabled' }, { key: tenant.testKey })
      isDown = false
      receiver.received.length = 0
      waybill.time.advance(1_000)
      const until = new Date(waybill.time.now()).toISOString()
      waybill.time.advance(1_000)
      await play(tenant, id, 'receive')
      await deliverer.deliverAll()
      assert.deepEqual(types(receiver), ['package.received'])

      const replay = (more: object = {}) => tenant.post('/v1/webhook_deliveries/replay', { webhook_endpoint_id, since, until, ...more })
      assert.deepEqual((await replay()).json, { webhook_endpoint_id, replayed: 3, continue_since: null })
      await deliverer.deliverAll()
      assert.deepEqual(types(receiver).slice(1), ['package.created', 'package.held', 'package.released'])
      assert.equal((await replay()).json.replayed, 0)
      assert.equal((await replay({ include_delivered: true })).json.replayed, 3)
      assert.equal((await replay({ include_delivered: true, until: undefined })).json.replayed, 1, 'what is under way is left alone')
      await deliverer.deliverAll()
      assert.equal(receiver.received.length, 8)
      assert.partialDeepStrictEqual(await findPackage(tenant, id), { status: 'warehouse' })
    })

    it('is refused for an invalid range, with every problem', async () => {
      const tenant = await waybill.newTenant()
      const { webhook_endpoint_id } = await newEndpoint(tenant, 'https://shop.example/')
      const replay = (body: object) => tenant.post('/v1/webhook_deliveries/replay', body)
      assert.deepEqual(problemsIn(await replay({})), { webhook_endpoint_id: 'is required', since: 'is required' })
      assert.deepEqual(
        Object.keys(
          problemsIn(await replay({ webhook_endpoint_id, since: 'yesterday', until: '2026-13-01', include_delivered: 'yes' })),
        ).sort(),
        ['include_delivered', 'since', 'until'],
      )
      const backwards = { webhook_endpoint_id, since: '2026-11-15T10:00:00+01:00', until: '2026-11-15T08:59:59Z' }
      assert.deepEqual(problemsIn(await replay(backwards)), { until: 'must not be before since' })
    })
  })
})
