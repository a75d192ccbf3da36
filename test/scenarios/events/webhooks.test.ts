// Webhooks under stress: endpoints fail or disappear and servers are killed, but every event reaches the working endpoints, signed and in order.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { Recorded, StormReceiver } from '../../support/models/webhook-storm.ts'
import { assertArrived, lagOf, startStormReceiver, waitFor } from '../../support/models/webhook-storm.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const SIZE = process.env.SOAK
  ? { events: 10_000, calmEvents: 2_000, objects: 400, live: 8, kills: 5, perSecond: 40, timeoutMs: 15_000 }
  : { events: 60, calmEvents: 20, objects: 10, live: 2, kills: 1, perSecond: 30, timeoutMs: 1_000 }

const TEST_KEY = 'wb_test_webhook_storm_00000000'
const FAIL_SHARE = 0.3
/** Delays between retries: fractions of a second instead of hours. */
const RETRY_SECONDS = ['0', '0.1', '0.2', ...Array(37).fill('0.4')].join(',')
const CLIENTS = 6
const WARM_UP_EVENTS = process.env.SOAK ? 30 : 10
const ARRIVAL_TIMEOUT_MS = process.env.SOAK ? 20 * 60_000 : 120_000
/**
 * Dead endpoints must not increase the lag of healthy endpoints by more than this factor. If they blocked the queue, the lag would be
 * seconds.
 */
const LAG_RATIO_MAX = 2
const LAG_NOISE_MS = 150

describe('webhooks in a storm', () => {
  // One engine is enough. PostgreSQL is chosen, because several servers can then share the queue of deliveries.
  forOneEngine((engine) => {
    let store: FreshDb
    let servers: ServerProcess[]
    let receiver: StormReceiver
    let packages: string[]
    const dead: string[] = []
    const start = () =>
      startServerProcess({
        ...store.env,
        WAYBILL_DEMO_TEST_KEY: TEST_KEY,
        WAYBILL_WEBHOOK_RETRY_SECONDS: RETRY_SECONDS,
        WAYBILL_WEBHOOK_TIMEOUT_MS: String(SIZE.timeoutMs),
      })

    before(async () => {
      store = await engine.freshDb()
      servers = [await start()]
      if (engine.name === 'postgres') servers.push(await start())
      receiver = await startStormReceiver(SIZE.live)
      packages = await book(SIZE.objects)
      for (let endpoint = 0; endpoint < SIZE.live; endpoint++) receiver.trust(endpoint, (await subscribe(receiver.urlOf(endpoint))).secret)
      for (const url of Object.values(receiver.deadUrls)) dead.push((await subscribe(url)).webhook_endpoint_id)
      // Creates rows first, so that `analyze` can gather statistics. Without `analyze`, PostgreSQL would gather its statistics only a
      // minute later.
      await produce(WARM_UP_EVENTS)
      await store.db.execute('analyze')
    })
    after(async () => {
      await Promise.all(servers.map((server) => server.kill('SIGKILL')))
      await receiver.close()
      await store.drop()
    })

    /** Calls one of the servers. Returns null if that server died or answered 503. */
    const call = async (turn: number, method: string, path: string, body: object): Promise<any> => {
      try {
        const headers = { 'x-api-key': TEST_KEY, 'content-type': 'application/json' }
        const response = await fetch(servers[turn % servers.length]!.url + path, { method, headers, body: JSON.stringify(body) })
        const text = await response.text()
        if (response.status === 503) return null
        assert.ok(response.ok, text)
        return JSON.parse(text)
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error
        return null
      }
    }
    const subscribe = (url: string) => call(0, 'POST', '/v1/webhook_endpoints', { url, event_types: ['package.held', 'package.released'] })

    const book = async (count: number): Promise<string[]> => {
      const { parcel_quote_id } = await call(0, 'POST', '/v1/parcel_quotes', {
        parcel: importAir({ packages: Array(100).fill({ weight: 1 }) }),
      })
      const { parcel_details } = await call(0, 'POST', `/v1/packages/${parcel_quote_id}/create_shipment`, {})
      const ids = parcel_details.parcels.map(({ parcel_id }: { parcel_id: string }) => parcel_id)
      return count > ids.length ? [...ids, ...(await book(count - ids.length))] : ids.slice(0, count)
    }

    const recordedSince = async (since: number): Promise<Recorded[]> => {
      const rows = await store.db.query<{ id: string; object_id: string; recorded_at: number }>(
        `select id, object_id, recorded_at from events where type in ('package.held', 'package.released') and recorded_at >= $1`,
        [since],
      )
      return rows.map((row) => ({ id: row.id, objectId: row.object_id, recordedAt: row.recorded_at }))
    }

    /**
     * Puts packages on hold and releases them at a steady pace, until the servers have acknowledged `count` requests. Calls `between` after
     * each acknowledged request.
     */
    const produce = async (count: number, between: (done: number) => Promise<void> = async () => {}): Promise<void> => {
      let done = 0
      const startedAt = Date.now()
      const client = async (seed: number): Promise<void> => {
        for (let turn = seed; done < count; turn += CLIENTS) {
          const id = packages[turn % packages.length]!
          const action = Math.floor(turn / packages.length) % 2 === 0 ? 'hold' : 'release'
          if (!(await call(turn, 'POST', `/v1/packages/${id}/notices`, { action }))) await sleep(20)
          else await between(++done)
          await sleep(Math.max(0, startedAt + (done * 1000) / SIZE.perSecond - Date.now()))
        }
      }
      await Promise.all(Array.from({ length: CLIENTS }, (_, seed) => client(seed)))
    }

    const untilArrived = (): Promise<void> =>
      waitFor('the arrival of every delivery', ARRIVAL_TIMEOUT_MS, async () => {
        const ids = dead.map((id) => `'${id}'`).join(', ')
        const [row] = await store.db.query<{ count: number }>(
          `select count(*) as count from webhook_deliveries where status = 'pending' and endpoint_id not in (${ids})`,
        )
        return row!.count === 0
      })

    const killOne = async (turn: number): Promise<void> => {
      const victim = turn % servers.length
      await servers[victim]!.kill('SIGKILL')
      servers[victim] = await start()
    }

    const title = `${SIZE.events} events to ${SIZE.live + 2} endpoints, 30 % of attempts failing, two endpoints dead, ${SIZE.kills} kills`
    it(`${title}: every event arrives in order`, { timeout: ARRIVAL_TIMEOUT_MS * 2 }, async (t) => {
      receiver.failShare = FAIL_SHARE
      const startedAt = Date.now()
      const every = Math.floor(SIZE.events / (SIZE.kills + 1))
      const kills: Promise<void>[] = []
      await produce(SIZE.events, async (done) => {
        if (done % every === 0 && kills.length < SIZE.kills) kills.push(killOne(kills.length))
      })
      await Promise.all(kills)
      await untilArrived()
      const recorded = await recordedSince(0)
      assert.ok(recorded.length >= SIZE.events)
      assertArrived(receiver, recorded)
      const repeats = receiver.endpoints.reduce((sum, { accepted }) => sum + accepted.length, 0) - recorded.length * SIZE.live
      const lag = lagOf(receiver, recorded)
      t.diagnostic(
        `${engine.name}: ${recorded.length} events in ${Math.round((Date.now() - startedAt) / 1000)} s, ${repeats} repeats, lag p50 ${lag.p50Ms} ms, p99 ${lag.p99Ms} ms`,
      )
    })

    it('dead endpoints do not delay healthy ones', { timeout: ARRIVAL_TIMEOUT_MS * 2 }, async (t) => {
      receiver.failShare = 0
      const measure = async () => {
        const since = Date.now()
        await produce(SIZE.calmEvents)
        await untilArrived()
        const recorded = await recordedSince(since)
        return lagOf(receiver, recorded)
      }
      const withDead = await measure()
      const waiting = await store.db.query<{ endpoint_id: string }>(
        `select distinct endpoint_id from webhook_deliveries where status = 'pending'`,
      )
      assert.deepEqual(waiting.map((row) => row.endpoint_id).sort(), dead.toSorted(), 'what is for the dead is still tried')
      assertArrived(receiver, await recordedSince(0))
      if (!process.env.SOAK) return
      for (const [turn, id] of dead.entries()) await call(turn, 'DELETE', `/v1/webhook_endpoints/${id}`, {})
      const without = await measure()
      const ratio = withDead.p99Ms / Math.max(1, without.p99Ms)
      t.diagnostic(
        `${engine.name}: lag of healthy endpoints with two dead ones p50 ${withDead.p50Ms} ms, p99 ${withDead.p99Ms} ms; without p50 ${without.p50Ms} ms, p99 ${without.p99Ms} ms; ratio of p99 ${ratio.toFixed(2)}`,
      )
      assert.ok(withDead.p99Ms <= without.p99Ms * LAG_RATIO_MAX + LAG_NOISE_MS, `${withDead.p99Ms} ms with, ${without.p99Ms} ms without`)
      assertArrived(receiver, await recordedSince(0))
    })
  }, postgres)
})
