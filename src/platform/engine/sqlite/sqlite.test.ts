// The embedded engine groups commits, and reports a commit whose outcome is unknown. It survives a full disk and a lock held by another process.
import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, beforeEach, describe, it, mock } from 'node:test'
import { storesAt } from '../../../../test/support/engine/memory.ts'
import { runTogether } from '../../../../test/support/engine/store-children.ts'
import type { Db } from '../db.ts'
import { OutcomeUnknown, StoreUnavailable, SYSTEM } from '../db.ts'
import { openDb } from '../open.ts'

const SCHEMA = `
  create table counters (value bigint not null);
  create table parcels (id text primary key);
  create table notices (parcel_id text not null references parcels (id));
`
const INSERT = 'insert into parcels (id) values ($1)'

/** The names of the files in a directory, without the `-shm` file and without empty files, such as an emptied log. */
const withContents = async (directory: string): Promise<string[]> => {
  const files = await readdir(directory)
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(directory, file))).size))
  return files.filter((file, index) => sizes[index]! > 0 && !file.endsWith('-shm'))
}

describe('on sqlite', () => {
  let dataDir: string
  let db: Db
  beforeEach(async () => {
    await drop()
    dataDir = await mkdtemp(join(await storesAt, 'waybill-test-'))
    db = await openDb({ dataDir })
    await db.exclusively(SYSTEM, (tx) => tx.script(SCHEMA))
  })
  const drop = async () => {
    await db?.close()
    if (dataDir) await rm(dataDir, { recursive: true })
  }
  after(drop)

  const ids = async () => (await db.query<{ id: string }>('select id from parcels')).map(({ id }) => id)
  const insertAll = (count: number, run: (id: string) => Promise<unknown> = (id) => db.execute(INSERT, [id])) =>
    Promise.allSettled(Array.from({ length: count }, (_, index) => run(`p${index}`)))

  it('a commit at which the disk fails may hold all the same: nobody is told that nothing was changed', async () => {
    const { exec } = DatabaseSync.prototype
    const failing = mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, sql: string) {
      if (sql === 'commit') throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 1034 })
      return exec.call(this, sql)
    })
    const outcomes = await insertAll(3)
    failing.mock.restore()
    for (const outcome of outcomes) assert.ok(outcome.status === 'rejected' && outcome.reason instanceof OutcomeUnknown)
    await db.execute(INSERT, ['after'])
    assert.deepEqual(await ids(), ['after'])
  })

  it('commits wait for the disk, references are checked, columns are strict', async () => {
    const settings = await db.transaction(SYSTEM, (tx) =>
      Promise.all(
        ['journal_mode', 'synchronous', 'foreign_keys'].map(async (name) => Object.values((await tx.query(`pragma ${name}`))[0]!)[0]),
      ),
    )
    assert.deepEqual(settings, ['wal', 2, 1])
    await assert.rejects(db.execute('insert into notices (parcel_id) values ($1)', ['nobody']), /FOREIGN KEY/)
    await assert.rejects(db.execute('insert into counters (value) values ($1)', ['many']), /cannot store TEXT/)
  })

  it('a new data directory is readable by its owner only', async () => {
    const other = await openDb({ dataDir: join(dataDir, 'deep', 'er') })
    await other.close()
    assert.equal((await stat(join(dataDir, 'deep', 'er'))).mode & 0o777, 0o700)
  })

  describe('transactions that arrive', () => {
    const arrivals: [string, (write: () => Promise<unknown>) => Promise<unknown>][] = [
      ['at once', (write) => write()],
      ['one by one in the same turn of the event loop', (write) => new Promise((resolve) => setImmediate(() => resolve(write())))],
    ]
    for (const [when, arrive] of arrivals) {
      it(`${when} share a few commits`, async () => {
        const exec = mock.method(DatabaseSync.prototype, 'exec')
        await insertAll(300, (id) => arrive(() => db.execute(INSERT, [id])))
        const commits = exec.mock.calls.filter(({ arguments: [sql] }) => sql === 'commit').length
        exec.mock.restore()
        assert.equal((await ids()).length, 300)
        assert.ok(commits <= 15, `${commits} commits`)
      })
    }

    it('together do not suffer from those among them that fail', async () => {
      const results = await insertAll(300, (id) =>
        db.transaction(SYSTEM, async (tx) => {
          await tx.execute(INSERT, [id])
          if (id.endsWith('7')) throw new Error('refused')
          if (id.endsWith('3')) await tx.execute(INSERT, [id])
        }),
      )
      assert.equal(results.filter(({ status }) => status === 'rejected').length, 60)
      assert.equal((await ids()).length, 240)
      assert.ok((await ids()).every((id) => !/[37]$/.test(id)))
    })

    const writes: [string, string][] = [
      ['execute', INSERT],
      ['query with a returning insert', `${INSERT} returning id`],
      [
        'query with an insert behind a with',
        `with named as (select 'p' as id) insert into parcels select id || $1 from named returning id`,
      ],
    ]
    for (const [how, sql] of writes) {
      it(`together leave nothing of one that wrote by ${how} and then failed`, async () => {
        const results = await insertAll(20, (id) =>
          db.transaction(SYSTEM, async (tx) => {
            await (how === 'execute' ? tx.execute(sql, [id]) : tx.query(sql, [id]))
            if (id === 'p7') throw new Error('refused')
          }),
        )
        assert.equal(results.filter(({ status }) => status === 'rejected').length, 1)
        const stored = await ids()
        assert.deepEqual([stored.length, stored.some((id) => id.endsWith('p7'))], [19, false])
      })
    }

    it('together are each told of their commit once, though a failure makes those before it run again', async () => {
      const told: string[] = []
      let runs = 0
      await insertAll(30, (id) =>
        db.transaction(SYSTEM, async (tx) => {
          runs++
          await tx.execute(INSERT, [id])
          tx.afterCommit(() => told.push(id))
          if (id.endsWith('7')) throw new Error('refused')
        }),
      )
      assert.ok(runs > 30, `${runs} runs`)
      assert.deepEqual(told, await ids())
      assert.equal(told.length, 27)
    })

    it('run once and apart from all others if they are to exclude them', async () => {
      const failing = () =>
        insertAll(5, (id) => db.transaction(SYSTEM, async (tx) => tx.execute(INSERT, [id]).then(() => assert.fail('refused'))))
      let runs = 0
      const before = failing()
      const alone = db.exclusively(SYSTEM, async (tx) => {
        runs++
        await tx.execute(INSERT, ['alone'])
      })
      await Promise.all([before, alone, failing()])
      assert.equal(runs, 1)
      assert.deepEqual(await ids(), ['alone'])
    })

    it('together all fail when their commit fails, and the store goes on', async () => {
      const results = await insertAll(5, (id) =>
        db.transaction(SYSTEM, async (tx) => {
          await tx.execute(INSERT, [id])
          if (id !== 'p3') return
          // Defers the check of the foreign key, so that the commit fails instead of the insert.
          await tx.execute('pragma defer_foreign_keys = on')
          await tx.execute('insert into notices (parcel_id) values ($1)', ['nobody'])
        }),
      )
      assert.deepEqual(new Set(results.map(({ status }) => status)), new Set(['rejected']))
      assert.deepEqual(await ids(), [])
      await db.execute(INSERT, ['later'])
      assert.deepEqual(await ids(), ['later'])
    })

    it('together all fail when the engine rolls the whole group back, those that had succeeded too', async () => {
      const results = await insertAll(5, (id) =>
        db.transaction(SYSTEM, async (tx) => {
          await tx.execute(INSERT, [id])
          if (id === 'p2') await tx.execute('rollback')
        }),
      )
      assert.deepEqual(
        results.map(({ status }) => status),
        ['rejected', 'rejected', 'rejected', 'fulfilled', 'fulfilled'],
      )
      assert.ok(results[0]?.status === 'rejected' && results[0].reason instanceof StoreUnavailable)
      assert.deepEqual(await ids(), ['p3', 'p4'])
    })
  })

  describe('a store that was closed is one file', () => {
    const close = async () => db.close()
    const stored = async () => {
      // The key has its own file, so that a copy of the store alone does not reveal the secrets.
      assert.deepEqual(await withContents(dataDir), ['secret.key', 'waybill.db'])
      const other = await mkdtemp(join(await storesAt, 'waybill-test-'))
      await copyFile(join(dataDir, 'waybill.db'), join(other, 'waybill.db'))
      const copy = await openDb({ dataDir: other })
      const [row] = await copy.query<{ parcels: number }>('select count(*) as parcels from parcels')
      await copy.close()
      await rm(other, { recursive: true })
      return row!.parcels
    }

    it('that holds all that was written', async () => {
      await insertAll(300)
      await ids()
      await close()
      assert.equal(await stored(), 300)
    })

    it('though it was closed while somebody read a moment of it', async () => {
      const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const snapshot = db.snapshot(async (view) => {
        begun.resolve()
        await goOn.promise
        return view.query('select id from parcels')
      })
      await begun.promise
      await insertAll(300)
      await close()
      goOn.resolve()
      await assert.rejects(snapshot, StoreUnavailable)
      assert.equal(await stored(), 300)
    })

    it('once the last of several has closed it, in whichever order, or at once', async () => {
      const orders: ((all: Db[]) => Promise<unknown>)[] = [
        async ([first, second]) => first!.close().then(() => second!.close()),
        async ([first, second]) => second!.close().then(() => first!.close()),
        (all) => Promise.all(all.map((each) => each.close())),
      ]
      for (const [turn, inOrder] of orders.entries()) {
        const all = [await openDb({ dataDir }), await openDb({ dataDir })]
        await Promise.all(all.map((each, index) => each.execute(INSERT, [`${turn}-${index}`])))
        for (const each of all) await each.query('select id from parcels')
        await close()
        await inOrder(all)
        assert.equal(await stored(), 2 * (turn + 1))
      }
    })

    it('also when processes that wrote until then end at the same moment', async () => {
      await db.execute('insert into counters (value) values (0)')
      await close()
      for (let turn = 0; turn < 3; turn++) {
        await runTogether(3, 'count', { dataDir, times: 20 })
        assert.deepEqual(await withContents(dataDir), ['secret.key', 'waybill.db'])
      }
    })
  })

  it('a commit that no cached answer shows leaves lastChange as it is, unless it is grouped with another one', async () => {
    const unseen = (id: string) => db.transaction(SYSTEM, (tx) => tx.execute(INSERT, [id]), { isInNoAnswer: true })
    const before = db.lastChange()
    await unseen('log1')
    assert.equal(db.lastChange(), before)
    await Promise.all([unseen('log2'), db.execute(INSERT, ['parcel'])])
    assert.notEqual(db.lastChange(), before)
    assert.deepEqual(await ids(), ['log1', 'log2', 'parcel'])
  })

  it('a full disk is a store that is unavailable, for as long as it is full', async () => {
    await db.execute('pragma max_page_count = 6')
    const write = () => db.execute(INSERT, ['x'.repeat(100_000)])
    await assert.rejects(write(), StoreUnavailable)
    await db.execute('pragma max_page_count = 1000')
    await write()
  })

  it('a lock that another process never gives back makes the store unavailable, and reads go on meanwhile', async () => {
    const other = new DatabaseSync(join(dataDir, 'waybill.db'))
    other.exec('begin immediate')
    const writing = assert.rejects(db.execute(INSERT, ['p']), StoreUnavailable)
    assert.deepEqual(await ids(), [])
    await writing
    other.exec('rollback')
    await db.execute(INSERT, ['p'])
    other.close()
  })
})
