// Events and webhook deliveries are deleted after their retention period; deliveries in progress stay.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { forgetCarrierEvents, pruneHistory } from '../../../src/flows/events/prune-history.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as carrierEvents from '../../../src/store/booking/carrier-events.ts'
import { startWorkers } from '../../../src/workers.ts'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { newEndpoint } from '../../support/calls/webhook-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Number of old events to delete. The number is larger than one deletion batch, so that the test needs several batches. */
const OLD_EVENTS = 1_100
const SLICE_MAX = 500
const PRUNE_EVERY_MS = 10 * 60 * 1000
const KEEPING = { eventsDays: 100, deliveriesDays: 10 }

describe('retention', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
      await newEndpoint(tenant, 'https://shop.example/')
      for (let count = 0; count < 3; count++) await newCustomer(tenant)
      const { db } = waybill.deps
      const [first, second] = await db.query<{ id: string }>('select id from webhook_deliveries order by id')
      for (const [id, status] of [
        [first!.id, 'delivered'],
        [second!.id, 'failed'],
      ] as const) {
        await db.execute('update webhook_deliveries set status = $1 where id = $2', [status, id])
        await db.execute(
          `insert into webhook_attempts (business_id, mode, delivery_id, number, attempted_at, duration_ms) values ($1, 'test', $2, 1, 1, 1)`,
          [tenant.business.id, id],
        )
      }
    })
    after(() => waybill.close())

    const counts = async (): Promise<number[]> => {
      const { db } = waybill.deps
      const [row] = await db.query<{ events: number; deliveries: number; attempts: number }>(
        `select (select count(*) from events) as events, (select count(*) from webhook_deliveries) as deliveries,
           (select count(*) from webhook_attempts) as attempts`,
      )
      return [row!.events, row!.deliveries, row!.attempts]
    }

    it('deletes nothing that is young enough, or with unlimited retention', async () => {
      assert.deepEqual(await counts(), [3, 3, 2])
      await pruneHistory(waybill.deps, KEEPING)
      waybill.time.advance(1_000 * DAY_MS)
      await pruneHistory(waybill.deps, { eventsDays: 0, deliveriesDays: 0 })
      assert.deepEqual(await counts(), [3, 3, 2])
      waybill.time.advance(-1_000 * DAY_MS)
    })

    it('keeps deliveries for their period, and longer while they are in progress', async () => {
      waybill.time.advance(11 * DAY_MS)
      assert.equal(await pruneHistory(waybill.deps, KEEPING), 2)
      assert.deepEqual(await counts(), [3, 1, 0])
    })

    it('keeps events of carriers for 90 days, also of unknown parcels', async () => {
      const { deps, time } = waybill
      const report = (eventId: string): Promise<void> =>
        deps.db.transaction(SYSTEM, async (tx) => {
          await carrierEvents.recordOnce(tx, 'easypost', eventId, deps.clock())
          await carrierEvents.storeUnmatched(tx, 'easypost', eventId, { trackingCode: '1Z', status: 'in_transit', at: deps.clock() })
        })
      await report('evt_old')
      time.advance(89 * DAY_MS)
      await report('evt_young')
      assert.equal(await forgetCarrierEvents(deps), 0)
      time.advance(2 * DAY_MS)
      assert.equal(await forgetCarrierEvents(deps), 1)
      const left = await deps.db.query<{ event_id: string }>('select event_id from carrier_events')
      assert.deepEqual(
        left.map(({ event_id }) => event_id),
        ['evt_young'],
      )
      time.advance(-91 * DAY_MS)
    })

    it('keeps events for their period, and longer while deliveries of them are in progress', async () => {
      waybill.time.advance(100 * DAY_MS)
      assert.equal(await pruneHistory(waybill.deps, KEEPING), 2)
      assert.deepEqual(await counts(), [1, 1, 0])
      const { customer_created } = { customer_created: await newCustomer(tenant) }
      const { json } = await tenant.get(`/v1/events?object_id=${customer_created.parcel_customer_id}`)
      assert.equal(json.length, 1)
      await assertAuditTrailValid(waybill)
    })

    it('deletes in batches, between which others can write', async () => {
      const { deps, time } = waybill
      const [event] = await deps.db.query('select * from events limit 1')
      const columns = Object.keys(event!)
      const copies = `with recursive copies (n) as (select 1 union all select n + 1 from copies where n < ${OLD_EVENTS})
        select ${columns.map((name) => (name === 'id' ? `id || '_' || copies.n` : name)).join(', ')} from events, copies where id = $1`
      await deps.db.execute(`insert into events (${columns.join(', ')}) ${copies}`, [String(event!.id)])
      time.advance(200 * DAY_MS)
      const slices: number[] = []
      const transaction: typeof deps.db.transaction = async (by, work, options) => {
        const done = await deps.db.transaction(by, work, options)
        slices.push(Number(done))
        return done
      }
      const gone = await pruneHistory({ ...deps, db: { ...deps.db, transaction } }, KEEPING)
      assert.ok(gone >= OLD_EVENTS)
      assert.ok(Math.max(...slices) <= SLICE_MAX, String(slices))
    })

    it('runs with the background work of a server, by its settings', async (t) => {
      await newCustomer(tenant)
      await waybill.deps.db.execute(`update webhook_deliveries set status = 'failed'`)
      waybill.time.advance(200 * DAY_MS)
      t.mock.timers.enable({ apis: ['setInterval'] })
      const stop = startWorkers(waybill.deps, { keeping: KEEPING })
      t.mock.timers.tick(PRUNE_EVERY_MS)
      await stop()
      assert.deepEqual(await counts(), [0, 0, 0])
    })
  })
})
