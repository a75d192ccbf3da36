// The cached answers for booked quotes and tracking: every change is visible at once, even if another server made the change.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createCommitCache } from '../../../src/platform/http/cache/until-next-commit.ts'
import { cancelPackage, play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { bookedQuote, getQuote } from '../../support/calls/quote-calls.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const TEST_KEY = 'wb_test_booked_answers_000000000'

/** How often each answer is read in a row: enough to fill and use every cache. */
const READS = 3
const ROUNDS = process.env.SOAK ? 10 : 3

const readOften = async (tenant: Tenant, id: string): Promise<Json> => {
  const answers: string[] = []
  for (let reads = 0; reads < READS; reads += 1) answers.push(JSON.stringify(await getQuote(tenant, id)))
  assert.equal(new Set(answers).size, 1)
  return JSON.parse(answers[0]!)
}

const statuses = (quote: Json): string[] => quote.parcel_details.parcels.map(({ status }: Json) => status)

forOneEngine((engine) => {
  describe('a booked quote that was read before', () => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    it('is the same to the byte until something changes', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_quote_id: id } = await bookedQuote(tenant, exportAir())
      const answers = []
      for (let reads = 0; reads < READS; reads += 1) answers.push(await tenant.get(`/v1/parcel_quotes/${id}`))
      await bookedQuote(tenant, importAir())
      answers.push(await tenant.get(`/v1/parcel_quotes/${id}`))
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
      for (const { headers } of answers) assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    })

    it('shows the status of each of its packages, and the price after receiving', async () => {
      const tenant = await waybill.newTenant()
      const quote = await bookedQuote(tenant, importOcean())
      const id = quote.parcel_quote_id
      const [parcel] = quote.parcel_details.parcels
      assert.deepEqual(statuses(await readOften(tenant, id)), ['booked'])
      await play(tenant, parcel.parcel_id, 'receive', { volume: 4 })
      const received = await readOften(tenant, id)
      assert.deepEqual(statuses(received), ['warehouse'])
      assert.notEqual(received.estimated_price, quote.estimated_price)
      await play(tenant, parcel.parcel_id, 'depart')
      assert.deepEqual(statuses(await readOften(tenant, id)), ['transit'])
    })

    it('shows that a package was cancelled', async () => {
      const tenant = await waybill.newTenant()
      const quote = await bookedQuote(tenant, importAir())
      await readOften(tenant, quote.parcel_quote_id)
      await cancelPackage(tenant, quote.parcel_details.parcels[0].parcel_id)
      assert.deepEqual(statuses(await readOften(tenant, quote.parcel_quote_id)), ['cancelled'])
    })

    it('is shown to no other business or mode', async () => {
      const [owner, other] = [await waybill.newTenant(), await waybill.newTenant()]
      const { parcel_quote_id: id } = await bookedQuote(owner, exportAir())
      for (let reads = 0; reads < READS; reads += 1) assert.equal((await owner.get(`/v1/parcel_quotes/${id}`)).status, 200)
      assert.equal((await other.get(`/v1/parcel_quotes/${id}`)).status, 404)
      assert.equal((await owner.get(`/v1/parcel_quotes/${id}`, { key: owner.liveKey })).status, 404)
    })

    it('links to its label with the host of the request', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_quote_id: id } = await bookedQuote(tenant, exportAir())
      const { port } = new URL(waybill.url)
      const labelAt = async (base: string): Promise<string> => {
        const answer = await fetch(`${base}/v1/parcel_quotes/${id}`, { headers: { 'x-api-key': tenant.testKey } })
        return ((await answer.json()) as Json).label_url
      }
      for (const base of [`http://127.0.0.1:${port}`, `http://localhost:${port}`, `http://127.0.0.1:${port}`])
        assert.ok((await labelAt(base)).startsWith(`${base}/labels/`))
    })
  })

  describe('a booked quote that one server has read', () => {
    let store: FreshDb
    let servers: ServerProcess[]
    before(async () => {
      store = await engine.freshDb()
      servers = [await startServerProcess({ ...store.env, WAYBILL_DEMO_TEST_KEY: TEST_KEY })]
      servers.push(await startServerProcess({ ...store.env }))
    })
    after(async () => {
      for (const server of servers) await server.kill('SIGKILL')
      await store.drop()
    })

    const call = async (server: ServerProcess, path: string, body?: object): Promise<Json> => {
      const headers = { 'x-api-key': TEST_KEY, ...(body ? { 'content-type': 'application/json' } : {}) }
      const answer = await fetch(server.url + path, {
        method: body ? 'POST' : 'GET',
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      assert.ok(answer.ok, `${path}: ${answer.status}`)
      return answer.json()
    }

    it('shows changes by another server at once', async () => {
      const [here, elsewhere] = servers as [ServerProcess, ServerProcess]
      for (let times = 0; times < ROUNDS; times += 1) {
        const { parcel_quote_id: id } = await call(elsewhere, '/v1/parcel_quotes', { parcel: importAir() })
        const booked = await call(elsewhere, `/v1/packages/${id}/create_shipment`, {})
        const { parcel_id: parcel } = booked.parcel_details.parcels[0]
        const shown = async (): Promise<string[]> => {
          const tracked = await call(here, `/v1/packages/${parcel}/track`)
          return [...statuses(await call(here, `/v1/parcel_quotes/${id}`)), tracked.status]
        }
        for (let reads = 0; reads < READS; reads += 1) assert.deepEqual(await shown(), ['booked', 'booked'])
        await call(elsewhere, `/v1/packages/${parcel}/cancel`, {})
        assert.deepEqual(await shown(), ['cancelled', 'cancelled'])
      }
    })
  })
}, postgres)

describe('a cached answer', () => {
  const watched = () => {
    const store = { change: 1 as number | null }
    let reads = 0
    const ask = createCommitCache(() => store.change)
    const answer = async (question: string, body = question) =>
      (
        await ask(question, async () => {
          reads += 1
          return { body }
        })
      ).body
    return { store, ask, answer, reads: () => reads }
  }

  it('is read once, and again after the next change', async () => {
    const { store, answer, reads } = watched()
    assert.deepEqual([await answer('a', 'old'), await answer('a', 'new'), reads()], ['old', 'old', 1])
    store.change = 2
    assert.deepEqual([await answer('a', 'new'), reads()], ['new', 2])
  })

  it('is not cached when something changed during the read, when that is unknown, or when there is no answer', async () => {
    const { store, ask, answer, reads } = watched()
    const slow = Promise.withResolvers<{ body: string }>()
    const asked = ask('a', () => slow.promise)
    store.change = 2
    await answer('b')
    slow.resolve({ body: 'of before the change' })
    await asked
    assert.equal(await answer('a', 'of after it'), 'of after it')
    store.change = null
    assert.deepEqual([await answer('c'), await answer('c'), reads()], ['c', 'c', 4])
    store.change = 3
    await ask('d', async () => undefined)
    assert.equal(await answer('d'), 'd')
  })
})
