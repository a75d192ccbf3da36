// Idempotency-Key: a repeated POST takes effect only once, and gets the same answer byte for byte.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ANSWERS_KEPT_MS } from '../../../src/http/requests/idempotency.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as idempotency from '../../../src/store/requests/idempotency.ts'
import { assertReplayed, newKey, withKey } from '../../support/calls/idempotency-calls.ts'
import { failedMessage } from '../../support/calls/message-calls.ts'
import { bookPackage, newCustomer, play } from '../../support/calls/package-calls.ts'
import { bookedQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { assertWritesNothing, problemsIn } from '../../support/calls/refusals.ts'
import { signedIn, uniqueEmail } from '../../support/calls/staff-calls.ts'
import { newEndpoint } from '../../support/calls/webhook-calls.ts'
import type { DocumentedOperation } from '../../support/document/operations.ts'
import { documentedOperations } from '../../support/document/operations.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { CallOptions, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MANY_BYTES = 255
const HOOK = 'https://hooks.example.com/waybill'

const announcement = async (tenant: Tenant): Promise<object> => {
  const { address_suffix } = await newCustomer(tenant)
  return { inbound_parcel: { customer_id: address_suffix, courier_numbers: ['YT8812345678901'] } }
}

/** Every documented POST, with a request that it accepts. */
const REQUESTS: Record<string, (tenant: Tenant, waybill: Waybill) => Promise<{ path: string; body?: object }>> = {
  '/v1/parcel_quotes': async () => ({ path: '/v1/parcel_quotes', body: { parcel: importAir() } }),
  '/v1/estimates': async () => ({ path: '/v1/estimates', body: { parcel: importAir() } }),
  '/v1/parcel_quotes/{id}/cancel': async (tenant) => ({
    path: `/v1/parcel_quotes/${(await newQuote(tenant, importAir())).parcel_quote_id}/cancel`,
    body: { comment: 'No longer needed' },
  }),
  '/v1/packages/{id}/create_shipment': async (tenant) => ({
    path: `/v1/packages/${(await newQuote(tenant, importAir())).parcel_quote_id}/create_shipment`,
  }),
  '/v1/packages/{id}/cancel': async (tenant) => ({
    path: `/v1/packages/${(await bookPackage(tenant, importAir())).parcel_id}/cancel`,
    body: {},
  }),
  '/v1/packages/{id}/notices': async (tenant) => ({
    path: `/v1/packages/${(await bookPackage(tenant, importAir())).parcel_id}/notices`,
    body: { action: 'hold' },
  }),
  '/v1/parcel-customers': async () => ({ path: '/v1/parcel-customers', body: { parcel_customer: {} } }),
  '/v1/inbound_parcels': async (tenant) => ({ path: '/v1/inbound_parcels', body: await announcement(tenant) }),
  '/v1/inbound_parcels/import': async (tenant) => {
    const { address_suffix } = await newCustomer(tenant)
    return { path: '/v1/inbound_parcels/import', body: { csv: `customer_id,courier_numbers\n${address_suffix},YT8812345678903\n` } }
  },
  '/v1/inbound_parcels/{id}/cancel': async (tenant) => {
    const { json } = await tenant.post('/v1/inbound_parcels', await announcement(tenant))
    return { path: `/v1/inbound_parcels/${json.inbound_parcel_id}/cancel` }
  },
  '/v1/test_helpers/invoices': async (tenant) => {
    await bookedQuote(tenant, exportAir())
    return { path: '/v1/test_helpers/invoices' }
  },
  '/v1/test_helpers/payments': async () => ({ path: '/v1/test_helpers/payments', body: { amount: '100.00' } }),
  '/v1/invoices/{id}/payment_link': async (tenant) => {
    await bookedQuote(tenant, exportAir())
    return { path: `/v1/invoices/${(await tenant.post('/v1/test_helpers/invoices')).json.invoice_id}/payment_link`, body: {} }
  },
  '/v1/test_clock': async () => ({ path: '/v1/test_clock', body: { advance_seconds: 60 } }),
  '/v1/test_helpers/packages/{id}/receive': async (tenant) => ({
    path: `/v1/test_helpers/packages/${(await bookPackage(tenant, importAir())).parcel_id}/receive`,
  }),
  '/v1/test_helpers/packages/{id}/depart': async (tenant) => {
    const { parcel_id } = await bookPackage(tenant, importAir())
    await play(tenant, parcel_id, 'receive')
    return { path: `/v1/test_helpers/packages/${parcel_id}/depart` }
  },
  '/v1/test_helpers/packages/{id}/deliver': async (tenant) => {
    const { parcel_id } = await bookPackage(tenant, importAir())
    await play(tenant, parcel_id, 'receive')
    await play(tenant, parcel_id, 'depart')
    return { path: `/v1/test_helpers/packages/${parcel_id}/deliver` }
  },
  '/v1/webhook_endpoints': async () => ({ path: '/v1/webhook_endpoints', body: { url: HOOK } }),
  '/v1/webhook_endpoints/{id}/rotate_secret': async (tenant) => ({
    path: `/v1/webhook_endpoints/${(await newEndpoint(tenant, HOOK)).webhook_endpoint_id}/rotate_secret`,
  }),
  '/v1/webhook_endpoints/{id}/test': async (tenant) => ({
    path: `/v1/webhook_endpoints/${(await newEndpoint(tenant, HOOK)).webhook_endpoint_id}/test`,
  }),
  '/v1/webhook_deliveries/{id}/replay': async (tenant) => {
    const { webhook_endpoint_id } = await newEndpoint(tenant, HOOK)
    const { json: delivery } = await tenant.post(`/v1/webhook_endpoints/${webhook_endpoint_id}/test`)
    return { path: `/v1/webhook_deliveries/${delivery.webhook_delivery_id}/replay` }
  },
  '/v1/webhook_deliveries/replay': async (tenant) => {
    const since = new Date(Date.now() - 60_000).toISOString()
    await newQuote(tenant, importAir())
    const { webhook_endpoint_id } = await newEndpoint(tenant, HOOK)
    return { path: '/v1/webhook_deliveries/replay', body: { webhook_endpoint_id, since } }
  },
  '/v1/messages/{id}/resend': async (tenant, waybill) => ({ path: `/v1/messages/${await failedMessage(waybill, tenant)}/resend` }),
}

describe('Idempotency-Key', () => {
  forEachEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    const create = (key: string, parcel: object = importOcean(), options?: CallOptions) =>
      tenant.post('/v1/parcel_quotes', { parcel }, withKey(key, options))

    it('stores nothing of a request with a password', async () => {
      const hasPassword = ({ operation }: DocumentedOperation) => /password/.test(JSON.stringify(operation.requestBody ?? {}))
      const found = (await documentedOperations(waybill)).filter((each) => each.method === 'POST' && hasPassword(each))
      assert.ok(found.length >= 3)
      const { headers } = await signedIn(waybill, 'admin')
      for (const { path } of found) {
        const key = newKey()
        const body = { email: uniqueEmail(), name: 'Dock', role: 'support', password: 'pallets before noon' }
        const passwords = { current_password: 'pallets before noon', new_password: 'pallets after noon' }
        await waybill.call('POST', path, { ...body, ...passwords, token: 'x' }, withKey(key, { headers }))
        assert.deepEqual(await waybill.deps.db.query('select key from idempotency_keys where key = $1', [key]), [], path)
      }
    })

    it('is tested on every POST', async () => {
      const documented = (await documentedOperations(waybill)).filter(({ method, path }) => method === 'POST' && path.startsWith('/v1/'))
      assert.deepEqual(documented.map(({ path }) => path).toSorted(), Object.keys(REQUESTS).toSorted())
    })

    for (const [route, prepare] of Object.entries(REQUESTS)) {
      it(`on POST ${route}: the repeat changes nothing and is answered byte for byte`, async () => {
        const business = await waybill.newTenant()
        const { path, body } = await prepare(business, waybill)
        const key = newKey()
        const first = await business.post(path, body, withKey(key))
        assert.ok(first.status === 200 || first.status === 201, first.text)
        const again = await assertWritesNothing(waybill, business, () => business.post(path, body, withKey(key)))
        assertReplayed(again, first)
        // If the store has an encryption key, the stored answer must not contain the secret in clear text.
        const [kept] = await waybill.deps.db.query<{ body: string }>('select body from idempotency_keys where key = $1', [key])
        if (first.json.secret && waybill.deps.db.secrets.keyId !== null) assert.ok(!kept!.body.includes(first.json.secret))
      })
    }

    it('means the same with and without quotes', async () => {
      const key = newKey()
      const first = await create(key)
      assertReplayed(await create(`"${key}"`), first)
      assertReplayed(await create(` ${key} `), first)
    })

    it(`has up to ${MANY_BYTES} characters, not counting quotes`, async () => {
      const longest = 'k'.repeat(MANY_BYTES)
      const first = await create(longest)
      assert.equal(first.status, 201)
      assertReplayed(await create(`"${longest}"`), first)
    })

    for (const [what, key] of [
      ['is longer', 'k'.repeat(MANY_BYTES + 1)],
      ['is longer inside its quotes', `"${'k'.repeat(MANY_BYTES + 1)}"`],
      ['is empty', ''],
      ['is empty inside its quotes', '""'],
      ['has letters beyond ASCII', 'clé'],
      ['has a tab in it', 'a\tb'],
    ] as const) {
      it(`that ${what} is a validation error, and nothing is done`, async () => {
        const answer = await assertWritesNothing(waybill, tenant, () => create(key))
        assert.deepEqual(Object.keys(problemsIn(answer)), ['Idempotency-Key'])
      })
    }

    it('is ignored on routes that do not accept it: no error for it is documented there', async () => {
      assert.equal((await waybill.call('POST', '/ops/v1/session/passkey/options', {}, withKey(''))).status, 200)
    })

    it('with another body is 422 IDEMPOTENCY_KEY_REUSED', async () => {
      const key = newKey()
      await create(key)
      const answer = await assertWritesNothing(waybill, tenant, () => create(key, importAir()))
      assert.deepEqual([answer.status, answer.json.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
    })

    it('with another path is 422 IDEMPOTENCY_KEY_REUSED', async () => {
      const key = newKey()
      const quotes = [await newQuote(tenant, importAir()), await newQuote(tenant, importAir())]
      const [first, second] = quotes.map((quote) => `/v1/parcel_quotes/${quote.parcel_quote_id}/cancel`)
      assert.equal((await tenant.post(first!, {}, withKey(key))).status, 200)
      const answer = await tenant.post(second!, {}, withKey(key))
      assert.deepEqual([answer.status, answer.json.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
    })

    it('treats an empty body and {} as the same', async () => {
      const key = newKey()
      const { parcel_quote_id } = await newQuote(tenant, importAir())
      const first = await tenant.post(`/v1/parcel_quotes/${parcel_quote_id}/cancel`, undefined, withKey(key))
      assertReplayed(await tenant.post(`/v1/parcel_quotes/${parcel_quote_id}/cancel`, {}, withKey(key)), first)
    })

    it('is free again after a failure: the same request is executed again, and another one is accepted', async () => {
      const key = newKey()
      const refused = await create(key, importOcean({ packages: [{ container_size: '21ft' }] }))
      assert.equal(refused.status, 422)
      assert.equal((await create(key, importOcean({ packages: [{ container_size: '21ft' }] }))).headers.get('idempotent-replayed'), null)
      const first = await create(key)
      assert.equal(first.status, 201)
      assertReplayed(await create(key), first)
    })

    it('is free again after a 404, because the record may exist later', async () => {
      const key = newKey()
      const missing = await tenant.post(`/v1/parcel_quotes/${waybill.deps.newId('pq')}/cancel`, {}, withKey(key))
      assert.equal(missing.status, 404)
      assert.equal((await create(key)).status, 201)
    })

    it('still replays a booking that has become impossible meanwhile', async () => {
      const key = newKey()
      const { parcel_quote_id } = await newQuote(tenant, importAir())
      const path = `/v1/packages/${parcel_quote_id}/create_shipment`
      const first = await tenant.post(path, {}, withKey(key))
      assert.equal((await tenant.post(path, {}, withKey(newKey()))).json.code, 'QUOTE_ALREADY_BOOKED')
      assertReplayed(await tenant.post(path, {}, withKey(key)), first)
    })

    it('belongs to one business', async () => {
      const key = newKey()
      const other = await waybill.newTenant()
      const first = await create(key)
      const theirs = await other.post('/v1/parcel_quotes', { parcel: importOcean() }, withKey(key))
      assert.equal(theirs.headers.get('idempotent-replayed'), null)
      assert.notEqual(theirs.json.parcel_quote_id, first.json.parcel_quote_id)
    })

    it('belongs to one mode', async () => {
      const key = newKey()
      const first = await create(key)
      const live = await create(key, importOcean(), { key: tenant.liveKey })
      assert.equal(live.status, 201)
      assert.notEqual(live.json.parcel_quote_id, first.json.parcel_quote_id)
    })

    it('on a GET has no effect', async () => {
      const key = newKey()
      const first = await create(key)
      const { status, headers } = await tenant.get(`/v1/parcel_quotes/${first.json.parcel_quote_id}`, withKey(key))
      assert.deepEqual([status, headers.get('idempotent-replayed')], [200, null])
    })

    it('without a valid API key replays nothing', async () => {
      const key = newKey()
      await create(key)
      const { status } = await waybill.call('POST', '/v1/parcel_quotes', { parcel: importOcean() }, withKey(key))
      assert.equal(status, 401)
    })

    it('is kept for 24 hours, and then the request is executed again', async () => {
      const key = newKey()
      waybill.time.freeze()
      const first = await create(key)
      waybill.time.advance(ANSWERS_KEPT_MS - 1)
      assertReplayed(await create(key), first)
      waybill.time.advance(1)
      const anew = await create(key)
      assert.equal(anew.status, 201)
      assert.notEqual(anew.json.parcel_quote_id, first.json.parcel_quote_id)
      assertReplayed(await create(key), anew)
    })

    it('is deleted from the store after 24 hours', async () => {
      const business = await waybill.newTenant()
      await business.post('/v1/parcel-customers', { parcel_customer: {} }, withKey(newKey()))
      const { db } = waybill.deps
      const left = async () => (await db.query('select key from idempotency_keys where holder_id = $1', [business.business.id])).length
      waybill.time.advance(ANSWERS_KEPT_MS - 1)
      await db.transaction(SYSTEM, (tx) => idempotency.prune(tx, waybill.time.now() - ANSWERS_KEPT_MS))
      assert.equal(await left(), 1)
      waybill.time.advance(1)
      await db.transaction(SYSTEM, (tx) => idempotency.prune(tx, waybill.time.now() - ANSWERS_KEPT_MS))
      assert.equal(await left(), 0)
    })

    it('returns the stored answer to its own business only', async () => {
      const other = await waybill.newTenant()
      const quote = await bookedQuote(tenant, importAir())
      const key = newKey()
      const path = `/v1/packages/${quote.parcel_details.parcels[0].parcel_id}/notices`
      assert.equal((await tenant.post(path, { action: 'hold' }, withKey(key))).status, 201)
      assert.equal((await other.post(path, { action: 'hold' }, withKey(key))).status, 404)
    })
  })
})
