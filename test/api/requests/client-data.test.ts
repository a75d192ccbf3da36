// client_reference and metadata, which clients attach to their records: stored, passed on to packages, changed, and found by staff.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { bookPackage, bookPackages, cancelPackage, newCustomer, pickup, play, sendNotice } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote, getQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const METADATA = { shop: 'Ikeja', 'sales rep': 'Ọlá', __note: '<b>"fragile"</b>' }
const DATA = { client_reference: 'ORDER-2041/ä', metadata: METADATA }
const NONE = { client_reference: null, metadata: null }

forOneEngine((engine) => {
  let waybill: Waybill
  let shop: Tenant
  let known: Json
  before(async () => {
    waybill = await startWaybill(engine)
    shop = await waybill.newTenant()
    known = await newCustomer(shop)
  })
  after(() => waybill.close())

  const patch = (tenant: Tenant, id: string, parcel_customer: object): Promise<Answer> =>
    waybill.call('PATCH', `/v1/parcel-customers/${id}`, { parcel_customer }, { key: tenant.testKey })

  describe('client_reference and metadata', () => {
    it('are returned on a quote as sent, pending and booked, and passed on to its packages and events', async () => {
      const tenant = await waybill.newTenant()
      const quote = await newQuote(tenant, importAir({ ...DATA, packages: [{ weight: 1 }, { weight: 2 }] }))
      assert.partialDeepStrictEqual(quote, DATA)
      assert.partialDeepStrictEqual(await getQuote(tenant, quote.parcel_quote_id), DATA)
      const { json: booked } = await tenant.post(`/v1/packages/${quote.parcel_quote_id}/create_shipment`)
      assert.partialDeepStrictEqual(booked, DATA)
      const { json: listed } = await tenant.get('/v1/packages')
      assert.deepEqual(
        listed.map(({ client_reference, metadata }: Json) => ({ client_reference, metadata })),
        [DATA, DATA],
      )
      const { json: events } = await tenant.get('/v1/events')
      for (const { data } of events) assert.partialDeepStrictEqual(data, DATA)
    })

    it('are null if not sent, and an empty object counts as none', async () => {
      const tenant = await waybill.newTenant()
      assert.partialDeepStrictEqual(await newQuote(tenant, importAir({ client_reference: ' ', metadata: {} })), NONE)
      assert.partialDeepStrictEqual(await bookPackage(tenant, importAir()), NONE)
      assert.partialDeepStrictEqual(await newCustomer(tenant), NONE)
    })

    const long = (count: number) => 'x'.repeat(count)
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, 'v']))
    const FITS: [string, object][] = [
      ['100 characters', { client_reference: long(100) }],
      ['20 keys', { metadata: keys(20) }],
      ['keys of 40 and texts of 500 characters', { metadata: { [long(40)]: long(500) } }],
    ]
    for (const [what, data] of FITS)
      it(`may have ${what}`, async () => {
        assert.partialDeepStrictEqual(await newQuote(shop, importAir(data)), data)
        assert.partialDeepStrictEqual(await newCustomer(shop, data), data)
      })

    const REFUSED: [object, string, RegExp][] = [
      [{ client_reference: long(101) }, 'client_reference', /at most 100 characters/],
      [{ client_reference: 7 }, 'client_reference', /must be text/],
      [{ client_reference: 'a\u0000b' }, 'client_reference', /NUL/],
      [{ metadata: keys(21) }, 'metadata', /at most 20 entries/],
      [{ metadata: { [long(41)]: 'v' } }, 'metadata', /keys of at most 40 characters/],
      [{ metadata: { 'a\u0000b': 'v' } }, 'metadata', /NUL/],
      [{ metadata: { a: long(501) } }, 'metadata.a', /at most 500 characters/],
      [{ metadata: { a: 7 } }, 'metadata.a', /must be text/],
      [{ metadata: { a: { b: 'c' } } }, 'metadata.a', /must be text/],
      [{ metadata: ['a'] }, 'metadata', /must be an object/],
    ]
    for (const [data, field, message] of REFUSED)
      it(`are refused by name: ${JSON.stringify(data).slice(0, 40)}`, async () => {
        const answers: [Answer, string][] = [
          [await shop.post('/v1/parcel_quotes', { parcel: importAir(data) }), 'parcel'],
          [await shop.post('/v1/parcel-customers', { parcel_customer: data }), 'parcel_customer'],
          [await patch(shop, known.parcel_customer_id, data), 'parcel_customer'],
        ]
        for (const [answer, at] of answers) {
          assertRejected(answer, 'VALIDATION_FAILED')
          assert.deepEqual(
            answer.json.details.map((problem: Json) => problem.field),
            [`${at}.${field}`],
          )
          assert.match(answer.json.details[0].message, message)
        }
      })

    it('are found by staff: in the lists, and by the scanner if they match one quote', async () => {
      const tenant = await waybill.newTenant()
      const staff = await signedIn(waybill, 'warehouse')
      const get = async (path: string): Promise<Json> => (await staff.call('GET', path)).json
      const quote = await bookedQuote(tenant, importAir({ client_reference: `Web ${tenant.business.prefix} 7` }))
      const customer = await newCustomer(tenant, { client_reference: `Web ${tenant.business.prefix} 7` })
      await bookPackage(tenant, importAir())
      const q = encodeURIComponent(quote.client_reference)
      const parcels = quote.parcel_details.parcels.map(({ parcel_id }: Json) => parcel_id)
      const ids = (found: Json[], token: string) => found.map((each) => each[token])
      assert.deepEqual(ids(await get(`/ops/v1/packages?mode=test&q=${q}`), 'parcel_id'), parcels)
      assert.deepEqual(ids(await get(`/ops/v1/customers?mode=test&q=${q}`), 'parcel_customer_id'), [customer.parcel_customer_id])
      const part = encodeURIComponent(quote.client_reference.slice(2).toLowerCase())
      assert.deepEqual(ids(await get(`/ops/v1/quotes?mode=test&q=${part}`), 'parcel_quote_id'), [quote.parcel_quote_id])
      assert.deepEqual(await get(`/ops/v1/packages?mode=live&q=${q}`), [], 'not in the other mode')

      const scanned = await get(`/ops/v1/scan?mode=test&code=${q}`)
      assert.equal(scanned.kind, 'quote')
      assert.deepEqual(ids(scanned.packages, 'parcel_id'), parcels)
      assert.equal((await get(`/ops/v1/scan?mode=live&code=${q}`)).kind, 'unknown')
      const again = await bookPackage(tenant, importAir({ client_reference: quote.client_reference }))
      const several = await get(`/ops/v1/scan?mode=test&code=${q}`)
      assert.equal(several.kind, 'unknown', 'two quotes: a person has to choose')
      assert.ok(several.suggestions.parcel_numbers.includes(again.parcel_number))
    })
  })

  describe('PATCH /v1/parcel-customers/{id}', () => {
    it('changes the given fields, clears those that are null, and leaves the rest', async () => {
      const tenant = await waybill.newTenant()
      const made = await newCustomer(tenant, { first_name: 'Sample', last_name: 'Trader', email: 'a@example.com', ...pickup, ...DATA })
      waybill.time.advance(5)
      const answer = await patch(tenant, made.parcel_customer_id, {
        last_name: null,
        email: 'b@example.com',
        metadata: { crm: '77', shop: null },
      })
      assert.equal(answer.status, 200, answer.text)
      const { updated_at } = answer.json.data
      assert.ok(updated_at > made.updated_at)
      const expected = { ...made, last_name: null, full_name: 'Sample', email: 'b@example.com', metadata: { crm: '77' }, updated_at }
      assert.deepEqual(answer.json, { status: 'success', message: 'Parcel customer updated.', data: expected })
      assert.deepEqual((await tenant.get(`/v1/parcel-customers/${made.parcel_customer_id}`)).json.data, expected)
      const [event] = (await tenant.get('/v1/events?type=customer.updated')).json
      assert.deepEqual(event.data, expected)
      const emptied = await patch(tenant, made.parcel_customer_id, { client_reference: null, metadata: null })
      assert.partialDeepStrictEqual(emptied.json.data, NONE)
    })

    it('refuses what it cannot change, and accepts the rest of its own answer', async () => {
      const tenant = await waybill.newTenant()
      const made = await newCustomer(tenant, { first_name: 'Sample', ...pickup })
      const { parcel_customer_id: id, full_name, status, mode, created_at, updated_at, ...rest } = made
      const shown = { parcel_customer_id: id, full_name, status, mode, created_at, updated_at }
      const refused = await patch(tenant, id, made)
      assertRejected(refused, 'VALIDATION_FAILED')
      assert.deepEqual(
        refused.json.details.map(({ field }: { field: string }) => field).sort(),
        Object.keys(shown)
          .map((name) => `parcel_customer.${name}`)
          .sort(),
      )
      const { json } = await patch(tenant, id, rest)
      assert.deepEqual(json.data, { ...made, updated_at: json.data.updated_at })
    })

    it('keeps the unique ID, and applies the rules of a new customer', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_customer_id: id } = await newCustomer(tenant, { first_name: 'Sample', ...pickup })
      for (const [changes, field] of [
        [{ address_suffix: 'OTHER' }, 'address_suffix'],
        [{ address_suffix: null }, 'address_suffix'],
        [{ origin_city: null }, 'origin_city'],
        [{ origin_country: 'Atlantis' }, 'origin_country'],
      ] as const) {
        const answer = await patch(tenant, id, changes)
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.equal(answer.json.details[0].field, `parcel_customer.${field}`)
      }
      assertRejected(await waybill.call('PATCH', `/v1/parcel-customers/${id}`, {}, { key: tenant.testKey }), 'VALIDATION_FAILED')
    })
  })

  describe('packages and quotes', () => {
    it('GET /v1/packages/{id} returns a package as in the list, in every status', async () => {
      const tenant = await waybill.newTenant()
      const [moved, cancelled] = await bookPackages(tenant, importAir({ packages: [{ weight: 1 }, { weight: 2 }] }))
      await sendNotice(tenant, moved.parcel_id, { action: 'hold' })
      await play(tenant, moved.parcel_id, 'receive')
      await cancelPackage(tenant, cancelled.parcel_id)
      const { json: listed } = await tenant.get('/v1/packages')
      for (const parcel of listed) assert.deepEqual((await tenant.get(`/v1/packages/${parcel.parcel_id}`)).json, parcel)
      assert.equal((await tenant.get(`/v1/packages/${moved.parcel_id.toUpperCase()}`)).status, 404)
    })

    it('show the resolved customer, and the declared values of each package', async () => {
      const tenant = await waybill.newTenant()
      const customer = await newCustomer(tenant, { first_name: 'Sample', ...pickup })
      const resolved = { sender: undefined, address_suffix: customer.address_suffix }
      const byAir = { package_type: 'Carton', container_size: null, commodity: null, transport_mode: 'air' }
      const bySea = { package_type: null, container_size: 'LCL', commodity: 'Tiles', transport_mode: 'ocean' }
      for (const [parcel, declared] of [
        [importAir(resolved), byAir],
        [importOcean(resolved), bySea],
      ] as const) {
        const quote = await newQuote(tenant, parcel)
        assert.equal(quote.parcel_customer_id, customer.parcel_customer_id)
        await tenant.post(`/v1/packages/${quote.parcel_quote_id}/create_shipment`)
        const [booked] = (await tenant.get('/v1/packages')).json
        assert.partialDeepStrictEqual(booked, { ...declared, parcel_customer_id: customer.parcel_customer_id })
      }
      const nobody = await bookPackage(tenant, exportAir())
      assert.partialDeepStrictEqual(nobody, { parcel_customer_id: null, package_type: null, transport_mode: 'air' })
    })

    it('updated_at follows every change by the clock of its data, and does not change when rates are read', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const quote = await newQuote(tenant, exportAir())
      assert.equal(quote.updated_at, quote.created_at)
      await tenant.post('/v1/test_clock', { advance_seconds: 600 })
      const read = await getQuote(tenant, quote.parcel_quote_id)
      assert.equal(read.updated_at, quote.created_at, 'new rates at the same prices')
      const { json: booked } = await tenant.post(`/v1/packages/${quote.parcel_quote_id}/create_shipment`, { rate_id: read.rates[0].id })
      assert.equal(booked.updated_at, booked.booked_at)
      assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), booked)
      const { parcel_id: id } = booked.parcel_details.parcels[0]
      await tenant.post('/v1/test_clock', { advance_seconds: 600 })
      await sendNotice(tenant, id, { action: 'release' })
      const { json: released } = await tenant.get(`/v1/packages/${id}`)
      assert.equal(released.updated_at, released.hold_released_at)
    })
  })
}, postgres)
