// Booking when the carrier is switched off or an internal error occurs. Also tests how several servers share the look-ups of open purchases.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { LookUp, Purchase, RemoteCarrier } from '../../../src/carriers/carrier.ts'
import { CarrierFailure } from '../../../src/carriers/carrier.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as purchases from '../../../src/store/booking/purchases.ts'
import { getQuote } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { CarrierWaybill, Rated } from '../../support/server/carrier-waybill.ts'
import { assertAnswer, book, ratedQuote, startCarrierWaybill } from '../../support/server/carrier-waybill.ts'
import type { Answer, Tenant } from '../../support/server/waybill.ts'

const SECOND_MS = 1_000
const RETRY_SECONDS = '5'

describe('a purchase', () => {
  forEachEngine((engine) => {
    let waybill: CarrierWaybill
    let usual: RemoteCarrier
    let tenant: Tenant
    let rated: Rated
    before(async () => {
      waybill = await startCarrierWaybill(engine)
      waybill.time.freeze()
      usual = waybill.deps.carriers[0]!
      tenant = await waybill.newLiveTenant()
    })
    beforeEach(async () => {
      waybill.simulator.faults.clear()
      waybill.reports.length = 0
      rated = await ratedQuote(tenant)
    })
    after(() => waybill.close())

    const statusOf = async (): Promise<string> => (await getQuote(tenant, rated.id)).status
    const cut = (fault: 'cut_after' | 'cut_before'): Promise<Answer> => {
      waybill.simulator.faults.order({ fault, on: 'buy' })
      return book(tenant, rated)
    }
    const bookAt = (carriers: CarrierWaybill['deps']['carriers']): Promise<Answer> =>
      waybill.withCarriers(carriers, () => book(tenant, rated))

    it('503 CARRIER_UNAVAILABLE when the carrier was switched off after it gave the rate, and the quote is free at once', async () => {
      const answer = await bookAt([])
      assertAnswer(answer, 503, 'CARRIER_UNAVAILABLE')
      assert.equal(answer.headers.get('retry-after'), RETRY_SECONDS)
      assert.deepEqual([await statusOf(), waybill.sold(rated.id)], ['pending', []])
    })

    it('500 for an internal error during the purchase, which stays open until it is looked up', async () => {
      const buy = async (purchase: Purchase): Promise<never> => {
        await usual.buy(purchase)
        throw new TypeError('an internal error')
      }
      assertAnswer(await bookAt([{ ...usual, buy }]), 500, 'INTERNAL')
      assertAnswer(await book(tenant, rated), 409, 'BOOKING_IN_PROGRESS')
      waybill.time.advance(waybill.deps.purchaseTimeouts.buyLeaseMs)
      await waybill.settle()
      assert.equal(await statusOf(), 'booked')
    })

    it('is refused with the carrier’s reason, even if another server settled it meanwhile', async () => {
      const { db } = waybill.deps
      const buy = async (): Promise<never> => {
        await db.execute("update purchases set state = 'not_bought', next_look_at = null where quote_id = $1", [rated.id])
        await db.execute('update quotes set purchase_id = null, version = version + 1 where id = $1', [rated.id])
        throw new CarrierFailure('rejected', 'not today', { carrier: usual.id })
      }
      assertAnswer(await bookAt([{ ...usual, buy }]), 422, 'CARRIER_REJECTED')
      assert.equal(await statusOf(), 'pending')
    })

    it('is looked up by one server for fifteen seconds, and then by another', async () => {
      await cut('cut_after')
      const nextLookAt = async () => (await waybill.purchasesOf(rated.id))[0]!.next_look_at
      let claimedUntil: number | null = null
      const lookUp = async (purchase: Purchase): Promise<LookUp> => {
        claimedUntil = await nextLookAt()
        return usual.lookUp(purchase)
      }
      await waybill.withCarriers([{ ...usual, lookUp }], () => waybill.settle())
      assert.equal(claimedUntil, waybill.time.now() + 15 * SECOND_MS)
      assert.equal(await statusOf(), 'booked')
    })

    it('is looked up again when a look-up fails, and the operator is told the reason', async () => {
      await cut('cut_after')
      const { id } = (await waybill.purchasesOf(rated.id))[0]!
      const failures = [
        { error: new CarrierFailure('unavailable', 'not now', { carrier: usual.id }), nextLookMs: SECOND_MS },
        { error: new TypeError('an internal error'), nextLookMs: 15 * SECOND_MS },
      ]
      for (const { error, nextLookMs } of failures) {
        const lookUp = async (): Promise<never> => {
          throw error
        }
        await waybill.withCarriers([{ ...usual, lookUp }], () => waybill.settle())
        assert.equal((await waybill.purchasesOf(rated.id))[0]!.next_look_at, waybill.time.now() + nextLookMs, error.message)
        waybill.time.advance(nextLookMs)
      }
      assert.deepEqual(
        waybill.reports.filter(({ what }) => what !== 'carrier purchase failed'),
        [
          { what: 'carrier look-up failed', details: { purchase: id, kind: 'unavailable', reason: 'not now' } },
          { what: 'purchase not settled yet', details: { purchase: id, reason: 'an internal error' } },
        ],
      )
      await waybill.settle()
      assert.equal(await statusOf(), 'booked')
    })

    it('frees the quote when somebody had it refunded at the carrier', async () => {
      waybill.simulator.faults.order({ fault: 'error_after', on: 'buy' })
      await book(tenant, rated)
      const lookUp = async (purchase: Purchase): Promise<LookUp> => {
        await usual.refund(purchase)
        return usual.lookUp(purchase)
      }
      await waybill.withCarriers([{ ...usual, lookUp }], () => waybill.settle())
      assert.deepEqual([await statusOf(), (await waybill.purchasesOf(rated.id))[0]!.state], ['pending', 'not_bought'])
    })

    it('is looked up in a batch of at most twenty, and the rest in the next', async () => {
      const { db } = waybill.deps
      await cut('cut_before')
      const [{ id, mode, business_id: businessId }] = (await waybill.purchasesOf(rated.id)) as any[]
      const intent = await purchases.load(db, { businessId, mode }, id)
      const copies = Array.from({ length: 20 }, (_, copy) => ({ ...intent, id: `${id}_${copy}`, state: 'not_bought' as const }))
      await db.transaction(SYSTEM, async (tx) => {
        for (const copy of copies) await purchases.insert(tx, { businessId, mode }, copy, 'a copy')
      })
      waybill.simulator.faults.order({ fault: 'error_before', on: 'read', times: 1_000 })
      assert.deepEqual([await waybill.settle(), await waybill.settle()], [20, 1])
      await db.execute("delete from purchases where carrier_shipment_id = 'a copy'")
    })
  })
})
