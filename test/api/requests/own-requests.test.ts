// /v1/requests shows a business its own requests, masked. Staff find all requests by id. A 404 mentions the other mode if the record exists there.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { bookPackage, newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, newQuote } from '../../support/calls/quote-calls.ts'
import { whenLogged } from '../../support/calls/request-log-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Answer, CallOptions, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  let waybill: Waybill
  let tenant: Tenant
  let other: Tenant
  before(async () => {
    waybill = await startWaybill(engine)
    ;[tenant, other] = [await waybill.newTenant(), await waybill.newTenant()]
  })
  after(() => waybill.close())

  const idOf = (answer: Answer): string => answer.headers.get('x-request-id')!
  const logged = (who: Tenant, requestId: string, options?: CallOptions): Promise<Json> =>
    whenLogged(() => who.get(`/v1/requests/${requestId}`, options))

  it('are shown with both bodies, masked as for staff, and without the business', async () => {
    const parcel = importAir({ client_reference: 'ORDER 7', metadata: { note: 'Sesame under the mat' }, recipient: undefined })
    const answer = await tenant.post('/v1/parcel_quotes', { parcel })
    assert.equal(answer.status, 422)
    const entry = await logged(tenant, idOf(answer))
    assert.partialDeepStrictEqual(entry, {
      request_id: answer.json.request_id,
      mode: 'test',
      method: 'POST',
      route: '/v1/parcel_quotes',
      status: 422,
      error_code: 'VALIDATION_FAILED',
    })
    assert.equal(JSON.parse(entry.response_body).code, 'VALIDATION_FAILED')
    for (const secret of ['Sample Supplier', '+8613000000000', '8 Sample Road', 'Sesame']) assert.ok(!entry.request_body.includes(secret))
    assert.equal('business_id' in entry, false)
  })

  it('with one ID that several clients chose are all shown to staff, newest first, with their businesses', async () => {
    const staff = await signedIn(waybill, 'support')
    const shared = { headers: { 'x-request-id': 'order-7' } }
    await tenant.get('/v1/parcel_quotes/x', shared)
    await logged(tenant, 'order-7')
    await other.get('/v1/packages', shared)
    await logged(other, 'order-7')
    const asked = async (path: string): Promise<Json> => (await staff.call('GET', `/ops/v1/requests${path}`)).json
    const found = await asked('/order-7')
    assert.equal(found.business_id, other.business.id)
    assert.deepEqual(found.matches, await asked('?request_id=order-7'))
    assert.deepEqual(
      found.matches.map(({ business_id, path }: Json) => [business_id, path]),
      [
        [other.business.id, '/v1/packages'],
        [tenant.business.id, '/v1/parcel_quotes/x'],
      ],
    )
    const older = await asked(`/order-7?log_id=${found.matches[1].log_id}`)
    assert.deepEqual([older.business_id, older.matches], [tenant.business.id, found.matches])
    assert.equal((await logged(tenant, 'order-7')).path, '/v1/parcel_quotes/x')
  })

  it('are not shown to another business or mode', async () => {
    const theirs = idOf(await other.get('/v1/packages'))
    const live = idOf(await tenant.get('/v1/packages', { key: tenant.liveKey }))
    const own = idOf(await tenant.get('/v1/packages?status=booked'))
    await Promise.all([logged(other, theirs), logged(tenant, live, { key: tenant.liveKey }), logged(tenant, own)])
    const unknown = await tenant.get('/v1/requests/req_01kqn2x4t8e6nvd0t2d5c1yq7w')
    assert.equal(unknown.status, 404)
    for (const foreign of [theirs, live]) {
      const answer = await tenant.get(`/v1/requests/${foreign}`)
      assert.deepEqual([answer.status, answer.json.error], [404, unknown.json.error])
    }
    const ids = (await tenant.get('/v1/requests?per_page=100')).json.map((entry: Json) => entry.request_id)
    assert.ok(ids.includes(own))
    assert.ok(!ids.includes(theirs) && !ids.includes(live))
  })

  it('are listed newest first in pages, and filtered', async () => {
    const failed = idOf(await tenant.get('/v1/packages?page=0'))
    await logged(tenant, failed)
    const list = async (query: string): Promise<Json[]> => (await tenant.get(`/v1/requests?${query}`)).json
    const found = await list('status=4xx&method=GET&path=/v1/packages')
    assert.equal(found[0].request_id, failed)
    assert.ok(found.every(({ status, path }) => status >= 400 && status < 500 && path.startsWith('/v1/packages')))
    assert.deepEqual(
      (await list(`request_id=${failed}`)).map(({ request_id }) => request_id),
      [failed],
    )
    const page = await tenant.get('/v1/requests?per_page=1')
    assert.equal(page.json.length, 1)
    assert.match(page.headers.get('link') ?? '', /rel="next"/)
    assertRejected(await tenant.get('/v1/requests?status=7xx'), 'VALIDATION_FAILED')
    assertRejected(await tenant.get('/v1/requests?since=x'), 'VALIDATION_FAILED')
  })

  describe('a 404', () => {
    it('mentions the other mode of the same business, and never another business', async () => {
      const live = { key: tenant.liveKey }
      const quote = await newQuote(tenant, importAir(), live)
      const parcel = await bookPackage(tenant, importAir(), live)
      const customer = await newCustomer(tenant, {}, live)
      const [event] = (await tenant.get('/v1/events', live)).json
      for (const [path, what] of [
        [`/v1/parcel_quotes/${quote.parcel_quote_id}`, 'quote'],
        [`/v1/packages/${parcel.parcel_id}`, 'package'],
        [`/v1/packages/${parcel.parcel_id}/track`, 'package'],
        [`/v1/parcel-customers/${customer.parcel_customer_id}`, 'parcel customer'],
        [`/v1/events/${event.event_id}`, 'event'],
      ] as const) {
        const answer = await tenant.get(path)
        assert.deepEqual([answer.status, answer.json.code], [404, 'NOT_FOUND'])
        assert.equal(answer.json.error, `No such ${what} in test mode: it exists in live mode.`)
        for (const key of [other.testKey, other.liveKey]) assert.equal((await other.get(path, { key })).json.error, `No such ${what}.`)
      }
      const own = await newQuote(tenant, importAir())
      const { json } = await tenant.get(`/v1/parcel_quotes/${own.parcel_quote_id}`, live)
      assert.equal(json.error, 'No such quote in live mode: it exists in test mode.')
    })
  })
})
