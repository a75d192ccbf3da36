// Unknown fields and query parameters: operations in `CONTRACT` ignore and report unknown names, but refuse near misses. All others refuse unknown names.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AppOptions } from '../../../src/http/app.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { bookedQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { whenLogged } from '../../support/calls/request-log-calls.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Operations that ignore and report unknown fields and query parameters. */
const CONTRACT = [
  'POST /v1/parcel_quotes',
  'GET /v1/parcel_quotes',
  'GET /v1/parcel_quotes/:id',
  'POST /v1/parcel_quotes/:id/cancel',
  'POST /v1/packages/:id/create_shipment',
  'GET /v1/packages',
  'POST /v1/packages/:id/cancel',
  'POST /v1/packages/:id/notices',
  'GET /v1/packages/:id/track',
  'POST /v1/parcel-customers',
  'GET /v1/parcel-customers',
  'GET /v1/parcel-customers/:id',
]

let waybill: Waybill
let tenant: Tenant
let desk: Desk
const routes = new Map<string, unknown>()
before(async () => {
  const watch: AppOptions['watch'] = (app) =>
    app.addHook('onRoute', ({ method, url, config }) => {
      if (method !== 'HEAD' && /^(\/ops)?\/v1\//.test(url)) routes.set(`${method} ${url}`, config?.unknownFields)
    })
  waybill = await startWaybill(sqlite, { watch })
  tenant = await waybill.newTenant()
  desk = await atDesk(waybill)
})
after(() => waybill.close())

describe('operations of the contract', () => {
  const ignoredBy = async (body: object): Promise<string | null> => {
    const { status, headers, text } = await tenant.post('/v1/parcel_quotes', body)
    assert.equal(status, 201, text)
    return headers.get('waybill-ignored')
  }

  it('name the fields and parameters that they ignore', async () => {
    assert.equal(await ignoredBy({ parcel: exportAir() }), null)
    const parcel = importAir({
      weight_unit: 'kg',
      packages: [
        { weight: 1, colour: 'red' },
        { weight: 2, colour: 'blue' },
      ],
    })
    assert.equal(await ignoredBy({ parcel, pickup: true }), 'parcel.packages[].colour, parcel.weight_unit, pickup')
    const listed = await tenant.get('/v1/packages?page=1&colour=red')
    assert.deepEqual([listed.status, listed.headers.get('waybill-ignored')], [200, 'colour'])
    const { parcel_quote_id: id } = await newQuote(tenant, exportAir())
    const cancelled = await tenant.post(`/v1/parcel_quotes/${id}/cancel?colour=red`, { reason: 'x' })
    assert.deepEqual([cancelled.status, cancelled.headers.get('waybill-ignored')], [200, 'reason, colour'])
  })

  it('name them when the request is refused for another reason', async () => {
    const { status, headers } = await tenant.post('/v1/parcel_quotes', { parcel: { weight_unit: 'kg' } })
    assert.deepEqual([status, headers.get('waybill-ignored')], [422, 'parcel.weight_unit'])
  })

  it('do not look into free-form fields', async () => {
    assert.equal(await ignoredBy({ parcel: exportAir({ metadata: { lenght: '1', weight_unit: 'kg' } }) }), null)
  })

  it('name a limited number of them, in plain characters', async () => {
    const odd = {
      'a,b\r\nc': 1,
      'é\ud800': 1,
      ...Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`field_of_a_client_${n}`, n])),
    }
    const named = (await ignoredBy({ parcel: exportAir(), ...odd }))!
    assert.match(named, /^a%2Cb%0D%0Ac, %C3%A9%EF%BF%BD, field_of_a_client_0, /)
    assert.match(named, /, \.\.\.$/)
    assert.ok(named.length < 1_100, `${named.length} characters`)
  })

  it('name them in the request log', async () => {
    const { headers } = await tenant.post('/v1/parcel_quotes', { parcel: exportAir({ weight_unit: 'kg' }) })
    const id = headers.get('x-request-id')!
    const logged = await whenLogged(() => tenant.get(`/v1/requests/${id}`))
    assert.equal(logged.ignored_fields, 'parcel.weight_unit')
    assert.equal((await desk.get(`/requests/${id}`)).ignored_fields, 'parcel.weight_unit')
  })

  const MISSES: [what: string, parcel: object, message: string][] = [
    ['two letters swapped', { lenght: 3 }, 'parcel.lenght is not a field of this request: did you mean length?'],
    ['a letter missing', { client_refrence: 'A' }, 'parcel.client_refrence is not a field of this request: did you mean client_reference?'],
    ['a wrong letter', { descriptian: 'A' }, 'parcel.descriptian is not a field of this request: did you mean description?'],
    [
      'a doubled letter',
      { package: { weight: 1, heigght: 2 } },
      'parcel.package.heigght is not a field of this request: did you mean height?',
    ],
  ]
  for (const [what, more, message] of MISSES)
    it(`refuse a near miss: ${what}`, async () => {
      const { status, json } = await tenant.post('/v1/parcel_quotes', { parcel: exportAir(more) })
      assert.deepEqual([status, json.code, json.errors], [422, 'VALIDATION_FAILED', [message]])
    })

  it('refuse a near miss of a parameter, and a list', async () => {
    const { status, json } = await tenant.get('/v1/packages?statsu=booked')
    assert.deepEqual([status, json.errors], [422, ['statsu is not a parameter of this request: did you mean status?']])
    for (const path of ['/v1/packages?status[]=booked', '/v1/parcel_quotes?status%5B%5D=booked'])
      assert.match((await tenant.get(path)).json.errors[0], /^status\[\] .* did you mean status\?$/)
  })

  it('report a near miss together with other problems', async () => {
    const { lenght: _none, ...parcel } = { ...exportAir(), lenght: 3, declared_weight: -1 } as Json
    const { json } = await tenant.post('/v1/parcel_quotes', { parcel: { ...parcel, lenght: 3, recipient: undefined } })
    assert.deepEqual(json.details.map(({ field }: Json) => field).includes('parcel.lenght'), true)
    assert.ok(json.details.length > 1, JSON.stringify(json))
  })

  it('ignore short names, and names with more than one mistake', async () => {
    assert.equal(await ignoredBy({ parcel: exportAir({ lenhgtt: 3 }) }), 'parcel.lenhgtt')
    assert.equal((await tenant.get('/v1/packages?pgae=2')).headers.get('waybill-ignored'), 'pgae')
  })
})

describe('all other operations', () => {
  it('refuse unknown fields and parameters', async () => {
    const customer = await newCustomer(tenant)
    const csv = `customer_id,courier_numbers\n${customer.address_suffix},YT1000001\n`
    const refusals: [path: string, body: object, errors: string[]][] = [
      ['/v1/inbound_parcels/import', { csv, dryRun: true }, ['dryRun is not a field of this request']],
      ['/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/', events: ['quote.*'] }, ['events is not a field of this request']],
      ['/v1/test_clock', { advance_second: 60 }, ['advance_second is not a field of this request: did you mean advance_seconds?']],
    ]
    for (const [path, body, errors] of refusals) {
      const { status, json } = await tenant.post(path, body)
      assert.deepEqual([status, json.errors], [422, errors])
    }
    assert.deepEqual((await tenant.get('/v1/inbound_parcels')).json, [])
    const { status, json } = await waybill.call(
      'PATCH',
      `/v1/parcel-customers/${customer.parcel_customer_id}`,
      { parcel_customer: { client_ref: 'A' } },
      { key: tenant.testKey },
    )
    assert.deepEqual([status, json.errors], [422, ['parcel_customer.client_ref is not a field of this request']])
  })

  it('refuse them in lists and where nothing is read', async () => {
    const { parcel_quote_id: id } = await bookedQuote(tenant, importAir())
    assert.deepEqual((await tenant.get('/v1/inbound_parcels?state=expected')).json.errors, ['state is not a parameter of this request'])
    assert.equal((await tenant.get(`/v1/parcel_quotes/${id}/explain?now=1`)).status, 422)
    assert.equal((await desk.call('GET', '/ops/v1/packages?colour=red')).status, 422)
    assert.equal((await desk.post('/access_tokens', { label: 'x', scope: 'all' })).status, 422)
  })

  it('are all operations under /v1 and /ops/v1 but those of the contract', () => {
    assert.ok(routes.size > 200)
    for (const [route, unknownFields] of routes) assert.equal(unknownFields, CONTRACT.includes(route) ? 'named' : 'refused', route)
    for (const route of CONTRACT) assert.ok(routes.has(route), route)
  })
})
