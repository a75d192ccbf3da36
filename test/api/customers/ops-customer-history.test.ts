// The history of a customer that was changed very often: the latest changes, each with its previous value.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { HISTORY_MAX } from '../../../src/domain/audit/audit.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as customers from '../../../src/store/customers/customers.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MORE = 3

forOneEngine((engine) => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(engine)
  })
  after(() => waybill.close())

  it('shows a limited number of changes; the value before them is found however old it is', async () => {
    const [tenant, staff] = [await waybill.newTenant(), await signedIn(waybill, 'warehouse')]
    const { parcel_customer_id: id } = await newCustomer(tenant, { first_name: 'Sample', last_name: 'Trader', ...pickup })
    const caller = { businessId: tenant.business.id, mode: 'test', ...byTest(waybill.deps) } as const
    await waybill.deps.db.transaction(SYSTEM, async (tx) => {
      let customer = await customers.load(tx, caller, id)
      for (let edits = 1; edits < HISTORY_MAX + MORE; edits += 1)
        customer = await customers.save(tx, caller, customer, { ...customer, firstName: `Sample ${edits}` })
    })
    await staff.call('PATCH', `/ops/v1/customers/${id}`, { last_name: 'Seller' })
    const { history } = (await staff.call('GET', `/ops/v1/customers/${id}`)).json
    assert.equal(history.length, HISTORY_MAX)
    assert.deepEqual(history[0].changes, [{ field: 'first_name', before: `Sample ${MORE}`, after: `Sample ${MORE + 1}` }])
    assert.deepEqual(history.at(-1).changes, [{ field: 'last_name', before: 'Trader', after: 'Seller' }])
    const trail: Json[] = (await staff.call('GET', `/ops/v1/audit?object_id=${id}`)).json
    assert.deepEqual(trail[0]!.changes, [{ field: 'last_name', before: 'Trader', after: 'Seller' }])
    assert.equal(trail.at(-1)!.changes[0].before, `Sample ${HISTORY_MAX + MORE - trail.length}`)
  })
})
