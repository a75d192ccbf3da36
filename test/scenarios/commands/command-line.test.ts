// The command line, as real processes on a real store: start, stop, keys, maintenance, and wrong settings.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forOneEngine, postgres, sqlite } from '../../support/engine/engines.ts'
import type { Serving } from '../../support/server/command-line.ts'
import { hostedCommand, waybillCommand, waybillServe } from '../../support/server/command-line.ts'

const TEST_KEY = 'wb_test_chosen_by_the_operator'
const LIVE_KEY = 'wb_live_chosen_by_the_operator'
const DEMO_KEYS = { WAYBILL_DEMO_TEST_KEY: TEST_KEY, WAYBILL_DEMO_LIVE_KEY: LIVE_KEY }
const OBEYED_TIMEOUT_MS = 60_000
const POLL_MS = 50
const statusWith = async (url: string, key: string): Promise<number> =>
  (await fetch(`${url}/v1/packages`, { headers: { 'x-api-key': key } })).status

/**
 * Waits until the key is refused. If the store cannot notify servers of changes, a server accepts a revoked live key for up to half a
 * second.
 */
const untilRefused = async (url: string, key: string): Promise<void> => {
  const signal = AbortSignal.timeout(OBEYED_TIMEOUT_MS)
  while ((await statusWith(url, key)) !== 401) await sleep(POLL_MS, null, { signal })
}

const succeed = async (args: string[], settings: Record<string, string>, run = hostedCommand): Promise<string> => {
  const { code, out, err } = await run(args, settings)
  assert.equal(code, 0, err)
  return out
}

const json = async (args: string[], settings: Record<string, string>): Promise<Json> =>
  JSON.parse(await succeed([...args, '--json'], settings))

const setUpWith = async (url: string, token: string): Promise<number> => {
  const account = { email: `${token.slice(0, 6)}@example.com`, name: 'First Admin', password: 'correct horse battery' }
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${url}/ops/v1/setup`, { method: 'POST', headers, body: JSON.stringify({ ...account, token }) })).status
}

const failing = (report: string): string[] =>
  JSON.parse(report).checks.flatMap(({ check, ok }: { check: string; ok: boolean }) => (ok ? [] : [check]))

// These tests run concurrently, because they mostly wait for servers to start and to stop.
describe('the command line', { concurrency: true }, () => {
  forOneEngine((engine) => {
    describe('waybill serve', () => {
      let store: FreshDb
      before(async () => {
        store = await engine.freshDb([])
      })
      after(() => store.drop())

      it('prepares an empty store, says that it is ready, and prints the demo keys of the environment once; doctor finds nothing', async () => {
        const first = await waybillServe({ ...store.env, ...DEMO_KEYS })
        assert.match(first.url, /^http:\/\/127\.0\.0\.1:\d+$/)
        for (const shown of [TEST_KEY, LIVE_KEY, 'curl', first.url]) assert.ok(first.output().includes(shown), shown)
        assert.deepEqual(
          await Promise.all([statusWith(first.url, TEST_KEY), statusWith(first.url, LIVE_KEY), statusWith(first.url, 'x')]),
          [200, 200, 401],
        )
        assert.equal((await fetch(`${first.url}/readyz`)).status, 200)
        const [, token] = /\/console\/setup#([0-9a-v]{32})$/m.exec(first.output()) ?? []
        assert.deepEqual([await setUpWith(first.url, token!), await setUpWith(first.url, token!)], [201, 422])
        assert.equal(await first.stop(), 0)

        const second = await waybillServe({ ...store.env, ...DEMO_KEYS })
        assert.equal(second.output(), `Waybill is ready at ${second.url}\n`)
        assert.equal(await statusWith(second.url, TEST_KEY), 200)
        const well = await succeed(['doctor'], store.env)
        assert.match(well, /^ok {4}store: .*(SQLite|PostgreSQL)/m)
        assert.doesNotMatch(well, /FAIL/)
        assert.equal(await second.stop('SIGINT'), 0)
      })
    })

    describe('waybill migrate and doctor', () => {
      it('bring a store up to date, and say what is missing', async () => {
        const store = await engine.freshDb([])
        try {
          const sick = await hostedCommand(['doctor', '--json'], store.env)
          assert.equal(sick.code, 1)
          assert.deepEqual(failing(sick.out), ['schema', 'rate cards'])
          assert.match(await succeed(['migrate'], store.env), /^Applied: 0001-/)
          assert.deepEqual(await json(['migrate'], store.env), { applied: [], made_search_index: false })
        } finally {
          await store.drop()
        }
      })
    })

    describe('waybill backup and restore', () => {
      const target = engine === sqlite ? postgres : sqlite
      it(`carry everything to an empty store on ${target.name}, while the server runs`, async () => {
        const source = await engine.freshDb([])
        const server = await waybillServe({ ...source.env, ...DEMO_KEYS })
        const made = await fetch(`${server.url}/v1/parcel-customers`, {
          method: 'POST',
          headers: { 'x-api-key': TEST_KEY, 'content-type': 'application/json' },
          body: JSON.stringify({ parcel_customer: { last_name: 'Ọlá' } }),
        })
        const { data } = (await made.json()) as Json
        const file = join(source.dataDir, 'waybill.backup')
        assert.ok((await json(['backup', file], source.env)).rows > 0)

        const copy = await target.freshDb([])
        await copy.db.close()
        const keyed = { ...copy.env, ...(engine === sqlite ? { WAYBILL_SECRET_KEY_FILE: join(source.dataDir, 'secret.key') } : {}) }
        assert.match(await succeed(['restore', file], keyed), /Restored \d+ rows/)
        const restored = await waybillServe(keyed)
        assert.equal(restored.output(), `Waybill is ready at ${restored.url}\n`)
        const read = await fetch(`${restored.url}/v1/parcel-customers/${data.parcel_customer_id}`, { headers: { 'x-api-key': TEST_KEY } })
        assert.deepEqual(((await read.json()) as Json).data, data)
        await restored.stop()
        assert.equal((await hostedCommand(['restore', file], keyed)).code, 1, 'only an empty store takes a backup')
        await server.stop()
        await Promise.all([copy.drop(), source.drop()])
      })
    })
  })

  // One engine is enough. PostgreSQL is chosen, because it notifies servers of changes.
  forOneEngine((engine) => {
    describe('waybill business and keys', () => {
      let store: FreshDb
      let server: Serving
      before(async () => {
        store = await engine.freshDb([])
        server = await waybillServe({ ...store.env, WAYBILL_DEMO: 'false' })
      })
      after(async () => {
        await server.stop()
        await store.drop()
      })

      it('start empty when WAYBILL_DEMO is false', async () => {
        const keyNote = engine === postgres ? 'A secret key was made: .*\n' : ''
        assert.match(server.output(), new RegExp(`^Waybill is ready at ${server.url}\n${keyNote}$`))
        assert.deepEqual(await json(['business', 'list'], store.env), [])
      })

      it('let the first admin in by a link that a command replaces', async () => {
        const newLink = () => json(['staff', 'setup-link'], { ...store.env, WAYBILL_PUBLIC_URL: server.url })
        const { token: first } = await newLink()
        const { link, token } = await newLink()
        assert.equal(link, `${server.url}/console/setup#${token}`)
        assert.deepEqual([await setUpWith(server.url, first), await setUpWith(server.url, token)], [422, 201])
      })

      it('create, list and revoke while the server runs, which soon applies it', async () => {
        const id = await succeed(['business', 'create', '--name', 'Kano Imports', '--prefix', 'kan'], store.env)
        assert.match(id, /^biz_[0-9a-z]{26}$/)
        const other = await json(['business', 'create', '--name', 'Aba Shoes', '--prefix', 'ABA', '--last-mile'], store.env)
        assert.deepEqual({ ...other, business_id: '' }, { business_id: '', name: 'Aba Shoes', prefix: 'ABA' })
        assert.deepEqual(await json(['business', 'list'], store.env), [
          { business_id: id, prefix: 'KAN', name: 'Kano Imports', last_mile: false, parcel_customer_account: false },
          { business_id: other.business_id, prefix: 'ABA', name: 'Aba Shoes', last_mile: true, parcel_customer_account: false },
        ])

        const key = await succeed(['keys', 'create', '--business', 'kan', '--mode', 'test'], store.env, waybillCommand)
        assert.match(key, /^wb_test_[0-9a-z]{32}$/)
        const live = await json(['keys', 'create', '--business', id, '--mode', 'live', '--label', 'shop'], store.env)
        assert.deepEqual({ ...live, key_id: '', key: '' }, { key_id: '', key: '', mode: 'live', business_id: id })
        assert.deepEqual([await statusWith(server.url, key), await statusWith(server.url, live.key)], [200, 200])

        const listed = await succeed(['keys', 'list', '--business', 'KAN'], store.env)
        for (const secret of [key, live.key]) assert.ok(!listed.includes(secret), 'a key is shown once')
        const found = await json(['keys', 'list'], store.env)
        assert.deepEqual(
          found.map((each: Json) => [each.mode, each.label, each.revoked_at, listed.includes(each.key_id), listed.includes(each.begins)]),
          [
            ['test', null, null, true, true],
            ['live', 'shop', null, true, true],
          ],
        )

        assert.match(await succeed(['keys', 'revoke', live.key_id], store.env), /Revoked/)
        await untilRefused(server.url, live.key)
        assert.equal(await statusWith(server.url, key), 200)
        assert.deepEqual(await json(['keys', 'revoke', found[0].key_id], store.env), { key_id: found[0].key_id, revoked: true })
        await untilRefused(server.url, key)
        assert.equal((await json(['keys', 'list'], store.env)).filter((each: Json) => each.revoked_at === null).length, 0)
      })

      it('issue a key that may quote and not read packages, and no key with an unknown scope', async () => {
        const create = (scope: string) => ['keys', 'create', '--business', 'ABA', '--mode', 'test', '--scope', scope]
        const key = await succeed(create('quote'), store.env)
        const statusOf = async (path: string): Promise<number> => (await fetch(server.url + path, { headers: { 'x-api-key': key } })).status
        assert.deepEqual([await statusOf('/v1/parcel_quotes'), await statusOf('/v1/packages')], [200, 403])
        assert.equal((await hostedCommand(create('book'), store.env)).code, 1)
        assert.deepEqual(
          (await json(['keys', 'list', '--business', 'ABA'], store.env)).map(({ scope }: Json) => scope),
          ['quote'],
        )
      })
    })
  }, postgres)

  describe('wrong settings', { concurrency: false }, () => {
    const WRONG: [string, string][] = [
      ['PORT', 'abc'],
      ['PORT', '70000'],
      ['DATABASE_URL', 'mysql://localhost/waybill'],
      ['WAYBILL_LOG_LEVEL', 'loud'],
      ['WAYBILL_RATE_LIMIT', '-1'],
      ['WAYBILL_PUBLIC_URL', 'freight.example'],
      ['WAYBILL_DEMO_TEST_KEY', 'wb_live_of_the_wrong_mode_123'],
      ['WAYBILL_DEMO_LIVE_KEY', 'wb_live_short'],
    ]
    it('end the start with code 2 and one line that names the setting', async () => {
      const results = await Promise.all(
        WRONG.map(([name, value], index) => (index === 0 ? waybillCommand : hostedCommand)(['serve'], { [name]: value })),
      )
      for (const [index, { code, out, err }] of results.entries()) {
        const [name, value] = WRONG[index]!
        assert.deepEqual([code, out], [2, ''], `${name}=${value}`)
        assert.match(err, new RegExp(`^${name} must [^\\n]+$`))
      }
    })

    it('that only the system can refuse end it with code 1 and one line', async () => {
      const store = await sqlite.freshDb([])
      const server = await waybillServe({ ...store.env, WAYBILL_DEMO: '0' })
      const refused: Record<string, string>[] = [
        { ...store.env, WAYBILL_DEMO: '0', PORT: new URL(server.url).port },
        { WAYBILL_DATA: store.dataDir, DATABASE_URL: 'postgres://127.0.0.1:1/waybill' },
      ]
      for (const { code, out, err } of await Promise.all(refused.map((settings) => waybillCommand(['serve'], settings)))) {
        assert.deepEqual([code, out], [1, ''])
        assert.equal(err.split('\n').length, 1, err)
        assert.doesNotMatch(err, /\bat .*:\d+:\d+/)
      }
      await server.stop()
      await store.drop()
    })
  })

  describe('on any engine', { concurrency: false }, () => {
    let store: FreshDb
    before(async () => {
      store = await sqlite.freshDb([])
    })
    after(() => store.drop())

    it('a server finishes the current request when it is told to stop, and exits with 0', async () => {
      const server = await waybillServe({ ...store.env, ...DEMO_KEYS })
      const { port } = new URL(server.url)
      const body = JSON.stringify({ parcel_customer: { address_suffix: 'INFLIGHT' } })
      const socket = connect(Number(port), '127.0.0.1')
      const answer = once(socket, 'data')
      socket.write(
        `POST /v1/parcel-customers HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${TEST_KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body.slice(0, 9)}`,
      )
      // Once this later request is answered, the server has also received the half-sent request above.
      assert.equal(await statusWith(server.url, TEST_KEY), 200)
      const stopped = server.stop()
      await sleep(200)
      socket.write(body.slice(9))
      assert.match(String((await answer)[0]), /^HTTP\/1\.1 201 /)
      assert.equal(await stopped, 0)
      socket.destroy()
    })

    it('a server that is told to stop exits in time even if a client never finishes its request', async () => {
      const server = await waybillServe({ ...store.env, ...DEMO_KEYS, WAYBILL_LOG_LEVEL: 'warn', WAYBILL_DEMOS: '0' })
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.on('error', () => {})
      socket.write(
        `POST /v1/parcel-customers HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${TEST_KEY}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
      )
      assert.deepEqual([await statusWith(server.url, TEST_KEY), await server.stop()], [200, 0])
      socket.destroy()
      assert.match(server.output(), /"level":40,.*WAYBILL_DEMOS is not a known setting; did you mean WAYBILL_DEMO\?/)
    })

    const refused: [string[], RegExp][] = [
      [['business', 'create', '--name', 'Twice', '--prefix', 'DEM'], /DEM belongs to another business/],
      [['business', 'create', '--name', 'X', '--prefix', 'K1'], /two to six letters/],
      [['keys', 'create', '--business', 'DEM', '--mode', 'prod'], /test or live/],
      [['keys', 'create', '--business', 'NOBODY', '--mode', 'live'], /NOBODY/],
      [['keys', 'revoke', 'key_00000000000000000000000000'], /key_00000000000000000000000000/],
    ]
    it('a command that fails says why in one line, and exits with 1', async () => {
      const results = await Promise.all(refused.map(([args]) => hostedCommand(args, store.env)))
      for (const [index, { code, out, err }] of results.entries()) {
        assert.deepEqual([code, out], [1, ''])
        assert.match(err, refused[index]![1])
        assert.equal(err.split('\n').length, 1, err)
      }
    })
  })
})
