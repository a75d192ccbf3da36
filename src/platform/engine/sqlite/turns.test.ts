// A long transaction or export on the embedded store does not delay other reads. The statements of a transaction run in order.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { storesAt } from '../../../../test/support/engine/memory.ts'
import type { Db, Query } from '../db.ts'
import { SYSTEM } from '../db.ts'
import { openDb } from '../open.ts'

const LONG_MS = 200
const INSERT = 'insert into parcels (id) values ($1)'

/** Blocks the event loop for longer than a turn may last. */
const work = (): void => {
  for (const end = performance.now() + LONG_MS; performance.now() < end; );
}

describe('a long transaction', () => {
  let dataDir: string
  let db: Db
  before(async () => {
    dataDir = await mkdtemp(join(await storesAt, 'waybill-test-'))
    db = await openDb({ dataDir })
    await db.exclusively(SYSTEM, (tx) => tx.script('create table parcels (id text primary key);'))
  })
  after(async () => {
    await db.close()
    await rm(dataDir, { recursive: true })
  })
  const ids = async (of: Query = db) => (await of.query<{ id: string }>('select id from parcels order by rowid')).map(({ id }) => id)

  /** Counts the turns of the event loop during a series of statements. */
  const turnsDuring = async (view: Pick<Query, 'query'>): Promise<number> => {
    let turns = 0
    let isOver = false
    const counting = (async () => {
      for (; !isOver; turns++) await nextTurn()
    })()
    for (const end = performance.now() + LONG_MS; performance.now() < end; ) await view.query('select 1')
    isOver = true
    await counting
    return turns
  }

  it('lets others have their turn between its statements, and so do reads without a transaction, or in a snapshot', async () => {
    assert.ok((await db.transaction(SYSTEM, turnsDuring)) > 2)
    assert.ok((await turnsDuring(db)) > 2)
    assert.ok((await db.snapshot(turnsDuring)) > 2)
  })

  it('that says so keeps nobody waiting who came before it: it shares its commit with nobody', async () => {
    const ended: string[] = []
    const short = db.transaction(SYSTEM, (tx) => tx.execute('delete from parcels'))
    const long = db.transaction(
      SYSTEM,
      async (tx) => {
        await tx.query('select 1')
        for (let turns = 0; turns < 20; turns++) await nextTurn()
        ended.push('long')
      },
      { isLong: true },
    )
    await Promise.all([short.then(() => ended.push('short')), long])
    assert.deepEqual(ended, ['short', 'long'])
  })

  it('runs what it sends together in order, also when it has to wait for its turn', async () => {
    const found = await db.transaction(SYSTEM, async (tx) => {
      work()
      const sent = ['b', 'a', 'c'].map((id) => tx.execute(INSERT, [id]))
      const seen = ids(tx)
      await Promise.all(sent)
      return seen
    })
    assert.deepEqual(found, ['b', 'a', 'c'])
  })

  it('leaves nothing behind that waited for its turn when it failed', async () => {
    let late: Promise<unknown> | undefined
    const failing = db.transaction(SYSTEM, async (tx) => {
      work()
      late = tx.execute(INSERT, ['late'])
      late.catch(() => {})
      throw new Error('refused')
    })
    const next = db.transaction(SYSTEM, async (tx) => {
      await nextTurn()
      await tx.execute(INSERT, ['next'])
    })
    await assert.rejects(failing, /refused/)
    await next
    await assert.rejects(late!, /is over/)
    assert.equal((await ids()).includes('late'), false)
  })
})
