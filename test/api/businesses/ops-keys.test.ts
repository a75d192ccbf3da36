// API keys are issued, labelled, rotated with an overlap and revoked under /ops/v1. Their scope limits them, and their last use is shown.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { getQuote, newQuote } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { documentedOperations } from '../../support/document/operations.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importOcean } from '../../support/samples/requests.ts'
import { until } from '../../support/server/carrier-server.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const WAIT_MAX_MS = 60_000

/** The operations that a key with the scope `quote` may call. It may call no others. */
const FOR_QUOTING = [
  'POST /v1/parcel_quotes',
  'GET /v1/parcel_quotes',
  'GET /v1/parcel_quotes/{id}',
  'GET /v1/parcel_quotes/{id}/explain',
  'POST /v1/estimates',
  'POST /v1/parcel-customers',
  'GET /v1/parcel-customers',
  'GET /v1/parcel-customers/{id}',
  'PATCH /v1/parcel-customers/{id}',
]

forOneEngine((engine) => {
  let waybill: Waybill
  let admin: StaffMember
  before(async () => {
    waybill = await startWaybill(engine)
  })
  after(() => waybill.close())

  /**
   * Signs in as an admin and creates a business. Each test does so, because these tests move the clock so far ahead that sessions expire.
   */
  const setting = async (): Promise<Tenant> => {
    admin = await signedIn(waybill, 'admin')
    return waybill.newTenant()
  }
  const issue = async (tenant: Tenant, more: object = {}) =>
    (await admin.call('POST', `/ops/v1/businesses/${tenant.business.id}/keys`, { mode: 'test', ...more })).json
  const statusWith = async (key: string) => (await waybill.call('GET', '/v1/parcel_quotes', undefined, { key })).status
  const listed = async (tenant: Tenant, id: string) => {
    const { json } = await admin.call('GET', `/ops/v1/businesses/${tenant.business.id}/keys`)
    return json.find((key: { key_id: string }) => key.key_id === id)
  }

  describe('a key', () => {
    it('is shown in the answer that creates it, and never again', async () => {
      const tenant = await setting()
      const issued = await issue(tenant, { mode: 'live', label: 'web shop' })
      const { key, ...rest } = issued
      assert.match(key, /^wb_live_[0-9a-v]{32}$/)
      assert.deepEqual([rest.mode, rest.label, rest.scope, rest.begins], ['live', 'web shop', 'full', key.slice(0, 12)])
      assert.deepEqual(await listed(tenant, rest.key_id), rest)
      assert.equal(await statusWith(key), 200)
    })

    it('is issued for a business that exists, in a mode, with a scope', async () => {
      const tenant = await setting()
      const post = (id: string, body: object) => admin.call('POST', `/ops/v1/businesses/${id}/keys`, body)
      assert.equal((await post('NONE', { mode: 'test' })).status, 404)
      for (const body of [{}, { mode: 'prod' }, { mode: 'test', scope: 'all' }]) {
        assert.equal((await post(tenant.business.id, body)).status, 422)
      }
    })

    it('is labelled, revoked once, and refused from then on', async () => {
      const tenant = await setting()
      const { key, key_id: id } = await issue(tenant)
      assert.equal((await admin.call('PATCH', `/ops/v1/keys/${id}`, { label: 'till' })).json.label, 'till')
      const revoked = await admin.call('POST', `/ops/v1/keys/${id}/revoke`)
      assert.notEqual(revoked.json.revoked_at, null)
      assert.equal(await statusWith(key), 401)
      assert.equal((await admin.call('POST', `/ops/v1/keys/${id}/revoke`)).json.code, 'INVALID_TRANSITION')
      assert.equal((await admin.call('POST', `/ops/v1/keys/${id}/rotate`)).json.code, 'INVALID_TRANSITION')
      for (const [method, path, body] of [
        ['PATCH', '', { label: 'x' }],
        ['POST', '/rotate', {}],
        ['POST', '/revoke', {}],
      ] as const) {
        assert.equal((await admin.call(method, `/ops/v1/keys/key_none${path}`, body)).status, 404)
      }
    })

    it('shows when it was last used, updated at most once a minute', async () => {
      const tenant = await setting()
      const start = waybill.time.freeze()
      const { key, key_id: id } = await issue(tenant)
      assert.equal((await listed(tenant, id)).last_used_at, null)
      const lastUse = async () => Date.parse((await listed(tenant, id)).last_used_at)
      await statusWith(key)
      await until('the first use is written', async () => (await lastUse()) === start, WAIT_MAX_MS)
      waybill.time.freeze(start + 59_999)
      await statusWith(key)
      waybill.time.freeze(start + 60_000)
      await statusWith(key)
      await until('a later use is written', async () => (await lastUse()) !== start, WAIT_MAX_MS)
      assert.equal(await lastUse(), start + 60_000)
    })

    it('does not count as used when it is refused', async () => {
      const tenant = await setting()
      const { key, key_id: id } = await issue(tenant)
      await admin.call('POST', `/ops/v1/keys/${id}/revoke`)
      await statusWith(key)
      assert.equal((await listed(tenant, id)).last_used_at, null)
    })
  })

  describe('a rotated key', () => {
    it('works beside the new one until the given moment, and not a millisecond longer', async () => {
      const tenant = await setting()
      const now = waybill.time.freeze()
      const old = await issue(tenant, { label: 'web shop', scope: 'quote' })
      const until = now + 30 * DAY_MS
      const { status, json } = await admin.call('POST', `/ops/v1/keys/${old.key_id}/rotate`, {
        old_key_until: new Date(until).toISOString(),
      })
      assert.equal(status, 201)
      assert.deepEqual([json.key.replaces_key_id, json.key.label, json.key.scope, json.key.mode], [old.key_id, 'web shop', 'quote', 'test'])
      assert.equal(Date.parse(json.replaced.expires_at), until)
      assert.equal('key' in json.replaced, false)
      const both = async () => [await statusWith(old.key), await statusWith(json.key.key)]
      assert.deepEqual(await both(), [200, 200])
      waybill.time.freeze(until - 1)
      assert.deepEqual(await both(), [200, 200])
      waybill.time.freeze(until)
      assert.deepEqual(await both(), [401, 200])
    })

    it('stays valid for a day by default, at most thirty, and never until a moment in the past', async () => {
      const tenant = await setting()
      const now = waybill.time.freeze()
      const { key_id: id } = await issue(tenant)
      const rotate = (moment: unknown) => admin.call('POST', `/ops/v1/keys/${id}/rotate`, { old_key_until: moment })
      for (const moment of [new Date(now - 1).toISOString(), new Date(now + 30 * DAY_MS + 1).toISOString(), 'tomorrow', '2026-11-15', 5]) {
        const refused = await rotate(moment)
        assert.deepEqual([refused.status, refused.json.details[0].field], [422, 'old_key_until'], String(moment))
      }
      const { json } = await admin.call('POST', `/ops/v1/keys/${id}/rotate`)
      assert.equal(Date.parse(json.replaced.expires_at), now + DAY_MS)
    })

    it('is rotated once, even when two people ask at the same moment', async () => {
      const tenant = await setting()
      const { key_id: id } = await issue(tenant)
      const answers = await Promise.all([1, 2, 3].map(() => admin.call('POST', `/ops/v1/keys/${id}/rotate`)))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422])
      const { json } = await admin.call('GET', `/ops/v1/businesses/${tenant.business.id}/keys`)
      assert.equal(json.filter((key: { replaces_key_id: string }) => key.replaces_key_id === id).length, 1)
    })

    it('can be revoked before the overlap is over', async () => {
      const tenant = await setting()
      const old = await issue(tenant)
      await admin.call('POST', `/ops/v1/keys/${old.key_id}/rotate`)
      assert.equal((await admin.call('POST', `/ops/v1/keys/${old.key_id}/revoke`)).status, 200)
      assert.equal(await statusWith(old.key), 401)
    })
  })

  describe('a key of scope quote', () => {
    it('quotes, estimates, explains and manages customers; every other operation of /v1 is 403', async () => {
      const tenant = await setting()
      const { key } = await issue(tenant, { scope: 'quote' })
      const quote = await newQuote(tenant, importOcean(), { key })
      const customer = await newCustomer(tenant, {}, { key })
      const operations = (await documentedOperations(waybill)).filter(({ path }) => path.startsWith('/v1/'))
      assert.ok(operations.length > FOR_QUOTING.length + 10)
      for (const { method, path, operation } of operations) {
        const id = path.includes('customers') ? customer.parcel_customer_id : quote.parcel_quote_id
        const url = path.replace(/\{\w+\}/, id)
        const answer = await waybill.call(method, url, method === 'GET' ? undefined : {}, { key })
        const isOpen = FOR_QUOTING.includes(`${method} ${path}`)
        assert.equal(answer.status === 403, !isOpen, `${method} ${path}: ${answer.status}`)
        assert.equal(operation.responses['403'] !== undefined, !isOpen, `${method} ${path} is documented so`)
        if (isOpen) assert.ok([200, 201, 422].includes(answer.status), `${method} ${path}: ${answer.status}`)
        else assert.equal(answer.json.code, 'FORBIDDEN')
      }
      assert.equal((await getQuote(tenant, quote.parcel_quote_id)).status, 'pending', 'nothing was booked or cancelled')
    })

    it('cannot be circumvented with an Idempotency-Key of the same business', async () => {
      const tenant = await setting()
      const { key } = await issue(tenant, { scope: 'quote' })
      const { parcel_quote_id: id } = await newQuote(tenant, importOcean())
      const headers = { 'idempotency-key': 'book-once' }
      assert.equal((await tenant.post(`/v1/packages/${id}/create_shipment`, {}, { headers })).status, 200)
      assert.equal((await tenant.post(`/v1/packages/${id}/create_shipment`, {}, { headers, key })).status, 403)
    })
  })
})
