// Clocks that are set back, and servers whose clocks differ: limits, retries and shared work go by time that passes.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { QueueClock } from '../../../src/flows/events/queue-clock.ts'
import { createQueueClock } from '../../../src/flows/events/queue-clock.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { HOUR_MS } from '../../support/calls/quote-calls.ts'
import { delivererFor, deliveriesOf, newEndpoint } from '../../support/calls/webhook-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { Receiver } from '../../support/server/receiver.ts'
import { startReceiver } from '../../support/server/receiver.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MINUTE_MS = 60_000
/** Asking the database takes a while on a busy machine. */
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

  describe('the clock by which servers share work', () => {
    let waybill: Waybill
    let receiver: Receiver
    before(async () => {
      waybill = await startWaybill(engine)
    })
    afterEach(() => receiver?.close())
    after(() => waybill.close())

    /** As a server has it whose own clock is wrong by so much. */
    const clockOf = async (aheadMs: () => number): Promise<QueueClock & { reports: string[] }> => {
      const reports: string[] = []
      const clock = createQueueClock({
        db: waybill.deps.db,
        clock: () => Date.now() + aheadMs(),
        monotonic: () => performance.now(),
        report: (what) => reports.push(what),
      })
      await clock.measure()
      return { ...clock, reports }
    }

    it('goes on when the machine’s is set back', async () => {
      let setBackMs = 0
      const clock = await clockOf(() => -setBackMs)
      const before = clock.now()
      setBackMs = HOUR_MS
      await clock.measure()
      assert.ok(clock.now() >= before && clock.now() < before + MINUTE_MS)
      assert.ok(clock.reports.length === 1, clock.reports.join())
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
