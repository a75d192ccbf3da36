// Limits, retries and leases do not depend on a server's own clock.

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { CLEAN_LOOKS_MS, OPEN_LONG_MS, TRACKER_SILENCE_MS } from '../../../src/domain/booking/purchase.ts'
import { createQueueClock } from '../../../src/platform/engine/database-time.ts'
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
/** Tolerance for the time that reading the database's clock takes on a busy machine. */
const CLOSE_MS = 5_000

forEachEngine((engine) => {
  describe('a clock that is set back by an hour', () => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine, { rateLimitPerMinute: 2 })
    })
    after(() => waybill.close())

    it('does not extend a limit on attempts beyond its minute', async () => {
      const tenant = await waybill.newTenant()
      const statuses = async () => [(await tenant.get('/v1/packages')).status, (await tenant.get('/v1/packages')).status]
      assert.deepEqual([...(await statuses()), (await tenant.get('/v1/packages')).status], [200, 200, 429])
      waybill.time.setBack(HOUR_MS)
      waybill.time.advance(MINUTE_MS)
      assert.deepEqual(await statuses(), [200, 200])
    })

    it('does not delay the retry of a webhook', async () => {
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

    it('does not delay the look-ups of a purchase whose outcome is not known', async () => {
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

    it('does not delay polling for a parcel without updates', async () => {
      const { json } = await book(tenant, await ratedQuote(tenant))
      await waybill.simulator.track({ trackingCode: json.tracking_code, status: 'in_transit' })
      setBack(TRACKER_SILENCE_MS)
      assert.ok((await waybill.poll()) > 0)
    })

    it('does not keep the Idempotency-Key of a server that died locked', async () => {
      const send = () => tenant.post('/v1/parcel_quotes', { parcel: importAir() }, withKey('of a dead server', { key: tenant.liveKey }))
      assert.equal((await send()).status, 201)
      await waybill.deps.db.execute('update idempotency_keys set status = null, body = null')
      assertTryLater(await send(), 409, 'IDEMPOTENCY_IN_PROGRESS')
      setBack(2 * MINUTE_MS)
      assert.equal((await send()).status, 201)
    })

    it('does not delay the concern about a purchase that stays open', async () => {
      waybill.simulator.faults.order({ fault: 'cut_before', on: 'buy' })
      assertTryLater(await book(tenant, await ratedQuote(tenant)), 503, 'CARRIER_OUTCOME_PENDING')
      setBack(OPEN_LONG_MS)
      const staff = await signedIn(waybill, 'admin')
      assert.equal((await staff.call('GET', '/ops/v1/purchases?concern=open_long')).json.length, 1)
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

    /**
     * Creates the queue clock of a server whose system clock is ahead by `aheadMs()`. `passedMs()` is added to the monotonic clock of the
     * server.
     */
    const clockOf = async (aheadMs: () => number, passedMs = () => 0) => {
      const reports: string[] = []
      const clock = createQueueClock({
        db: waybill.deps.db,
        clock: () => Date.now() + aheadMs(),
        monotonic: () => performance.now() + passedMs(),
        report: (what) => void reports.push(what),
      })
      await clock.measure()
      return { ...clock, reports }
    }

    it('continues when the clock of the machine is set back', async () => {
      let [setBackMs, passedMs] = [0, 0]
      const clock = await clockOf(
        () => -setBackMs,
        () => passedMs,
      )
      const before = clock.now()
      setBackMs = HOUR_MS
      await clock.measure()
      assert.ok(Math.abs(clock.now() - before) < CLOSE_MS)
      passedMs = MINUTE_MS
      assert.ok(Math.abs(clock.now() - before - MINUTE_MS) < CLOSE_MS)
    })

    if (engine.name === 'postgres') {
      it('is that of the database, and a server whose own clock differs reports it', async () => {
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
