// A repeated Idempotency-Key in three cases: the first request still runs, the repeat goes to another server, or the first server has died.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { systemDeps } from '../../../src/system.ts'
import { assertReplayed, newKey, withKey } from '../../support/calls/idempotency-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { importAir, importOcean } from '../../support/samples/requests.ts'
import type { CarrierWaybill } from '../../support/server/carrier-waybill.ts'
import { assertTryLater, ratedQuote, startCarrierWaybill } from '../../support/server/carrier-waybill.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import type { Answer, CallOptions, Tenant } from '../../support/server/waybill.ts'
import { silentApp } from '../../support/server/waybill.ts'

const CALLERS = process.env.SOAK ? 100 : 12
/** How far the test clock advances after a server died: longer than any request takes, so that the dead server's lock expires. */
const LOCK_MS = 100_000
/** Length of a purchase's lease if the carrier's time limit is ten minutes. */
const LONG_LEASE_MS = 610_000
/** The status of an idempotency key whose work is committed but whose answer is not stored yet. */
const DONE = 102
/** Delay of a slow carrier, long enough for the test to act before the carrier answers. */
const SLOW_MS = 1_000
const TEST_KEY = 'wb_test_idempotency_0000000000'

describe('Idempotency-Key', () => {
  forOneEngine((engine) => {
    let waybill: CarrierWaybill
    let tenant: Tenant
    before(async () => {
      waybill = await startCarrierWaybill(engine)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    const create = (key: string, parcel: object = importOcean(), options?: CallOptions) =>
      tenant.post('/v1/parcel_quotes', { parcel }, withKey(key, options))
    const countQuotes = async (of = tenant): Promise<number> => {
      const sql = 'select count(*) as count from quotes where business_id = $1'
      return (await waybill.deps.db.query<{ count: number }>(sql, [of.business.id]))[0]!.count
    }

    describe('at the same moment', () => {
      for (const [what, headers] of [
        ['', {}],
        [' that share their X-Request-Id too', { 'x-request-id': 'the-same-one' }],
      ] as const) {
        it(`in ${CALLERS} requests${what} takes effect once: the same bytes, or 409 with Retry-After`, async () => {
          const key = newKey()
          const before = await countQuotes()
          const answers = await Promise.all(Array.from({ length: CALLERS }, () => create(key, importOcean(), { headers })))
          assert.equal((await countQuotes()) - before, 1)
          const done = answers.filter(({ status }) => status === 201)
          const first = done.find((answer) => answer.headers.get('idempotent-replayed') === null)!
          for (const answer of done) if (answer !== first) assertReplayed(answer, first)
          for (const answer of answers) if (answer.status !== 201) assertTryLater(answer, 409, 'IDEMPOTENCY_IN_PROGRESS')
          assertReplayed(await create(key, importOcean(), { headers }), first)
        })
      }

      it('in two requests with different bodies belongs to the first', async () => {
        const key = newKey()
        const before = await countQuotes()
        const answers = await Promise.all([create(key, importOcean()), create(key, importAir())])
        assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422])
        assert.equal((await countQuotes()) - before, 1)
      })
    })

    describe('for a booking at a carrier', () => {
      let live: Tenant
      before(async () => {
        live = await waybill.newLiveTenant()
      })

      const booking = async () => {
        const { id, rateId } = await ratedQuote(live)
        const key = newKey()
        return { id, send: (options?: RequestInit) => post(`/v1/packages/${id}/create_shipment`, { rate_id: rateId }, key, options) }
      }
      const post = async (path: string, body: object, key: string, options: RequestInit = {}): Promise<Answer> => {
        const headers = { 'x-api-key': live.liveKey, 'content-type': 'application/json', 'idempotency-key': key }
        const response = await fetch(new URL(path, waybill.url), { method: 'POST', headers, body: JSON.stringify(body), ...options })
        const text = await response.text()
        return { status: response.status, headers: response.headers, text, json: JSON.parse(text) }
      }

      it('is 409 while it runs, and replayed after', async () => {
        const { id, send } = await booking()
        waybill.simulator.faults.order({ fault: 'slow', on: 'buy', delayMs: SLOW_MS })
        const running = send()
        while ((await waybill.purchasesOf(id)).length === 0) await sleep(5)
        assertTryLater(await send(), 409, 'IDEMPOTENCY_IN_PROGRESS')
        const first = await running
        assert.equal(first.status, 200, first.text)
        assertReplayed(await send(), first)
        assert.equal(waybill.sold(id).length, 1)
      })

      it('is replayed to a client that went away before it was answered', async () => {
        const { id, send } = await booking()
        waybill.simulator.faults.order({ fault: 'slow', on: 'buy', delayMs: SLOW_MS })
        const impatient = new AbortController()
        const running = send({ signal: impatient.signal })
        while ((await waybill.purchasesOf(id)).length === 0) await sleep(5)
        impatient.abort()
        await assert.rejects(running, { name: 'AbortError' })
        let answer = await send()
        while (answer.json.code === 'IDEMPOTENCY_IN_PROGRESS') {
          await sleep(20)
          answer = await send()
        }
        assert.deepEqual([answer.status, answer.headers.get('idempotent-replayed'), answer.json.status], [200, 'true', 'booked'])
        assert.equal(waybill.sold(id).length, 1)
      })

      it('is not stored while the outcome is pending: a repeat gets the current state', async () => {
        const { id, send } = await booking()
        waybill.simulator.faults.order({ fault: 'cut_after', on: 'buy' })
        assertTryLater(await send(), 503, 'CARRIER_OUTCOME_PENDING')
        assertTryLater(await send(), 409, 'BOOKING_IN_PROGRESS')
        await waybill.settle()
        const settled = await send()
        assert.deepEqual([settled.status, settled.json.status], [200, 'booked'], settled.text)
        assert.equal(waybill.sold(id).length, 1)
      })

      it(`sent ${CALLERS} times at once buys once`, async () => {
        const { id, send } = await booking()
        const answers = await Promise.all(Array.from({ length: CALLERS }, () => send()))
        const bodies = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text))
        assert.equal(bodies.size, 1)
        for (const answer of answers) if (answer.status !== 200) assertTryLater(answer, 409, 'IDEMPOTENCY_IN_PROGRESS')
        const [sold, ...more] = waybill.sold(id)
        assert.deepEqual([sold?.buyRequests, more], [1, []])
      })
    })

    describe('with a server that died', () => {
      /**
       * Changes the store as if the server was killed before it stored the answer. `state` says whether the work was committed before the
       * kill.
       */
      const abandoned = async (state: 'done' | 'not done') => {
        const key = newKey()
        // A client that repeats its request also repeats its request id.
        const send = () => create(key, importOcean(), { headers: { 'x-request-id': 'the-same-one' } })
        const first = await send()
        const [quotes, sql] = [
          await countQuotes(),
          'update idempotency_keys set status = $1, body = null where holder_id = $2 and key = $3',
        ]
        await waybill.deps.db.execute(sql, [state === 'done' ? DONE : null, tenant.business.id, key])
        return { first, send, quotes }
      }

      it('before anything was done is 409 until no request can still be running, and then free for one', async () => {
        const { first, send, quotes } = await abandoned('not done')
        assertTryLater(await send(), 409, 'IDEMPOTENCY_IN_PROGRESS')
        waybill.time.advance(LOCK_MS)
        const answers = await Promise.all(Array.from({ length: CALLERS }, send))
        assert.equal((await countQuotes()) - quotes, 1)
        const anew = answers.find((answer) => answer.status === 201 && answer.headers.get('idempotent-replayed') === null)
        assert.ok(anew)
        assert.notEqual(anew.json.parcel_quote_id, first.json.parcel_quote_id)
        assertReplayed(await send(), anew)
      })

      it('after it was done is never executed again', async () => {
        const { send, quotes } = await abandoned('done')
        assertTryLater(await send(), 409, 'IDEMPOTENCY_IN_PROGRESS')
        waybill.time.advance(LOCK_MS)
        const answers = await Promise.all(Array.from({ length: CALLERS }, send))
        for (const { status, json } of answers) assert.deepEqual([status, json.code], [409, 'IDEMPOTENCY_ANSWER_LOST'])
        assert.equal(await countQuotes(), quotes)
        assert.equal((await create(newKey())).status, 201)
      })
    })

    it('is held for longer than a purchase may take', async () => {
      const { deps } = waybill
      const purchaseTimeouts = { ...deps.purchaseTimeouts, buyLeaseMs: LONG_LEASE_MS }
      const app = await silentApp({ deps: { ...deps, purchaseTimeouts } })
      const key = newKey()
      const headers = { 'x-api-key': tenant.testKey, 'idempotency-key': key }
      assert.equal(
        (await app.inject({ method: 'POST', url: '/v1/parcel-customers', headers, payload: { parcel_customer: {} } })).statusCode,
        201,
      )
      await app.close()
      const sql = 'select locked_until - created_at as ms from idempotency_keys where holder_id = $1 and key = $2'
      const [held] = await deps.db.query<{ ms: number }>(sql, [tenant.business.id, key])
      assert.ok(held!.ms > LONG_LEASE_MS, `${held!.ms}`)
    })

    it('that was given to another request meanwhile stops the first one', async () => {
      const { deps } = waybill
      const key = newKey()
      const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      // The first transaction locks the key, and the second transaction does the work. The slow server pauses before the second
      // transaction.
      let calls = 0
      const transaction: typeof deps.db.transaction = async (by, fn) => {
        if (++calls === 2) {
          reach()
          await released
        }
        return deps.db.transaction(by, fn)
      }
      const app = await silentApp({
        requestLog: false,
        deps: { ...deps, db: Object.assign(Object.create(deps.db), { transaction }) },
      })
      const before = await countQuotes()
      const headers = { 'x-api-key': tenant.testKey, 'idempotency-key': key }
      const slow = app.inject({ method: 'POST', url: '/v1/parcel_quotes', headers, payload: { parcel: importOcean() } })
      await reached
      waybill.time.advance(LOCK_MS)
      const second = await create(key)
      assert.equal(second.status, 201, second.text)
      release()
      const first = await slow
      assert.deepEqual([first.statusCode, first.json().code], [409, 'IDEMPOTENCY_IN_PROGRESS'])
      assert.equal((await countQuotes()) - before, 1)
      assertReplayed(await create(key), second)
      await app.close()
    })

    it('is replayed byte for byte by another server, and after a restart', async (t) => {
      const store = await engine.freshDb()
      const killed = await startServerProcess({ ...store.env, WAYBILL_DEMO_TEST_KEY: TEST_KEY })
      const others: FastifyInstance[] = []
      t.after(async () => {
        await killed.kill('SIGKILL')
        for (const app of others) await app.close()
        await store.drop()
      })
      /** Starts another server on the same store. The test starts one before the kill and one after the kill. */
      const another = async (): Promise<string> => {
        const app = await silentApp({ deps: { ...systemDeps(), db: store.db } })
        others.push(app)
        return app.listen({ port: 0, host: '127.0.0.1' })
      }
      const key = newKey()
      const send = async (url: string, parcel: object): Promise<Answer> => {
        const headers = { 'x-api-key': TEST_KEY, 'content-type': 'application/json', 'idempotency-key': key }
        const response = await fetch(`${url}/v1/parcel_quotes`, { method: 'POST', headers, body: JSON.stringify({ parcel }) })
        const text = await response.text()
        return { status: response.status, headers: response.headers, text, json: JSON.parse(text) }
      }

      const first = await send(killed.url, importOcean())
      assert.equal(first.status, 201, first.text)
      assertReplayed(await send(await another(), importOcean()), first)
      await killed.kill('SIGKILL')
      const again = await another()
      assertReplayed(await send(again, importOcean()), first)
      assert.equal((await send(again, importAir())).json.code, 'IDEMPOTENCY_KEY_REUSED')
    })
  }, postgres)
})
