// An API key is required everywhere under /v1, and every invalid key gets the same answer.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { issueKey } from '../../../src/flows/businesses/api-keys.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as apiKeys from '../../../src/store/businesses/api-keys.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { documentedOperations } from '../../support/document/operations.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const withoutRequestId = ({ status, json: { request_id, ...body } }: Answer) => ({
  status,
  body,
  hasRequestId: typeof request_id === 'string',
})

describe('authentication', () => {
  forEachEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    const revokedKey = async (tenant: Tenant): Promise<string> => {
      const { deps } = waybill
      const { key, id } = await deps.db.transaction(SYSTEM, (tx) =>
        issueKey(deps, tx, byTest(deps), { businessId: tenant.business.id, mode: 'test' }),
      )
      assert.equal((await tenant.get('/v1/parcel-customers', { key })).status, 200)
      await deps.db.transaction(SYSTEM, (tx) => apiKeys.revoke(tx, byTest(deps), id, deps.clock()))
      return key
    }

    it('returns the same 401 on every operation for a missing, unknown or revoked key [auth.1] [auth.3] [errors.1]', async () => {
      const tenant = await waybill.newTenant()
      const operations = (await documentedOperations(waybill)).filter(({ path }) => path.startsWith('/v1/'))
      assert.ok(operations.length >= 12)
      const wrong: Record<string, string | null> = {
        missing: null,
        unknown: `${tenant.testKey.slice(0, -1)}${tenant.testKey.endsWith('0') ? '1' : '0'}`,
        revoked: await revokedKey(tenant),
        'too long': `wb_test_${'x'.repeat(5_000)}`,
        malformed: 'letmein',
      }
      const seen = new Map<string, unknown>()
      for (const { method, path } of operations) {
        for (const [what, key] of Object.entries(wrong)) {
          const answer = await waybill.call(method, path.replace('{id}', 'pq_00000000000000000000000000'), undefined, { key })
          seen.set(JSON.stringify(withoutRequestId(answer)), `${method} ${path}, key ${what}`)
        }
      }
      const one = {
        status: 401,
        body: { error: 'Send a valid API key in the X-Api-Key header.', code: 'UNAUTHORIZED' },
        hasRequestId: true,
      }
      assert.deepEqual([...seen.keys()], [JSON.stringify(one)])
    })

    it('reveals nothing about a request before the key is checked [auth.3]', async () => {
      for (const options of [
        { rawBody: '{' },
        { rawBody: 'x'.repeat(2_000_000) },
        { rawBody: 'a', headers: { 'content-type': 'text/plain' } },
      ]) {
        assert.equal((await waybill.call('POST', '/v1/parcel_quotes', undefined, options)).status, 401)
      }
      assert.equal((await waybill.call('GET', '/v1/packages?page=x')).status, 401)
    })

    it('reads the key from the header X-Api-Key in any case, and from nowhere else [auth.1]', async () => {
      const { testKey: key } = await waybill.newTenant()
      assert.equal((await waybill.call('GET', '/v1/packages', undefined, { headers: { 'X-API-KEY': key } })).status, 200)
      for (const headers of [{ authorization: `Bearer ${key}` }, { 'api-key': key }, { cookie: `x-api-key=${key}` }]) {
        assert.equal((await waybill.call('GET', '/v1/packages', undefined, { headers })).status, 401)
      }
      assert.equal((await waybill.call('GET', `/v1/packages?x-api-key=${key}`)).status, 401)
    })

    it('determines business and mode by the key [auth.2]', async () => {
      const [tenant, other] = [await waybill.newTenant(), await waybill.newTenant()]
      const made = await newCustomer(tenant, {}, { key: tenant.liveKey })
      assert.equal(made.mode, 'live')
      const count = async (key: string) => (await waybill.call('GET', '/v1/parcel-customers', undefined, { key })).json.meta.total_count
      assert.deepEqual([await count(tenant.liveKey), await count(tenant.testKey), await count(other.liveKey)], [1, 0, 0])
    })

    it('applies to /v1 only, and no endpoint of the contract exists elsewhere [versioning.path]', async () => {
      const operations = await documentedOperations(waybill)
      for (const { path, needsKey } of operations) assert.equal(needsKey, path.startsWith('/v1/'), path)
      const { testKey: key } = await waybill.newTenant()
      for (const path of ['/parcel_quotes', '/packages', '/parcel-customers', '/v2/packages', '/V1/packages', '/api/v1/packages']) {
        assert.equal((await waybill.call('GET', path, undefined, { key })).status, 404, path)
      }
    })
  })
})
