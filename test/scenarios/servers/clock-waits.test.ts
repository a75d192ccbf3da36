// A clock that goes back while the server is down does not delay scheduled work.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { TRACKER_SILENCE_MS } from '../../../src/domain/booking/purchase.ts'
import { settleNotices, watchNotices } from '../../../src/flows/billing/provider/settle-notices.ts'
import { watchPurchases } from '../../../src/flows/booking/free-purchases.ts'
import { pollCarriers, watchTracking } from '../../../src/flows/booking/poll-carriers.ts'
import { settlePurchases } from '../../../src/flows/booking/settle-purchases.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { HOUR_MS } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { assertTryLater, book, ratedQuote, startCarrierWaybill } from '../../support/server/carrier-waybill.ts'
import { startPaystackWaybill } from '../../support/server/paystack-waybill.ts'

const MINUTE_MS = 60_000

/** A server that starts after the clock went back, and its monotonic clock. */
const startedAfter = (before: Deps, setBackMs: number) => {
  const setBackAt = before.queueClock()
  let passedMs = 0
  const deps = { ...before, monotonic: () => passedMs, queueClock: () => setBackAt - setBackMs + passedMs }
  const pass = (ms: number): void => {
    passedMs += ms
  }
  return { deps, pass }
}

forEachEngine((engine) => {
  it('a payment is looked up a minute after the start, and as often as by a clock that goes right', async () => {
    const waybill = await startPaystackWaybill(engine)
    waybill.time.freeze()
    const tenant = await waybill.newTenant()
    const { link } = await waybill.linked(tenant)
    const paid = async () => (await tenant.get('/v1/payments')).json.length
    await waybill.paystack.payAndTell({ reference: link.reference })
    const { deps, pass } = startedAfter(waybill.deps, HOUR_MS)
    const watch = watchNotices(deps)
    assert.equal(await watch(), 0, 'another server may be looking it up')
    assert.deepEqual([await settleNotices(deps), await paid()], [0, 0])
    pass(MINUTE_MS)
    assert.equal(await watch(), 1)
    assert.deepEqual([await settleNotices(deps), await paid()], [1, 1])
    await waybill.deps.db.execute(`update payment_notices set state = 'waiting', looks = 6, next_look_at = $1`, [
      deps.queueClock() + HOUR_MS,
    ])
    const next = watchNotices(deps)
    assert.equal(await next(), 0)
    pass(MINUTE_MS)
    assert.equal(await next(), 0, 'an hour after its sixth look-up')
    await waybill.close()
  })

  it('a silent parcel is asked after within the time that a parcel may be silent', async () => {
    const waybill = await startCarrierWaybill(engine)
    waybill.time.freeze()
    const tenant = await waybill.newLiveTenant()
    await book(tenant, await ratedQuote(tenant))
    const { deps, pass } = startedAfter(waybill.deps, HOUR_MS)
    const watch = watchTracking(deps)
    assert.equal(await watch(), 0, 'another server may be asking')
    pass(HOUR_MS / 2)
    assert.equal(await watch(), 1)
    assert.equal(await pollCarriers(deps), 1)
    pass(TRACKER_SILENCE_MS - 1)
    assert.deepEqual([await watch(), await pollCarriers(deps)], [0, 0])
    pass(1)
    assert.equal(await pollCarriers(deps), 1)
    await waybill.close()
  })

  it('a purchase that may turn up late is looked for in its time, and its money asked back', async () => {
    const waybill = await startCarrierWaybill(engine)
    waybill.time.freeze()
    const tenant = await waybill.newLiveTenant()
    const rated = await ratedQuote(tenant)
    waybill.simulator.faults.order({ fault: 'cut_after', on: 'buy' })
    assertTryLater(await book(tenant, rated), 503, 'CARRIER_OUTCOME_PENDING')
    const inFiveMinutes = waybill.deps.queueClock() + 5 * MINUTE_MS
    await waybill.deps.db.execute("update purchases set state = 'not_bought', looks = 0, next_look_at = $1", [inFiveMinutes])
    await waybill.deps.db.execute('update quotes set purchase_id = null')
    const { deps, pass } = startedAfter(waybill.deps, HOUR_MS)
    const watch = watchPurchases(deps)
    const turn = async () => [await watch(), await settlePurchases(deps)]
    assert.deepEqual(await turn(), [0, 0])
    pass(5 * MINUTE_MS)
    assert.deepEqual(await turn(), [1, 1])
    assert.equal((await waybill.purchasesOf(rated.id))[0]!.state, 'refunded')
    await waybill.deps.db.execute("update purchases set state = 'not_bought', looks = 2, next_look_at = $1", [deps.queueClock() + HOUR_MS])
    for (let minutes = 0; minutes < 60; minutes += 20, pass(20 * MINUTE_MS))
      assert.deepEqual(await turn(), [0, 0], 'two hours after its last')
    await waybill.close()
  })
})
