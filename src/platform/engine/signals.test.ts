// Signals reach every process after a commit, never after a failure. After a lost connection, listening resumes.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FreshDb } from '../../../test/support/engine/engines.ts'
import { forEachEngine, postgres } from '../../../test/support/engine/engines.ts'
import type { Db } from './db.ts'
import { StaleWrite, SYSTEM } from './db.ts'
import { openDb } from './open.ts'

const TOPIC = 'waybill_test'
const WAIT_MS = 60_000

const counter = () => {
  const heard = { times: 0, told: () => void heard.times++ }
  return heard
}

const until = async (isDone: () => boolean): Promise<void> => {
  for (let waitedMs = 0; !isDone(); waitedMs += 5) {
    assert.ok(waitedMs < WAIT_MS, 'in time')
    await sleep(5)
  }
}

forEachEngine((engine) => {
  let fresh: FreshDb
  let db: Db
  before(async () => {
    fresh = await engine.freshDb([{ name: '0001-notes', sql: 'create table notes (text text not null)' }])
    db = fresh.db
  })
  after(() => fresh.drop())

  describe('what is to be done after a commit', () => {
    it('is done once, when others can see what was written', async () => {
      const seen: number[] = []
      const done = Promise.withResolvers<void>()
      let runs = 0
      await db.transaction(SYSTEM, async (tx) => {
        runs += 1
        await tx.execute('insert into notes (text) values ($1)', ['one'])
        tx.afterCommit(() => {
          void db.query<{ count: number }>('select count(*) as count from notes').then(([row]) => {
            seen.push(row!.count)
            done.resolve()
          })
        })
        assert.deepEqual(seen, [])
        if (runs < 3) throw new StaleWrite()
      })
      await done.promise
      assert.deepEqual([runs, seen], [3, [1]])
    })

    it('is not done when the transaction fails', async () => {
      let isDone = false
      const failing = db.transaction(SYSTEM, async (tx) => {
        await tx.execute('insert into notes (text) values ($1)', ['two'])
        tx.afterCommit(() => {
          isDone = true
        })
        throw new Error('no')
      })
      await assert.rejects(failing, /no/)
      await sleep(20)
      assert.equal(isDone, false)
    })
  })

  describe('what is to be done after the commit', () => {
    it('of a transaction that excludes all others is done too', async () => {
      const done: string[] = []
      await db.exclusively(SYSTEM, async (tx) => {
        await tx.execute('insert into notes (text) values ($1)', ['alone'])
        tx.afterCommit(() => void done.push('alone'))
        assert.deepEqual(done, [])
      })
      assert.deepEqual(done, ['alone'])
    })
  })

  describe('a word', () => {
    it('is heard by those who listen to its topic, until they stop', async () => {
      const [mine, other] = [counter(), counter()]
      const stops = [await db.listen(TOPIC, mine.told), await db.listen(`${TOPIC}_other`, other.told)]
      const before = [mine.times, other.times]
      db.announce(TOPIC)
      await until(() => mine.times > before[0]!)
      assert.equal(other.times, before[1])
      for (const stop of stops) await stop()
      const atEnd = mine.times
      db.announce(TOPIC)
      await sleep(50)
      assert.equal(mine.times, atEnd)
    })
  })
})

describe('a word on PostgreSQL', () => {
  let fresh: FreshDb
  before(async () => {
    fresh = await postgres.freshDb([])
  })
  after(() => fresh.drop())

  it('reaches other servers', async () => {
    const other = await openDb({ databaseUrl: fresh.url, dataDir: fresh.dataDir })
    const heard = counter()
    const stop = await other.listen(TOPIC, heard.told)
    const before = heard.times
    for (let word = 0; word < 100; word++) fresh.db.announce(TOPIC)
    await until(() => heard.times > before)
    await sleep(50)
    assert.ok(heard.times - before <= 3, 'a hundred words in a row are heard as a few')
    await stop()
    await other.close()
  })

  it('is listened for again after the connection was lost, and what was missed is asked for', async () => {
    const heard = counter()
    const stop = await fresh.db.listen(TOPIC, heard.told)
    const before = heard.times
    await fresh.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen ${TOPIC}'`,
    )
    await until(() => heard.times > before)
    const again = heard.times
    fresh.db.announce(TOPIC)
    await until(() => heard.times > again)
    await stop()
  })
})
