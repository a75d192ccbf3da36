// The secret key of a store on PostgreSQL: the first start makes the key, a missing key is never replaced, and unencrypted secrets are reported.

import assert from 'node:assert/strict'
import { mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { beginTrail } from '../../../src/flows/audit/begin-trail.ts'
import { systemDeps } from '../../../src/system.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { postgres } from '../../support/engine/engines.ts'
import { storesAt } from '../../support/engine/memory.ts'
import { IN_SOAK } from '../../support/in-soak.ts'
import { hostedCommand, waybillServe } from '../../support/server/command-line.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const TEST_KEY = 'wb_test_secret_key_scenario_0000'
const SECRET_KEY = 'k'.repeat(43)
const DEMO = { WAYBILL_DEMO_TEST_KEY: TEST_KEY }
const CREATE = ['business', 'create', '--name', 'Kano Imports', '--prefix', 'KAN']
const REFUSED =
  /^The secrets in this store are under key [0-9a-f]{8}, and (no key is given|the key given is [0-9a-f]{8})\. Set WAYBILL_SECRET_KEY .* waybill secret-key lost\.$/

type Env = Record<string, string>

const addEndpoint = async (url: string): Promise<void> => {
  const { status } = await fetch(`${url}/v1/webhook_endpoints`, {
    method: 'POST',
    headers: { 'x-api-key': TEST_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://hooks.example.com/in' }),
  })
  assert.equal(status, 201)
}

const secretsIn = async ({ db }: FreshDb): Promise<string[]> =>
  (await db.query<{ secret: string }>('select secret from webhook_endpoints')).map(({ secret }) => secret)

const secretKeyCheck = async (env: Env): Promise<{ ok: boolean; note: string; advice?: string }> =>
  JSON.parse((await hostedCommand(['doctor', '--json'], env)).out).checks.find(({ check }: { check: string }) => check === 'secret key')

const isMade = async (dataDir: string): Promise<boolean> => (await readdir(dataDir)).includes('secret.key')

describe('the secret key of a store on PostgreSQL', () => {
  let directory: string
  before(async () => {
    directory = await mkdtemp(join(await storesAt, 'waybill-test-'))
  })
  after(async () => {
    await rm(directory, { recursive: true })
  })
  const elsewhere = async ({ env }: FreshDb): Promise<Env & { WAYBILL_DATA: string }> => ({
    ...env,
    WAYBILL_DATA: await mkdtemp(join(directory, 'data-')),
  })
  const refused = async (env: Env): Promise<void> => {
    const { code, out, err } = await hostedCommand(['serve'], { ...env, WAYBILL_LOG_LEVEL: 'silent' })
    assert.deepEqual([code, out], [2, ''], err)
    assert.match(err, REFUSED)
  }

  it('is made by the first start, for its owner only, and announced once; workers use it', async (t) => {
    const store = await postgres.freshDb([])
    t.after(() => store.drop())
    const file = join(store.dataDir, 'secret.key')
    const first = await startServerProcess({ ...store.env, ...DEMO }, ['--workers', '2'])
    assert.match(first.output(), new RegExp(`^A secret key was made: ${file}\\. Keep a copy of it`, 'm'))
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    await addEndpoint(first.url)
    assert.equal(await first.kill('SIGTERM'), 0)
    assert.match((await secretsIn(store)).join(), /^enc1:/)

    const second = await waybillServe({ ...store.env, ...DEMO })
    assert.equal(second.output(), `Waybill is ready at ${second.url}\n`)
    await second.stop()
    assert.equal((await secretKeyCheck(store.env)).ok, true)
    assert.equal((await hostedCommand(['audit', 'verify'], store.env)).code, 0)
  })

  it('is made by a command that makes the store, and by the first start after "migrate"', IN_SOAK, async (t) => {
    for (const args of [CREATE, ['migrate']]) {
      const store = await postgres.freshDb([])
      t.after(() => store.drop())
      const { code, err } = await hostedCommand(args, store.env)
      assert.equal(code, 0, err)
      assert.equal(await isMade(store.dataDir), args === CREATE)
      if (args === CREATE) assert.match(err, /A secret key was made: /)
      const server = await waybillServe({ ...store.env, ...DEMO })
      assert.equal(/A secret key was made/.test(server.output()), args !== CREATE)
      await server.stop()
      assert.equal((await secretKeyCheck(store.env)).ok, true)
    }
  })

  it('is never replaced: without it, with another one, or on a second server with its own directory, the start is refused', async (t) => {
    const store = await postgres.freshDb([])
    t.after(() => store.drop())
    assert.equal((await hostedCommand(CREATE, store.env)).code, 0)
    const second = await elsewhere(store)
    await refused(second)
    assert.equal(await isMade(second.WAYBILL_DATA), false)
    await refused({ ...second, WAYBILL_SECRET_KEY: SECRET_KEY })

    const [file, hidden] = [join(store.dataDir, 'secret.key'), join(store.dataDir, 'hidden.key')]
    await rename(file, hidden)
    await refused(store.env)
    assert.equal(await isMade(store.dataDir), false)
    const { ok, note } = await secretKeyCheck(store.env)
    assert.deepEqual([ok, REFUSED.test(note)], [false, true], note)
    const server = await waybillServe({ ...second, WAYBILL_SECRET_KEY_FILE: hidden })
    await server.stop()
  })

  it('that is lost is replaced by "secret-key lost" only, which makes a new one', async (t) => {
    const store = await postgres.freshDb([])
    t.after(() => store.drop())
    assert.equal((await hostedCommand(CREATE, store.env)).code, 0)
    await rm(join(store.dataDir, 'secret.key'))
    const { code, out, err } = await hostedCommand(['secret-key', 'lost'], store.env)
    assert.equal(code, 0, err)
    assert.match(out, /^The secrets are now under key [0-9a-f]{8}\.$/m)
    assert.match(err, /A secret key was made: /)
    assert.equal((await secretKeyCheck(store.env)).ok, true)
    assert.equal((await hostedCommand(['audit', 'verify'], store.env)).code, 0)
  })

  it('is replaced by a new one when a backup is restored without it, and the restore says so', IN_SOAK, async (t) => {
    const [source, target] = [await postgres.freshDb([]), await postgres.freshDb([])]
    t.after(() => Promise.all([source.drop(), target.drop()]))
    assert.equal((await hostedCommand(CREATE, source.env)).code, 0)
    const file = join(directory, 'keyed.backup')
    assert.equal((await hostedCommand(['backup', file], source.env)).code, 0)
    const { code, err } = await hostedCommand(['restore', file], target.env)
    assert.equal(code, 0, err)
    assert.match(err, /under key [0-9a-f]{8}, which is not here; they are now under key [0-9a-f]{8}\./)
    assert.match(err, /A secret key was made: /)
    assert.equal((await secretKeyCheck(target.env)).ok, true)
    assert.equal((await hostedCommand(['audit', 'verify'], target.env)).code, 0)
  })

  it('is not made for an older store: the start warns, doctor fails, and a start with a key encrypts secrets', IN_SOAK, async (t) => {
    const store = await postgres.freshDb()
    t.after(() => store.drop())
    // Stores of version 0.2.0 have no secret key. Calling `beginTrail` without its second argument makes such a store.
    await beginTrail({ db: store.db, ...systemDeps() })
    const second = await elsewhere(store)
    for (const env of [store.env, second]) {
      const server = await waybillServe({ ...env, ...DEMO })
      assert.match(server.output(), /^WARNING: no secret key: .* in clear, .*"openssl rand -base64 32", the same on all servers/m)
      if (env === store.env) await addEndpoint(server.url)
      await server.stop()
      assert.equal(await isMade(env.WAYBILL_DATA!), false)
    }
    assert.match((await secretsIn(store)).join(), /^whsec_/)
    assert.match((await secretKeyCheck(store.env)).note, /^no secret key: .* in clear/)

    const keyed = { ...store.env, WAYBILL_SECRET_KEY: SECRET_KEY }
    const { ok, advice } = await secretKeyCheck(keyed)
    assert.deepEqual([ok, advice], [false, 'Restart the servers with this key: they encrypt the secrets.'])
    const server = await waybillServe(keyed)
    assert.equal(server.output(), `Waybill is ready at ${server.url}\n`)
    await server.stop()
    assert.match((await secretsIn(store)).join(), /^enc1:/)
    assert.equal((await secretKeyCheck(keyed)).ok, true)
    assert.equal((await hostedCommand(['audit', 'verify'], keyed)).code, 0)
    await refused(store.env)
  })

  it('that cannot be written is a refusal that says what to do, and nothing is begun', async (t) => {
    const store = await postgres.freshDb([])
    t.after(() => store.drop())
    const file = join(directory, 'file')
    await writeFile(file, '')
    const { code, err } = await hostedCommand(['serve'], { ...store.env, WAYBILL_DATA: file })
    assert.equal(code, 2, err)
    assert.match(err, /^WAYBILL_DATA: .*file cannot be used as a directory \(EEXIST\)\.$/)
    assert.deepEqual(await store.db.query('select * from store_origin'), [])
  })
})
