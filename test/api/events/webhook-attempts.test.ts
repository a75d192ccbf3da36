// A delivery that was replayed very often shows its latest attempts only.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { ATTEMPTS_SHOWN_MAX } from '../../../src/domain/events/webhook.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as deliveries from '../../../src/store/events/webhook-deliveries.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { deliveriesOf, deliveryWithAttempts, newEndpoint } from '../../support/calls/webhook-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MORE = 3

forEachEngine((engine) => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(engine)
  })
  after(() => waybill.close())

  it('shows a limited number of the latest attempts of a delivery, oldest first', async () => {
    const tenant = await waybill.newTenant()
    await newEndpoint(tenant, 'http://localhost:9/hook')
    await newCustomer(tenant)
    const [{ webhook_delivery_id: id }] = await deliveriesOf(tenant)
    const scope = { businessId: tenant.business.id, mode: 'test' } as const
    const outcome = { durationMs: 1, responseStatus: 200, responseExcerpt: null, error: null, retryAfter: null }
    await waybill.deps.db.transaction(SYSTEM, async (tx) => {
      for (let made = 0; made < ATTEMPTS_SHOWN_MAX + MORE; made += 1) await deliveries.addAttempt(tx, scope, id, made, outcome)
    })
    const { attempts } = await deliveryWithAttempts(tenant, id)
    assert.deepEqual(
      attempts.map(({ number }: Json) => number),
      Array.from({ length: ATTEMPTS_SHOWN_MAX }, (_, index) => MORE + 1 + index),
    )
  })
})
