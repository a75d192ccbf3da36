// A booking that fails with 503 or 500, or gets no answer, is repeated with the same Idempotency-Key. The repeat returns the quote if it was booked.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ANSWERS_KEPT_MS } from '../../../src/http/requests/idempotency.ts'
import { assertReplayed, newKey, withKey } from '../../support/calls/idempotency-calls.ts'
import { createShipment, newQuote } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { CarrierWaybill, Rated } from '../../support/server/carrier-waybill.ts'
import { assertAnswer, assertTryLater, carrierRates, ratedQuote, startCarrierWaybill } from '../../support/server/carrier-waybill.ts'
import type { Answer, Tenant } from '../../support/server/waybill.ts'

describe('a booking that was answered 503', { concurrency: true }, () => {
  forEachEngine((engine) => {
    let waybill: CarrierWaybill
    let tenant: Tenant
    let rated: Rated
    let key: string
    before(async () => {
      waybill = await startCarrierWaybill(engine)
      tenant = await waybill.newLiveTenant()
    })
    beforeEach(async () => {
      waybill.simulator.faults.clear()
      rated = await ratedQuote(tenant)
      key = newKey()
    })
    after(() => waybill.close())

    const book = (under: string, rateId = rated.rateId): Promise<Answer> =>
      createShipment(tenant, rated.id, { rate_id: rateId }, withKey(under))
    const pending = async (fault: 'cut_after' | 'error_before'): Promise<void> => {
      waybill.simulator.faults.order({ fault, on: 'buy' })
      assertTryLater(await book(key), 503, 'CARRIER_OUTCOME_PENDING')
    }

    it('has to wait until the purchase is settled, and is then answered 200 with the booked quote, also when repeated', async () => {
      await pending('cut_after')
      assertTryLater(await book(key), 409, 'BOOKING_IN_PROGRESS')
      await waybill.settle()
      const again = await book(key)
      assert.deepEqual([again.status, again.json.status], [200, 'booked'], again.text)
      assert.ok(again.json.tracking_code)
      assertReplayed(await book(key), again)
      assert.equal(waybill.sold(rated.id).length, 1)
    })

    it('is QUOTE_ALREADY_BOOKED for any other key, and for another request with the same key', async () => {
      await pending('cut_after')
      await waybill.settle()
      assertAnswer(await book(newKey()), 422, 'QUOTE_ALREADY_BOOKED')
      assertAnswer(await createShipment(tenant, rated.id, { rate_id: rated.rateId }), 422, 'QUOTE_ALREADY_BOOKED')
      const other = carrierRates(rated.quote).at(-1)!.id
      assertAnswer(await book(key, other), 422, 'QUOTE_ALREADY_BOOKED')
      assert.equal((await book(key)).status, 200)
    })

    it('is booked by its repeat if nothing was bought; a key under which nothing was bought returns no booking of another key', async () => {
      await pending('error_before')
      await waybill.settle()
      const other = newKey()
      assert.equal((await book(other)).status, 200)
      assertAnswer(await book(key), 422, 'QUOTE_ALREADY_BOOKED')
    })

    it('returns no booking for its key if an internal error interrupted it before the purchase', async () => {
      const buy = async (): Promise<never> => {
        throw new TypeError('an internal error')
      }
      const failing = waybill.deps.carriers.map((usual) => ({ ...usual, buy }))
      const failed = await waybill.withCarriers(failing, () => book(key))
      assertAnswer(failed, 500, 'INTERNAL')
      let again = await book(key)
      // The Idempotency-Key is released shortly after the answer is sent.
      while (again.json.code === 'IDEMPOTENCY_IN_PROGRESS') {
        await sleep(20)
        again = await book(key)
      }
      assertTryLater(again, 409, 'BOOKING_IN_PROGRESS')
    })

    it('returns 200 with the booked quote if it was not answered at all and needed no purchase', async () => {
      const { parcel_quote_id: id } = await newQuote(tenant, importAir())
      const bookImport = (under: string) => createShipment(tenant, id, {}, withKey(under))
      const first = await bookImport(key)
      // Simulates a server that died after the commit and before its answer. The lock that the server held on the key has expired.
      await waybill.deps.db.execute(
        'update idempotency_keys set status = 102, content_type = null, body = null, locked_until = 0 where key = $1',
        [key],
      )
      const again = await bookImport(key)
      assert.deepEqual([again.status, again.json, again.headers.get('idempotent-replayed')], [200, first.json, null], again.text)
      assertAnswer(await bookImport(newKey()), 422, 'QUOTE_ALREADY_BOOKED')
    })

    it('is forgotten with its key after exactly one day', async () => {
      waybill.time.freeze()
      await pending('cut_after')
      await waybill.settle()
      waybill.time.advance(ANSWERS_KEPT_MS)
      assertAnswer(await book(key), 422, 'QUOTE_ALREADY_BOOKED')
    })
  })
})
