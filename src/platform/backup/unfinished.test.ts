// A store whose restore was interrupted cannot be opened as if it were a new, empty store.

import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { forEachEngine, sqlite } from '../../../test/support/engine/engines.ts'
import { storesAt } from '../../../test/support/engine/memory.ts'
import { StoreRefused } from '../engine/db.ts'
import { loadMigrations } from '../engine/migrate.ts'
import { openDb } from '../engine/open.ts'
import type { Progress } from './backup.ts'
import { backup, restore } from './backup.ts'
import { MOVE_TABLE } from './unfinished.ts'

let directory: string
let file: string
before(async () => {
  directory = await mkdtemp(join(await storesAt, 'waybill-test-'))
  file = join(directory, 'whole.backup')
  const source = await sqlite.freshDb()
  await source.db.execute(
    "insert into unidentified_parcels (id, version, pieces, weight_kg, received_by, received_at, created_at) values ('uid', 1, 2, 0.1, 'stf', 1, 1)",
  )
  await backup(source.db, file, new Date('2026-11-15T00:00:00Z'))
  await source.drop()
})
after(() => rm(directory, { recursive: true }))

const cutOff = ({ step }: Progress): void => {
  if (step === 'loading') throw new Error('cut off')
}

forEachEngine((engine) => {
  it('a restore that was cut off is finished before anything else may open the store', async () => {
    const target = await engine.freshDb([])
    const settings = { dataDir: target.dataDir, databaseUrl: target.url }
    await assert.rejects(restore(target.db, file, cutOff), /cut off/)
    for (const opening of [{}, { resuming: MOVE_TABLE }] as const)
      await assert.rejects(
        openDb(settings, opening),
        (error) => error instanceof StoreRefused && /restore .* is not finished/.test(error.message),
      )
    await restore(target.db, file)
    const opened = await openDb(settings)
    assert.equal((await opened.query('select id from unidentified_parcels')).length, 1)
    await opened.close()
    await target.drop()
  })

  it('once all rows are there it is a store like any other, also where bringing it up to date fails', async () => {
    const target = await engine.freshDb([])
    const migrations = [...(await loadMigrations(target.db.engine)), { name: '9999-broken', sql: 'create nothing' }]
    await assert.rejects(restore(target.db, file, () => {}, { migrations }))
    const opened = await openDb({ dataDir: target.dataDir, databaseUrl: target.url })
    assert.equal((await opened.query('select id from unidentified_parcels')).length, 1)
    await opened.close()
    await target.drop()
  })
})

it('so is the copy that is kept before a restored store is brought up to date', async () => {
  const target = await sqlite.freshDb([])
  const migrations = [...(await loadMigrations('sqlite')), { name: '9999-later', sql: 'create table later (id integer)' }]
  await restore(target.db, file, () => {}, { migrations })
  const dataDir = join(directory, 'put-back')
  await mkdir(dataDir)
  await copyFile(join(target.dataDir, 'waybill-before-9999-later.db'), join(dataDir, 'waybill.db'))
  const opened = await openDb({ dataDir })
  assert.equal((await opened.query('select id from unidentified_parcels')).length, 1)
  await opened.close()
  await target.drop()
})
