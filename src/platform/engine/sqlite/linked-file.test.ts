// If the file of an embedded store is a link to another disk, the log is beside the target of the link. A dangling link is refused.
import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { storesAt } from '../../../../test/support/engine/memory.ts'
import { RESTORE_TABLE } from '../../backup/unfinished.ts'
import type { Db } from '../db.ts'
import { StoreDamaged } from '../db.ts'
import { migrate } from '../migrate.ts'
import { openDb, openToOthers } from '../open.ts'

const FIRST = { name: '0001-first', sql: 'create table parcels (id text primary key);' }
const OWNER_ONLY = 0o700

describe('an embedded store that is a link to another disk', () => {
  let directory: string
  let dataDir: string
  let disk: string
  let link: string
  beforeEach(async () => {
    directory = await mkdtemp(join(await storesAt, 'waybill-test-'))
    dataDir = join(directory, 'data')
    disk = join(directory, 'disk')
    link = join(dataDir, 'waybill.db')
    await mkdir(disk, { mode: OWNER_ONLY })
    const db = await openDb({ dataDir })
    await migrate(db, [FIRST])
    await db.close()
    await rename(link, join(disk, 'store.db'))
    await symlink(join(disk, 'store.db'), link)
  })
  afterEach(() => rm(directory, { recursive: true }))

  const write = async (): Promise<Db> => {
    const db = await openDb({ dataDir })
    await db.execute('insert into parcels (id) values ($1)', ['p1'])
    return db
  }

  const count = async (): Promise<number> => {
    const db = await openDb({ dataDir })
    return (await db.query('select id from parcels').finally(() => db.close())).length
  }

  /** Closes the store, but leaves its files as a killed process would. */
  const killed = async (db: Db): Promise<void> => {
    const paths = (await Promise.all([disk, dataDir].map(async (place) => (await readdir(place)).map((name) => join(place, name))))).flat()
    const files = await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const))
    await db.close()
    for (const [path, content] of files) await writeFile(path, content)
  }

  it('starts again after a crash: its log is beside the file itself', async () => {
    await killed(await write())
    assert.ok((await stat(join(disk, 'store.db-wal'))).size > 0)
    assert.equal(await count(), 1)
  })

  it('is refused when the link leads nowhere, and nothing is made there', async () => {
    await rename(join(disk, 'store.db'), join(directory, 'elsewhere.db'))
    for (const opening of [{}, { resuming: RESTORE_TABLE }] as const)
      await assert.rejects(
        openDb({ dataDir }, opening),
        (error: Error) => error instanceof StoreDamaged && error.message.includes(`${link} is a link`) && error.message.includes('mounted'),
      )
    assert.deepEqual(await readdir(disk), [])
  })

  it('tells the size of that log', async () => {
    const db = await write()
    assert.ok(((await db.vitals()).walBytes ?? 0) > 0)
    await db.close()
  })

  it('is complained about when others may read the directory of the file itself', async () => {
    await chmod(disk, 0o755)
    assert.deepEqual(await openToOthers({ dataDir }), [`${disk} is open to other users (mode 755): chmod 700 ${disk}`])
  })
})
