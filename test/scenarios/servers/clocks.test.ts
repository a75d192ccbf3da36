// Clocks that go back, and servers whose clocks differ: limits, retries and shared work use elapsed time.

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { CLEAN_LOOKS_MS, OPEN_LONG_MS, TRACKER_SILENCE_MS } from '../../../src/domain/booking/purchase.ts'
import { SEND_TIMEOUT_MS } from '../../../src/domain/events/webhook.ts'
import { watchPurchases } from '../../../src/flows/booking/free-purchases.ts'
import { settlePurchases } from '../../../src/flows/booking/settle-purchases.ts'
import { overtakeSetBack, watchClaims } from '../../../src/flows/events/deliver-webhooks.ts'
import type { QueueClock } from '../../../src/flows/events/queue-clock.ts'
import { createQueueClock } from '../../../src/flows/events/queue-clock.ts'
import * as deliveryQueues from '../../../src/store/events/delivery-queues.ts'
import * as idempotency from '../../../src/store/requests/idempotency.ts'
import { withKey } from '../../support/calls/idempotency-calls.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { HOUR_MS } from '../../support/calls/quote-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { delivererFor, deliveriesOf, newEndpoint } from '../../support/calls/webhook-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { CarrierWaybill } from '../../support/server/carrier-waybill.ts'
import { assertTryLater, book, ratedQuote, startCarrierWaybill } from '../../support/server/carrier-waybill.ts'
import type { Receiver } from '../../support/server/receiver.ts'
import { startReceiver } from '../../support/server/receiver.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MINUTE_MS = 60_000
/** Querying the database takes a while on a busy machine. */
const CLOSE_MS = 5_000

forEachEngine((engine) => {
  describe('a clock that is set back by an hour', () => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine, { rateLimitPerMinute: 2 })
    })
    after(() => waybill.close())

    it('keeps nobody out for longer than the minute that a limit lasts', async () => {
      const tenant = await waybill.newTenant()
      const statuses = async () => [(await tenant.get('/v1/packages')).status, (await tenant.get('/v1/packages')).status]
      assert.deepEqual([...(await statuses()), (await tenant.get('/v1/packages')).status], [200, 200, 429])
      waybill.time.setBack(HOUR_MS)
      waybill.time.advance(MINUTE_MS)
      assert.deepEqual(await statuses(), [200, 200])
    })

    it('does not put off the retry of a webhook', async () => {
      const receiver = await startReceiver((_, count) => ({ status: count === 1 ? 500 : 200 }))
      const tenant = await waybill.newTenant()
      await newEndpoint(tenant, receiver.url)
      waybill.time.freeze()
      await newCustomer(tenant)
      const deliverer = delivererFor(waybill)
      await deliverer.deliverAll()
      waybill.time.setBack(HOUR_MS)
      waybill.time.advance(MINUTE_MS)
      await deliverer.deliverAll()
      assert.equal(receiver.received.length, 2)
      await deliverer.close()
      await receiver.close()
    })
  })

  it('an Idempotency-Key of a server that died before its clock was set back is free, or its answer is lost', async () => {
    const waybill = await startWaybill(engine)
    const tenant = await waybill.newTenant()
    const [holder, now] = [{ holderId: tenant.business.id, mode: 'test' }, waybill.deps.queueClock() + HOUR_MS]
    const held = { fingerprint: 'of a request that was never answered', owner: 'a server that died', lockedUntil: now + MINUTE_MS, now }
    await waybill.deps.db.transaction((tx) => idempotency.take(tx, holder, 'held', held))
    const send = () => tenant.post('/v1/parcel-customers', { parcel_customer: { last_name: 'Ada' } }, withKey('held'))
    const { status, text } = await send()
    assert.equal(status, 201, text)
    await waybill.deps.db.execute('update idempotency_keys set status = 102, body = null, locked_until = $1', [held.lockedUntil])
    assert.equal((await send()).json.code, 'IDEMPOTENCY_ANSWER_LOST')
    await waybill.close()
  })

  it('a clock that is set back while the server is down does not put off the retry of a webhook', async () => {
    const waybill = await startWaybill(engine)
    const receiver = await startReceiver((_, count) => ({ status: count === 1 ? 500 : 200 }))
    const tenant = await waybill.newTenant()
    await newEndpoint(tenant, receiver.url)
    waybill.time.freeze()
    await newCustomer(tenant)
    const before = delivererFor(waybill)
    await before.deliverAll()
    await overtakeSetBack(waybill.deps)
    await before.deliverAll()
    assert.equal(receiver.received.length, 1, 'a clock that was not set back makes nothing due')
    await before.close()
    const later = waybill.deps.queueClock() - (engine.name === 'sqlite' ? HOUR_MS : 0) + MINUTE_MS
    const deps = { ...waybill.deps, queueClock: () => later }
    await overtakeSetBack(deps)
    const after = delivererFor({ ...waybill, deps })
    await after.deliverAll()
    assert.equal(receiver.received.length, 2)
    await after.close()
    await receiver.close()
    await waybill.close()
  })

  describe('a clock that is set back by an hour, with purchases under way', () => {
    let waybill: CarrierWaybill
    let tenant: Tenant
    before(async () => {
      waybill = await startCarrierWaybill(engine)
      tenant = await waybill.newLiveTenant()
    })
    beforeEach(() => waybill.time.freeze(Date.now()))
    after(() => waybill.close())

    const setBack = (passedMs: number): void => {
      waybill.time.setBack(HOUR_MS)
      waybill.time.advance(passedMs)
    }

    it('does not put off the look-ups of a purchase whose outcome is not known', async () => {
      const rated = await ratedQuote(tenant)
      waybill.simulator.faults.order({ fault: 'cut_before', on: 'buy' })
      assertTryLater(await book(tenant, rated), 503, 'CARRIER_OUTCOME_PENDING')
      await waybill.settle()
      setBack(MINUTE_MS)
      await waybill.settle()
      waybill.time.advance(CLEAN_LOOKS_MS)
      await waybill.settle()
      assert.equal((await waybill.purchasesOf(rated.id))[0]!.state, 'not_bought')
      assert.equal((await book(tenant, rated)).status, 200)
    })

    it('does not put off asking after a silent parcel', async () => {
      const { json } = await book(tenant, await ratedQuote(tenant))
      await waybill.simulator.track({ trackingCode: json.tracking_code, status: 'in_transit' })
      setBack(TRACKER_SILENCE_MS)
      assert.ok((await waybill.poll()) > 0)
    })

    it('does not hold the Idempotency-Key of a server that has died', async () => {
      const send = () => tenant.post('/v1/parcel_quotes', { parcel: importAir() }, withKey('of a dead server', { key: tenant.liveKey }))
      assert.equal((await send()).status, 201)
      await waybill.deps.db.execute('update idempotency_keys set status = null, body = null')
      assertTryLater(await send(), 409, 'IDEMPOTENCY_IN_PROGRESS')
      setBack(2 * MINUTE_MS)
      assert.equal((await send()).status, 201)
    })

    it('does not put off a concern about a purchase that stays open', async () => {
      waybill.simulator.faults.order({ fault: 'cut_before', on: 'buy' })
      assertTryLater(await book(tenant, await ratedQuote(tenant)), 503, 'CARRIER_OUTCOME_PENDING')
      setBack(OPEN_LONG_MS)
      const staff = await signedIn(waybill, 'admin')
      assert.equal((await staff.call('GET', '/ops/v1/purchases?concern=open_long')).json.length, 1)
    })
  })

  describe('a clock that is set back by an hour after a server died', () => {
    let waybill: CarrierWaybill
    let tenant: Tenant
    before(async () => {
      waybill = await startCarrierWaybill(engine)
      tenant = await waybill.newLiveTenant()
    })
    after(() => waybill.close())

    /** A server that starts after it, and its monotonic clock. */
    const startedAfter = () => {
      const setBackAt = waybill.deps.queueClock()
      let passedMs = 0
      const deps = { ...waybill.deps, monotonic: () => passedMs, queueClock: () => setBackAt - HOUR_MS + passedMs }
      const pass = (ms: number): void => {
        passedMs += ms
      }
      return { deps, pass }
    }

    it('does not keep a webhook that it was sending, and ends no claim of a server that is alive', async () => {
      const receiver = await startReceiver()
      const tester = await waybill.newTenant()
      const { webhook_endpoint_id: id } = await newEndpoint(tester, receiver.url)
      await newCustomer(tester)
      const now = waybill.deps.queueClock()
      const claimed = { now, until: now + MINUTE_MS, limit: 1 }
      assert.equal((await deliveryQueues.claim(waybill.deps.db, id, { ...claimed, token: 'dead' })).length, 1)
      const { deps, pass } = startedAfter()
      const watch = watchClaims(deps, SEND_TIMEOUT_MS)
      assert.equal(await watch(), 0)
      await waybill.deps.db.execute("update webhook_lanes set claim = 'alive'")
      pass(MINUTE_MS)
      assert.equal(await watch(), 0, 'claimed anew since')
      pass(MINUTE_MS)
      assert.equal(await watch(), 1)
      const deliverer = delivererFor({ ...waybill, deps })
      await deliverer.deliverAll()
      assert.equal(receiver.received.length, 1)
      await deliverer.close()
      await receiver.close()
    })

    it('does not put off the look-up of the purchase that it was making', async () => {
      const rated = await ratedQuote(tenant)
      waybill.simulator.faults.order({ fault: 'cut_after', on: 'buy' })
      assertTryLater(await book(tenant, rated), 503, 'CARRIER_OUTCOME_PENDING')
      const [purchase] = await waybill.purchasesOf(rated.id)
      const { buyLeaseMs } = waybill.deps.purchaseTimeouts
      await waybill.deps.db.execute('update purchases set outcome = null, next_look_at = $1 where id = $2', [
        waybill.deps.queueClock() + buyLeaseMs,
        purchase!.id,
      ])
      const { deps, pass } = startedAfter()
      const watch = watchPurchases(deps)
      assert.equal(await watch(), 0)
      pass(buyLeaseMs - 1)
      assert.equal(await watch(), 0, 'it may be under way still')
      assert.equal(await settlePurchases(deps), 0)
      pass(1)
      assert.equal(await watch(), 1)
      assert.equal(await settlePurchases(deps), 1)
      assert.equal((await waybill.purchasesOf(rated.id))[0]!.state, 'bought')
      assert.equal(waybill.sold(rated.id).length, 1)
    })
  })

  describe('the clock by which servers share work', () => {
    let waybill: Waybill
    let receiver: Receiver
    before(async () => {
      waybill = await startWaybill(engine)
    })
    afterEach(() => receiver?.close())
    after(() => waybill.close())

    /** The clock of a server that is wrong by this much, after this much time. */
    const clockOf = async (aheadMs: () => number, passedMs = () => 0): Promise<QueueClock & { reports: string[] }> => {
      const reports: string[] = []
      const clock = createQueueClock({
        db: waybill.deps.db,
        clock: () => Date.now() + aheadMs(),
        monotonic: () => performance.now() + passedMs(),
        report: (what) => reports.push(what),
      })
      await clock.measure()
      return { ...clock, reports }
    }

    it('goes on when the machine’s is set back', async () => {
      let [setBackMs, passedMs] = [0, 0]
      const clock = await clockOf(
        () => -setBackMs,
        () => passedMs,
      )
      const before = clock.now()
      setBackMs = HOUR_MS
      await clock.measure()
      assert.ok(clock.now() >= before && clock.now() < before + MINUTE_MS)
      assert.ok(clock.reports.length === 1, clock.reports.join())
      passedMs = MINUTE_MS
      assert.ok(clock.now() >= before + MINUTE_MS - CLOSE_MS)
    })

    if (engine.name === 'postgres') {
      it('is the database’s, and a server whose own differs says so', async () => {
        const [right, wrong] = [await clockOf(() => 0), await clockOf(() => MINUTE_MS)]
        assert.ok(Math.abs(right.now() - wrong.now()) < CLOSE_MS)
        assert.deepEqual(right.reports, [])
        assert.match(wrong.reports.join(), /differs from the database’s/)
        assert.ok(Math.abs(wrong.skewMs()! - MINUTE_MS) < CLOSE_MS)
      })

      it('keeps a server that is a minute ahead from sending what another is sending', async () => {
        receiver = await startReceiver(() => 'hang')
        const tenant = await waybill.newTenant()
        await newEndpoint(tenant, receiver.url)
        const servers = await Promise.all(
          [0, MINUTE_MS].map(async (aheadMs) => {
            const clock = () => Date.now() + aheadMs
            return delivererFor({ ...waybill, deps: { ...waybill.deps, clock, queueClock: (await clockOf(() => aheadMs)).now } })
          }),
        )
        await newCustomer(tenant)
        await servers[0]!.look()
        await receiver.until(1)
        await servers[1]!.deliverAll()
        assert.equal(receiver.received.length, 1)
        assert.equal((await deliveriesOf(tenant))[0].status, 'pending')
        await Promise.all(servers.map((server) => server.close()))
      })
    }
  })
})
