// Filters and page sizes of the lists of quotes, packages, customers and events. No list shows a record of another business.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { bookPackage, cancelPackage, newCustomer, pickup, sendNotice } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote, cancelQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MINUTE_MS = 60_000

forEachEngine((engine) => {
  let waybill: Waybill
  let tenant: Tenant
  let customer: Json
  let quotes: Record<string, Json>
  let parcels: Record<string, Json>

  const named = (records: Record<string, Json>, token: string, found: Json[]): string[] =>
    found.map((each) => Object.keys(records).find((name) => records[name][token] === each[token]) ?? each[token])

  /** Creates the records one minute apart, so that the tests can filter them by time. */
  before(async () => {
    waybill = await startWaybill(engine)
    tenant = await waybill.newTenant()
    const other = await waybill.newTenant()
    waybill.time.freeze()
    const own = { sender: undefined, client_reference: 'ORDER 1' }
    for (const stranger of [other, { ...tenant, post: (path: string, body: object) => tenant.post(path, body, { key: tenant.liveKey }) }]) {
      await newQuote(stranger as Tenant, importAir({ client_reference: 'ORDER 1' }))
      await newCustomer(stranger as Tenant, { client_reference: 'ORDER 1' })
    }
    await bookPackage(other, importAir({ client_reference: 'ORDER 1' }))
    const minute = async <T>(make: () => Promise<T>): Promise<T> => {
      waybill.time.advance(MINUTE_MS)
      return make()
    }
    customer = await minute(() => newCustomer(tenant, { first_name: 'Sample', client_reference: 'ORDER 1', ...pickup }))
    const resolved = { ...own, parcel_customer_token: customer.parcel_customer_id }
    quotes = {
      importAir: await minute(() => newQuote(tenant, importAir(resolved))),
      importOcean: await minute(() => newQuote(tenant, importOcean())),
      exportAir: await minute(() => newQuote(tenant, exportAir({ client_reference: 'order 1' }))),
      exportOcean: await minute(() => newQuote(tenant, exportOcean())),
      cancelled: await minute(() => newQuote(tenant, importAir(resolved))),
      booked: await minute(() => bookedQuote(tenant, exportAir({ client_reference: 'ORDER 1' }))),
    }
    await minute(() => cancelQuote(tenant, quotes.cancelled.parcel_quote_id))
    parcels = {
      bought: (await tenant.get(`/v1/packages/${quotes.booked.parcel_details.parcels[0].parcel_id}`)).json,
      importAir: await minute(() => bookPackage(tenant, importAir(resolved))),
      importOcean: await minute(() => bookPackage(tenant, importOcean())),
      held: await minute(() => bookPackage(tenant, importAir())),
      cancelled: await minute(() => bookPackage(tenant, importAir())),
    }
    await minute(() => sendNotice(tenant, parcels.held.parcel_id, { action: 'hold' }))
    await minute(() => cancelPackage(tenant, parcels.cancelled.parcel_id))
  })
  after(() => waybill.close())

  type Case = [query: () => string, expected: string[]]
  const at = (record: () => Json) => record().created_at

  const QUOTES: Record<string, Case> = {
    'nothing but pending ones': [() => '', ['exportOcean', 'exportAir', 'importOcean', 'importAir']],
    'a direction': [() => 'direction=import', ['importOcean', 'importAir']],
    'a transport mode': [() => 'transport_mode=ocean', ['exportOcean', 'importOcean']],
    both: [() => 'direction=export&transport_mode=air', ['exportAir']],
    'a customer by token': [() => `parcel_customer_id=${customer.parcel_customer_id}`, ['importAir']],
    'a customer by unique ID': [() => `parcel_customer_id=${customer.address_suffix.toLowerCase()}`, ['importAir']],
    'an unknown customer': [() => 'parcel_customer_id=NOBODY', []],
    'a reference, as it was written': [() => 'client_reference=ORDER%201', ['importAir']],
    'the reference of booked ones': [() => 'status=booked&direction=export&client_reference=ORDER%201', ['booked']],
    'cancelled ones': [() => 'cancelled=true', ['cancelled']],
    'cancelled ones that are booked': [() => 'cancelled=true&status=booked', []],
    'what is not cancelled': [() => 'cancelled=false&direction=import', ['importOcean', 'importAir']],
    'created since': [() => `created_since=${at(() => quotes.exportAir)}`, ['exportOcean', 'exportAir']],
    'created before': [() => `created_before=${at(() => quotes.importOcean)}`, ['importAir']],
    'created between': [
      () => `created_since=${at(() => quotes.importOcean)}&created_before=${at(() => quotes.exportOcean)}&direction=export`,
      ['exportAir'],
    ],
    'updated since, cancelled after they were made': [() => `cancelled=true&updated_since=${at(() => quotes.booked)}`, ['cancelled']],
    'updated before': [() => `cancelled=true&updated_before=${at(() => quotes.booked)}`, []],
    'updated since, never changed': [() => `updated_since=${at(() => quotes.exportOcean)}`, ['exportOcean']],
  }
  for (const [what, [query, expected]] of Object.entries(QUOTES))
    it(`GET /v1/parcel_quotes for ${what}`, async () => {
      const answer = await tenant.get(`/v1/parcel_quotes?${query()}`)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(named(quotes, 'parcel_quote_id', answer.json), expected)
    })

  const ALL = ['cancelled', 'held', 'importOcean', 'importAir', 'bought']
  const PACKAGES: Record<string, Case> = {
    nothing: [() => '', ALL],
    'a direction': [() => 'direction=export', ['bought']],
    'a transport mode': [() => 'transport_mode=ocean', ['importOcean']],
    'a hold': [() => 'hold_instruction=hold', ['held']],
    'no hold': [() => 'hold_instruction=release&direction=import', ['cancelled', 'importOcean', 'importAir']],
    'cancelled ones': [() => 'cancelled=true', ['cancelled']],
    'what is not cancelled': [() => 'cancelled=false', ALL.slice(1)],
    'cancelled ones that are booked': [() => 'cancelled=true&status=booked', []],
    'a quote': [() => `parcel_quote_id=${quotes.booked.parcel_quote_id}`, ['bought']],
    'a customer': [() => `parcel_customer_id=${customer.parcel_customer_id}`, ['importAir']],
    'a reference': [() => 'client_reference=ORDER%201', ['importAir', 'bought']],
    'a reference and a key': [() => 'client_reference=ORDER%201&key=crafts', ['bought']],
    'a key and a direction': [() => 'key=supplier&direction=import&cancelled=false', ['held', 'importOcean']],
    'created since': [() => `created_since=${at(() => parcels.held)}`, ['cancelled', 'held']],
    'updated since': [() => `updated_since=${at(() => parcels.cancelled)}`, ['cancelled', 'held']],
    'updated before': [() => `updated_before=${at(() => parcels.held)}`, ['importOcean', 'importAir', 'bought']],
  }
  for (const [what, [query, expected]] of Object.entries(PACKAGES))
    it(`GET /v1/packages for ${what}`, async () => {
      const answer = await tenant.get(`/v1/packages?${query()}`)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(named(parcels, 'parcel_id', answer.json), expected)
    })

  it('GET /v1/parcel-customers by reference and time, with counts like any list', async () => {
    const second = await newCustomer(tenant)
    for (const [query, expected] of [
      ['client_reference=ORDER%201', [customer]],
      ['client_reference=ORDER%202', []],
      [`created_before=${second.created_at}`, [customer]],
      [`updated_since=${second.created_at}&key=${second.address_suffix}`, [second]],
    ] as const) {
      const { json } = await tenant.get(`/v1/parcel-customers?${query}`)
      assert.deepEqual(json.data, expected, query)
      assert.equal(json.meta.total_count, expected.length)
    }
  })

  it('GET /v1/events since a moment', async () => {
    const since = (await tenant.get(`/v1/events?object_id=${parcels.held.parcel_id}&type=package.held`)).json[0].recorded_at
    const types = (await tenant.get(`/v1/events?since=${since}&per_page=100`)).json.map(({ type }: Json) => type)
    assert.deepEqual(types.toReversed().slice(0, 2), ['package.held', 'package.cancelled'])
  })

  describe('refuses by name', () => {
    for (const [path, field] of [
      ['/v1/parcel_quotes?direction=sideways', 'direction'],
      ['/v1/parcel_quotes?cancelled=perhaps', 'cancelled'],
      ['/v1/packages?created_since=yesterday', 'created_since'],
      ['/v1/packages?updated_before=2026-11-31', 'updated_before'],
      ['/v1/packages?hold_instruction=keep', 'hold_instruction'],
      ['/v1/packages?per_page=0', 'per_page'],
      ['/v1/parcel_quotes?per_page=1e1', 'per_page'],
      ['/v1/events?since=x', 'since'],
      ['/v1/parcel-customers?updated_since=x', 'updated_since'],
    ] as const)
      it(path, async () => {
        const answer = await tenant.get(path)
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.equal(answer.json.details[0].field, field)
      })
  })

  it('pages have per_page items, up to 100, and their links keep the filters', async () => {
    const many = await waybill.newTenant()
    await bookedQuote(many, importAir({ packages: Array.from({ length: 100 }, () => ({ weight: 1 })), client_reference: 'MANY' }))
    await bookPackage(many, importAir())
    const counts = async (query: string): Promise<number[]> => {
      const pages: number[] = []
      let next: string | undefined = `/v1/packages?${query}`
      while (next) {
        const answer = await many.get(next)
        pages.push(answer.json.length)
        next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      }
      return pages
    }
    assert.deepEqual(await counts('per_page=100'), [100, 1])
    assert.deepEqual(await counts('per_page=100000'), [100, 1])
    assert.deepEqual(await counts('per_page=60&client_reference=MANY'), [60, 40])
    assert.deepEqual(await counts('per_page=60&direction=import'), [60, 41])
    assert.deepEqual(await counts('updated_since=1h&per_page=70'), [70, 31])
  })
})
