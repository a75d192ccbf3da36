// Since when an endpoint has been failing is for its deliveries to say: an edit of the endpoint does not put back an older answer.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callerFor } from '../../../src/flows/caller-for.ts'
import * as endpoints from '../../../src/store/events/webhook-endpoints.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
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
      await deps.db.transaction((tx) => endpoints.setFailingSince(tx, caller, id, 1))
      const read = await endpoints.load(deps.db, caller, id)
      assert.equal(read.failingSince, 1)
      await deps.db.transaction((tx) => endpoints.clearFailing(tx, caller, id))
      await deps.db.transaction((tx) => endpoints.save(tx, caller, read, { ...read, description: 'Edited' }))
      assert.partialDeepStrictEqual(await endpoints.load(deps.db, caller, id), { failingSince: null, description: 'Edited' })
    })
  })
})
