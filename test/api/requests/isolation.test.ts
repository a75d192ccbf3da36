// On every route, a request for a record of another business or mode gets the same 404 as an unknown id, and changes nothing.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { findPackage, newCustomer } from '../../support/calls/package-calls.ts'
import { getQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { documentedOperations } from '../../support/document/operations.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { RecordKind } from '../../support/samples/records.ts'
import { RECORD_ROUTES, recordsOf, UNKNOWN_IDS } from '../../support/samples/records.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const PASSING_HEADERS = ['x-request-id', 'date']

/** The answer as a client sees it, without the values that differ from call to call. */
const visible = ({ status, headers, json }: Answer) => ({
  status,
  headers: [...headers].filter(([name]) => !PASSING_HEADERS.includes(name)).sort(),
  body: { ...json, request_id: typeof json.request_id },
})

forOneEngine((engine) => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(engine)
  })
  after(() => waybill.close())

  describe('a record of another business or mode', () => {
    it('has a row here for every operation on one record', async () => {
      const documented = (await documentedOperations(waybill)).filter(({ path, needsKey }) => needsKey && path.includes('{id}'))
      assert.deepEqual(RECORD_ROUTES.map(([route]) => route).sort(), documented.map(({ method, path }) => `${method} ${path}`).sort())
    })

    // Ids of one record of each kind: `theirs` of another business, `own` of this business in test mode, `ownLive` of this business in live
    // mode.
    let tenant: Tenant
    let theirs: Record<RecordKind, string>
    let own: Record<RecordKind, string>
    let ownLive: Record<RecordKind, string>
    before(async () => {
      tenant = await waybill.newTenant()
      theirs = await recordsOf(waybill, await waybill.newTenant())
      own = await recordsOf(waybill, tenant)
      ownLive = await recordsOf(waybill, tenant, { key: tenant.liveKey })
    })

    for (const [route, kind, body] of RECORD_ROUTES) {
      it(`answers ${route} like a random token: 404 [service.6] [errors.2]`, async () => {
        const [method, path] = route.split(' ') as [string, string]
        const call = (token: string) => waybill.call(method, path.replace('{id}', token), body, { key: tenant.testKey })
        const random = await call(UNKNOWN_IDS[kind])
        assert.equal(random.status, 404)
        assert.equal(random.json.code, 'NOT_FOUND')
        assert.equal(typeof random.json.error, 'string')

        const strangers: Record<string, string> = {
          'of another business': theirs[kind],
          'of another kind': own[kind === 'quote' ? 'package' : 'quote'],
          'in capitals': UNKNOWN_IDS[kind].toUpperCase(),
          malformed: 'x',
          'with a quote in it': "x'%20or%20'1'%3D'1",
        }
        for (const [what, token] of Object.entries(strangers)) assert.deepEqual(visible(await call(token)), visible(random), what)
        // For a live record of the same business, only the error text differs: it adds that the record exists in live mode.
        const { body: hinted, ...rest } = visible(await call(ownLive[kind]))
        const { body: unknown, ...randomRest } = visible(random)
        assert.deepEqual(rest.status, randomRest.status)
        assert.deepEqual(
          { ...hinted, error: hinted.error.replace(' in test mode: it exists in live mode', '') },
          unknown,
          'of the other mode',
        )
      })
    }

    it('is unchanged by all of this [service.6]', async () => {
      const [tenant, owner] = [await waybill.newTenant(), await waybill.newTenant()]
      const theirs = await recordsOf(waybill, owner)
      const state = async () => [await getQuote(owner, theirs.quote), await findPackage(owner, theirs.package)]
      const before = await state()
      for (const [route, kind, body] of RECORD_ROUTES) {
        const [method, path] = route.split(' ') as [string, string]
        for (const key of [tenant.testKey, owner.liveKey]) await waybill.call(method, path.replace('{id}', theirs[kind]), body, { key })
      }
      assert.deepEqual(await state(), before)
    })

    it('is in no list [service.6] [auth.2]', async () => {
      const [tenant, other] = [await waybill.newTenant(), await waybill.newTenant()]
      await recordsOf(waybill, other)
      await recordsOf(waybill, tenant, { key: tenant.liveKey })
      for (const list of ['/v1/parcel_quotes', '/v1/parcel_quotes?status=booked', '/v1/packages', '/v1/packages?key=a']) {
        assert.deepEqual((await tenant.get(list)).json, [], list)
      }
      assert.deepEqual((await tenant.get('/v1/parcel-customers?status=all')).json.data, [])
    })

    it('cannot be named in a quote: the customer is like an unknown one [service.6]', async () => {
      const [tenant, other] = [await waybill.newTenant(), await waybill.newTenant()]
      const refusal = async (customer: object) =>
        visible(await tenant.post('/v1/parcel_quotes', { parcel: importAir({ sender: undefined, ...customer }) }))
      const random = await refusal({ parcel_customer_token: UNKNOWN_IDS.customer })
      assert.partialDeepStrictEqual(random, { status: 422, body: { code: 'CUSTOMER_NOT_FOUND' } })
      for (const stranger of [await newCustomer(other), await newCustomer(tenant, {}, { key: tenant.liveKey })]) {
        assert.deepEqual(await refusal({ parcel_customer_token: stranger.parcel_customer_id }), random)
        assert.deepEqual(await refusal({ parcel_customer_token: stranger.address_suffix }), random)
      }
    })

    it('cannot be booked by its rate: the rate is like an unknown one [service.6]', async () => {
      const [tenant, other] = [await waybill.newTenant(), await waybill.newTenant()]
      const own = await newQuote(tenant, exportAir())
      const refusal = async (rate_id: string) => {
        const answer = await tenant.post(`/v1/packages/${own.parcel_quote_id}/create_shipment`, { rate_id })
        return JSON.stringify(visible(answer)).replaceAll(rate_id, 'RATE')
      }
      const theirs = (await newQuote(other, exportAir())).rates[0].id
      const random = await refusal('rate_01kqn2x4t8e6nvd0t2d5c1yq7w')
      assert.match(random, /RATE_NOT_FOUND/)
      assert.equal(await refusal(theirs), random)
      assert.equal((await getQuote(tenant, own.parcel_quote_id)).status, 'pending')
    })
  })
})
