// /metrics, as a monitoring system reads it: from one server, from a separate port, and from several workers together.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { importOcean } from '../../support/samples/requests.ts'
import { until } from '../../support/server/carrier-server.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const TEST_KEY = 'wb_test_metrics_scenario_0000000'
const TOKEN = 'a token of the monitoring'.replaceAll(' ', '-')
const QUOTES = 12
const WAIT_MAX_MS = 60_000
/** How long the test holds up a statement: longer than the threshold for slow statements. */
const HELD_UP_MS = 900

const WAYS = [
  { name: 'one server', args: [] },
  { name: 'two workers', args: ['--workers', '2'] },
]

describe('/metrics', () => {
  for (const { name, args } of WAYS) {
    describe(name, () => {
      let store: FreshDb
      let server: ServerProcess
      before(async () => {
        store = await sqlite.freshDb()
        server = await startServerProcess(
          { ...store.env, WAYBILL_DEMO_TEST_KEY: TEST_KEY, WAYBILL_METRICS_TOKEN: TOKEN, WAYBILL_LOG_LEVEL: 'warn' },
          args,
        )
      })
      after(async () => {
        await server.kill('SIGTERM')
        await store.drop()
      })
      const read = async (authorization?: string): Promise<{ status: number; text: string }> => {
        const response = await fetch(`${server.url}/metrics`, { headers: authorization ? { authorization } : {} })
        return { status: response.status, text: await response.text() }
      }
      const quote = (): Promise<Response> =>
        fetch(`${server.url}/v1/parcel_quotes`, {
          method: 'POST',
          headers: { 'x-api-key': TEST_KEY, 'content-type': 'application/json', connection: 'close' },
          body: JSON.stringify({ parcel: importOcean() }),
        })

      it('401 without the token, and with another', async () => {
        assert.equal((await read()).status, 401)
        assert.equal((await read('Bearer something-else-altogether')).status, 401)
      })

      it('counts requests by route and status, and times the store', async () => {
        for (let made = 0; made < QUOTES; made += 1) assert.equal((await quote()).status, 201)
        const counted = `waybill_request_seconds_count{method="POST",route="/v1/parcel_quotes",status="201"} ${QUOTES}\n`
        const isCounted = async () => (await read(`Bearer ${TOKEN}`)).text.includes(counted)
        // A request is counted only after its answer has been sent. The test therefore waits until the last request is counted.
        await until('a request that was not counted', isCounted, WAIT_MAX_MS)
        const { status, text } = await read(`Bearer ${TOKEN}`)
        assert.equal(status, 200)
        const [, transactions] = /^waybill_store_seconds_count\{operation="transaction"\} (\d+)$/m.exec(text) ?? []
        assert.ok(Number(transactions) >= QUOTES)
        for (const metric of [
          'waybill_webhook_lag_seconds',
          'waybill_request_log_left_out_total',
          'waybill_nodejs_eventloop_lag_p99_seconds',
          'waybill_process_resident_memory_bytes',
        ])
          assert.match(text, new RegExp(`^${metric} `, 'm'), metric)
        for (const state of ['open_long', 'refund_unanswered', 'refund_refused', 'charged_otherwise'])
          assert.ok(text.includes(`waybill_purchases{state="${state}"} 0\n`), state)
        assert.ok(!text.includes(TEST_KEY))
      })

      it('counts what took long, and the log names it', async () => {
        const slow = async () => Number(/^waybill_slow_statements_total (\d+)$/m.exec((await read(`Bearer ${TOKEN}`)).text)![1])
        const before = await slow()
        const [quoting] = await store.db.exclusively(SYSTEM, async () => {
          const started = quote()
          await sleep(HELD_UP_MS)
          return [started]
        })
        assert.equal((await quoting).status, 201)
        await until('a slow transaction that was not counted', async () => (await slow()) > before, WAIT_MAX_MS)
        const isNamed = async () => /"operation":"transaction","ms":\d+.*"msg":"slow"/.test(server.output())
        await until('a slow transaction that was not named', isNamed, WAIT_MAX_MS)
      })
    })
  }

  for (const { name, args } of WAYS) {
    it(`${name}: a port that is taken ends the start, before anything is served`, async (t) => {
      const store = await sqlite.freshDb()
      const somebody = createServer().listen(0, '127.0.0.1')
      t.after(async () => {
        somebody.close()
        await store.drop()
      })
      await once(somebody, 'listening')
      const { port } = somebody.address() as AddressInfo
      const starting = startServerProcess({ ...store.env, WAYBILL_METRICS_PORT: String(port) }, args)
      await assert.rejects(starting, /ended with code 1 before it was ready: .*EADDRINUSE/s)
    })
  }

  it('is not there unless it is asked for', async () => {
    const store = await sqlite.freshDb()
    const server = await startServerProcess(store.env)
    assert.equal((await fetch(`${server.url}/metrics`)).status, 404)
    await server.kill('SIGKILL')
    await store.drop()
  })
})
