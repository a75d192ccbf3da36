// The command `waybill listen`: test events reach a program on the developer's machine, from the store or over the API.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { FreshDb } from '../../support/engine/engines.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { startReceiver } from '../../support/server/receiver.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const LAUNCHER = join(import.meta.dirname, '../../../bin/waybill.js')
const TEST_KEY = 'wb_test_webhook_listen_0000000'
const LIVE_KEY = 'wb_live_webhook_listen_0000000'

describe('waybill listen', () => {
  let store: FreshDb
  let server: ServerProcess
  before(async () => {
    store = await sqlite.freshDb()
    server = await startServerProcess({ ...store.env, WAYBILL_DEMO_TEST_KEY: TEST_KEY, WAYBILL_DEMO_LIVE_KEY: LIVE_KEY })
  })
  after(async () => {
    await server.kill('SIGKILL')
    await store.drop()
  })

  const newCustomer = async (key: string): Promise<string> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const response = await fetch(`${server.url}/v1/parcel-customers`, { method: 'POST', headers, body: '{"parcel_customer":{}}' })
    return ((await response.json()) as { data: { parcel_customer_id: string } }).data.parcel_customer_id
  }

  const listen = async (args: string[], env: Record<string, string>) => {
    const child = spawn(process.execPath, [LAUNCHER, 'listen', ...args], {
      // The signatures of webhooks contain the time. NODE_OPTIONS makes the command use the clock of the test run.
      env: { PATH: process.env.PATH, NODE_OPTIONS: process.env.NODE_OPTIONS, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit')
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const line = async (): Promise<string> => (await lines.next()).value ?? 'nothing'
    const stop = async (): Promise<number | null> => {
      child.kill('SIGINT')
      return (await exited)[0]
    }
    return { line, stop }
  }

  const sources: [string, () => { args: string[]; env: Record<string, string> }][] = [
    ['from the store', () => ({ args: [], env: store.env })],
    ['of a business that is named', () => ({ args: ['--business', 'DEM', '--mode', 'test'], env: store.env })],
    ['over the API', () => ({ args: ['--api-key', TEST_KEY, '--server', server.url], env: {} })],
  ]
  for (const [what, source] of sources) {
    it(`forwards new test events ${what}, signed, and prints a line for each`, async () => {
      await newCustomer(TEST_KEY)
      const receiver = await startReceiver((_received, count) => ({ status: count === 2 ? 500 : 200 }))
      const { args, env } = source()
      const { line, stop } = await listen(['--forward-to', receiver.url, ...args], env)
      const secret = /the signing secret is (whsec_\S+)$/.exec(await line())![1]!
      const ids: string[] = []
      for (let count = 0; count < 3; count++) {
        await newCustomer(LIVE_KEY)
        ids.push(await newCustomer(TEST_KEY))
        const printed = await line()
        assert.match(printed, new RegExp(`^\\S+Z  customer.created  evt_\\w+  ${count === 1 ? 500 : 200}  \\d+ ms$`))
      }
      assert.deepEqual(
        receiver.received.map(({ json }) => json.data.parcel_customer_id),
        ids,
      )
      for (const { body, headers } of receiver.received) new Webhook(secret).verify(body, headers as Record<string, string>)
      assert.equal(await stop(), 0)
      await receiver.close()
    })
  }

  it('continues when nothing listens there, and says so', async () => {
    const gone = await startReceiver()
    await gone.close()
    const { line, stop } = await listen(['--forward-to', gone.url], store.env)
    await line()
    await newCustomer(TEST_KEY)
    assert.match(await line(), /customer\.created {2}evt_\w+ {2}\D+/)
    await newCustomer(TEST_KEY)
    assert.match(await line(), /customer\.created/)
    assert.equal(await stop(), 0)
  })
})
