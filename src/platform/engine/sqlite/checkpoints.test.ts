// A thread copies the log of the embedded store into the store's file. The log is then reused from its beginning.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { storesAt } from '../../../../test/support/engine/memory.ts'
import { CHECKPOINT_THREAD } from './checkpoint-thread.ts'
import { createCheckpoints } from './checkpoints.ts'
import { connect } from './connection.ts'

const PAGE_BYTES = 4_096
/** The row fills most of a page, so that each commit adds a page or two to the log. */
const ROW = 'x'.repeat(3_000)
const NO_THREAD = 'throw new Error("no thread");'
/** The code of a thread that fails until the file `name` exists. */
const LATE_THREAD = (name: string) => `if (!require('node:fs').existsSync(${JSON.stringify(name)})) ${NO_THREAD}\n${CHECKPOINT_THREAD}`
/** The code of a thread that appends a byte to the file `name` for each message 'copy' that it receives. */
const COUNTING_THREAD = (name: string) => `require('node:worker_threads').parentPort.on('message', (order) =>
  order === 'copy' && require('node:fs').appendFileSync(${JSON.stringify(name)}, '.'));\n${CHECKPOINT_THREAD}`
const READ_MS = 1_000
const ATTEMPTS_MAX = 100
const COPIED_BY_COMMITS_PAGES = 8_000
const RETRY_MS = 100
const GIVES_UP_MS = 10_000

describe('the log of the embedded store', () => {
  let directory: string
  before(async () => {
    directory = await mkdtemp(join(await storesAt, 'waybill-log-'))
  })
  after(() => rm(directory, { recursive: true }))

  const openStore = (name: string, thread?: string) => {
    const file = join(directory, name)
    const { database, run, all } = connect(file, { readOnly: false, busyTimeoutMs: 0 })
    run('create table rows (text text not null)')
    const reported: object[] = []
    const report = (what: string, details: object) => reported.push({ what, ...details })
    const checkpoints = createCheckpoints(file, database, { report, retryMs: RETRY_MS, ...(thread && { thread }) })
    const logNow = () => database.prepare('pragma wal_checkpoint(noop)').get() as { log: number; checkpointed: number }
    const write = (rows: number) => {
      run('begin immediate')
      for (let row = 0; row < rows; row++) run('insert into rows values ($1)', [ROW])
      run('commit')
      checkpoints.committed()
    }
    const count = () => (all('select count(*) as rows from rows')[0] as { rows: number }).rows
    const filePages = () => statSync(file).size / PAGE_BYTES
    const close = async () => {
      await checkpoints.close()
      database.close()
    }
    return { write, count, logNow, filePages, close, reported }
  }

  const until = async (what: string, isSo: () => boolean): Promise<void> => {
    for (const startedAt = performance.now(); !isSo(); await sleep(5)) {
      assert.ok(performance.now() - startedAt < GIVES_UP_MS, `${what} does not come about`)
    }
  }

  it('is copied without a commit, and is then written from its beginning', async () => {
    const store = openStore('copied.db')
    store.write(500)
    assert.equal(store.logNow().checkpointed, 0, 'too short to be copied')
    store.write(1_500)
    await until('the copy', () => store.logNow().checkpointed === store.logNow().log)
    assert.ok(store.filePages() > 1_500)
    store.write(1)
    assert.ok(store.logNow().log < 10, 'written from its beginning')
    assert.equal(store.count(), 2_001)
    await store.close()
  })

  it('is copied to its end also while it is written', async () => {
    const store = openStore('busy.db')
    const startedAt = performance.now()
    let written = 0
    for (let hasRestarted = false; !hasRestarted; await nextTurn()) {
      assert.ok(performance.now() - startedAt < GIVES_UP_MS, 'it only grows')
      const logBefore = store.logNow().log
      store.write(20)
      written += 20
      hasRestarted = store.logNow().log < logBefore && logBefore < COPIED_BY_COMMITS_PAGES
    }
    assert.equal(store.count(), written)
    await store.close()
    const left = (await readdir(directory)).filter((name) => name.startsWith('busy'))
    assert.deepEqual(left, ['busy.db'])
  })

  it('is left alone between attempts while a reader keeps it from being copied, and is copied once that has ended', async () => {
    const orders = join(directory, 'orders')
    const store = openStore('read.db', COUNTING_THREAD(orders))
    store.write(1)
    const reader = connect(join(directory, 'read.db'), { readOnly: true, busyTimeoutMs: 0 })
    reader.run('begin')
    reader.all('select count(*) from rows')
    store.write(2_000)
    const attempts = () => statSync(orders, { throwIfNoEntry: false })?.size ?? 0
    await until('a second attempt', () => attempts() > 1)
    await sleep(READ_MS)
    // Without pauses, the thread would make thousands of attempts.
    assert.ok(attempts() < ATTEMPTS_MAX, `${attempts()} attempts`)
    reader.run('commit')
    await until('the copy', () => store.logNow().checkpointed === store.logNow().log)
    reader.database.close()
    await store.close()
  })

  it('is copied by the commits where there is no thread', async () => {
    const store = openStore('alone.db', NO_THREAD)
    store.write(2_000)
    await sleep(50)
    assert.equal(store.logNow().checkpointed, 0)
    for (let commit = 0; commit < 8; commit++) store.write(1_000)
    assert.ok(store.logNow().log < COPIED_BY_COMMITS_PAGES + 2_000)
    assert.ok(store.filePages() > COPIED_BY_COMMITS_PAGES)
    await store.close()
  })

  it('is copied by a thread that is started again after it failed, and the failure is reported', async () => {
    const signal = join(directory, 'now')
    const store = openStore('late.db', LATE_THREAD(signal))
    store.write(2_000)
    await until('the report', () => store.reported.length > 0)
    assert.deepEqual(store.reported, [
      { what: 'the log of the store could not be copied into its file; it is tried again', reason: 'no thread' },
    ])
    store.write(1)
    assert.equal(store.reported.length, 1, 'not at once')
    await writeFile(signal, '')
    await sleep(RETRY_MS)
    // Writes repeatedly: on a busy machine, the failed thread may exit only after some of these commits.
    await until('the copy', () => {
      store.write(1)
      return store.filePages() > 1_500
    })
    assert.equal(store.reported.length, 1)
    await store.close()
  })

  it('does not let a command end before its store is closed', async () => {
    const script = `
      import { openDb } from ${JSON.stringify(import.meta.resolve('../open.ts'))}
      const db = await openDb({ dataDir: ${JSON.stringify(join(directory, 'command'))} })
      await db.exclusively({}, (tx) => tx.script('create table rows (text text not null)'))
      await db.transaction({}, async (tx) => {
        for (let row = 0; row < 1500; row++) await tx.execute('insert into rows values ($1)', ['x'.repeat(3000)])
      })
      await new Promise((resolve) => setTimeout(resolve, 500))
      await db.close()
      console.log('closed')`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
    assert.equal(stdout, 'closed\n')
    assert.deepEqual(await readdir(join(directory, 'command')), ['secret.key', 'waybill.db'])
  })
})
