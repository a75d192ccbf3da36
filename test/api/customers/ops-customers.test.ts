// Staff find customers across businesses, edit, deactivate and reactivate them, and see the history of changes.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importAir, lagosRecipient } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forEachEngine((engine) => {
  let waybill: Waybill
  let staff: StaffMember
  before(async () => {
    waybill = await startWaybill(engine)
    staff = await signedIn(waybill, 'warehouse')
  })
  after(() => waybill.close())

  const profile = { first_name: 'Sample', last_name: 'Trader', email: 'trader@example.com', mobile: '+2348000000002', ...pickup }
  const customer = async (more: object = profile) => {
    const tenant = await waybill.newTenant()
    const created = await newCustomer(tenant, more)
    return { tenant, created, path: `/ops/v1/customers/${created.parcel_customer_id}` }
  }

  describe('the list of customers', () => {
    it('finds them across businesses by mode, business, status and part of a name, email, mobile or ID', async () => {
      const [one, other] = [await customer(), await customer({ address_suffix: 'SHOP' })]
      const list = async (query: string): Promise<string[]> =>
        (await staff.call('GET', `/ops/v1/customers?mode=test&${query}`)).json.map((found: Json) => found.parcel_customer_id)
      const [oneId, otherId] = [one.created.parcel_customer_id, other.created.parcel_customer_id]
      assert.deepEqual((await list('per_page=2')).sort(), [oneId, otherId].sort())
      assert.deepEqual(await list(`business=${one.tenant.business.prefix}`), [oneId])
      assert.deepEqual(await list(`business=${one.tenant.business.id}&q=TRADER`), [oneId])
      assert.deepEqual(await list(`business=${other.tenant.business.id}&q=trader`), [])
      await staff.call('POST', `${one.path}/deactivate`)
      assert.deepEqual(await list(`business=${one.tenant.business.id}&status=active`), [])
      assert.deepEqual(await list(`business=${one.tenant.business.id}&status=inactive`), [oneId])
      assert.deepEqual((await staff.call('GET', `/ops/v1/customers?business=${one.tenant.business.id}`)).json, [], 'live by default')
    })

    it('says so when the business does not exist', async () =>
      assertRejected(await staff.call('GET', '/ops/v1/customers?business=NOBODY'), 'VALIDATION_FAILED'))
  })

  describe('an edit', () => {
    it('changes the name by which packages are found, too', async () => {
      const { tenant, created, path } = await customer()
      const booked = await bookedQuote(tenant, importAir({ parcel_customer_token: created.parcel_customer_id, recipient: lagosRecipient }))
      const id = booked.parcel_details.parcels[0].parcel_id
      const found = async (key: string): Promise<string[]> =>
        (await tenant.get(`/v1/packages?key=${key}`)).json.map((parcel: Json) => parcel.parcel_id)
      assert.deepEqual([await found('trader'), await found('newname')], [[id], []])
      assert.equal((await staff.call('PATCH', path, { last_name: 'Newname' })).status, 200)
      assert.deepEqual([await found('trader'), await found('NEWNAME')], [[], [id]])
      const events: Json[] = (await tenant.get('/v1/events')).json
      assert.equal(events.filter((event) => event.type === 'package.changed').length, 1)
    })

    it('changes the given fields, clears those that are null, and leaves the rest', async () => {
      const { tenant, created, path } = await customer()
      const { status, json } = await staff.call('PATCH', path, { mobile: '+2348000000009', clear: ['email'] })
      assert.equal(status, 200)
      assert.deepEqual(
        [json.mobile, json.email, json.first_name, json.address_suffix],
        ['+2348000000009', null, 'Sample', created.address_suffix],
      )
      const seen = (await tenant.get(`/v1/parcel-customers/${created.parcel_customer_id}`)).json.data
      assert.equal(seen.mobile, '+2348000000009')
      const again = await tenant.post('/v1/parcel-customers', { parcel_customer: { mobile: '0800 000 0009' } })
      assert.equal(again.json.data.parcel_customer_id, created.parcel_customer_id, 'found by the new number')
    })

    it('follows the rules of a new customer', async () => {
      const { path } = await customer()
      for (const body of [{ origin_country: 'Atlantis' }, { clear: ['origin_city'] }, { email: 'a@example.com', clear: ['email'] }])
        assertRejected(await staff.call('PATCH', path, body), 'VALIDATION_FAILED')
      assert.equal((await staff.call('GET', path)).json.version, 1, 'nothing was changed')
    })

    it('does not change the customer ID', async () => {
      const { created, path } = await customer()
      assertRejected(await staff.call('PATCH', path, { address_suffix: 'OTHER', last_name: 'Seller' }), 'VALIDATION_FAILED')
      const { json } = await staff.call('GET', path)
      assert.deepEqual([json.address_suffix, json.version], [created.address_suffix, 1])
    })

    it('is recorded: who, when, and each field before and after', async () => {
      const { tenant, path } = await customer()
      await staff.call('PATCH', path, { mobile: '+2348000000009', last_name: 'Seller' })
      const { history } = (await staff.call('GET', path)).json
      assert.equal(history.length, 2)
      assert.equal(history[0].author.kind, 'business')
      assert.deepEqual(history[1].author, { kind: 'staff', id: staff.staff.id, name: staff.staff.name })
      assert.deepEqual(
        history[1].changes.sort((a: Json, b: Json) => (a.field < b.field ? -1 : 1)),
        [
          { field: 'last_name', before: 'Trader', after: 'Seller' },
          { field: 'mobile', before: '+2348000000002', after: '+2348000000009' },
        ],
      )
      const events = (await tenant.get('/v1/events?type=customer.updated')).json
      assert.equal(events[0].data.last_name, 'Seller')
    })
  })

  describe('an inactive customer', () => {
    it('stays readable, is refused on new quotes, and can be reactivated', async () => {
      const { tenant, created, path } = await customer()
      const quote = () =>
        tenant.post('/v1/parcel_quotes', {
          parcel: importAir({ sender: undefined, address_suffix: created.address_suffix, recipient: lagosRecipient }),
        })
      assert.equal((await staff.call('POST', `${path}/deactivate`)).json.status, 'inactive')
      assertRejected(await quote(), 'CUSTOMER_INACTIVE')
      assertRejected(await staff.call('POST', `${path}/deactivate`), 'INVALID_TRANSITION')
      assert.equal((await staff.call('POST', `${path}/reactivate`)).json.status, 'active')
      assert.equal((await quote()).status, 201)
      assertRejected(await staff.call('POST', `${path}/reactivate`), 'INVALID_TRANSITION')
      const types = (await tenant.get('/v1/events')).json.map((event: Json) => event.type)
      assert.ok(types.includes('customer.deactivated') && types.includes('customer.reactivated'))
    })
  })

  describe('one customer', () => {
    it('has the number of its quotes and packages', async () => {
      const { tenant, created, path } = await customer()
      const named = { sender: undefined, address_suffix: created.address_suffix, packages: [{ weight: 1 }, { weight: 2 }] }
      await bookedQuote(tenant, importAir(named))
      const { json } = await staff.call('GET', path)
      assert.deepEqual([json.quotes_count, json.packages_count, json.business.prefix], [1, 2, tenant.business.prefix])
    })

    it('is 404 if it does not exist', async () => {
      assert.equal((await staff.call('GET', '/ops/v1/customers/pcus_00000000000000000000000000')).status, 404)
      assert.equal((await staff.call('PATCH', '/ops/v1/customers/x', { mobile: 7 })).status, 404)
    })
  })
})
