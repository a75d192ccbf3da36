// The files of the embedded store are readable by their owner only. An incomplete store is refused, never replaced by an empty one.
import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { storesAt } from '../../../../test/support/engine/memory.ts'
import { backup } from '../../backup/backup.ts'
import { RESTORE_TABLE } from '../../backup/unfinished.ts'
import type { Db } from '../db.ts'
import { StoreDamaged, SYSTEM } from '../db.ts'
import { migrate } from '../migrate.ts'
import { openDb, openToOthers } from '../open.ts'

const FIRST = { name: '0001-first', sql: 'create table parcels (id text primary key, note text);' }
const SECOND = { name: '0002-second', sql: 'create table notices (id text primary key);' }
const INSERT = 'insert into parcels (id, note) values ($1, $2)'
const NOTE = 'x'.repeat(3_000)
const PARCELS = 100
const PAGE_BYTES = 4_096

describe('the files of an embedded store', () => {
  let directory: string
  let dataDir: string
  let file: string
  beforeEach(async () => {
    directory = await mkdtemp(join(await storesAt, 'waybill-test-'))
    dataDir = join(directory, 'data')
    file = join(dataDir, 'waybill.db')
  })
  afterEach(() => rm(directory, { recursive: true }))

  const modes = async (): Promise<Record<string, string>> => {
    const found: Record<string, string> = {}
    for (const name of ['.', ...(await readdir(dataDir))]) found[name] = ((await stat(join(dataDir, name))).mode & 0o777).toString(8)
    return found
  }

  const fill = async (): Promise<void> => {
    const db = await openDb({ dataDir })
    await migrate(db, [FIRST])
    await db.transaction(SYSTEM, async (tx) => {
      for (let id = 0; id < PARCELS; id++) await tx.execute(INSERT, [`p${id}`, NOTE])
    })
    await db.close()
  }

  const count = async (): Promise<number> => {
    const db = await openDb({ dataDir })
    const [row] = await db.query<{ count: number }>('select count(*) as count from parcels').finally(() => db.close())
    return row!.count
  }

  describe('are for their owner only', () => {
    it('whatever the umask: the store, its log, the copy before a migration, a backup', async () => {
      const umask = process.umask(0)
      try {
        const db = await openDb({ dataDir })
        await migrate(db, [FIRST])
        await migrate(db, [FIRST, SECOND])
        await backup(db, join(dataDir, 'today.backup'), new Date(0))
        assert.deepEqual(await modes(), {
          '.': '700',
          'secret.key': '600',
          'today.backup': '600',
          'waybill-before-0002-second.db': '600',
          'waybill.db': '600',
          'waybill.db-shm': '600',
          'waybill.db-wal': '600',
        })
        assert.deepEqual(await openToOthers({ dataDir }), [])
        await db.close()
        assert.deepEqual(Object.keys(await modes()), ['.', 'secret.key', 'today.backup', 'waybill-before-0002-second.db', 'waybill.db'])
      } finally {
        process.umask(umask)
      }
    })

    it('from the next start on where they were not; an open directory is complained about', async () => {
      await fill()
      await writeFile(join(dataDir, 'waybill-before-0002-second.db'), 'a copy')
      await writeFile(join(dataDir, 'notes.txt'), 'of somebody else')
      for (const name of Object.keys(await modes())) await chmod(join(dataDir, name), name === '.' ? 0o755 : 0o644)
      assert.equal(await count(), PARCELS)
      assert.deepEqual(await modes(), {
        '.': '755',
        'notes.txt': '644',
        'secret.key': '600',
        'waybill-before-0002-second.db': '600',
        'waybill.db': '600',
      })
      const [complaint, ...others] = await openToOthers({ dataDir })
      assert.match(complaint!, /is open to other users \(mode 755\): chmod 700 /)
      assert.deepEqual(others, [])
    })
  })

  const refused = async (...texts: string[]): Promise<void> =>
    assert.rejects(openDb({ dataDir }), (error: Error) => {
      assert.ok(error instanceof StoreDamaged, error.message)
      for (const text of texts) assert.ok(error.message.includes(text), error.message)
      return true
    })

  /** Closes the store, but leaves its files as a killed process would. */
  const kill = async (db: Db): Promise<void> => {
    const files = await Promise.all(['', '-wal', '-shm'].map(async (end) => [file + end, await readFile(file + end)] as const))
    await db.close()
    for (const [path, content] of files) await writeFile(path, content)
  }

  it('refuse to be a new store when the file is empty, and stay as they are', async () => {
    await fill()
    await truncate(file)
    await writeFile(`${file}-wal`, 'what SQLite would delete')
    await refused(`${file} is empty`, 'waybill restore')
    assert.equal((await stat(file)).size, 0)
    assert.equal(await readFile(`${file}-wal`, 'utf8'), 'what SQLite would delete')
  })

  it('refuse to be a new store when the file is gone and its log is there', async () => {
    await fill()
    await rm(file)
    await writeFile(`${file}-wal`, 'what SQLite would delete')
    await refused(`${file} is missing`, `${file}-wal`, 'waybill restore')
    assert.equal(await readFile(`${file}-wal`, 'utf8'), 'what SQLite would delete')
  })

  it('refuse to be a new store beside the key of an old one, but for a restore, or where the settings name the key', async () => {
    await fill()
    await rm(file)
    assert.deepEqual(await readdir(dataDir), ['secret.key'])
    await refused(`${file} is missing`, join(dataDir, 'secret.key'), 'waybill restore')
    await (await openDb({ dataDir }, { resuming: RESTORE_TABLE })).close()
    await rm(file)
    await (await openDb({ dataDir, secretKeys: ['a key of the settings, long enough for anybody'] })).close()
  })

  for (const [how, left] of [
    ['by many pages', PAGE_BYTES * 20],
    ['within its first page', 300],
  ] as const) {
    it(`are refused when the file was cut ${how}`, async () => {
      await fill()
      await truncate(file, left)
      await refused(file, 'waybill restore')
    })
  }

  it('are refused with their path and advice when the file is none of SQLite’s', async () => {
    await fill()
    await writeFile(file, 'hello '.repeat(2_000))
    await refused(`${file} is damaged`, 'file is not a database', 'waybill restore')
  })

  it('that are cut and have a log are refused without a word of the doctor, who cannot open them either', async () => {
    const db = await openDb({ dataDir })
    await migrate(db)
    await db.close()
    await kill(await openDb({ dataDir }).then((opened) => opened.execute('delete from fx_rates').then(() => opened)))
    await truncate(file, PAGE_BYTES)
    await assert.rejects(
      openDb({ dataDir }),
      (error: Error) => error instanceof StoreDamaged && error.message.includes('waybill restore') && !error.message.includes('doctor'),
    )
  })

  it('that are damaged further in say so, with path and advice, when that is read, and send to the doctor', async () => {
    await fill()
    const content = await readFile(file)
    content.fill(0xff, PAGE_BYTES * 2)
    await writeFile(file, content)
    await assert.rejects(
      count(),
      (error: Error) => error instanceof StoreDamaged && / is damaged .*"waybill doctor" says how far/.test(error.message),
    )
  })

  it('are whole after a crash that left the log', async () => {
    await fill()
    const db = await openDb({ dataDir })
    await db.execute(INSERT, ['late', null])
    await kill(db)
    assert.equal(await count(), PARCELS + 1)
  })
})
