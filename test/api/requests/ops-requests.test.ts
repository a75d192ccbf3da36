// The request log under /ops/v1/requests is masked, can be filtered, and is deleted after its retention period.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import * as requestLog from '../../../src/store/requests/request-log.ts'
import { newQuote } from '../../support/calls/quote-calls.ts'
import { whenLogged } from '../../support/calls/request-log-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir, lagosRecipient } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { silentApp, startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * 60 * 60 * 1000

forOneEngine((engine) => {
  let waybill: Waybill
  let admin: StaffMember
  before(async () => {
    waybill = await startWaybill(engine)
    admin = await signedIn(waybill, 'admin')
  })
  after(() => waybill.close())

  const idOf = (answer: Answer): string => answer.headers.get('x-request-id')!
  const logged = (requestId: string): Promise<any> => whenLogged(() => admin.call('GET', `/ops/v1/requests/${requestId}`))
  const listed = async (query: string): Promise<any[]> => (await admin.call('GET', `/ops/v1/requests?${query}`)).json

  // These tests run concurrently, because each waits for the log, which is written every second.
  describe('a request that was answered', { concurrency: true }, () => {
    it('is kept with who, what, when and how long', async () => {
      const tenant = await waybill.newTenant()
      const askedAt = waybill.time.now()
      const answer = await tenant.post('/v1/parcel_quotes', { parcel: importAir() })
      const answeredAt = waybill.time.now()
      const entry = await logged(idOf(answer))
      assert.deepEqual(
        [entry.business_id, entry.mode, entry.method, entry.route, entry.path, entry.status, entry.error_code],
        [tenant.business.id, 'test', 'POST', '/v1/parcel_quotes', '/v1/parcel_quotes', 201, null],
      )
      assert.match(entry.actor, /^key_/)
      assert.ok(entry.duration_ms > 0)
      const createdAt = Date.parse(entry.created_at)
      assert.ok(askedAt <= createdAt && createdAt <= answeredAt)
    })

    it('contains no name, street, phone, email or free text, and harmless values unchanged', async () => {
      const tenant = await waybill.newTenant()
      const secret = 'Sesame under the mat'
      const parcel = importAir({ packages: [{ package_type: 'Carton', weight: 12.5 }], description: secret })
      const entry = await logged(idOf(await tenant.post('/v1/parcel_quotes', { parcel, note: secret, message: secret, errors: [secret] })))
      const sent = JSON.parse(entry.request_body)
      assert.deepEqual(sent.parcel.packages, [{ package_type: 'Carton', weight: 12.5 }])
      assert.equal(sent.parcel.recipient.address.country, 'NG')
      assert.match(JSON.parse(entry.response_body).parcel_quote_id, /^pq_/)
      const { name, phone, email, address } = lagosRecipient
      for (const text of [name, phone, email, address.street, address.postal_code, secret]) {
        assert.ok(!entry.request_body.includes(text), text)
        assert.ok(!entry.response_body.includes(text), text)
      }
    })

    it('has its error with the reason, without quoting the body', async () => {
      const tenant = await waybill.newTenant()
      const wrong = await logged(idOf(await tenant.post('/v1/parcel_quotes', {})))
      assert.deepEqual([wrong.status, wrong.error_code], [422, 'VALIDATION_FAILED'])
      assert.match(wrong.response_body, /parcel is required/)
      const broken = await tenant.post('/v1/parcel_quotes', undefined, { rawBody: '{"name": Sample Person}' })
      const entry = await logged(idOf(broken))
      assert.equal(entry.error_code, 'INVALID_JSON')
      assert.ok(!entry.response_body.includes('Person'), entry.response_body)
    })

    it('keeps the body of a read only if it failed, and masks the search terms', async () => {
      const tenant = await waybill.newTenant()
      const found = await logged(idOf(await tenant.get('/v1/packages?key=Sample%20Person&page=1')))
      assert.deepEqual([found.path, found.request_body, found.response_body], ['/v1/packages?key=***&page=1', null, null])
      const missing = await logged(idOf(await tenant.get('/v1/parcel-customers/person@example.com')))
      assert.equal(missing.path, '/v1/parcel-customers/***')
      assert.match(missing.response_body, /NOT_FOUND/)
    })

    it('by staff is kept if it changes something, and never with a secret', async () => {
      const tenant = await waybill.newTenant()
      const path = `/ops/v1/businesses/${tenant.business.id}/keys`
      const read = await admin.call('GET', path)
      const issued = await admin.call('POST', path, { mode: 'test' })
      const entry = await logged(idOf(issued))
      assert.deepEqual([entry.mode, entry.business_id, entry.actor], ['ops', tenant.business.id, admin.staff.id])
      assert.ok(!JSON.stringify(entry).includes(issued.json.key))
      assert.deepEqual(await listed(`request_id=${idOf(read)}`), [])
    })

    it('larger than 64 KiB is kept without its body, with or without Content-Length', async () => {
      const tenant = await waybill.newTenant()
      const send = async (message: string, transfer: object): Promise<string | null> => {
        const sent = request(`${waybill.url}/v1/parcel_quotes`, {
          method: 'POST',
          headers: { 'x-api-key': tenant.testKey, 'content-type': 'application/json', ...transfer },
        })
        sent.end(JSON.stringify({ message }))
        const [response] = await once(sent, 'response')
        response.resume()
        return (await logged(response.headers['x-request-id'])).request_body
      }
      const transfers = [{}, { 'transfer-encoding': 'chunked' }]
      const kept = transfers.flatMap((transfer) => ['a'.repeat(64 * 1024), 'person@example.com'].map((text) => send(text, transfer)))
      assert.deepEqual(await Promise.all(kept), [null, '{"message":"***"}', null, '{"message":"***"}'])
    })

    it('has bodies cut at 4 KiB', async () => {
      const tenant = await waybill.newTenant()
      const packages = Array.from({ length: 100 }, () => ({ package_type: 'Carton', weight: 12.5, length: 10, width: 10, height: 10 }))
      const entry = await logged(idOf(await tenant.post('/v1/parcel_quotes', { parcel: importAir({ packages }) })))
      assert.ok(Buffer.byteLength(entry.request_body) <= 4096)
      assert.match(entry.request_body, /…$/)
    })
  })

  describe('the list', () => {
    let tenant: Tenant
    before(async () => {
      tenant = await waybill.newTenant()
      await newQuote(tenant, importAir())
      await tenant.post('/v1/parcel_quotes', {})
      await tenant.get('/v1/packages', { key: tenant.liveKey })
      await logged(idOf(await tenant.get('/v1/parcel_quotes/x', { headers: { 'x-request-id': 'mine-1' } })))
    })

    const cases: [query: string, found: string[]][] = [
      ['', ['GET 404', 'GET 200', 'POST 422', 'POST 201']],
      ['mode=live', ['GET 200']],
      ['status=422', ['POST 422']],
      ['status=4xx', ['GET 404', 'POST 422']],
      ['status=5xx', []],
      ['method=POST', ['POST 422', 'POST 201']],
      ['path=QUOTES', ['GET 404', 'POST 422', 'POST 201']],
      ['request_id=mine-1', ['GET 404']],
      ['since=1h', ['GET 404', 'GET 200', 'POST 422', 'POST 201']],
      ['until=1h', []],
    ]
    for (const [query, found] of cases) {
      it(`is newest first, and filtered by ${query || 'business'}`, async () => {
        const rows = await listed(`business=${tenant.business.id}&${query}`)
        assert.deepEqual(
          rows.map(({ method, status }) => `${method} ${status}`),
          found,
        )
        assert.ok(rows.every((row) => !('request_body' in row)))
      })
    }

    it('goes on from page to page by its Link', async () => {
      const seen: string[] = []
      let path: string | undefined = `/ops/v1/requests?business=${tenant.business.id}&per_page=2`
      while (path) {
        const answer: Answer = await admin.call('GET', path)
        seen.push(...answer.json.map(({ log_id }: { log_id: string }) => log_id))
        path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      }
      assert.equal(new Set(seen).size, 4)
      assert.equal(seen.length, 4)
    })

    it('422 for an invalid status', async () => {
      assert.equal((await admin.call('GET', '/ops/v1/requests?status=many')).status, 422)
    })
  })

  describe('the log', () => {
    it('is written when the application closes', async () => {
      const { deps } = waybill
      const app = await silentApp({ deps })
      const { testKey } = await waybill.newTenant()
      const answer = await app.inject({ url: '/v1/packages', headers: { 'x-api-key': testKey } })
      await app.close()
      const entry = await requestLog.load(deps.db, answer.headers['x-request-id'] as string, null)
      assert.equal(entry.status, 200)
    })

    it('keeps nothing when it is switched off', async () => {
      const { deps } = waybill
      const app = await silentApp({ deps, requestLog: false })
      const { testKey } = await waybill.newTenant()
      const answer = await app.inject({ url: '/v1/packages', headers: { 'x-api-key': testKey } })
      await app.close()
      assert.equal(answer.statusCode, 200)
      await assert.rejects(requestLog.load(deps.db, answer.headers['x-request-id'] as string, null), /No such request/)
    })

    /**
     * Builds an application that calls `write` instead of writing the request log to the store. Collects the calls of `deps.report` in
     * `reports`.
     */
    const withLogWrites = async (write: () => Promise<number>) => {
      const reports: [what: string, details: any][] = []
      const { db } = waybill.deps
      // Only transactions of the request log set `isInNoAnswer`.
      const transaction: typeof db.transaction = (caller, fn, options) =>
        options?.isInNoAnswer ? (write() as Promise<never>) : db.transaction(caller, fn, options)
      const deps = {
        ...waybill.deps,
        db: Object.assign(Object.create(db), { transaction }),
        report: (...each: [string, object]) => reports.push(each),
      }
      const app = await silentApp({ deps })
      const { liveKey } = await waybill.newTenant()
      const ask = async () => (await app.inject({ url: '/v1/packages/x/track', headers: { 'x-api-key': liveKey } })).statusCode
      return { app, ask, reports }
    }

    it('reports rows that the store did not accept, and fails no request', async () => {
      const { app, ask, reports } = await withLogWrites(() => Promise.reject(new Error('the disk is full')))
      assert.equal(await ask(), 404)
      await app.close()
      assert.deepEqual(
        reports.map(([what]) => what),
        ['request log not written', 'requests left out of the request log'],
      )
    })

    // One engine is enough, because the log does not depend on the engine.
    const once = { skip: engine.name !== 'sqlite' }
    it('queues 4,000 rows for a slow store, and counts the rest', once, async () => {
      const { promise: released, resolve: release } = Promise.withResolvers<number>()
      const { app, ask, reports } = await withLogWrites(() => released)
      for (let sent = 0; sent < 4_300; sent += 100) await Promise.all(Array.from({ length: 100 }, ask))
      release(0)
      await app.close()
      assert.deepEqual(reports, [['requests left out of the request log', { count: 200 }]])
    })

    it('accepts 200 successes per second, counts the rest, and accepts every failure', once, async () => {
      const { deps } = waybill
      let leftOut = 0
      const app = await silentApp({
        deps,
        leftOutOfLog: (count) => {
          leftOut += count
        },
      })
      const { testKey, business } = await waybill.newTenant()
      const ask = async (url: string) => (await app.inject({ url, headers: { 'x-api-key': testKey } })).statusCode
      const statuses = await Promise.all(
        Array.from({ length: 600 }, (_, index) => ask(index < 500 ? '/v1/packages' : '/v1/packages/x/track')),
      )
      await app.close()
      const [{ count }] = (await deps.db.query<{ count: number }>('select count(*) as count from request_log where business_id = $1', [
        business.id,
      ])) as [{ count: number }]
      assert.equal(statuses.filter((status) => status === 404).length, 100)
      assert.ok(leftOut > 0)
      assert.equal(count + leftOut, 600)
      assert.ok(leftOut <= 300, 'successes beyond 200 only')
    })

    it('deletes rows that are too old, and all but the newest of each business', async () => {
      const { deps } = waybill
      const now = deps.clock()
      const row = (age: number) => ({
        id: deps.newId('rql'),
        businessId: 'biz_pruned',
        mode: 'live' as const,
        requestId: `age-${age}`,
        actor: 'key_x',
        method: 'GET',
        route: '/v1/packages',
        path: '/v1/packages',
        status: 200,
        errorCode: null,
        ignoredFields: null,
        durationUs: 1,
        requestBody: null,
        responseBody: null,
        createdAt: now - age * DAY_MS,
      })
      await requestLog.insert(deps.db, [0, 1, 2, 3, 8].map(row))
      const left = async () => {
        const found = await requestLog.list(deps.db, { businessId: 'biz_pruned' }, { page: 1, perPage: 25, cursor: null })
        return found.items.map(({ requestId }) => requestId)
      }
      await requestLog.prune(deps.db, now - 7 * DAY_MS, 100_000)
      assert.deepEqual(await left(), ['age-0', 'age-1', 'age-2', 'age-3'])
      await requestLog.prune(deps.db, now - 7 * DAY_MS, 2)
      assert.deepEqual(await left(), ['age-0', 'age-1'])
    })
  })
})
