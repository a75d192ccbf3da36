// The steps of docs/deploy.md, followed literally: the settings create no demo, and the commands lead from an empty store to a quoted price.

import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { parseEnv } from 'node:util'
import type { FreshDb } from '../../support/engine/engines.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { chinaSender, importAir } from '../../support/samples/requests.ts'
import { hostedCommand, waybillServe } from '../../support/server/command-line.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PUBLIC_URL = 'https://freight.example'

const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8')

/** The arguments of each command in the block that is marked as tested. */
const documentedCommands = async (): Promise<string[][]> => {
  const [, block] = /<!-- tested:.*?```sh\n(.*?)```/s.exec(await read('docs/deploy.md'))!
  const lines = block!.trim().split('\n')
  return lines.map((line) => {
    const [program, ...args] = line.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", ''))
    assert.equal(program, 'waybill')
    return args
  })
}

describe('docs/deploy.md', () => {
  let store: FreshDb
  let settings: Record<string, string>
  before(async () => {
    store = await sqlite.freshDb()
    settings = { ...(parseEnv(await read('deploy/waybill.env')) as Record<string, string>), ...store.env }
  })
  after(async () => {
    await store.drop()
  })

  it('starts with settings that create no demo and print no key', async () => {
    const { WAYBILL_DEMO, WAYBILL_PUBLIC_URL, WAYBILL_TRUSTED_PROXIES } = settings
    assert.deepEqual([WAYBILL_DEMO, WAYBILL_PUBLIC_URL, WAYBILL_TRUSTED_PROXIES], ['0', PUBLIC_URL, '127.0.0.1'])
    const server = await waybillServe(settings)
    assert.doesNotMatch(server.output(), /wb_|setup#/)
    assert.equal(await server.stop(), 0)
    assert.deepEqual(JSON.parse((await hostedCommand(['business', 'list', '--json'], settings)).out), [])
  })

  it('lets the first admin in through a link to the public address', async () => {
    const { code, out } = await hostedCommand(['staff', 'setup-link'], settings)
    assert.equal(code, 0)
    assert.ok(out.includes(`${PUBLIC_URL}/console/setup#`), out)
  })

  it('leads to a price, command by command', async () => {
    const card = join(store.dataDir, 'import-air.csv')
    const [, csv] = /```csv\n(.*?)```/s.exec(await read('docs/rate-cards.md'))!
    await writeFile(card, csv!)
    const keys: string[] = []
    for (const args of await documentedCommands()) {
      const { code, out, err } = await hostedCommand(
        args.map((arg) => (arg === 'import-air.csv' ? card : arg)),
        settings,
      )
      assert.equal(code, 0, `waybill ${args.join(' ')}: ${out} ${err}`)
      if (args[0] === 'keys') keys.push(out)
    }
    assert.deepEqual(
      keys.map((key) => key.slice(0, 8)),
      ['wb_test_', 'wb_live_'],
    )
    const { WAYBILL_PUBLIC_URL: _, ...local } = settings
    const server = await waybillServe(local)
    for (const key of keys) {
      const body = JSON.stringify({ parcel: importAir({ sender: chinaSender }) })
      const headers = { 'x-api-key': key, 'content-type': 'application/json' }
      const answer = await fetch(`${server.url}/v1/parcel_quotes`, { method: 'POST', headers, body })
      assert.equal(answer.status, 201, await answer.text())
    }
    await server.stop()
  })
})
