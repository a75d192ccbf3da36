// The token of another business or mode gets the same 404 as a random one, on every route, and nothing changes.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { paidInvoice } from '../../support/calls/billing-calls.ts'
import { tellDesk } from '../../support/calls/message-calls.ts'
import { bookPackage, findPackage, newCustomer } from '../../support/calls/package-calls.ts'
import { getQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { photographed } from '../../support/calls/receiving-calls.ts'
import { newEndpoint } from '../../support/calls/webhook-calls.ts'
import { documentedOperations } from '../../support/document/operations.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Answer, CallOptions, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

type Kind =
  | 'quote'
  | 'package'
  | 'photo'
  | 'customer'
  | 'inbound'
  | 'endpoint'
  | 'event'
  | 'delivery'
  | 'request'
  | 'invoice'
  | 'payment'
  | 'message'

/** Every operation on one record, and a body that it would accept. */
const ROUTES: [string, Kind, object?][] = [
  ['GET /v1/parcel_quotes/{id}', 'quote'],
  ['GET /v1/parcel_quotes/{id}/explain', 'quote'],
  ['POST /v1/parcel_quotes/{id}/cancel', 'quote', { comment: 'taken over' }],
  ['POST /v1/packages/{id}/create_shipment', 'quote', {}],
  ['POST /v1/packages/{id}/cancel', 'package', { comment: 'taken over' }],
  ['POST /v1/packages/{id}/notices', 'package', { action: 'hold', body: 'taken over' }],
  ['GET /v1/packages/{id}', 'package'],
  ['GET /v1/packages/{id}/track', 'package'],
  ['GET /v1/packages/{id}/collection', 'package'],
  ['GET /v1/packages/{id}/photos', 'package'],
  ['GET /v1/photos/{id}', 'photo'],
  ['GET /v1/parcel-customers/{id}', 'customer'],
  ['GET /v1/inbound_parcels/{id}', 'inbound'],
  ['PATCH /v1/inbound_parcels/{id}', 'inbound', { inbound_parcel: { note: 'taken over' } }],
  ['POST /v1/inbound_parcels/{id}/cancel', 'inbound'],
  ['PATCH /v1/parcel-customers/{id}', 'customer', { parcel_customer: { client_reference: 'taken over' } }],
  ['GET /v1/webhook_endpoints/{id}', 'endpoint'],
  ['PATCH /v1/webhook_endpoints/{id}', 'endpoint', { description: 'taken over' }],
  ['DELETE /v1/webhook_endpoints/{id}', 'endpoint'],
  ['POST /v1/webhook_endpoints/{id}/rotate_secret', 'endpoint', {}],
  ['POST /v1/webhook_endpoints/{id}/test', 'endpoint'],
  ['GET /v1/events/{id}', 'event'],
  ['GET /v1/webhook_deliveries/{id}', 'delivery'],
  ['GET /v1/requests/{id}', 'request'],
  ['GET /v1/invoices/{id}', 'invoice'],
  ['GET /v1/invoices/{id}/invoice.pdf', 'invoice'],
  ['GET /v1/invoices/{id}/invoice.csv', 'invoice'],
  ['GET /v1/invoices/{id}/invoice.xml', 'invoice'],
  ['GET /v1/invoices/{id}/credit_note.pdf', 'invoice'],
  ['GET /v1/invoices/{id}/credit_note.xml', 'invoice'],
  ['POST /v1/invoices/{id}/payment_link', 'invoice', {}],
  ['GET /v1/payments/{id}', 'payment'],
  ['GET /v1/payments/{id}/receipt.pdf', 'payment'],
  ['GET /v1/messages/{id}', 'message'],
  ['POST /v1/messages/{id}/resend', 'message'],
  ['POST /v1/webhook_deliveries/{id}/replay', 'delivery'],
  ['POST /v1/test_helpers/packages/{id}/receive', 'package', { weight: 1 }],
  ['POST /v1/test_helpers/packages/{id}/depart', 'package'],
  ['POST /v1/test_helpers/packages/{id}/deliver', 'package'],
]

const UNKNOWN: Record<Kind, string> = {
  quote: 'pq_01kqn2x4t8e6nvd0t2d5c1yq7w',
  package: 'pkg_01kqn2x4t8e6nvd0t2d5c1yq7w',
  photo: 'pho_01kqn2x4t8e6nvd0t2d5c1yq7w',
  customer: 'pcus_01kqn2x4t8e6nvd0t2d5c1yq7w',
  inbound: 'inb_01kqn2x4t8e6nvd0t2d5c1yq7w',
  endpoint: 'whk_01kqn2x4t8e6nvd0t2d5c1yq7w',
  event: 'evt_01kqn2x4t8e6nvd0t2d5c1yq7w',
  delivery: 'whd_01kqn2x4t8e6nvd0t2d5c1yq7w',
  request: 'req_01kqn2x4t8e6nvd0t2d5c1yq7w',
  invoice: 'inv_01kqn2x4t8e6nvd0t2d5c1yq7w',
  payment: 'pay_01kqn2x4t8e6nvd0t2d5c1yq7w',
  message: 'msg_01kqn2x4t8e6nvd0t2d5c1yq7w',
}

const PASSING_HEADERS = ['x-request-id', 'date']

/** The part of an answer that a client can see, without what differs from call to call. */
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

  const recordsOf = async (tenant: Tenant, options?: CallOptions): Promise<Record<Kind, string>> => {
    const endpoint: string = (await newEndpoint(tenant, 'https://shop.example/', {}, options)).webhook_endpoint_id
    const { json: tested } = await tenant.post(`/v1/webhook_endpoints/${endpoint}/test`, undefined, options)
    const customer: string = (await newCustomer(tenant, {}, options)).parcel_customer_id
    const announced = { inbound_parcel: { customer_id: customer, courier_numbers: ['YT8812345678901'] } }
    await tellDesk(waybill, tenant)
    return {
      ...(await paidInvoice(waybill, tenant, options)),
      message: (await tenant.get('/v1/messages', options)).json[0].message_id,
      quote: (await newQuote(tenant, importOcean(), options)).parcel_quote_id,
      package: (await bookPackage(tenant, importAir(), options)).parcel_id,
      photo: (await photographed(waybill, tenant, options)).photoId,
      customer,
      inbound: (await tenant.post('/v1/inbound_parcels', announced, options)).json.inbound_parcel_id,
      endpoint,
      event: tested.event_id,
      delivery: tested.webhook_delivery_id,
      request: (await tenant.get('/v1/packages', options)).headers.get('x-request-id')!,
    }
  }

  describe('a record of another business or mode', () => {
    it('has a row here for every operation on one record', async () => {
      const documented = (await documentedOperations(waybill)).filter(({ path, needsKey }) => needsKey && path.includes('{id}'))
      assert.deepEqual(ROUTES.map(([route]) => route).sort(), documented.map(({ method, path }) => `${method} ${path}`).sort())
    })

    // Records that the calls below must not change.
    let tenant: Tenant
    let theirs: Record<Kind, string>
    let own: Record<Kind, string>
    let ownLive: Record<Kind, string>
    before(async () => {
      tenant = await waybill.newTenant()
      theirs = await recordsOf(await waybill.newTenant())
      own = await recordsOf(tenant)
      ownLive = await recordsOf(tenant, { key: tenant.liveKey })
    })

    for (const [route, kind, body] of ROUTES) {
      it(`answers ${route} like a random token: 404 [service.6] [errors.2]`, async () => {
        const [method, path] = route.split(' ') as [string, string]
        const call = (token: string) => waybill.call(method, path.replace('{id}', token), body, { key: tenant.testKey })
        const random = await call(UNKNOWN[kind])
        assert.equal(random.status, 404)
        assert.equal(random.json.code, 'NOT_FOUND')
        assert.equal(typeof random.json.error, 'string')

        const strangers: Record<string, string> = {
          'of another business': theirs[kind],
          'of another kind': own[kind === 'quote' ? 'package' : 'quote'],
          'in capitals': UNKNOWN[kind].toUpperCase(),
          malformed: 'x',
          'with a quote in it': "x'%20or%20'1'%3D'1",
        }
        for (const [what, token] of Object.entries(strangers)) assert.deepEqual(visible(await call(token)), visible(random), what)
        // The token of the business's own live record gets the same answer, with a hint that the record exists in live mode.
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
      const theirs = await recordsOf(owner)
      const state = async () => [await getQuote(owner, theirs.quote), await findPackage(owner, theirs.package)]
      const before = await state()
      for (const [route, kind, body] of ROUTES) {
        const [method, path] = route.split(' ') as [string, string]
        for (const key of [tenant.testKey, owner.liveKey]) await waybill.call(method, path.replace('{id}', theirs[kind]), body, { key })
      }
      assert.deepEqual(await state(), before)
    })

    it('is in no list [service.6] [auth.2]', async () => {
      const [tenant, other] = [await waybill.newTenant(), await waybill.newTenant()]
      await recordsOf(other)
      await recordsOf(tenant, { key: tenant.liveKey })
      for (const list of ['/v1/parcel_quotes', '/v1/parcel_quotes?status=booked', '/v1/packages', '/v1/packages?key=a']) {
        assert.deepEqual((await tenant.get(list)).json, [], list)
      }
      assert.deepEqual((await tenant.get('/v1/parcel-customers?status=all')).json.data, [])
    })

    it('cannot be named in a quote: the customer is like an unknown one [service.6]', async () => {
      const [tenant, other] = [await waybill.newTenant(), await waybill.newTenant()]
      const refusal = async (customer: object) =>
        visible(await tenant.post('/v1/parcel_quotes', { parcel: importAir({ sender: undefined, ...customer }) }))
      const random = await refusal({ parcel_customer_token: UNKNOWN.customer })
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
