// Purchases with an unknown outcome: which server looks them up, how soon, and what happens while the carrier is down.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { BUY_TIMEOUT_MS } from '../../../src/carriers/easypost/connection.ts'
import { createEasyPost } from '../../../src/carriers/easypost/easypost.ts'
import { RETRY_POLICY } from '../../../src/carriers/easypost/retry.ts'
import { startWorkers } from '../../../src/workers.ts'
import { startSimulator } from '../../../tools/carrier-simulator/simulator.ts'
import { createShipment, getQuote } from '../../support/calls/quote-calls.ts'
import { forEachEngine, sqlite } from '../../support/engine/engines.ts'
import { IN_SOAK } from '../../support/in-soak.ts'
import type { CarrierWaybill, Rated } from '../../support/server/carrier-waybill.ts'
import { assertTryLater, book, CUSTOMS, carrierRates, ratedQuote, startCarrierWaybill } from '../../support/server/carrier-waybill.ts'
import type { Answer, Tenant } from '../../support/server/waybill.ts'

const SECOND_MS = 1_000
/** Delay of a slow carrier's answer. The test can act before the answer arrives. */
const SLOW_MS = SECOND_MS
/** Delay that is much longer than the time needed to settle another purchase. */
const VERY_SLOW_MS = 8 * SECOND_MS
const CALLERS = 30

const easyPostAt = (baseUrl: string) => createEasyPost({ apiKey: 'simulated', baseUrl, customs: CUSTOMS, now: Date.now })

const tally = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status, json } of answers) {
    const name = [status, json?.code].filter(Boolean).join(' ')
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

describe('an open purchase', { concurrency: true }, () => {
  forEachEngine((engine) => {
    let waybill: CarrierWaybill
    let tenant: Tenant
    let rated: Rated
    before(async () => {
      waybill = await startCarrierWaybill(engine)
      tenant = await waybill.newLiveTenant()
    })
    beforeEach(async () => {
      waybill.simulator.faults.clear()
      waybill.reports.length = 0
      await waybill.deps.db.execute('update purchases set next_look_at = null')
      rated = await ratedQuote(tenant)
    })
    after(() => waybill.close())

    const statusOf = async (): Promise<string> => (await getQuote(tenant, rated.id)).status
    const reads = (): number => waybill.simulator.ledger().requests.read

    for (const [fault, becomes] of [
      ['error_before', 'pending'],
      ['error_after', 'booked'],
      ['cut_after', 'booked'],
    ] as const) {
      it(`after ${fault} is ${becomes} soon, by the worker alone`, async () => {
        const stopWorkers = startWorkers(waybill.deps)
        try {
          waybill.simulator.faults.order({ fault, on: 'buy' })
          assertTryLater(await book(tenant, rated), 503, 'CARRIER_OUTCOME_PENDING')
          const open = async () => (await waybill.purchasesOf(rated.id))[0]?.state === 'open'
          while (await open()) await sleep(50)
          assert.equal(await statusOf(), becomes)
        } finally {
          await stopWorkers()
        }
      })
    }

    it('is not looked up while the call to the carrier is in progress', async () => {
      waybill.simulator.faults.order({ fault: 'slow', on: 'buy', delayMs: SLOW_MS })
      const booking = book(tenant, rated)
      while ((await waybill.purchasesOf(rated.id)).length === 0) await sleep(10)
      const [before] = [reads()]
      const [{ next_look_at: dueAt } = { next_look_at: null }] = await waybill.purchasesOf(rated.id)
      assert.ok(dueAt! - waybill.time.now() > BUY_TIMEOUT_MS - SLOW_MS, 'not before the carrier has had its time')
      assert.equal(await waybill.settle(), 0)
      assert.equal(reads(), before)
      assert.equal((await booking).status, 200)
    })

    // SQLite is enough outside the soak, because the workers, not the store, run these look-ups concurrently.
    it('does not wait for others whose look-ups hang', engine === sqlite ? {} : IN_SOAK, async () => {
      const stopWorkers = startWorkers(waybill.deps)
      try {
        const slow = await ratedQuote(tenant)
        waybill.simulator.faults.order({ fault: 'cut_after', on: 'buy' })
        await book(tenant, slow)
        waybill.simulator.faults.order({ fault: 'slow', on: 'read', delayMs: VERY_SLOW_MS })
        while (waybill.simulator.faults.pending().ordered.length > 0) await sleep(20)
        waybill.simulator.faults.order({ fault: 'error_after', on: 'buy' })
        await book(tenant, rated)
        while ((await waybill.purchasesOf(rated.id))[0]?.state === 'open') await sleep(50)
        assert.equal((await waybill.purchasesOf(slow.id))[0]?.state, 'open')
      } finally {
        await stopWorkers()
      }
    })

    it('does not wait for one that the carrier can never look up', async () => {
      const { faults } = waybill.simulator
      const retryPolicy = { ...RETRY_POLICY, firstDelayMs: 1, maxDelayMs: 5 }
      const carrier = createEasyPost({ apiKey: 'simulated', baseUrl: waybill.simulator.url, customs: CUSTOMS, now: Date.now, retryPolicy })
      await waybill.withCarriers([carrier], async () => {
        const never = await ratedQuote(tenant)
        faults.order({ fault: 'cut_after', on: 'buy' })
        await book(tenant, never)
        faults.order({ fault: 'error_before', on: 'read', times: 12 })
        for (let turn = 0; turn < 4; turn += 1) {
          await waybill.settle()
          waybill.time.advance(20 * SECOND_MS)
        }
        faults.order({ fault: 'cut_after', on: 'buy' })
        await book(tenant, rated)
        await waybill.settle()
        assert.equal(await statusOf(), 'booked')
      })
    })

    it(`is one for ${CALLERS} concurrent bookings, and the others are told to retry`, async () => {
      waybill.simulator.faults.order({ fault: 'slow', on: 'buy', delayMs: SLOW_MS })
      const rateIds = carrierRates(rated.quote).map((rate) => rate.id)
      const answers = await Promise.all(
        Array.from({ length: CALLERS }, (_, caller) => createShipment(tenant, rated.id, { rate_id: rateIds[caller % rateIds.length] })),
      )
      const { 200: booked, ...others } = tally(answers)
      assert.equal(booked, 1)
      assert.deepEqual(
        Object.keys(others).filter((code) => !['409 BOOKING_IN_PROGRESS', '422 QUOTE_ALREADY_BOOKED'].includes(code)),
        [],
      )
      for (const answer of answers.filter(({ status }) => status === 409)) assertTryLater(answer, 409, 'BOOKING_IN_PROGRESS')
      assert.deepEqual([waybill.sold(rated.id).length, (await waybill.purchasesOf(rated.id)).length], [1, 1])
    })

    it('is looked up by one of several servers, and settled once', async () => {
      waybill.simulator.faults.order({ fault: 'cut_after', on: 'buy' })
      await book(tenant, rated)
      const before = reads()
      await Promise.all(Array.from({ length: 8 }, () => waybill.settle()))
      assert.equal(reads() - before, 1)
      assert.equal(await statusOf(), 'booked')
      const [row] = await waybill.deps.db.query<{ count: number }>('select count(*) as count from packages where quote_id = $1', [rated.id])
      assert.equal(row?.count, 1)
    })

    it('stays booked by a look-up when the buyer’s own call ends with an unknown outcome later', async () => {
      waybill.simulator.faults.order({ fault: 'hang_after', on: 'buy' })
      const booking = book(tenant, rated)
      while (waybill.sold(rated.id).length === 0) await sleep(5)
      await waybill.deps.db.execute('update purchases set next_look_at = 0 where quote_id = $1', [rated.id])
      await waybill.settle()
      assert.equal(await statusOf(), 'booked')
      assertTryLater(await booking, 503, 'CARRIER_OUTCOME_PENDING')
      assert.equal(await statusOf(), 'booked')
      await waybill.settle()
      assert.deepEqual(
        (await waybill.purchasesOf(rated.id)).map(({ state, next_look_at }) => [state, next_look_at]),
        [['bought', null]],
      )
    })

    it('is refunded, and not answered as booked, when it was settled as not bought while the buyer was suspended', async () => {
      waybill.simulator.faults.order({ fault: 'slow', on: 'buy', delayMs: SLOW_MS })
      const booking = book(tenant, rated)
      while ((await waybill.purchasesOf(rated.id)).length === 0) await sleep(5)
      const settled = waybill.time.now()
      await waybill.deps.db.execute("update purchases set state = 'not_bought', settled_at = $2, next_look_at = 0 where quote_id = $1", [
        rated.id,
        settled,
      ])
      await waybill.deps.db.execute('update quotes set purchase_id = null, version = version + 1 where id = $1', [rated.id])
      assertTryLater(await booking, 503, 'CARRIER_OUTCOME_PENDING')
      assert.deepEqual(waybill.reports, [], 'nothing failed')
      assert.equal(await statusOf(), 'pending')
      await waybill.settle()
      assert.deepEqual(
        waybill.sold(rated.id).map((sold) => sold.refunds),
        [1],
      )
    })

    it('is not answered as failed when the store cannot save it, and is booked once the store is back', async () => {
      const { db } = waybill.deps
      waybill.simulator.faults.order({ fault: 'slow', on: 'buy', delayMs: SLOW_MS })
      const booking = book(tenant, rated)
      while ((await waybill.purchasesOf(rated.id)).length === 0) await sleep(5)
      await db.execute('alter table purchases rename to purchases_out_of_reach')
      const answer = await booking.finally(() => db.execute('alter table purchases_out_of_reach rename to purchases'))
      assertTryLater(answer, 503, 'CARRIER_OUTCOME_PENDING')
      assert.ok(waybill.reports.some(({ what }) => what === 'carrier purchase not written down yet'))
      await db.execute('update purchases set next_look_at = 0 where quote_id = $1', [rated.id])
      await waybill.settle()
      assert.equal(await statusOf(), 'booked')
      assert.equal(waybill.sold(rated.id).length, 1)
    })

    it('waits until a carrier that is switched off is back, and the operator is told', async () => {
      waybill.simulator.faults.order({ fault: 'cut_after', on: 'buy' })
      await book(tenant, rated)
      await waybill.withCarriers([], async () => {
        await waybill.settle()
        assert.deepEqual(
          waybill.reports.filter(({ what }) => what.includes('switched off')).map(({ details }) => details.carrier),
          ['easypost'],
        )
      })
      waybill.time.advance(SECOND_MS)
      await waybill.settle()
      assert.equal(await statusOf(), 'booked')
    })

    it('is free after two minutes when the carrier has no record of it', async (t) => {
      waybill.simulator.faults.order({ fault: 'error_before', on: 'buy' })
      await book(tenant, rated)
      const forgetful = await startSimulator({ seed: 'it has forgotten everything' })
      t.after(() => forgetful.close())
      await waybill.withCarriers([easyPostAt(forgetful.url)], async () => {
        await waybill.settle()
        assert.equal((await waybill.purchasesOf(rated.id))[0]?.state, 'open')
        waybill.time.advance(120 * SECOND_MS)
        await waybill.settle()
        assert.equal((await waybill.purchasesOf(rated.id))[0]?.state, 'not_bought')
      })
      assert.equal(await statusOf(), 'pending')
    })

    it('is booked even if its tracking code was used before', async (t) => {
      const twins = await Promise.all([startSimulator({ seed: 'the same codes' }), startSimulator({ seed: 'the same codes' })])
      t.after(() => Promise.all(twins.map((twin) => twin.close())))
      const codes: string[] = []
      for (const twin of twins) {
        await waybill.withCarriers([easyPostAt(twin.url)], async () => {
          const answer = await book(tenant, await ratedQuote(tenant))
          assert.equal(answer.status, 200, answer.text)
          codes.push(answer.json.tracking_code)
        })
      }
      assert.equal(codes[0], codes[1])
    })
  })
})
