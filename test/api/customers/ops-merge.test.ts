// Merging duplicate customers: which records move, which customer the old ID finds, and which records an undo moves back.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as packages from '../../../src/store/packages/packages.ts'
import { addPackages, testCaller } from '../../support/calls/merge-calls.ts'
import { findPackage, newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MANY = process.env.SOAK ? 2_100 : 600

forEachEngine((engine) => {
  let waybill: Waybill
  let staff: StaffMember
  before(async () => {
    waybill = await startWaybill(engine)
    staff = await signedIn(waybill, 'admin')
  })
  after(() => waybill.close())

  const person = (tenant: Tenant, first_name: string, more: object = {}): Promise<Json> =>
    newCustomer(tenant, { first_name, ...pickup, ...more })
  const book = async (tenant: Tenant, { address_suffix }: Json, weights = [1]): Promise<Json> =>
    bookedQuote(tenant, importAir({ sender: undefined, address_suffix, packages: weights.map((weight) => ({ weight })) }))
  const merge = (from: Json, into: Json): Promise<Answer> =>
    staff.call('POST', `/ops/v1/customers/${from.parcel_customer_id}/merge`, { into_id: into.parcel_customer_id })
  const undo = ({ customer_merge_id }: Json): Promise<Answer> => staff.call('POST', `/ops/v1/customer_merges/${customer_merge_id}/undo`)
  const show = async ({ parcel_customer_id }: Json): Promise<Json> =>
    (await staff.call('GET', `/ops/v1/customers/${parcel_customer_id}`)).json
  const counts = async (customer: Json): Promise<[number, number]> => {
    const { quotes_count, packages_count } = await show(customer)
    return [quotes_count, packages_count]
  }

  describe('a merge', () => {
    it('moves quotes and packages, and leaves the duplicate inactive', async () => {
      const tenant = await waybill.newTenant()
      const [kept, duplicate] = [await person(tenant, 'Kept'), await person(tenant, 'Double')]
      await book(tenant, kept)
      const quote = await book(tenant, duplicate, [1, 2])
      const answer = await merge(duplicate, kept)
      assert.equal(answer.status, 201, answer.text)
      assert.deepEqual([answer.json.quotes_moved, answer.json.packages_moved, answer.json.merged_by.kind], [1, 2, 'staff'])
      assert.deepEqual(
        [await counts(kept), await counts(duplicate)],
        [
          [2, 3],
          [0, 0],
        ],
      )
      const { status, merged_into_id } = await show(duplicate)
      assert.deepEqual([status, merged_into_id], ['inactive', kept.parcel_customer_id])
      const [{ parcel_id }] = quote.parcel_details.parcels
      const parcel = await findPackage(tenant, parcel_id)
      assert.equal(parcel.customer_identifier, kept.address_suffix)
      assert.deepEqual(
        (await tenant.get('/v1/packages?key=kept')).json.map((found: Json) => found.parcel_id).includes(parcel_id),
        true,
        'found by the name it now has',
      )
      const told = (await tenant.get('/v1/events?type=package.changed')).json
      assert.equal(told.length, 2)
      assert.equal(told[0].data.customer_identifier, kept.address_suffix)
      const [deactivated, ...more] = (await tenant.get('/v1/events?type=customer.deactivated')).json
      assert.deepEqual([deactivated?.object_id, more], [duplicate.parcel_customer_id, []])
    })

    it('makes the old ID, mobile and email find the customer that stays', async () => {
      const tenant = await waybill.newTenant()
      const kept = await person(tenant, 'Kept')
      const duplicate = await person(tenant, 'Double', { mobile: '+2348000000031', email: 'double@example.com' })
      await merge(duplicate, kept)
      for (const known of [{ address_suffix: duplicate.address_suffix }, { mobile: '08000000031' }, { email: 'DOUBLE@example.com' }]) {
        const { status, json } = await tenant.post('/v1/parcel-customers', { parcel_customer: known })
        assert.deepEqual([status, json.data.parcel_customer_id], [200, kept.parcel_customer_id])
      }
      const byId = await book(tenant, duplicate)
      const byToken = await bookedQuote(tenant, importAir({ sender: undefined, customer_id: duplicate.parcel_customer_id }))
      for (const quote of [byId, byToken]) assert.equal(quote.sender.name, 'Kept')
      assert.deepEqual(await counts(kept), [2, 2])
      const own = await tenant.get(`/v1/parcel-customers/${duplicate.parcel_customer_id}`)
      assert.equal(own.json.data.full_name, 'Double', 'itself it stays readable')
    })

    it('is refused into itself, into a merged one, of a merged one, and across businesses and modes', async () => {
      const tenant = await waybill.newTenant()
      const [a, b, c] = [await person(tenant, 'A'), await person(tenant, 'B'), await person(tenant, 'C')]
      assertRejected(await merge(a, a), 'INVALID_TRANSITION')
      await merge(a, b)
      assertRejected(await merge(a, c), 'INVALID_TRANSITION')
      assertRejected(await merge(c, a), 'INVALID_TRANSITION')
      assert.equal((await merge(c, await person(await waybill.newTenant(), 'D'))).status, 404)
      const live = (await tenant.post('/v1/parcel-customers', { parcel_customer: {} }, { key: tenant.liveKey })).json.data
      assert.equal((await merge(c, live)).status, 404)
      assertRejected(await staff.call('POST', `/ops/v1/customers/${a.parcel_customer_id}/reactivate`), 'INVALID_TRANSITION')
    })

    it('that two people request at once happens once', async () => {
      const tenant = await waybill.newTenant()
      const [kept, other, duplicate] = [await person(tenant, 'A'), await person(tenant, 'B'), await person(tenant, 'C')]
      await book(tenant, duplicate)
      const answers = await Promise.all([merge(duplicate, kept), merge(duplicate, other)])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422])
    })
  })

  describe('an undo', () => {
    it('gives back exactly what was moved, and nothing that came since', async () => {
      const tenant = await waybill.newTenant()
      const [kept, duplicate] = [await person(tenant, 'Kept'), await person(tenant, 'Double')]
      const before = await book(tenant, duplicate, [1, 2])
      const { json: merged } = await merge(duplicate, kept)
      await book(tenant, duplicate)
      const undone = await undo(merged)
      assert.equal(undone.status, 200, undone.text)
      assert.deepEqual(undone.json.left_ids, [])
      assert.deepEqual(
        [await counts(kept), await counts(duplicate)],
        [
          [1, 1],
          [1, 2],
        ],
      )
      const { status, merged_into_id, merges } = await show(duplicate)
      assert.deepEqual([status, merged_into_id], ['active', null])
      assert.ok(merges[0].undone_at)
      const [{ parcel_id }] = before.parcel_details.parcels
      assert.equal((await findPackage(tenant, parcel_id)).customer_identifier, duplicate.address_suffix)
      assert.equal((await tenant.get('/v1/packages?key=double')).json.length, 2)
      assertRejected(await undo(merged), 'INVALID_TRANSITION')
    })

    it('gives packages the name that their customer was given in between', async () => {
      const tenant = await waybill.newTenant()
      const [kept, duplicate] = [await person(tenant, 'Kept'), await person(tenant, 'Double')]
      const { parcel_details } = await book(tenant, duplicate)
      const merged = await merge(duplicate, kept)
      const renamed = await staff.call('PATCH', `/ops/v1/customers/${duplicate.parcel_customer_id}`, { first_name: 'Married' })
      assert.equal(renamed.status, 200, renamed.text)
      assert.equal((await undo(merged.json)).status, 200)
      const found = (await tenant.get('/v1/packages?key=married')).json
      assert.deepEqual(
        found.map(({ parcel_id }: Json) => parcel_id),
        [parcel_details.parcels[0].parcel_id],
      )
    })

    it('leaves what belongs to another customer by now, and says so', async () => {
      const tenant = await waybill.newTenant()
      const [kept, duplicate, third] = [await person(tenant, 'Kept'), await person(tenant, 'Double'), await person(tenant, 'Third')]
      const quote = await book(tenant, duplicate, [1, 2])
      const { json: merged } = await merge(duplicate, kept)
      const [{ parcel_id }] = quote.parcel_details.parcels
      const { deps } = waybill
      const caller = await testCaller(deps, tenant.business.id)
      await deps.db.transaction(SYSTEM, async (tx) => {
        const parcel = await packages.load(tx, caller, parcel_id)
        await packages.save(tx, caller, parcel, { ...parcel, customerId: third.parcel_customer_id })
      })
      assert.deepEqual((await undo(merged)).json.left_ids, [parcel_id])
      assert.deepEqual(
        [await counts(duplicate), await counts(third)],
        [
          [1, 1],
          [0, 1],
        ],
      )
    })

    it('takes back a chain of merges in reverse order only', async () => {
      const tenant = await waybill.newTenant()
      const [a, b, c] = [await person(tenant, 'A'), await person(tenant, 'B'), await person(tenant, 'C')]
      await book(tenant, a)
      await book(tenant, b)
      const first = (await merge(a, b)).json
      const second = (await merge(b, c)).json
      assert.deepEqual(await counts(c), [2, 2])
      const label = await tenant.post('/v1/parcel-customers', { parcel_customer: { address_suffix: a.address_suffix } })
      assert.equal(label.json.data.parcel_customer_id, c.parcel_customer_id)
      const early = await undo(first)
      assertRejected(early, 'INVALID_TRANSITION')
      assert.match(early.json.errors[0], new RegExp(b.address_suffix))
      await undo(second)
      assert.deepEqual(
        [await counts(b), await counts(c)],
        [
          [2, 2],
          [0, 0],
        ],
      )
      await undo(first)
      assert.deepEqual(
        [await counts(a), await counts(b)],
        [
          [1, 1],
          [1, 1],
        ],
      )
    })

    it('brings an inactive duplicate back as inactive', async () => {
      const tenant = await waybill.newTenant()
      const [kept, duplicate] = [await person(tenant, 'Kept'), await person(tenant, 'Double')]
      await staff.call('POST', `/ops/v1/customers/${duplicate.parcel_customer_id}/deactivate`)
      await undo((await merge(duplicate, kept)).json)
      assert.equal((await show(duplicate)).status, 'inactive')
    })
  })

  it(`a customer with ${MANY + 1} packages moves, and comes back`, async () => {
    const tenant = await waybill.newTenant()
    const [kept, duplicate] = [await person(tenant, 'Kept'), await person(tenant, 'Double')]
    const { parcel_details } = await book(tenant, duplicate)
    const caller = await testCaller(waybill.deps, tenant.business.id)
    await addPackages(waybill.deps, caller, parcel_details.parcels[0].parcel_id, MANY)
    const { json: merged } = await merge(duplicate, kept)
    assert.equal(merged.packages_moved, MANY + 1)
    assert.deepEqual((await undo(merged)).json.left_ids, [])
    assert.deepEqual(await counts(duplicate), [1, MANY + 1])
  })
})
