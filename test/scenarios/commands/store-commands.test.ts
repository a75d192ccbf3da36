// Only a few commands may create a store. Only the server, `waybill migrate` and `waybill restore` may change the schema of a store.

import assert from 'node:assert/strict'
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { appliedMigrations, loadMigrations } from '../../../src/platform/engine/migrate.ts'
import { forOneEngine, postgres, sqlite } from '../../support/engine/engines.ts'
import { storesAt } from '../../support/engine/memory.ts'
import { hostedCommand, waybillCommand } from '../../support/server/command-line.ts'

const PAGE_BYTES = 4_096

let directory: string
before(async () => {
  directory = await mkdtemp(join(await storesAt, 'waybill-test-'))
})
after(() => rm(directory, { recursive: true }))

const CREATE = ['business', 'create', '--name', 'Kano Imports', '--prefix', 'KAN']
/** Commands that need an up-to-date store. They refuse to run if the store is missing or has an older schema. */
const ON_A_STORE = (): string[][] => [
  ['business', 'list'],
  ['keys', 'create', '--business', 'KAN', '--mode', 'test'],
  ['keys', 'list'],
  ['keys', 'revoke', 'key_00000000000000000000000000'],
  ['staff', 'setup-link'],
  ['cards', 'list'],
  ['cards', 'export', 'import-air-china'],
  ['cards', 'publish', 'import-air-china'],
  ['cards', 'shadow', 'import-air-china'],
  ['fx', 'set', 'USD/NGN', '1450', '--source', 'bank'],
  ['fx', 'list'],
  ['terms', 'list', '--business', 'KAN'],
  ['audit', 'verify'],
  ['audit', 'show', 'biz_00000000000000000000000000'],
  ['demo-data', '--business', 'KAN'],
  ['listen', '--forward-to', 'http://127.0.0.1:9/'],
]

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

describe('in a directory without a store', () => {
  const refusing = async (dataDir: string, commands: readonly string[][]) => {
    for (const args of commands) {
      const { code, out, err } = await hostedCommand(args, { WAYBILL_DATA: dataDir })
      assert.deepEqual([code, out], [1, ''], args.join(' '))
      assert.match(err, /^There is no store in [^\n]+$/, args.join(' '))
      for (const named of [dataDir, 'WAYBILL_DATA', 'waybill migrate']) assert.ok(err.includes(named), `${args.join(' ')}: ${err}`)
    }
  }
  const commands = () => [
    ...ON_A_STORE(),
    ['backup', join(directory, 'none.backup')],
    ['move-to-postgres', 'postgres://127.0.0.1:1/nowhere'],
  ]

  it('a command says so, names the directory and the setting, and creates nothing', async () => {
    const missing = join(directory, 'missing')
    await refusing(missing, commands())
    const empty = join(directory, 'empty')
    await mkdir(empty)
    await refusing(empty, commands())
    assert.deepEqual([await isThere(missing), await readdir(empty)], [false, []])
  })

  it('doctor reports a file in its place', async () => {
    const { out } = await hostedCommand(['doctor'], { WAYBILL_DATA: import.meta.filename })
    assert.match(out, /FAIL {2}data directory: .* is not a directory/)
  })

  it('doctor reports it, and creates nothing either', async () => {
    const missing = join(directory, 'missing')
    const { code, out } = await hostedCommand(['doctor'], { WAYBILL_DATA: missing })
    assert.equal(code, 1)
    assert.match(out, /^FAIL {2}store: There is no store in /m)
    assert.equal(await isThere(missing), false)
  })

  it('migrate creates one, and so does the first business, for use before any start', async () => {
    assert.match((await hostedCommand(['migrate'], { WAYBILL_DATA: join(directory, 'migrated') })).out, /^Applied: 0001-/)
    const settings = { WAYBILL_DATA: join(directory, 'prepared') }
    const created = await waybillCommand(CREATE, settings)
    assert.match(created.out, /^biz_/, created.err)
    assert.ok(created.err.includes(`a new store was made in ${settings.WAYBILL_DATA}`), created.err)
    assert.match((await hostedCommand(['keys', 'create', '--business', 'KAN', '--mode', 'live'], settings)).out, /^wb_live_/)
  })
})

forOneEngine((engine) => {
  const refusing = async (env: Record<string, string>, message: RegExp, expected = 1) => {
    for (const args of [CREATE, ...ON_A_STORE()]) {
      const { code, out, err } = await hostedCommand(args, env)
      assert.deepEqual([code, out], [expected, ''], args.join(' '))
      assert.match(err, message, args.join(' '))
      assert.equal(err.split('\n').length, 1, err)
    }
  }

  it('a store in use by an older version is not migrated, but can be backed up', async () => {
    const older = (await loadMigrations(engine.name)).slice(0, -1)
    const store = await engine.freshDb(older)
    await refusing(store.env, /^The store is not up to date: it lacks "\d{4}-[^"]+"\. Run "waybill migrate"/)
    const saved = await hostedCommand(['backup', join(directory, `${engine.name}-older.backup`)], store.env)
    assert.equal(saved.code, 0, saved.err)
    assert.deepEqual(
      await appliedMigrations(store.db),
      older.map(({ name }) => name),
    )
    assert.equal((await hostedCommand(['migrate'], store.env)).code, 0)
    assert.equal((await hostedCommand(['business', 'list'], store.env)).code, 0)
    await store.drop()
  })

  it('a store of a newer version is refused by every command', async () => {
    const later = { name: '9999-later', sql: 'create table later (id text);' }
    const store = await engine.freshDb([...(await loadMigrations(engine.name)), later])
    const message = /newer version of Waybill: it has "9999-later"/
    await refusing(store.env, message, 2)
    for (const args of [['migrate'], ['backup', join(directory, 'newer.backup')], ['serve']])
      assert.match((await hostedCommand(args, store.env)).err, message, args.join(' '))
    assert.match((await hostedCommand(['doctor'], store.env)).out, message)
    await store.drop()
  })
})

describe('waybill doctor', () => {
  type Report = { ok: boolean; checks: { check: string; ok: boolean; note: string; advice?: string }[] }
  const failing = async (env: Record<string, string>): Promise<Record<string, { note: string; advice?: string }>> => {
    const { out } = await hostedCommand(['doctor', '--json'], env)
    const { checks } = JSON.parse(out) as Report
    return Object.fromEntries(
      checks.filter(({ ok }) => !ok).map(({ check, note, advice }) => [check, advice ? { note, advice } : { note }]),
    )
  }

  it('finds damaged pages and files that others may read, and says what to do', async () => {
    const store = await sqlite.freshDb()
    // Damages a page of an index. Opening the store does not read this page.
    const [index] = await store.db.query<{ page: number }>(`select rootpage as page from sqlite_schema where name = 'ix_receipts_newest'`)
    await store.db.close()
    const file = join(store.dataDir, 'waybill.db')
    const content = await readFile(file)
    content.fill(0xff, (index!.page - 1) * PAGE_BYTES, index!.page * PAGE_BYTES)
    await writeFile(file, content)
    await chmod(store.dataDir, 0o755)
    const found = await failing(store.env)
    assert.match(found.pages!.note, /^damaged: .*page/i)
    assert.match(found.pages!.advice!, /restore the latest backup/)
    assert.match(found.files!.note, /mode 755\): chmod 700 /)
    assert.equal(found.disk, undefined)
    await store.drop()
  })

  it('measures connections and the clock', async () => {
    const store = await postgres.freshDb()
    const { out } = await waybillCommand(['doctor'], store.env)
    assert.match(out, /^ok {4}connections: \d+ of \d+ connections in use, this server may open \d+$/m)
    assert.match(out, /^ok {4}clock: \d+ ms (behind|ahead of) the database/m)
    const few = await failing({ ...store.env, WAYBILL_DATABASE_CONNECTIONS: '500' })
    assert.match(few.connections!.advice!, /max_connections/)
    await store.drop()
  })

  const loading = (script: string) => ({
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=data:text/javascript,${encodeURIComponent(script)}`,
  })

  it('finds a disk with too little room for a copy of the store', async () => {
    const store = await sqlite.freshDb()
    const full = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'
      fs.promises.statfs = async () => ({ bavail: 100, bsize: 4096 }); syncBuiltinESMExports()`
    const { out } = await waybillCommand(['doctor'], { ...store.env, ...loading(full) })
    assert.match(out, /^FAIL {2}disk: 0\.0 GiB free in .*\n {6}make room: /m)
    await store.drop()
  })

  it('finds a clock that differs from that of the database', async () => {
    const store = await postgres.freshDb()
    const ahead = loading('const now = Date.now; Date.now = () => now() + 60_000')
    const { out } = await waybillCommand(['doctor'], { ...store.env, ...ahead })
    assert.match(out, /^FAIL {2}clock: (59|6\d)\d{3} ms ahead of the database’s\n {6}synchronise both/m)
    await store.drop()
  })
})
