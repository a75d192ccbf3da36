// Booked quotes are answered from memory while nothing of them moves: whatever moves shows at once, wherever it was done.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createUnchanged } from '../../src/http/unchanged.ts'
import type { FreshDb } from '../support/engines.ts'
import { forEachEngine } from '../support/engines.ts'
import { cancelPackage, play } from '../support/package-calls.ts'
import type { Json } from '../support/quote-calls.ts'
import { bookedQuote, getQuote } from '../support/quote-calls.ts'
import { exportAir, importAir, importOcean } from '../support/requests.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startServerProcess } from '../support/server-process.ts'
import type { Tenant, Waybill } from '../support/waybill.ts'
import { startWaybill } from '../support/waybill.ts'

const TEST_KEY = 'wb_test_booked_answers_000000000'

/** So often that every way of remembering has had its chance. */
const READS = 3

const readOften = async (tenant: Tenant, id: string): Promise<Json> => {
  const answers: string[] = []
  for (let reads = 0; reads < READS; reads += 1) answers.push(JSON.stringify(await getQuote(tenant, id)))
  assert.equal(new Set(answers).size, 1)
  return JSON.parse(answers[0]!)
}

const statuses = (quote: Json): string[] => quote.parcel_details.parcels.map(({ status }: Json) => status)

forEachEngine((engine) => {
  describe('a booked quote that was read before', () => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    it('is the same to the byte until something moves', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_quote_id: id } = await bookedQuote(tenant, exportAir())
      const answers = []
      for (let reads = 0; reads < READS; reads += 1) answers.push(await tenant.get(`/v1/parcel_quotes/${id}`))
      await bookedQuote(tenant, importAir())
      answers.push(await tenant.get(`/v1/parcel_quotes/${id}`))
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
      for (const { headers } of answers) assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    })

    it('shows how far each of its packages is, and the price that receiving made', async () => {
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

    it('is nobody else’s, in no other mode', async () => {
      const [owner, other] = [await waybill.newTenant(), await waybill.newTenant()]
      const { parcel_quote_id: id } = await bookedQuote(owner, exportAir())
      for (let reads = 0; reads < READS; reads += 1) assert.equal((await owner.get(`/v1/parcel_quotes/${id}`)).status, 200)
      assert.equal((await other.get(`/v1/parcel_quotes/${id}`)).status, 404)
      assert.equal((await owner.get(`/v1/parcel_quotes/${id}`, { key: owner.liveKey })).status, 404)
    })

    it('leads to its label by the address that the request came to', async () => {
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

    it('shows there at once what another server does to it', async () => {
      const [here, elsewhere] = servers as [ServerProcess, ServerProcess]
      for (let times = 0; times < 10; times += 1) {
        const { parcel_quote_id: id } = await call(elsewhere, '/v1/parcel_quotes', { parcel: importAir() })
        const booked = await call(elsewhere, `/v1/packages/${id}/create_shipment`, {})
        for (let reads = 0; reads < READS; reads += 1) assert.deepEqual(statuses(await call(here, `/v1/parcel_quotes/${id}`)), ['booked'])
        await call(elsewhere, `/v1/packages/${booked.parcel_details.parcels[0].parcel_id}/cancel`, {})
        assert.deepEqual(statuses(await call(here, `/v1/parcel_quotes/${id}`)), ['cancelled'])
      }
    })
  })
})

describe('what is answered with while nothing is written', () => {
  const watched = () => {
    const store = { change: 1 as number | null }
    return { store, unchanged: createUnchanged<string>(() => store.change, { bytesMax: 4.5 * 2 ** 20, bytesOf: ({ length }) => length }) }
  }

  it('is forgotten with the next change', () => {
    const { store, unchanged } = watched()
    assert.equal(unchanged.find('a'), undefined)
    unchanged.keep('a', 'text', 1)
    assert.equal(unchanged.find('a'), 'text')
    store.change = 2
    assert.equal(unchanged.find('a'), undefined)
  })

  it('is not kept when it was read before the last change, or when nobody can tell', () => {
    const { store, unchanged } = watched()
    unchanged.find('a')
    store.change = 2
    unchanged.find('b')
    unchanged.keep('a', 'old', 1)
    assert.equal(unchanged.find('a'), undefined)
    store.change = null
    unchanged.find('a')
    unchanged.keep('a', 'text', null)
    assert.equal(unchanged.find('a'), undefined)
  })

  it('takes no more than some megabytes', () => {
    const { unchanged } = watched()
    unchanged.find('')
    const text = 'x'.repeat(2 ** 20)
    for (let n = 0; n < 5; n += 1) unchanged.keep(String(n), text, 1)
    assert.deepEqual(
      [0, 1, 2, 3, 4].filter((n) => unchanged.find(String(n)) !== undefined),
      [4],
    )
  })
})
