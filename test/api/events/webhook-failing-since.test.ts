// Only deliveries set an endpoint's `failing_since`. Neither an edit nor an attempt that ends late restores an older value.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DISABLE_AFTER_MS } from '../../../src/domain/events/webhook.ts'
import { callerFor } from '../../../src/flows/deps.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as endpoints from '../../../src/store/events/webhook-endpoints.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { delivererFor, newEndpoint } from '../../support/calls/webhook-calls.ts'
import { conflictBefore } from '../../support/engine/conflicts.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { startReceiver } from '../../support/server/receiver.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forEachEngine((engine) => {
  describe('a webhook endpoint that recovers while it is edited', () => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    it('stays recovered', async () => {
      const tenant = await waybill.newTenant()
      const { deps } = waybill
      const made = await tenant.post('/v1/webhook_endpoints', { url: 'https://example.com/hook' })
      assert.equal(made.status, 201, made.text)
      const caller = await callerFor(deps.db, { businessId: tenant.business.id, mode: 'test' }, byTest(deps))
      const id: string = made.json.webhook_endpoint_id ?? made.json.id
      await deps.db.transaction(SYSTEM, (tx) => endpoints.setFailingSince(tx, caller, id, 1))
      const read = await endpoints.load(deps.db, caller, id)
      assert.equal(read.failingSince, 1)
      await deps.db.transaction(SYSTEM, (tx) => endpoints.clearFailing(tx, caller, id))
      await deps.db.transaction(SYSTEM, (tx) => endpoints.save(tx, caller, read, { ...read, description: 'Edited' }))
      assert.partialDeepStrictEqual(await endpoints.load(deps.db, caller, id), { failingSince: null, description: 'Edited' })
    })

    it('is not disabled because the clock of the machine is set forward between two failures', async () => {
      const receiver = await startReceiver(() => ({ status: 500 }))
      const tenant = await waybill.newTenant()
      const { webhook_endpoint_id: id } = await newEndpoint(tenant, receiver.url)
      await newCustomer(tenant)
      const deliverAt = async (aheadMs: number): Promise<void> => {
        const deliverer = delivererFor({ ...waybill, deps: { ...waybill.deps, clock: () => waybill.deps.clock() + aheadMs } })
        await deliverer.deliverAll()
        await deliverer.close()
      }
      await deliverAt(0)
      waybill.time.advance(60 * 60 * 1000)
      await deliverAt(2 * DISABLE_AFTER_MS)
      const { disabledAt } = await endpoints.load(waybill.deps.db, { businessId: tenant.business.id, mode: 'test' }, id)
      assert.deepEqual([receiver.received.length, disabledAt], [2, null])
      await receiver.close()
    })

    it('is not disabled for earlier failures if a delivery succeeds while another attempt fails', {
      skip: engine.name === 'sqlite',
    }, async () => {
      const receiver = await startReceiver(() => ({ status: 500 }))
      const tenant = await waybill.newTenant()
      const { deps } = waybill
      const { webhook_endpoint_id: id } = await newEndpoint(tenant, receiver.url)
      const scope = { businessId: tenant.business.id, mode: 'test' as const }
      await deps.db.transaction(SYSTEM, (tx) => endpoints.setFailingSince(tx, scope, id, deps.clock() - DISABLE_AFTER_MS))
      await newCustomer(tenant)
      const succeed = () => deps.db.transaction(SYSTEM, (tx) => endpoints.clearFailing(tx, scope, id))
      const deliverer = delivererFor({ ...waybill, deps: conflictBefore(deps, 'update webhook_endpoints', succeed) })
      const before = deps.clock()
      await deliverer.deliverAll()
      const { disabledAt, failingSince } = await endpoints.load(deps.db, scope, id)
      assert.deepEqual([receiver.received.length, disabledAt], [1, null])
      assert.ok(failingSince! >= before, 'it has been failing since this attempt')
      await deliverer.close()
      await receiver.close()
    })
  })
})
