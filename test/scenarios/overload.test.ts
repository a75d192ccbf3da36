// More than a server can do: it says so at once, lets bookings in before anything else, and is itself again when it is over.

import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FreshDb } from '../support/engines.ts'
import { forEachEngine } from '../support/engines.ts'
import { holdWrites } from '../support/held-store.ts'
import type { Json } from '../support/quote-calls.ts'
import { importOcean } from '../support/requests.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startServerProcess } from '../support/server-process.ts'

const TEST_KEY = 'wb_test_overload_scenario_000000'
/** More than are under way at once, so that nobody waits for one. */
const CONNECTIONS = 2_000
/** Opened so many at a time: the system does not let all of them come at one moment. */
const OPENED_AT_ONCE = 100
const CAPACITY_CONNECTIONS = 200
const CAPACITY_MS = 5_000
const TICK_MS = 2
const RUSH_MS = 20_000
/** One in so many calls of the rush is a booking. */
const BOOKING_EVERY = 250
/** Far more than the server waits before it turns anybody away. */
const PATIENCE_MS = 60_000
const PACE_MS = 20
const BOOKINGS = 3

const p99 = (all: readonly number[]): number => Math.round(all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? 0)

type Answer = { status: number; retryAfter: string | undefined; json: Json }

const isTurnedAway = ({ json }: Answer): boolean => json.code === 'OVERLOADED'

const assertTurnedAway = ({ status, retryAfter }: Answer): void => assert.deepEqual([status, retryAfter], [503, '1'])

describe('overload', () => {
  forEachEngine((engine) => {
    let store: FreshDb
    let server: ServerProcess
    let agent: Agent
    before(async () => {
      store = await engine.freshDb()
      server = await startServerProcess({ ...store.env, WAYBILL_DEMO_TEST_KEY: TEST_KEY, WAYBILL_SHED_LOAD: '1' })
      agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, maxFreeSockets: CONNECTIONS })
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

    const bookableQuotes = async (count: number): Promise<string[]> => {
      const ids: string[] = []
      while (ids.length < count) ids.push((await quote()).json.parcel_quote_id)
      return ids
    }
    const recovered = async (): Promise<void> => {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      while ((await quote()).status !== 201) await sleep(PACE_MS, null, { signal })
      for (let index = 0; index < 20; index += 1) assert.equal((await quote()).status, 201)
    }

    it('while the store is held up, turns ordinary requests away with 503 and Retry-After, bookings last, and recovers', async () => {
      const bookable = await bookableQuotes(BOOKINGS)
      const release = await holdWrites(store)
      const admitted: Promise<Answer>[] = []
      try {
        const signal = AbortSignal.timeout(PATIENCE_MS)
        let refused: Answer | undefined
        while (!refused) {
          const asked = quote()
          admitted.push(asked)
          asked.then((answer) => {
            if (isTurnedAway(answer)) refused ??= answer
          })
          await sleep(PACE_MS, null, { signal })
        }
        assertTurnedAway(refused)
        admitted.push(...bookable.map(book))
        assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
      } finally {
        await release()
      }
      const answers = await Promise.all(admitted)
      answers.filter(isTurnedAway).forEach(assertTurnedAway)
      assert.ok(!answers.slice(-BOOKINGS).some(isTurnedAway), 'bookings are let in when others no longer are')
      // The store's own patience may have ended before the store was free.
      const letIn = answers.filter((answer) => !isTurnedAway(answer))
      for (const { status, json } of letIn) assert.ok(status < 300 || json.code === 'UNAVAILABLE', JSON.stringify(json))
      await recovered()
    })

    const openConnections = async (): Promise<void> => {
      for (let count = OPENED_AT_ONCE; count <= CONNECTIONS; count += OPENED_AT_ONCE)
        await Promise.all(Array.from({ length: count }, quote))
    }

    /** Ordinary requests a second that the server answers when it is given as many as it can take. */
    const capacity = async (): Promise<number> => {
      const endsAt = performance.now() + CAPACITY_MS
      let answered = 0
      const client = async (): Promise<void> => {
        while (performance.now() < endsAt) if ((await quote()).status === 201) answered += 1
      }
      await Promise.all(Array.from({ length: CAPACITY_CONNECTIONS }, client))
      return answered / (CAPACITY_MS / 1000)
    }

    it('at twice what it can do, answers or turns away whoever comes, and recovers', {
      skip: !process.env.SOAK,
      timeout: 180_000,
    }, async (t) => {
      const bookable = await bookableQuotes(400)
      const unloaded: number[] = []
      for (let index = 0; index < 500; index += 1) unloaded.push(await timed(quote))
      // A server is at its best only after a while.
      await capacity()
      const perSecond = await capacity()
      await openConnections()
      const admitted: number[] = []
      const seen = { quotes: { let: 0, away: 0 }, bookings: { let: 0, away: 0 } }
      // An overload is recognised after a second, and what came before it has to be answered first.
      const ask = async (isSettled: boolean, id: string | undefined): Promise<void> => {
        const askedAt = performance.now()
        const answer = await (id === undefined ? quote() : book(id))
        const kind = id === undefined ? seen.quotes : seen.bookings
        if (isTurnedAway(answer)) {
          assertTurnedAway(answer)
          kind.away += 1
        } else {
          assert.ok(answer.status < 300, JSON.stringify(answer.json))
          kind.let += 1
          if (isSettled) admitted.push(performance.now() - askedAt)
        }
      }
      // Whoever comes does not wait for whoever came before.
      const asked: Promise<void>[] = []
      const startedAt = performance.now()
      for (let ms = 0; ms < RUSH_MS; ms = performance.now() - startedAt) {
        const due = Math.floor((ms / 1000) * perSecond * 2)
        while (asked.length < due) asked.push(ask(ms > RUSH_MS / 2, asked.length % BOOKING_EVERY === 0 ? bookable.pop() : undefined))
        await sleep(TICK_MS)
      }
      await Promise.all(asked)
      const recoveredMs = Math.round(await timed(recovered))
      const figures = { perSecond: Math.round(perSecond), unloadedP99Ms: p99(unloaded), admittedP99Ms: p99(admitted), recoveredMs }
      t.diagnostic(JSON.stringify({ ...figures, ...seen }))
    })
  })
})
