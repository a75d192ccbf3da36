// More than a server can do: it says so at once, lets bookings in before anything else, and is itself again when the rush is over.

import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import type { FreshDb } from '../support/engines.ts'
import { forEachEngine } from '../support/engines.ts'
import type { Json } from '../support/quote-calls.ts'
import { importOcean } from '../support/requests.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startServerProcess } from '../support/server-process.ts'

const TEST_KEY = 'wb_test_overload_scenario_000000'
const CONNECTIONS = 400
const RUSH_MS = process.env.SOAK ? 20_000 : 4_000
/** One in so many calls of the rush is a booking. */
const BOOKING_EVERY = 20

const p99 = (all: readonly number[]): number => Math.round(all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)]!)

type Answer = { status: number; retryAfter: string | undefined; json: Json }

describe('overload', () => {
  forEachEngine((engine) => {
    let store: FreshDb
    let server: ServerProcess
    let agent: Agent
    before(async () => {
      store = await engine.freshDb()
      server = await startServerProcess({ ...store.env, WAYBILL_DEMO_TEST_KEY: TEST_KEY, WAYBILL_SHED_LOAD: '1' })
      agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    })
    after(async () => {
      agent.destroy()
      await server.kill('SIGKILL')
      await store.drop()
    })

    const post = (path: string, body: object): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const headers = { 'x-api-key': TEST_KEY, 'content-type': 'application/json' }
        const sent = request(server.url + path, { method: 'POST', headers, agent }, (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (chunk) => {
            text += chunk
          })
          response.on('end', () =>
            resolve({ status: response.statusCode!, retryAfter: response.headers['retry-after'], json: JSON.parse(text) }),
          )
        })
        sent.on('error', reject)
        sent.end(JSON.stringify(body))
      })
    const quote = (): Promise<Answer> => post('/v1/parcel_quotes', { parcel: importOcean() })
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const startedAt = performance.now()
      await work()
      return performance.now() - startedAt
    }
    const book = (id: string): Promise<Answer> => post(`/v1/packages/${id}/create_shipment`, {})

    it('turns ordinary requests away with 503 and Retry-After, bookings last, and recovers', { timeout: 120_000 }, async (t) => {
      const bookable: string[] = []
      for (let index = 0; index < 200; index += 1) bookable.push((await quote()).json.parcel_quote_id)
      const unloaded: number[] = []
      for (let index = 0; index < 200; index += 1) unloaded.push(await timed(quote))
      const admitted: number[] = []
      const seen = { quotes: { let: 0, away: 0 }, bookings: { let: 0, away: 0 } }
      const endsAt = performance.now() + RUSH_MS
      // An overload is recognised after a second, and what came before it has to be answered first.
      const settledAt = endsAt - RUSH_MS / 2
      let turn = 0
      const client = async (): Promise<void> => {
        while (performance.now() < endsAt) {
          turn += 1
          const id = turn % BOOKING_EVERY === 0 ? bookable.pop() : undefined
          const askedAt = performance.now()
          const answer = await (id === undefined ? quote() : book(id))
          const kind = id === undefined ? seen.quotes : seen.bookings
          if (answer.status === 503) {
            assert.equal(answer.json.code, 'OVERLOADED')
            assert.equal(answer.retryAfter, '1')
            kind.away += 1
          } else {
            assert.ok(answer.status < 300, JSON.stringify(answer.json))
            kind.let += 1
            if (askedAt > settledAt) admitted.push(performance.now() - askedAt)
          }
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, client))
      const rushEndedAt = performance.now()
      while ((await quote()).status !== 201);
      const recoveredMs = Math.round(performance.now() - rushEndedAt)
      t.diagnostic(JSON.stringify({ ...seen, unloadedP99Ms: p99(unloaded), admittedP99Ms: p99(admitted), recoveredMs }))
      assert.ok(seen.quotes.away > 0, 'such a rush is turned away in part')
      assert.ok(seen.quotes.let > 0, 'and in part let in')
      const share = ({ let: admitted, away }: { let: number; away: number }): number => admitted / (admitted + away)
      assert.ok(share(seen.bookings) > share(seen.quotes), 'bookings are let in before others')
      for (let index = 0; index < 20; index += 1) assert.equal((await quote()).status, 201)
    })
  })
})
