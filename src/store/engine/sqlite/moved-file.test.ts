// An embedded store that is moved away, removed or replaced beneath the process that has it open takes no writes, and is missed.

import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { openDb } from '../../open.ts'
import type { Db } from '../db.ts'
import { StoreDamaged, StoreUnavailable } from '../db.ts'
import { migrate } from '../migrate.ts'

const FIRST = { name: '0001-first', sql: 'create table parcels (id text primary key);' }

describe('an embedded store that is not in its place any more', () => {
  let directory: string
  let file: string
  let elsewhere: string
  let db: Db
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'waybill-test-'))
    file = join(directory, 'waybill.db')
    elsewhere = join(directory, 'elsewhere.db')
    db = await openDb({ dataDir: directory })
    await migrate(db, [FIRST])
    await insert('first')
  })
  afterEach(() => rm(directory, { recursive: true }))

  const insert = (id: string): Promise<unknown> => db.execute('insert into parcels (id) values ($1)', [id])

  const ids = async (): Promise<string[]> => {
    const rows = await db.query<{ id: string }>('select id from parcels order by id')
    return rows.map(({ id }) => id)
  }

  const isRefusal = (error: Error): boolean => error instanceof StoreUnavailable && error.message.includes(`${file} is no longer the file`)
  const isDamage = (error: Error): boolean => error instanceof StoreDamaged && error.message.includes(`${file} is no longer the file`)

  const losses: [string, () => Promise<void>][] = [
    ['moved away', () => rename(file, elsewhere)],
    ['removed', () => rm(file)],
    [
      'replaced',
      async () => {
        await copyFile(file, elsewhere)
        await rename(elsewhere, file)
      },
    ],
  ]
  for (const [how, lose] of losses) {
    it(`takes no writes once it was ${how}, and is not well`, async () => {
      await lose()
      await assert.rejects(insert('second'), isRefusal)
      await assert.rejects(db.vitals(), isDamage)
      assert.deepEqual(await ids(), ['first'])
      await db.close()
    })
  }

  it('takes writes again when it is back', async () => {
    await rename(file, elsewhere)
    await assert.rejects(insert('second'), isRefusal)
    await rename(elsewhere, file)
    await insert('second')
    assert.deepEqual(await ids(), ['first', 'second'])
    await db.vitals()
    await db.close()
    assert.deepEqual(await readdir(directory), ['secret.key', 'waybill.db'])
  })

  it('is missed at the next start after an orderly stop, and is whole once it is back', async () => {
    await rename(file, elsewhere)
    await db.close()
    await assert.rejects(
      openDb({ dataDir: directory }),
      (error: Error) => error instanceof StoreDamaged && error.message.includes(`${file} is missing`),
    )
    await rename(elsewhere, file)
    for (const end of ['-wal', '-shm']) await rm(file + end, { force: true })
    db = await openDb({ dataDir: directory })
    await insert('second')
    assert.deepEqual(await ids(), ['first', 'second'])
    await db.close()
    assert.deepEqual(await readdir(directory), ['secret.key', 'waybill.db'])
  })

  it('leaves the marker of the one that was put in its place', async () => {
    await writeFile(elsewhere, await readFile(file))
    await rename(elsewhere, file)
    await writeFile(`${file}-open`, 'of the other one')
    await db.close()
    assert.equal(await readFile(`${file}-open`, 'utf8'), 'of the other one')
  })
})
