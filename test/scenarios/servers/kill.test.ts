// A server killed under write load: every acknowledged write is stored, and nothing is half done.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const KILLS = process.env.SOAK ? 30 : 1
const CLIENTS = process.env.SOAK ? 12 : 8
/** At least this many writes are acknowledged in each round before the kill. */
const WRITES_MIN = process.env.SOAK ? 40 : 20
const WRITES_SPREAD = WRITES_MIN

const STOPPING = 503
const TEST_KEY = 'wb_test_kill_scenario_0000000000'

const PARCELS = [exportAir(), importAir({ packages: [{ weight: 3 }, { weight: 4 }] }), importOcean()]

/** Acknowledged writes. Each entry is a verb and an id, for example `booked pq_123`. */
type Acknowledged = Set<string>

/** Sends a POST request. Returns null if the server died before it answered, or if it answered that it is stopping. */
const post = async (url: string, path: string, body: object): Promise<Json> => {
  try {
    const headers = { 'x-api-key': TEST_KEY, 'content-type': 'application/json' }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (response.status === STOPPING) return null
    assert.ok(response.ok, text)
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error
    return null
  }
}

/**
 * Acts as one client until the server is gone. Cancels every fifth quote. Books the other quotes, puts a package of each booking on hold,
 * and creates a customer.
 */
const work = async (url: string, seed: number, acknowledge: (what: string) => void): Promise<void> => {
  for (let turn = seed; ; turn += 1) {
    const quote = await post(url, '/v1/parcel_quotes', { parcel: PARCELS[turn % PARCELS.length] })
    if (!quote) return
    const { parcel_quote_id: id } = quote
    acknowledge(`created ${id}`)
    if (turn % 5 === 0) {
      if (!(await post(url, `/v1/parcel_quotes/${id}/cancel`, {}))) return
      acknowledge(`cancelled ${id}`)
      continue
    }
    const booked = await post(url, `/v1/packages/${id}/create_shipment`, quote.rates[0] ? { rate_id: quote.rates[0].id } : {})
    if (!booked) return
    acknowledge(`booked ${id}`)
    const held = await post(url, `/v1/packages/${booked.parcel_details.parcels[0].parcel_id}/notices`, { action: 'hold' })
    if (!held) return
    acknowledge(`noticed ${held.notice.token}`)
    const customer = await post(url, '/v1/parcel-customers', { parcel_customer: {} })
    if (!customer) return
    acknowledge(`customer ${customer.data.parcel_customer_id}`)
  }
}

/**
 * Runs several clients against the server. Sends `signal` after a random number of acknowledged writes, while other writes are in progress.
 */
const endInTheMiddle = async (server: ServerProcess, signal: NodeJS.Signals, acknowledged: Acknowledged): Promise<number | null> => {
  const endAt = acknowledged.size + WRITES_MIN + Math.floor(Math.random() * WRITES_SPREAD)
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  const acknowledge = (what: string): void => {
    acknowledged.add(what)
    if (acknowledged.size === endAt) resolve(server.kill(signal))
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, seed) => work(server.url, seed, acknowledge)))
  assert.ok(acknowledged.size >= endAt, 'the server went away by itself')
  return ended
}

/**
 * Reads the store. `facts`: the stored writes, in the form of `Acknowledged`. `due`: the events that these writes must have caused.
 * `events`: the stored events.
 */
const readStore = async ({ db }: FreshDb): Promise<{ facts: Set<string>; due: string[]; events: string[] }> => {
  const all = <R extends object>(sql: string): Promise<R[]> => db.query<R>(sql)
  const quotes = await all<{ id: string; status: string; cargo: string; shipment_id: string | null }>('select * from quotes')
  const packages = await all<{ id: string; quote_id: string; hold_instruction: string; shipment_id: string | null }>(
    'select * from packages',
  )
  const notices = await all<{ id: string; package_id: string }>(
    'select id, package_id from notices union all select id, package_id from older_notices',
  )
  const customers = await all<{ id: string }>('select id from customers')
  const shipments = await all<{ id: string }>('select id from shipments')
  const events = await all<{ type: string; object_id: string }>('select type, object_id from events')

  const held = new Set(notices.map((notice) => notice.package_id))
  for (const parcel of packages) assert.equal(parcel.hold_instruction, held.has(parcel.id) ? 'hold' : 'release', `hold of ${parcel.id}`)
  const byQuote = Map.groupBy(packages, (parcel) => parcel.quote_id)
  for (const { id, status, cargo, shipment_id } of quotes) {
    const { mode, pieces, elements } = JSON.parse(cargo)
    const made = byQuote.get(id) ?? []
    assert.equal(made.length, status === 'booked' ? (mode === 'air' ? pieces : elements).length : 0, `packages of ${status} ${id}`)
    assert.ok(made.every((parcel) => parcel.shipment_id === shipment_id))
  }
  const bought = quotes.flatMap((quote) => quote.shipment_id ?? [])
  assert.deepEqual(shipments.map((shipment) => shipment.id).sort(), bought.sort())

  const closed = quotes.filter((quote) => quote.status !== 'pending')
  return {
    facts: new Set([
      ...quotes.map((quote) => `created ${quote.id}`),
      ...closed.map((quote) => `${quote.status} ${quote.id}`),
      ...notices.map((notice) => `noticed ${notice.id}`),
      ...customers.map((customer) => `customer ${customer.id}`),
    ]),
    due: [
      ...quotes.map((quote) => `quote.created ${quote.id}`),
      ...closed.map((quote) => `quote.${quote.status} ${quote.id}`),
      ...packages.map((parcel) => `package.created ${parcel.id}`),
      ...notices.map((notice) => `package.held ${notice.package_id}`),
      ...customers.map((customer) => `customer.created ${customer.id}`),
    ].sort(),
    events: events.map((event) => `${event.type} ${event.object_id}`).sort(),
  }
}

describe('a server that is ended in the middle of a write load', () => {
  forEachEngine((engine) => {
    let store: FreshDb
    let server: ServerProcess
    const acknowledged: Acknowledged = new Set()
    const start = () => startServerProcess({ ...store.env, WAYBILL_DEMO_TEST_KEY: TEST_KEY })

    before(async () => {
      store = await engine.freshDb()
      server = await start()
    })
    after(async () => {
      await server.kill('SIGKILL')
      await store.drop()
    })

    const assertNothingLost = async () => {
      const { facts, due, events } = await readStore(store)
      assert.deepEqual([...acknowledged.difference(facts)], [], 'acknowledged and lost')
      assert.deepEqual(events, due)
    }

    it(`killed ${KILLS} times, it loses no acknowledged write and leaves nothing half done`, { timeout: KILLS * 120_000 }, async () => {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await endInTheMiddle(server, 'SIGKILL', acknowledged)
        server = await start()
        await assertNothingLost()
      }
      const booked = await fetch(`${server.url}/v1/parcel_quotes?status=booked`, { headers: { 'x-api-key': TEST_KEY } })
      for (const quote of (await booked.json()) as Json[]) assert.ok(quote.parcel_details.parcels.length > 0)
    })

    it('asked to stop, it ends with code 0, and no acknowledged write is lost', async () => {
      assert.equal(await endInTheMiddle(server, 'SIGTERM', acknowledged), 0)
      await assertNothingLost()
    })
  })
})
