// If no webhooks arrive for a parcel, Waybill polls the carrier until the parcel is delivered. Only one server polls at a time.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { TRACKER_SILENCE_MS } from '../../../src/domain/booking/purchase.ts'
import { findPackage } from '../../support/calls/package-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { CarrierWaybill, Rated } from '../../support/server/carrier-waybill.ts'
import { book, listenForHooks, ratedQuote, startCarrierWaybill } from '../../support/server/carrier-waybill.ts'
import type { Tenant } from '../../support/server/waybill.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const SERVERS = 8

describe('a parcel without webhooks of its carrier', () => {
  forOneEngine((engine) => {
    let waybill: CarrierWaybill
    let tenant: Tenant
    let rated: Rated
    let parcelId: string
    let trackingCode: string
    before(async () => {
      waybill = await startCarrierWaybill(engine)
      waybill.time.freeze()
      tenant = await waybill.newLiveTenant()
    })
    beforeEach(async () => {
      waybill.simulator.faults.clear()
      await waybill.deps.db.execute('update purchases set next_track_at = null')
      rated = await ratedQuote(tenant)
      const { json } = await book(tenant, rated)
      parcelId = json.parcel_details.parcels[0].parcel_id
      trackingCode = json.tracking_code
    })
    after(() => waybill.close())

    const asked = (): number => waybill.simulator.ledger().requests.track
    const scan = (status: string) => waybill.simulator.track({ trackingCode, status })
    const statusOf = async (): Promise<string> => (await findPackage(tenant, parcelId)).status
    const nextTrackAt = async (): Promise<number | null> => (await waybill.purchasesOf(rated.id))[0]!.next_track_at
    const countEvents = async (type: string): Promise<number> => {
      const sql = 'select count(*) as count from events where type = $1 and object_id = $2'
      return (await waybill.deps.db.query<{ count: number }>(sql, [type, parcelId]))[0]!.count
    }
    const failed = (): string[] =>
      waybill.reports.filter(({ what }) => what === 'parcel not asked after').map(({ details }) => details.reason)
    const pass = (ms: number): Promise<number> => {
      waybill.time.advance(ms)
      return waybill.poll()
    }

    it('moves even if the webhooks are lost, and is not polled once it is delivered', async () => {
      await scan('in_transit')
      assert.equal(await statusOf(), 'booked')
      await pass(TRACKER_SILENCE_MS)
      assert.equal(await statusOf(), 'transit')
      await scan('delivered')
      await pass(TRACKER_SILENCE_MS)
      assert.equal(await statusOf(), 'delivered')
      assert.deepEqual([await countEvents('package.departed'), await countEvents('package.delivered')], [1, 1])
      assert.equal(await nextTrackAt(), null)
      assert.equal(await pass(30 * DAY_MS), 0)
    })

    it('is recorded in the audit trail as moved by the carrier', async () => {
      await scan('in_transit')
      await pass(TRACKER_SILENCE_MS)
      const rows = await waybill.deps.db.query<{ actor: string }>(
        'select actor from audit_records where object_id = $1 order by version desc limit 1',
        [parcelId],
      )
      assert.equal(rows[0]?.actor, 'easypost')
    })

    it('is polled after six hours without an update, and at most once in six hours', async () => {
      const before = asked()
      await pass(TRACKER_SILENCE_MS - MINUTE_MS)
      assert.equal(asked(), before)
      await pass(MINUTE_MS)
      assert.equal(asked(), before + 1)
      await pass(TRACKER_SILENCE_MS - MINUTE_MS)
      assert.equal(asked(), before + 1)
      await pass(MINUTE_MS)
      assert.equal(asked(), before + 2)
    })

    it('is not polled while webhooks arrive', async () => {
      const hooks = await listenForHooks(waybill)
      try {
        await pass(TRACKER_SILENCE_MS - MINUTE_MS)
        const before = asked()
        assert.equal((await scan('in_transit'))?.answeredStatus, 200)
        await pass(TRACKER_SILENCE_MS - MINUTE_MS)
        assert.equal(asked(), before)
        assert.equal((await scan('delivered'))?.answeredStatus, 200)
        assert.deepEqual([await pass(DAY_MS), await nextTrackAt()], [0, null])
      } finally {
        await hooks.close()
        waybill.simulator.sendWebhooksTo({ url: 'http://127.0.0.1:9/', secret: 'nobody listens' })
      }
    })

    it('is polled by one of several servers', async () => {
      await scan('in_transit')
      const before = asked()
      waybill.time.advance(TRACKER_SILENCE_MS)
      await Promise.all(Array.from({ length: SERVERS }, () => waybill.poll()))
      assert.equal(asked(), before + 1)
      assert.deepEqual([await statusOf(), await countEvents('package.departed')], ['transit', 1])
      assert.deepEqual(failed(), [], 'the others leave it alone')
    })

    it('stays unchanged while the carrier is down, and moves once it is back', async () => {
      await scan('delivered')
      waybill.simulator.faults.order({ fault: 'error_before', on: 'track', times: 1_000 })
      await pass(TRACKER_SILENCE_MS)
      assert.equal(await statusOf(), 'booked')
      assert.ok(waybill.reports.some(({ what }) => what === 'carrier could not say where a parcel is'))
      assert.equal(await pass(14 * MINUTE_MS), 0, 'it is given a quarter of an hour')
      waybill.simulator.faults.clear()
      await pass(MINUTE_MS)
      assert.equal(await statusOf(), 'delivered')
    })

    it('is not polled while its carrier is switched off, and is when it is back', async () => {
      await scan('in_transit')
      assert.equal(await waybill.withCarriers([], () => pass(TRACKER_SILENCE_MS)), 0)
      await waybill.poll()
      assert.equal(await statusOf(), 'transit')
    })

    it('is reported when polling fails with an internal error', async () => {
      const track = () => Promise.reject(new TypeError('a bug'))
      const failing = waybill.deps.carriers.map((usual) => ({ ...usual, track }))
      await waybill.withCarriers(failing, () => pass(TRACKER_SILENCE_MS))
      assert.deepEqual(failed(), ['a bug'])
    })

    it('is not polled any more after 90 days', async () => {
      await pass(90 * DAY_MS)
      assert.equal(await nextTrackAt(), null)
    })

    it('is polled no more often than others when the carrier has no record of it', async () => {
      await waybill.deps.db.execute('update purchases set bought = replace(bought, $2, $3) where quote_id = $1', [
        rated.id,
        '"trackerId":"trk_',
        '"trackerId":"trk_nowhere_',
      ])
      const before = asked()
      await pass(TRACKER_SILENCE_MS)
      await pass(TRACKER_SILENCE_MS - MINUTE_MS)
      assert.equal(asked(), before + 1)
      assert.equal(await statusOf(), 'booked')
    })
  }, postgres)
})
