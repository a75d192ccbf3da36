// The cache of live API keys: a change by this server applies at once, and a change by another server within a second.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { setTerms } from '../../../src/flows/businesses/set-terms.ts'
import { createKeyCache, KEY_REMEMBERED_MS } from '../../../src/http/businesses/key-holders.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as apiKeys from '../../../src/store/businesses/api-keys.ts'
import type { KeyHolder } from '../../../src/store/businesses/businesses.ts'
import * as businesses from '../../../src/store/businesses/businesses.ts'
import { holdersChanged } from '../../../src/store/businesses/holder-changes.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forEachEngine, postgres } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Longest delay until a server notices that another server changed a key: the delay that the docs promise, plus time for the request. */
const OBEYED_WITHIN_MS = KEY_REMEMBERED_MS + 500
const CANNOT_TELL = (): null => null
const BY_TEST = { actor: 'test', requestId: 'test', at: 0 }

const holder = (mode: 'test' | 'live', expiresAt: number | null = null): KeyHolder =>
  ({ keyId: 'key', keyScope: 'full', mode, clockOffsetMs: 0, expiresAt, business: { id: 'biz' } }) as KeyHolder

forEachEngine((engine) => {
  describe('a live key that was just used', () => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    const statusOf = async (tenant: Tenant): Promise<number> => (await tenant.get('/v1/packages', { key: tenant.liveKey })).status
    const liveKeyId = async (tenant: Tenant): Promise<string> =>
      (await apiKeys.list(waybill.deps.db, tenant.business.id)).find(({ mode }) => mode === 'live')!.id

    it('is refused at once after it was revoked on this server', async () => {
      const tenant = await waybill.newTenant()
      assert.equal(await statusOf(tenant), 200)
      const id = await liveKeyId(tenant)
      await waybill.deps.db.transaction(SYSTEM, (tx) => apiKeys.revoke(tx, BY_TEST, id, waybill.time.now()))
      assert.equal(await statusOf(tenant), 401)
    })

    it('is refused from the exact millisecond of its replacement', async () => {
      const tenant = await waybill.newTenant()
      const id = await liveKeyId(tenant)
      const until = waybill.time.freeze() + 60_000
      await waybill.deps.db.transaction(SYSTEM, (tx) => apiKeys.expire(tx, BY_TEST, id, until))
      waybill.time.advance(59_999)
      assert.equal(await statusOf(tenant), 200)
      waybill.time.advance(1)
      assert.equal(await statusOf(tenant), 401)
    })

    it('uses terms that were agreed a moment ago', async () => {
      const tenant = await waybill.newTenant()
      const price = async (): Promise<number> =>
        (await tenant.post('/v1/parcel_quotes', { parcel: importAir() }, { key: tenant.liveKey })).json.estimated_price
      const before = await price()
      await setTerms(waybill.deps, BY_TEST, { business: tenant.business.id, markupPercent: '50', from: null })
      assert.equal(await price(), before * 1.5)
    })

    it('is never cached in test mode: its clock is right in the next request', async () => {
      const tenant = await waybill.newTenant()
      const offset = async () => Date.parse((await tenant.get('/v1/test_clock')).json.now) - waybill.time.now()
      assert.ok(Math.abs(await offset()) < 5_000)
      await waybill.deps.db.transaction(SYSTEM, (tx) => businesses.setTestClock(tx, tenant.business.id, 3_600_000))
      assert.ok((await offset()) > 3_500_000)
    })
  })
})

describe('the key cache', () => {
  /** Replaces the clock by one that moves only when the test says so. */
  const clockOf = (t: TestContext): { pass(ms: number): void } => {
    let nowMs = 0
    t.mock.method(performance, 'now', () => nowMs)
    return {
      pass: (ms) => {
        nowMs += ms
      },
    }
  }

  it('keeps keys, test keys too, until another process wrote, if the store can tell', async (t) => {
    const clock = clockOf(t)
    let asked = 0
    let elsewhere = 1
    const cache = createKeyCache(
      async () => {
        asked++
        return holder('test')
      },
      () => elsewhere,
    )
    for (let n = 0; n < 3; n++) await cache.holderOf('known', 0)
    clock.pass(OBEYED_WITHIN_MS)
    await cache.holderOf('known', 0)
    assert.equal(asked, 1)
    elsewhere = 2
    for (let n = 0; n < 3; n++) await cache.holderOf('known', 0)
    assert.equal(asked, 2)
    cache.close()
  })

  it('reads a key once, forgets it after half a second, and never keeps unknown keys', async (t) => {
    const clock = clockOf(t)
    let asked = 0
    const cache = createKeyCache(async (hash) => {
      asked++
      return hash === 'known' ? holder('live') : null
    }, CANNOT_TELL)
    for (let n = 0; n < 3; n++) await cache.holderOf('known', 0)
    assert.equal(asked, 1)
    for (let n = 0; n < 3; n++) assert.equal(await cache.holderOf('unknown', 0), null)
    assert.equal(asked, 4)
    clock.pass(499)
    await cache.holderOf('known', 0)
    assert.equal(asked, 4)
    clock.pass(1)
    await cache.holderOf('known', 0)
    assert.equal(asked, 5)
    cache.close()
  })

  it('does not keep a value that was read while it changed', async () => {
    const answers = [holder('live'), null]
    const reading = Promise.withResolvers<void>()
    const cache = createKeyCache(async () => {
      const answer = answers.shift()!
      await reading.promise
      return answer
    }, CANNOT_TELL)
    const first = cache.holderOf('hash', 0)
    const store = await postgres.freshDb()
    await store.db.transaction(SYSTEM, async (tx) => holdersChanged(tx))
    reading.resolve()
    assert.notEqual(await first, null)
    assert.equal(await cache.holderOf('hash', 0), null)
    cache.close()
    await store.drop()
  })
})

describe('the docs', () => {
  it('promise what the servers do', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../docs/operators.md'), 'utf8')
    assert.equal(KEY_REMEMBERED_MS, 500)
    assert.match(page, /cache keys for half a second/)
    assert.doesNotMatch(page, /ends the overlap at once/)
  })
})

describe('two servers on one PostgreSQL', () => {
  let store: FreshDb
  let servers: ServerProcess[]
  const liveKey = `wb_live_${'k'.repeat(32)}`
  before(async () => {
    store = await postgres.freshDb()
    const env = { ...store.env, WAYBILL_DEMO_LIVE_KEY: liveKey }
    servers = [await startServerProcess(env), await startServerProcess(env)]
  })
  after(async () => {
    for (const server of servers) await server.kill('SIGKILL')
    await store.drop()
  })

  const statusAt = async (server: ServerProcess): Promise<number> =>
    (await fetch(`${server.url}/v1/packages`, { headers: { 'x-api-key': liveKey } })).status

  it('both refuse a key within a second of its revocation, even under load', async () => {
    const id = (await apiKeys.list(store.db, null)).find(({ mode }) => mode === 'live')!.id
    const usedUntilRefused = servers.map(async (server) => {
      while ((await statusAt(server)) === 200);
    })
    await sleep(OBEYED_WITHIN_MS)
    assert.deepEqual(await Promise.all(servers.map(statusAt)), [200, 200])
    await store.db.transaction(SYSTEM, (tx) => apiKeys.revoke(tx, BY_TEST, id, Date.now()))
    await sleep(OBEYED_WITHIN_MS)
    assert.deepEqual(await Promise.all(servers.map(statusAt)), [401, 401])
    await Promise.all(usedUntilRefused)
  })
})
