// Creating and retrieving parcel customers: unique IDs, how duplicates are recognised, and the required fields.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, iso } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { CallOptions, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const create = (tenant: Tenant, customer: object, options?: CallOptions) =>
  tenant.post('/v1/parcel-customers', { parcel_customer: customer }, options)

forEachEngine((engine) => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(engine)
  })
  after(() => waybill.close())

  describe('POST /v1/parcel-customers', () => {
    it('creates a customer with 201 and answers every field as it was written [create-customer] [create-customer.rule-3] [customer.parcel_customer_id] [customer.first_name] [customer.address_suffix] [customer.full_name] [customer.status] [customer.mode] [customer.origin_address] [customer.created_at]', async () => {
      const tenant = await waybill.newTenant()
      const now = waybill.time.freeze()
      const given = {
        address_suffix: 'Kano-7',
        first_name: 'Sample',
        last_name: 'Trader',
        email: 'Trader@Example.com',
        mobile: '0803 000 0001',
        ...pickup,
        origin_zip_code: '322000',
      }
      const { status, json } = await create(tenant, given)
      assert.equal(status, 201)
      const { parcel_customer_id } = json.data
      assert.match(parcel_customer_id, /^pcus_[0-9a-z]{26}$/)
      const at = { created_at: iso(now), updated_at: iso(now) }
      const messaging = { message_channel: null, message_language: null, message_consents: [] }
      const notes = { client_reference: null, metadata: null, ...messaging }
      const data = { parcel_customer_id, ...given, full_name: 'Sample Trader', status: 'active', mode: 'test', ...at, ...notes }
      assert.deepEqual(json, { status: 'success', message: json.message, data })
      assert.match(json.message, /created/)
    })

    it('requires nothing: absent, null or blank values are null, and the full name is empty [create-customer.rule-3] [customer.first_name] [customer.full_name] [customer.origin_address] [customer.mode]', async () => {
      const tenant = await waybill.newTenant()
      for (const [customer, key, mode] of [
        [{}, tenant.testKey, 'test'],
        [{ first_name: null, last_name: ' ', email: '', origin_city: null }, tenant.liveKey, 'live'],
      ] as const) {
        const { status, json } = await create(tenant, customer, { key })
        assert.equal(status, 201)
        const { parcel_customer_id: _id, created_at: _at, updated_at: _changed, ...rest } = json.data
        assert.deepEqual(rest, {
          first_name: null,
          last_name: null,
          email: null,
          mobile: null,
          address_suffix: `${tenant.business.prefix}1001`,
          full_name: '',
          status: 'active',
          mode,
          origin_address: null,
          origin_city: null,
          origin_zip_code: null,
          origin_state: null,
          origin_country: null,
          message_channel: null,
          message_language: null,
          message_consents: [],
          client_reference: null,
          metadata: null,
        })
      }
    })

    it('generates an ID from the business prefix, and skips those assigned by hand [create-customer.rule-1] [customer.address_suffix]', async () => {
      const tenant = await waybill.newTenant()
      const { prefix } = tenant.business
      const suffix = async (customer: object = {}) => (await newCustomer(tenant, customer)).address_suffix
      assert.equal(await suffix(), `${prefix}1001`)
      assert.equal(await suffix({ address_suffix: `${prefix.toLowerCase()}1002` }), `${prefix.toLowerCase()}1002`)
      assert.equal(await suffix({ address_suffix: '1003' }), '1003')
      assert.equal(await suffix(), `${prefix}1004`)
    })

    it('treats the short form, the full form and any case as one ID, per business and mode [create-customer.rule-1] [create-customer.rule-2] [customer.address_suffix]', async () => {
      const [tenant, other] = [await waybill.newTenant(), await waybill.newTenant()]
      const { prefix } = tenant.business
      const first = await newCustomer(tenant, { address_suffix: '4242' })
      for (const address_suffix of ['4242', `${prefix}4242`, `${prefix.toLowerCase()}4242`]) {
        const { status, json } = await create(tenant, { address_suffix })
        assert.equal(status, 200, address_suffix)
        assert.deepEqual(json.data, first)
      }
      assert.equal((await create(tenant, { address_suffix: '4242' }, { key: tenant.liveKey })).status, 201)
      assert.equal((await create(other, { address_suffix: '4242' })).status, 201)
    })

    it('returns the customer with the same address_suffix with 200, unchanged, whatever else is sent [create-customer.rule-2]', async () => {
      const tenant = await waybill.newTenant()
      const first = await newCustomer(tenant, { address_suffix: 'SHOP', first_name: 'Sample', ...pickup })
      const { status, json } = await create(tenant, {
        address_suffix: 'shop',
        first_name: 'Other',
        email: 'new@example.com',
        origin_country: 'Nowhere',
      })
      assert.equal(status, 200)
      assert.deepEqual(json.data, first)
      assert.match(json.message, /address_suffix/)
      assert.deepEqual((await tenant.get(`/v1/parcel-customers/${first.parcel_customer_id}`)).json.data, first)
    })

    it('compares mobile and email only without an address_suffix [create-customer.rule-2] [create-customer.rule-3]', async () => {
      const tenant = await waybill.newTenant()
      const first = await newCustomer(tenant, { email: 'one@example.com', mobile: '08030000001', ...pickup })
      const second = await create(tenant, { address_suffix: 'OWN', email: 'one@example.com', mobile: '08030000001', ...pickup })
      assert.equal(second.status, 201)
      assert.notEqual(second.json.data.parcel_customer_id, first.parcel_customer_id)
    })

    const same: [string, object, object][] = [
      ['the mobile', { mobile: '08030000001' }, { mobile: '08030000001' }],
      ['the mobile in its international form', { mobile: '0803 000 0001' }, { mobile: '+234 (803) 000-0001' }],
      ['a mobile that is no number, by its digits', { mobile: 'ext 99-12' }, { mobile: '9912' }],
      ['the email in another case', { email: 'Trader@Example.com' }, { email: 'trader@example.COM' }],
      [
        'the email, with another mobile',
        { email: 'a@example.com', mobile: '08030000001' },
        { email: 'a@example.com', mobile: '08030000002' },
      ],
    ]
    for (const [what, first, second] of same) {
      it(`recognises a customer by ${what}, and returns it with 200 [create-customer.rule-2]`, async () => {
        const tenant = await waybill.newTenant()
        const known = await newCustomer(tenant, { ...first, ...pickup })
        const { status, json } = await create(tenant, second)
        assert.equal(status, 200)
        assert.deepEqual(json.data, known)
        assert.equal(
          (await create(tenant, { ...second, ...pickup }, { key: tenant.liveKey })).status,
          201,
          'in the other mode it is unknown',
        )
      })
    }

    it('prefers the mobile to the email, and says so when they belong to two customers [create-customer.rule-2]', async () => {
      const tenant = await waybill.newTenant()
      const byEmail = await newCustomer(tenant, { email: 'a@example.com', mobile: '08030000001', ...pickup })
      const byMobile = await newCustomer(tenant, { email: 'b@example.com', mobile: '08030000002', ...pickup })
      const { status, json } = await create(tenant, { email: 'a@example.com', mobile: '08030000002' })
      assert.equal(status, 200)
      assert.deepEqual(json.data, byMobile)
      assert.ok(json.message.includes(byEmail.address_suffix), json.message)
    })

    it('returns the oldest of several, including inactive ones [create-customer.rule-2]', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const oldest = await newCustomer(tenant, { address_suffix: 'A1X', email: 'a@example.com', ...pickup })
      waybill.time.advance(1)
      await newCustomer(tenant, { address_suffix: 'A2X', email: 'a@example.com', ...pickup })
      await deactivate(waybill, oldest)
      assert.deepEqual((await create(tenant, { email: 'A@example.com' })).json.data, { ...oldest, status: 'inactive' })
    })

    const details = {
      first_name: 'Sample',
      email: 'a@example.com',
      mobile: '08030000001',
      origin_zip_code: '322000',
      ...pickup,
    }
    for (const [field, value] of Object.entries(details)) {
      it(`requires the whole pickup address except the zip code when ${field} is given [create-customer.rule-4]`, async () => {
        const tenant = await waybill.newTenant()
        const answer = await create(tenant, { [field]: value })
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.deepEqual(
          answer.json.details.map((problem: Json) => problem.field).sort(),
          Object.keys(pickup)
            .filter((name) => name !== field)
            .map((name) => `parcel_customer.${name}`)
            .sort(),
        )
        assert.equal((await tenant.get('/v1/parcel-customers?status=all')).json.meta.total_count, 0)
        assert.equal((await create(tenant, { [field]: value, ...pickup })).status, 201)
      })
    }

    it('requires none when only address_suffix or last_name is given [create-customer.rule-4]', async () => {
      const tenant = await waybill.newTenant()
      assert.equal((await create(tenant, { address_suffix: 'SHOP' })).status, 201)
      assert.equal((await create(tenant, { last_name: 'Trader' })).json.data.full_name, 'Trader')
    })

    it('accepts the country as ISO-2, ISO-3 or name and returns it as written; refuses an unknown one [customer.origin_address]', async () => {
      const tenant = await waybill.newTenant()
      for (const origin_country of ['CN', 'chn', 'China', 'Cote d’Ivoire', 'UK']) {
        const { status, json } = await create(tenant, { ...pickup, origin_country })
        assert.equal(status, 201, origin_country)
        assert.equal(json.data.origin_country, origin_country)
      }
      for (const origin_country of ['XX', 'Atlantis', 'C N', '86']) {
        const answer = await create(tenant, { ...pickup, origin_country })
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.deepEqual(
          answer.json.details.map((problem: Json) => problem.field),
          ['parcel_customer.origin_country'],
        )
      }
    })

    const wrong: [string, unknown, string[]][] = [
      ['no parcel_customer', {}, ['parcel_customer']],
      ['parcel_customer null', { parcel_customer: null }, ['parcel_customer']],
      ['parcel_customer a list', { parcel_customer: [] }, ['parcel_customer']],
      ['a number for a text', { parcel_customer: { address_suffix: 4242 } }, ['parcel_customer.address_suffix']],
      [
        'several mistakes at once',
        {
          parcel_customer: {
            first_name: true,
            email: 'x'.repeat(256),
            mobile: '1',
            ...pickup,
            origin_city: undefined,
            origin_country: 'Atlantis',
          },
        },
        ['parcel_customer.email', 'parcel_customer.first_name', 'parcel_customer.origin_city', 'parcel_customer.origin_country'],
      ],
    ]
    for (const [what, body, fields] of wrong) {
      it(`refuses ${what}, naming every field [create-customer]`, async () => {
        const tenant = await waybill.newTenant()
        const answer = await tenant.post('/v1/parcel-customers', body)
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.deepEqual(answer.json.details.map((problem: Json) => problem.field).sort(), fields)
      })
    }
  })

  describe('GET /v1/parcel-customers/{id}', () => {
    it('answers the customer by its token, inactive or not [get-customer] [customer.parcel_customer_id] [customer.status]', async () => {
      const tenant = await waybill.newTenant()
      const customer = await newCustomer(tenant, { first_name: 'Sample', ...pickup })
      const read = () => tenant.get(`/v1/parcel-customers/${customer.parcel_customer_id}`)
      const { status, json } = await read()
      assert.equal(status, 200)
      assert.deepEqual(json, { status: 'success', message: json.message, data: customer })
      assert.equal(typeof json.message, 'string')
      await deactivate(waybill, customer)
      assert.deepEqual((await read()).json.data, { ...customer, status: 'inactive' })
    })

    it('accepts only tokens in the path, no unique ID [get-customer]', async () => {
      const tenant = await waybill.newTenant()
      const { address_suffix } = await newCustomer(tenant)
      assert.equal((await tenant.get(`/v1/parcel-customers/${address_suffix}`)).status, 404)
    })
  })
})

/** Deactivates the customer in the store, because clients of /v1 cannot do so. */
const deactivate = async (waybill: Waybill, customer: { parcel_customer_id: string }): Promise<void> => {
  await waybill.deps.db.transaction(SYSTEM, (tx) =>
    tx.execute("update customers set status = 'inactive' where id = $1", [customer.parcel_customer_id]),
  )
}
