// `waybill serve --workers`: several processes serve one port and one store. If one process dies, it is replaced.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forOneEngine, sqlite } from '../../support/engine/engines.ts'
import { importOcean } from '../../support/samples/requests.ts'
import { until } from '../../support/server/carrier-server.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const TEST_KEY = 'wb_test_workers_scenario_0000000'
const WORKERS = 2
const CALLERS = process.env.SOAK ? 30 : 12
const WAIT_MAX_MS = 60_000

/**
 * The ids of the child processes, from the process table of Linux. Empty on other systems, where the tests that need the ids are skipped.
 */
const childrenOf = (pid: number): number[] => {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((name) => {
        try {
          return Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]) === pid
        } catch {
          return false
        }
      })
      .map(Number)
  } catch {
    return []
  }
}

describe('waybill serve --workers', () => {
  forOneEngine((engine) => {
    let store: FreshDb
    let server: ServerProcess
    before(async () => {
      store = await engine.freshDb()
      server = await startServerProcess({ ...store.env, WAYBILL_DEMO_TEST_KEY: TEST_KEY }, ['--workers', String(WORKERS)])
    })
    after(async () => {
      await server.kill('SIGKILL')
      await store.drop()
    })

    /** Sends a POST request over a new connection, so that the requests are spread over the workers. */
    const post = async (path: string, body: object): Promise<{ status: number; json: Json }> => {
      const headers = { 'x-api-key': TEST_KEY, 'content-type': 'application/json', connection: 'close' }
      const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: response.status, json: await response.json() }
    }
    const bookedMany = async (): Promise<Record<string, number>> => {
      const { json: quote } = await post('/v1/parcel_quotes', { parcel: importOcean() })
      const path = `/v1/packages/${quote.parcel_quote_id}/create_shipment`
      const answers = await Promise.all(Array.from({ length: CALLERS }, () => post(path, {})))
      const codes = answers.map(({ status, json }) => (status === 200 ? 'booked' : json.code))
      return Object.fromEntries(Object.entries(Object.groupBy(codes, (code) => code)).map(([code, some]) => [code, some!.length]))
    }

    it('one booking wins, whichever worker is asked', async () => {
      assert.deepEqual(await bookedMany(), { booked: 1, QUOTE_ALREADY_BOOKED: CALLERS - 1 })
    })

    it('a worker that dies is replaced, and the others go on serving', async (t) => {
      const workers = childrenOf(server.pid)
      if (workers.length === 0) return t.skip('this system does not say which processes there are')
      assert.equal(workers.length, WORKERS)
      process.kill(workers[0]!, 'SIGKILL')
      // Until the parent process notices the death, it may still pass requests to the dead worker.
      await until('a dead worker', async () => !childrenOf(server.pid).includes(workers[0]!), WAIT_MAX_MS)
      assert.equal((await post('/v1/parcel_quotes', { parcel: importOcean() })).status, 201)
      await until('a new worker', async () => childrenOf(server.pid).length === WORKERS, WAIT_MAX_MS)
      assert.deepEqual(await bookedMany(), { booked: 1, QUOTE_ALREADY_BOOKED: CALLERS - 1 })
    })

    it('SIGTERM ends all of them with code 0', async () => {
      const workers = childrenOf(server.pid)
      assert.equal(await server.kill('SIGTERM'), 0)
      for (const pid of workers) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
    })
  })

  it('workers whose parent is killed end by themselves', async (t) => {
    const store = await sqlite.freshDb()
    t.after(() => store.drop())
    const orphaned = await startServerProcess(store.env, ['--workers', String(WORKERS)])
    const workers = childrenOf(orphaned.pid)
    await orphaned.kill('SIGKILL')
    if (workers.length === 0) return t.skip('this system does not say which processes there are')
    const isGone = (pid: number): boolean => {
      try {
        process.kill(pid, 0)
        return false
      } catch {
        return true
      }
    }
    await until('workers without a parent', async () => workers.every(isGone), WAIT_MAX_MS)
  })
})
