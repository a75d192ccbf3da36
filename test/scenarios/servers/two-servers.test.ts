// Several servers on one PostgreSQL database and one carrier: a quote is bought once and settled once, even if one of the servers dies.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Simulator } from '../../../tools/carrier-simulator/simulator.ts'
import { startSimulator } from '../../../tools/carrier-simulator/simulator.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { postgres } from '../../support/engine/engines.ts'
import { IN_SOAK } from '../../support/in-soak.ts'
import { exportAir } from '../../support/samples/requests.ts'
import type { CarrierServer } from '../../support/server/carrier-server.ts'
import { startCarrierServer, until } from '../../support/server/carrier-server.ts'
import { carrierRates } from '../../support/server/carrier-waybill.ts'
import type { Answer } from '../../support/server/waybill.ts'

const QUOTES = process.env.SOAK ? 50 : 3
const CALLERS = process.env.SOAK ? 100 : 10
const LEFT_OPEN = process.env.SOAK ? 6 : 4
const SETTLED_WITHIN_MS = 60_000
/** Time limit of a purchase at the carrier. A purchase takes less time, even on a busy machine. */
const BUY_TIMEOUT_MS = 10_000

describe('two servers on one PostgreSQL', () => {
  let store: FreshDb
  let simulator: Simulator
  let servers: CarrierServer[]
  before(async () => {
    store = await postgres.freshDb()
    simulator = await startSimulator({ seed: 'two servers' })
    servers = [await startCarrierServer(store, simulator, BUY_TIMEOUT_MS)]
    servers.push(await startCarrierServer(store, simulator, BUY_TIMEOUT_MS))
  })
  after(async () => {
    await Promise.all(servers.map((server) => server.kill()))
    await simulator.close()
    await store.drop()
  })

  const send = async (by: number, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
    const answer = await servers[by % servers.length]!.call(method, path, body)
    assert.ok(answer, 'the server is there')
    return answer
  }
  /**
   * Creates a quote whose rates belong to different shipments at the carrier. The carrier itself would therefore not prevent a second
   * purchase.
   */
  const ratedQuote = async (): Promise<{ id: string; rateIds: string[] }> => {
    const { json: created } = await send(0, 'POST', '/v1/parcel_quotes', { parcel: exportAir() })
    const id: string = created.parcel_quote_id
    const reads = [created]
    for (let by = 0; by < 3; by += 1) reads.push((await send(by, 'GET', `/v1/parcel_quotes/${id}`)).json)
    return { id, rateIds: reads.map((quote) => carrierRates(quote)[0].id) }
  }
  const book = (by: number, id: string, rateId: string): Promise<Answer> =>
    send(by, 'POST', `/v1/packages/${id}/create_shipment`, { rate_id: rateId })
  const sold = (id: string) => simulator.ledger().purchases.filter(({ reference }) => reference === id)
  const countOf = async (id: string, sql: string): Promise<number> =>
    (await store.db.query<{ count: number }>(`select count(*) as count from ${sql} = $1`, [id]))[0]!.count

  it(`${QUOTES} quotes, each booked ${CALLERS} times at once through both, are ${QUOTES} purchases`, {
    timeout: 10 * 60_000,
  }, async (t) => {
    const answered: Record<string, number> = {}
    for (let quote = 0; quote < QUOTES; quote += 1) {
      const { id, rateIds } = await ratedQuote()
      const answers = await Promise.all(Array.from({ length: CALLERS }, (_, caller) => book(caller, id, rateIds[caller % rateIds.length]!)))
      for (const { status, json } of answers) {
        const name = [status, json.code].filter(Boolean).join(' ')
        answered[name] = (answered[name] ?? 0) + 1
      }
      assert.equal(sold(id).length, 1)
      assert.equal(await countOf(id, 'packages where quote_id'), 1)
      const [first, second] = [await send(0, 'GET', `/v1/parcel_quotes/${id}`), await send(1, 'GET', `/v1/parcel_quotes/${id}`)]
      assert.deepEqual([first.json.status, first.json.tracking_code], ['booked', sold(id)[0]?.trackingCode])
      assert.deepEqual({ ...second.json, label_url: null }, { ...first.json, label_url: null })
    }
    t.diagnostic(
      `quotes ${QUOTES}, bookings ${QUOTES * CALLERS}, purchases ${simulator.ledger().purchases.length}, answers ${JSON.stringify(answered)}`,
    )
    const { 200: booked, ...others } = answered
    assert.equal(booked, QUOTES)
    assert.deepEqual(
      Object.keys(others).filter((name) => name !== '409 BOOKING_IN_PROGRESS' && name !== '422 QUOTE_ALREADY_BOOKED'),
      [],
    )
    assert.equal(simulator.ledger().purchases.length, QUOTES)
    assert.equal(simulator.ledger().requests.buy, QUOTES)
  })

  it(`${LEFT_OPEN} purchases left open by a killed server are each settled once, by one of the two others`, {
    ...IN_SOAK,
    timeout: 2 * SETTLED_WITHIN_MS,
  }, async () => {
    const dying = await startCarrierServer(store, simulator)
    const quotes = await Promise.all(Array.from({ length: LEFT_OPEN }, ratedQuote))
    const reads = simulator.ledger().requests.read
    for (const fault of ['hang', 'hang_after'] as const) simulator.faults.order({ fault, on: 'buy', times: LEFT_OPEN / 2 })
    const answers = quotes.map(({ id, rateIds }) => dying.call('POST', `/v1/packages/${id}/create_shipment`, { rate_id: rateIds[0]! }))
    await until('a call to the carrier', async () => simulator.faults.pending().ordered.length === 0, SETTLED_WITHIN_MS)
    await dying.kill()
    assert.deepEqual(await Promise.all(answers), Array(LEFT_OPEN).fill(null))
    for (const { id } of quotes)
      assert.equal((await send(0, 'POST', `/v1/parcel_quotes/${id}/cancel`, {})).json.code, 'BOOKING_IN_PROGRESS')

    await until(
      'an open purchase',
      async () => (await store.db.query("select id from purchases where state = 'open'")).length === 0,
      SETTLED_WITHIN_MS,
    )
    for (const { id } of quotes) {
      const { json } = await send(1, 'GET', `/v1/parcel_quotes/${id}`)
      const isBought = sold(id).length === 1
      assert.equal(json.status, isBought ? 'booked' : 'pending')
      assert.equal(json.tracking_code, sold(id)[0]?.trackingCode ?? null)
      assert.equal(await countOf(id, 'packages where quote_id'), isBought ? 1 : 0)
      assert.equal(await countOf(id, "events where type = 'quote.booked' and object_id"), isBought ? 1 : 0)
    }
    assert.equal(quotes.flatMap(({ id }) => sold(id)).length, LEFT_OPEN / 2)
    // A purchase that went through at the carrier is found by one look-up. Any other purchase is looked up at most four times.
    const looks = simulator.ledger().requests.read - reads
    assert.ok(looks >= LEFT_OPEN && looks <= LEFT_OPEN / 2 + (LEFT_OPEN / 2) * 4, `${looks} look-ups`)
  })
})
