// The command `waybill move-to-postgres`: a moved store gives the same answers on PostgreSQL.

import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { moveStore } from '../../../src/platform/backup/move-to-postgres.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { postgres, sqlite } from '../../support/engine/engines.ts'
import { IN_SOAK } from '../../support/in-soak.ts'
import { importOcean } from '../../support/samples/requests.ts'
import { hostedCommand, waybillCommand } from '../../support/server/command-line.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const TEST_KEY = 'wb_test_move_scenario_000000000000'

let from: FreshDb
let to: FreshDb
before(async () => {
  from = await sqlite.freshDb()
  to = await postgres.freshDb([])
})
after(async () => {
  await from.drop()
  await to.drop()
})

it('moves a store by one command, and a second run refuses the full target', async () => {
  const headers = { 'x-api-key': TEST_KEY, 'content-type': 'application/json' }
  const before = await startServerProcess({ ...from.env, WAYBILL_DEMO_TEST_KEY: TEST_KEY })
  const body = JSON.stringify({ parcel: importOcean() })
  const quote: Json = await (await fetch(`${before.url}/v1/parcel_quotes`, { method: 'POST', headers, body })).json()
  assert.equal(await before.kill('SIGTERM'), 0)

  const moved = await waybillCommand(['move-to-postgres', to.url!, '--json'], from.env)
  assert.equal(moved.code, 0, moved.err)
  const { rows, tables } = JSON.parse(moved.out)
  assert.ok(rows > 0 && tables.some(({ table, rows: count }: { table: string; rows: number }) => table === 'quotes' && count === 1))

  const after = await startServerProcess({ ...to.env, WAYBILL_SECRET_KEY_FILE: join(from.dataDir, 'secret.key') })
  const found = await (await fetch(`${after.url}/v1/parcel_quotes/${quote.parcel_quote_id}`, { headers })).json()
  assert.deepEqual(found, quote)
  assert.equal(await after.kill('SIGTERM'), 0)

  const again = await hostedCommand(['move-to-postgres', to.url!], from.env)
  assert.equal(again.code, 1)
  assert.match(again.err, /already holds data/)
})

it('takes address and key from the environment, and creates no key of its own', { ...IN_SOAK, timeout: 60_000 }, async () => {
  const target = await postgres.freshDb([])
  const dataDir = join(from.dataDir, 'keyed')
  const env = { WAYBILL_DATA: dataDir, WAYBILL_SECRET_KEY: 'k'.repeat(43) }
  assert.equal((await hostedCommand(['business', 'create', '--name', 'Kano Imports', '--prefix', 'KAN'], env)).code, 0)
  assert.deepEqual(await hostedCommand(['move-to-postgres'], env), {
    code: 2,
    out: '',
    err: 'DATABASE_URL must name the database that the store is to be moved into.',
  })
  const moved = await hostedCommand(['move-to-postgres'], { ...env, DATABASE_URL: target.url! })
  assert.equal(moved.code, 0, moved.err)
  assert.ok(!(await readdir(dataDir)).includes('secret.key'))
  const verified = await hostedCommand(['audit', 'verify'], { ...env, DATABASE_URL: target.url! })
  assert.equal(verified.code, 0, verified.out)
  await target.drop()
})

it('a move that was interrupted is refused by the server and by commands, and can be continued', async () => {
  const half = await postgres.freshDb([])
  const stopped = moveStore(from.db, half.db, Date.now, ({ step, done }) => {
    if (step === 'moving' && done > 0) throw new Error('pulled out')
  })
  await assert.rejects(stopped, /pulled out/)
  const refusal = /^A move of an embedded store into this database is not finished\. Run "waybill move-to-postgres" again/
  for (const args of [['serve'], ['migrate'], ['business', 'list'], ['backup', '-']])
    assert.match((await (args[0] === 'serve' ? waybillCommand : hostedCommand)(args, half.env)).err, refusal, args.join(' '))
  assert.match((await hostedCommand(['doctor'], half.env)).out, /FAIL {2}store: A move of an embedded store/)
  const resumed = await hostedCommand(['move-to-postgres', half.url!], from.env)
  assert.equal(resumed.code, 0, resumed.err)
  const server = await startServerProcess({ ...half.env, WAYBILL_SECRET_KEY_FILE: join(from.dataDir, 'secret.key') })
  assert.equal(await server.kill('SIGTERM'), 0)
  await half.drop()
})
