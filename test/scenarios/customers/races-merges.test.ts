// A customer is merged or deactivated in the middle of a transaction that makes something for it: nothing is left with the old one.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Problems } from '../../../src/domain/values/errors.ts'
import type { Caller, Deps } from '../../../src/flows/deps.ts'
import { announceParcel, changeInbound } from '../../../src/flows/inbound/announce-parcel.ts'
import { importInbound } from '../../../src/flows/inbound/import-inbound.ts'
import { ownedBy, testCaller } from '../../support/calls/merge-calls.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { conflictBefore } from '../../support/engine/conflicts.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const NONE = { quotes: 0, packages: 0, inbound_parcels: 0, charges: 0 }
const LOCKS_CUSTOMER = 'select * from customers where business_id = $1 and mode = $2 and id = $3 for share'

forEachEngine((engine) => {
  // On SQLite, writing transactions come one after the other.
  describe('a merge in the middle of', { skip: engine.name === 'sqlite' }, () => {
    let waybill: Waybill
    let staff: StaffMember
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      staff = await signedIn(waybill, 'admin')
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    const caller = (): Promise<Caller> => testCaller(waybill.deps, tenant.business.id)
    const person = (first_name: string): Promise<Json> => newCustomer(tenant, { first_name, ...pickup })
    const two = async (): Promise<{ kept: Json; duplicate: Json }> => ({ kept: await person('Kept'), duplicate: await person('Double') })
    const change = async ({ parcel_customer_id }: Json, path: string, body: object = {}): Promise<void> => {
      const { status, text }: Answer = await staff.call('POST', `/ops/v1/customers/${parcel_customer_id}/${path}`, body)
      assert.ok(status < 300, text)
    }
    const mergingBefore = (statement: string, { kept, duplicate }: { kept: Json; duplicate: Json }): Deps =>
      conflictBefore(waybill.deps, statement, () => change(duplicate, 'merge', { into_id: kept.parcel_customer_id }))
    const owned = ({ parcel_customer_id }: Json) => ownedBy(waybill.deps.db, parcel_customer_id)
    let announced = 0
    const announcement = ({ parcel_customer_id }: Json) => {
      announced += 1
      return { customer_id: parcel_customer_id as string, courier_numbers: [`YT88123${announced}`] }
    }

    for (const statement of [LOCKS_CUSTOMER, 'insert into inbound_parcels'])
      it(`an announcement takes it along: ${statement}`, async () => {
        const both = await two()
        await announceParcel(mergingBefore(statement, both), await caller(), announcement(both.duplicate), new Problems())
        assert.deepEqual([await owned(both.duplicate), await owned(both.kept)], [NONE, { ...NONE, inbound_parcels: 1 }])
      })

    for (const statement of [LOCKS_CUSTOMER, 'update inbound_parcels'])
      it(`a change of who expects a parcel takes it along: ${statement}`, async () => {
        const both = await two()
        const { id } = await announceParcel(waybill.deps, await caller(), announcement(await person('First')), new Problems())
        const changes = { customer_id: both.duplicate.parcel_customer_id }
        await changeInbound(mergingBefore(statement, both), await caller(), id, changes, new Problems())
        assert.deepEqual([await owned(both.duplicate), await owned(both.kept)], [NONE, { ...NONE, inbound_parcels: 1 }])
      })

    it('an announcement, a file of them or a change is refused when it is no merge but a deactivation', async () => {
      const { id } = await announceParcel(waybill.deps, await caller(), announcement(await person('First')), new Problems())
      const works: ((deps: Deps, customer: Json) => Promise<unknown>)[] = [
        async (deps, customer) => announceParcel(deps, await caller(), announcement(customer), new Problems()),
        async (deps, customer) => changeInbound(deps, await caller(), id, { customer_id: customer.parcel_customer_id }, new Problems()),
        async (deps, customer) => {
          const { customer_id, courier_numbers } = announcement(customer)
          return importInbound(deps, await caller(), `customer_id,courier_numbers\n${customer_id},${courier_numbers[0]}\n`)
        },
      ]
      for (const [index, work] of works.entries()) {
        const customer = await person('Leaving')
        const leaving = conflictBefore(waybill.deps, LOCKS_CUSTOMER, () => change(customer, 'deactivate'))
        await assert.rejects(work(leaving, customer), { code: index < 2 ? 'CUSTOMER_INACTIVE' : 'VALIDATION_FAILED' })
        assert.deepEqual(await owned(customer), NONE)
      }
    })
  })
})
