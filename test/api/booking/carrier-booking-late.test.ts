// A label that a carrier sells after Waybill gave up on the purchase is refunded once and reported, unless a new booking of the same rate uses it.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { RemoteCarrier } from '../../../src/carriers/carrier.ts'
import { cancelQuote, createShipment, getQuote } from '../../support/calls/quote-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { CarrierWaybill, Rated } from '../../support/server/carrier-waybill.ts'
import { assertAnswer, assertTryLater, book, carrierRates, ratedQuote, startCarrierWaybill } from '../../support/server/carrier-waybill.ts'
import type { Tenant } from '../../support/server/waybill.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const FIRST_WATCH_MS = 5 * MINUTE_MS
const SECOND_WATCH_MS = 30 * MINUTE_MS
const REFUND_LEASE_MS = 70 * SECOND_MS

describe('a label sold late', () => {
  forOneEngine((engine) => {
    let waybill: CarrierWaybill
    let tenant: Tenant
    let rated: Rated
    before(async () => {
      waybill = await startCarrierWaybill(engine)
      waybill.time.freeze()
    })
    beforeEach(async () => {
      waybill.simulator.faults.clear()
      waybill.reports.length = 0
      // Cancels the planned look-ups of purchases that earlier tests made.
      await waybill.deps.db.execute('update purchases set next_look_at = null')
      tenant = await waybill.newLiveTenant()
      rated = await ratedQuote(tenant)
    })
    after(() => waybill.close())

    const pass = async (ms: number): Promise<void> => {
      waybill.time.advance(ms)
      await waybill.settle()
    }
    const states = async (): Promise<string[]> => (await waybill.purchasesOf(rated.id)).map((purchase) => purchase.state)
    /** Milliseconds until the next look-up of each purchase. Null if no look-up is planned. */
    const nextLooks = async (): Promise<(number | null)[]> =>
      (await waybill.purchasesOf(rated.id)).map(({ next_look_at }) => next_look_at && next_look_at - waybill.time.now())
    const refunds = (): number[] => waybill.sold(rated.id).map((sold) => sold.refunds)
    const told = (what: RegExp): number => waybill.reports.filter((report) => what.test(report.what)).length

    /**
     * Cuts the connection to the carrier during a purchase. Once look-ups have found nothing for two minutes, the quote is free again.
     */
    const freeAgain = async (): Promise<void> => {
      waybill.simulator.faults.order({ fault: 'cut_before', on: 'buy' })
      assertTryLater(await book(tenant, rated), 503, 'CARRIER_OUTCOME_PENDING')
      await waybill.settle()
      await pass(119 * SECOND_MS)
      await pass(20 * SECOND_MS)
      assert.deepEqual(await states(), ['not_bought'])
    }
    /** Makes the carrier sell the label now, as if the purchase request had arrived late. */
    const soldNow = async (): Promise<void> => {
      const sql = 'select rate from purchases where quote_id = $1 order by opened_at'
      const [purchase] = await waybill.deps.db.query<{ rate: string }>(sql, [rated.id])
      const { shipmentId, rateId } = JSON.parse(purchase!.rate).offer
      const response = await fetch(`${waybill.simulator.url}/v2/shipments/${shipmentId}/buy`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from('simulated:').toString('base64')}` },
        body: JSON.stringify({ rate: { id: rateId } }),
      })
      assert.equal(response.status, 200)
      await response.body?.cancel()
    }

    it('is refunded once and reported, and the quote stays pending', async () => {
      await freeAgain()
      await soldNow()
      await pass(FIRST_WATCH_MS)
      assert.deepEqual([await states(), refunds(), told(/^late carrier purchase refunded$/)], [['refunded'], [1], 1])
      assert.equal((await getQuote(tenant, rated.id)).status, 'pending')
      for (let hour = 0; hour < 30; hour += 1) await pass(HOUR_MS)
      assert.deepEqual([await states(), refunds()], [['refunded'], [1]])
    })

    it('is refunded when it appears within a day', async () => {
      await freeAgain()
      for (let hour = 0; hour < 12; hour += 1) await pass(HOUR_MS)
      await soldNow()
      for (let hour = 0; hour < 14; hour += 1) await pass(HOUR_MS)
      assert.deepEqual([await states(), refunds()], [['refunded'], [1]])
    })

    it('is looked for until a successful look-up after a day finds nothing', async () => {
      await freeAgain()
      for (let hour = 0; hour < 31; hour += 1) await pass(HOUR_MS)
      assert.deepEqual(
        (await waybill.purchasesOf(rated.id)).map(({ state, next_look_at }) => [state, next_look_at]),
        [['not_bought', null]],
      )
    })

    it('is looked for longer than a day while look-ups fail', async () => {
      await freeAgain()
      waybill.simulator.faults.order({ fault: 'error_before', on: 'read', times: 1_000 })
      for (let hour = 0; hour < 31; hour += 1) await pass(HOUR_MS)
      waybill.simulator.faults.clear()
      await soldNow()
      for (let hour = 0; hour < 6; hour += 1) await pass(HOUR_MS)
      assert.deepEqual([await states(), refunds()], [['refunded'], [1]])
    })

    it('is refunded in a new version of the quote, so a concurrent booking conflicts', async () => {
      await freeAgain()
      await soldNow()
      const version = async () =>
        (await waybill.deps.db.query<{ version: number }>('select version from quotes where id = $1', [rated.id]))[0]!.version
      const before = await version()
      await pass(FIRST_WATCH_MS)
      assert.deepEqual([await states(), await version()], [['refunded'], before + 1])
    })

    it('is refunded when the quote was cancelled meanwhile', async () => {
      await freeAgain()
      assert.equal((await cancelQuote(tenant, rated.id)).status, 200)
      await soldNow()
      await pass(FIRST_WATCH_MS)
      assert.deepEqual([await states(), refunds()], [['refunded'], [1]])
      assert.equal((await getQuote(tenant, rated.id)).status, 'cancelled')
    })

    it('is refunded when the quote was booked with another rate meanwhile, and that booking stands', async () => {
      await freeAgain()
      const fresh = carrierRates(await getQuote(tenant, rated.id))[0]
      const booked = await createShipment(tenant, rated.id, { rate_id: fresh.id })
      assert.equal(booked.status, 200, booked.text)
      await soldNow()
      await pass(FIRST_WATCH_MS)
      assert.deepEqual((await states()).toSorted(), ['bought', 'refunded'])
      const kept = waybill.sold(rated.id).filter((sold) => sold.refunds === 0)
      assert.deepEqual(
        kept.map((sold) => sold.trackingCode),
        [booked.json.tracking_code],
      )
      assert.deepEqual(await getQuote(tenant, rated.id), booked.json)
    })

    it('belongs to a second booking of the same rate that finds it, and is then never refunded', async () => {
      await freeAgain()
      await soldNow()
      assertTryLater(await book(tenant, rated), 503, 'CARRIER_OUTCOME_PENDING')
      await waybill.settle()
      const quote = await getQuote(tenant, rated.id)
      assert.deepEqual([quote.status, quote.tracking_code], ['booked', waybill.sold(rated.id)[0]?.trackingCode])
      for (let hour = 0; hour < 31; hour += 1) await pass(HOUR_MS)
      assert.deepEqual([(await states()).toSorted(), refunds()], [['bought', 'not_bought'], [0]])
    })

    it('is not refunded while a second booking of the same rate is in progress', async () => {
      await freeAgain()
      await soldNow()
      assertTryLater(await book(tenant, rated), 503, 'CARRIER_OUTCOME_PENDING')
      const { db } = waybill.deps
      await db.execute("update purchases set next_look_at = null where quote_id = $1 and state = 'open'", [rated.id])
      await pass(FIRST_WATCH_MS)
      assert.deepEqual([await states(), refunds()], [['not_bought', 'open'], [0]])
      assert.deepEqual(await nextLooks(), [SECOND_WATCH_MS, null])
    })

    it('cannot be sold again after its refund: its rate is outdated, and a fresh one books', async () => {
      await freeAgain()
      await soldNow()
      await pass(FIRST_WATCH_MS)
      assertAnswer(await book(tenant, rated), 422, 'QUOTE_RATE_OUTDATED')
      assert.deepEqual(await states(), ['refunded'], 'the carrier was not asked')
      const fresh = carrierRates(await getQuote(tenant, rated.id))[0]
      const booked = await createShipment(tenant, rated.id, { rate_id: fresh.id })
      assert.equal(booked.status, 200, booked.text)
      assert.deepEqual(refunds().toSorted(), [0, 1])
    })

    it('is refunded once when several servers look at the same time', async () => {
      await freeAgain()
      await soldNow()
      waybill.time.advance(FIRST_WATCH_MS)
      await Promise.all(Array.from({ length: 8 }, () => waybill.settle()))
      assert.deepEqual([await states(), refunds()], [['refunded'], [1]])
    })

    it('is refunded once when two of our purchases led to it', async () => {
      await freeAgain()
      waybill.simulator.faults.order({ fault: 'cut_before', on: 'buy' })
      await book(tenant, rated)
      await waybill.settle()
      await pass(119 * SECOND_MS)
      await pass(20 * SECOND_MS)
      await soldNow()
      for (let hour = 0; hour < 8; hour += 1) await pass(HOUR_MS)
      assert.deepEqual([await states(), refunds()], [['refunded', 'refunded'], [1]])
    })

    describe('a refund that', () => {
      for (const fault of ['error_before', 'cut_before', 'rate_limited'] as const) {
        it(`fails (${fault}) is requested again, and both attempts are reported`, async () => {
          await freeAgain()
          await soldNow()
          waybill.simulator.faults.order({ fault, on: 'refund' })
          await pass(FIRST_WATCH_MS)
          assert.deepEqual([await states(), refunds(), told(/could not be refunded yet/)], [['refunding'], [0], 1])
          assert.deepEqual(await nextLooks(), [FIRST_WATCH_MS])
          assertAnswer(await book(tenant, rated), 422, 'QUOTE_RATE_OUTDATED')
          await pass(FIRST_WATCH_MS)
          assert.deepEqual([await states(), refunds(), told(/^late carrier purchase refunded$/)], [['refunded'], [1], 1])
        })
      }

      for (const fault of ['error_after', 'cut_after', 'hang_after', 'malformed'] as const) {
        it(`succeeded without an answer (${fault}) is found by the next look-up, and not requested twice`, async () => {
          await freeAgain()
          await soldNow()
          waybill.simulator.faults.order({ fault, on: 'refund' })
          await pass(FIRST_WATCH_MS)
          assert.deepEqual([await states(), refunds()], [['refunding'], [1]])
          await pass(FIRST_WATCH_MS)
          assert.deepEqual([await states(), refunds(), told(/^late carrier purchase refunded$/)], [['refunded'], [1], 1])
        })
      }

      /** Runs the look-ups once, with the refund function of each carrier replaced by `refund(usual)`. */
      const refundedBy = async (refund: (usual: RemoteCarrier) => RemoteCarrier['refund']): Promise<void> => {
        const carriers = waybill.deps.carriers.map((usual) => ({ ...usual, refund: refund(usual) }))
        await waybill.withCarriers(carriers, () => pass(FIRST_WATCH_MS))
      }

      it('ends in an internal error is retried after its lease expires, and the error is reported as internal', async () => {
        await freeAgain()
        await soldNow()
        await refundedBy(() => () => Promise.reject(new TypeError('an internal error')))
        const { id } = (await waybill.purchasesOf(rated.id))[0]!
        const report = { what: 'purchase not settled yet', details: { purchase: id, reason: 'an internal error' } }
        assert.deepEqual(waybill.reports.filter(({ details }) => details.purchase === id).at(-1), report)
        assert.deepEqual([await states(), await nextLooks()], [['refunding'], [REFUND_LEASE_MS]])
        await pass(REFUND_LEASE_MS)
        assert.deepEqual([await states(), refunds()], [['refunded'], [1]])
      })

      it('failed is retried after longer and longer pauses, also when the carrier cannot be asked about its outcome', async () => {
        await freeAgain()
        await soldNow()
        waybill.simulator.faults.order({ fault: 'error_before', on: 'refund' })
        await pass(FIRST_WATCH_MS)
        waybill.simulator.faults.order({ fault: 'error_before', on: 'read', times: 1_000 })
        await pass(FIRST_WATCH_MS)
        assert.deepEqual([await states(), await nextLooks()], [['refunding'], [SECOND_WATCH_MS]])
        waybill.simulator.faults.clear()
        await pass(SECOND_WATCH_MS)
        assert.deepEqual([await states(), refunds()], [['refunded'], [1]])
      })

      it('was recorded by another server meanwhile is not reported twice', async () => {
        await freeAgain()
        await soldNow()
        await refundedBy((usual) => async (purchase) => {
          const answer = await usual.refund(purchase)
          await waybill.deps.db.execute("update purchases set state = 'refunded', next_look_at = null where quote_id = $1", [rated.id])
          return answer
        })
        assert.deepEqual([await states(), refunds(), told(/^late carrier purchase/)], [['refunded'], [1], 0])
      })

      it('is refused is reported, and not requested again', async () => {
        await freeAgain()
        await soldNow()
        waybill.simulator.faults.order({ fault: 'rejected', on: 'refund' })
        await pass(FIRST_WATCH_MS)
        for (let hour = 0; hour < 8; hour += 1) await pass(HOUR_MS)
        assert.deepEqual([await states(), refunds(), told(/the carrier refuses/)], [['refund_refused'], [0], 1])
      })

      it('is in progress when the server dies is taken over by another server after its lease expires', async () => {
        await freeAgain()
        await soldNow()
        waybill.time.advance(FIRST_WATCH_MS)
        waybill.simulator.faults.order({ fault: 'slow', on: 'refund', delayMs: SECOND_MS })
        const dying = waybill.settle()
        while (!(await states()).includes('refunding')) await new Promise((resolve) => setTimeout(resolve, 5))
        // `settle` acts as another server here. It must not request the refund again, because the first request may still be running.
        await waybill.settle()
        await dying
        assert.deepEqual(refunds(), [1])
        await waybill.deps.db.execute("update purchases set state = 'refunding', next_look_at = $2 where quote_id = $1", [
          rated.id,
          waybill.time.now() + REFUND_LEASE_MS,
        ])
        await waybill.settle()
        assert.deepEqual(await states(), ['refunding'])
        await pass(REFUND_LEASE_MS)
        assert.deepEqual([await states(), refunds()], [['refunded'], [1]])
      })
    })
  }, postgres)
})
