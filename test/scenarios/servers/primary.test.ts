// Several servers in one URL: the store follows the one that was promoted last, and acknowledges nothing that a failover would undo.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../src/store/engine/db.ts'
import { OutcomeUnknown, StoreUnavailable, SYSTEM } from '../../../src/store/engine/db.ts'
import { openDb } from '../../../src/store/open.ts'
import type { PostgresPair } from '../../support/engine/postgres-pair.ts'
import { noPairHere, startPair } from '../../support/engine/postgres-pair.ts'

const NOTICED_WITHIN_MS = 60_000
const POLL_MS = 50

const until = async (what: string, isSo: () => Promise<unknown> | unknown): Promise<void> => {
  const signal = AbortSignal.timeout(NOTICED_WITHIN_MS)
  while (!(await isSo())) {
    assert.ok(!signal.aborted, `${what}, in time`)
    await sleep(POLL_MS)
  }
}

describe('a URL with several servers', { skip: noPairHere() }, () => {
  let pair: PostgresPair
  let db: Db
  before(async () => {
    pair = await startPair()
    db = await openDb({ databaseUrl: pair.url, dataDir: '' })
    await db.exclusively(SYSTEM, (tx) => tx.script('create table notes (text text primary key)'))
  })
  after(async () => {
    await db.close()
    await pair.close()
  })

  const write = (text: string, to = db) => to.transaction(SYSTEM, (tx) => tx.execute('insert into notes values ($1)', [text]))
  const notes = async () => (await pair.primary.query('select text from notes order by text')).map(({ text }) => text)

  it('a commit whose wait for the standby was cancelled is not acknowledged', async () => {
    await pair.makeSynchronous()
    await pair.standby.kill()
    const writing = assert.rejects(write('cancelled'), OutcomeUnknown)
    await until('the commit waits', async () => {
      const [cancelled] = await pair.primary.query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
      return cancelled
    })
    await writing
    // It is stored anyway: its outcome was unknown.
    assert.deepEqual(await notes(), ['cancelled'])
    await pair.primary.query('alter system reset synchronous_standby_names')
    await pair.primary.query('select pg_reload_conf()')
    await pair.rebuildStandby()
  })

  it('a primary that lives on after another was promoted is left, by those who listen too', async () => {
    let heard = 0
    const stop = await db.listen('notes', () => {
      heard += 1
    })
    const relic = pair.primary
    await pair.promote()
    await until('the other server is written to', async () => {
      const text = `promoted ${heard} ${performance.now()}`
      await write(text).catch(() => {})
      return (await notes()).includes(text)
    })
    const told = heard
    await until('a word comes through the other server', () => {
      db.announce('notes')
      return heard > told + 1
    })
    await stop()

    const newcomer = await openDb({ databaseUrl: pair.url, dataDir: '' })
    await write('by a newcomer', newcomer)
    await newcomer.close()
    assert.ok((await notes()).includes('by a newcomer'))

    await pair.primary.kill()
    await assert.rejects(write('to the relic'), StoreUnavailable)
    assert.deepEqual(await relic.query(`select text from notes where text = 'to the relic'`), [])
  })
})
