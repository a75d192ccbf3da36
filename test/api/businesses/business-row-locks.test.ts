// Writes by clients do not lock the row of their business. On PostgreSQL, such a lock would make all clients of the business wait.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { bookPackage, sendNotice } from '../../support/calls/package-calls.ts'
import { postgres } from '../../support/engine/engines.ts'
import { exportAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

let waybill: Waybill
let tenant: Tenant
before(async () => {
  waybill = await startWaybill(postgres)
  tenant = await waybill.newTenant()
})
after(() => waybill.close())

/** Id of the transaction that changed or locked the business row last (`xmax`). The transaction may have ended. */
const touchedBy = async (): Promise<string> => {
  const rows = await waybill.deps.db.query<{ by: string }>('select cast(xmax as text) as by from businesses where id = $1', [
    tenant.business.id,
  ])
  return rows[0]!.by
}

const newCustomer = () => tenant.post('/v1/parcel-customers', { parcel_customer: {} })

it('neither a customer nor a quote nor a booking nor a hold', async () => {
  // The first customer of a business also creates the counter of customer numbers. The test therefore creates one customer before the check
  // begins.
  await newCustomer()
  const before = await touchedBy()
  assert.equal((await newCustomer()).status, 201)
  const { parcel_id } = await bookPackage(tenant, exportAir())
  assert.equal((await sendNotice(tenant, parcel_id, { action: 'hold' })).status, 201)
  assert.equal(await touchedBy(), before)
})
