// A server starts while a restore or a move fills the same empty store: either the server or the command is refused, and the store stays usable.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { beginTrail } from '../../../src/flows/audit/begin-trail.ts'
import { backup, restore } from '../../../src/platform/backup/backup.ts'
import { moveStore } from '../../../src/platform/backup/move-to-postgres.ts'
import type { Db } from '../../../src/platform/engine/db.ts'
import { StoreRefused } from '../../../src/platform/engine/db.ts'
import { migrate } from '../../../src/platform/engine/migrate.ts'
import { openDb } from '../../../src/platform/engine/open.ts'
import { systemDeps } from '../../../src/system.ts'
import { forEachEngine, postgres, sqlite } from '../../support/engine/engines.ts'
import { storesAt } from '../../support/engine/memory.ts'

let directory: string
let file: string
before(async () => {
  directory = await mkdtemp(join(await storesAt, 'waybill-test-'))
  file = join(directory, 'whole.backup')
  const source = await sqlite.freshDb()
  await begin(source.db)
  await backup(source.db, file, new Date('2026-11-15T00:00:00Z'))
  await source.drop()
})
after(() => rm(directory, { recursive: true }))

/** Initialises the store as a starting server does. */
const begin = async (db: Db): Promise<void> => {
  await migrate(db)
  await beginTrail({ db, ...systemDeps() })
}

/** A copy of `db`. Just before its first exclusive lock, a starting server initialises the same store through `server`. */
const beginningFirst = (db: Db, server: Db): Db => {
  let isBegun = false
  const exclusively: Db['exclusively'] = async (by, work) => {
    if (!isBegun) {
      isBegun = true
      await begin(server)
    }
    return db.exclusively(by, work)
  }
  return { ...db, exclusively }
}

forEachEngine((engine) => {
  describe('a server that is started at the instant of a restore', () => {
    it('does not initialise a store that was marked after it was opened', async () => {
      const target = await engine.freshDb([])
      const settings = { dataDir: target.dataDir, databaseUrl: target.url }
      const server = await openDb(settings)
      const cutOff = (): never => {
        throw new Error('cut off')
      }
      await assert.rejects(restore(target.db, file, cutOff, { verifiedRows: 1 }))
      await assert.rejects(begin(server), (error) => error instanceof StoreRefused && /restore .* is not finished/.test(error.message))
      await server.close()
      await restore(target.db, file)
      await (await openDb(settings)).close()
      await target.drop()
    })

    it('keeps the store if it initialised it first: the restore is refused, and the store is not marked', async () => {
      const target = await engine.freshDb()
      const settings = { dataDir: target.dataDir, databaseUrl: target.url }
      const server = await openDb(settings)
      await assert.rejects(restore(beginningFirst(target.db, server), file), /already holds data/)
      await server.close()
      await (await openDb(settings)).close()
      await target.drop()
    })
  })
})

it('a server that initialises the target during a move keeps it, and it is not marked', async () => {
  const [source, target] = [await sqlite.freshDb(), await postgres.freshDb()]
  const settings = { dataDir: target.dataDir, databaseUrl: target.url }
  const server = await openDb(settings)
  await assert.rejects(moveStore(source.db, beginningFirst(target.db, server), Date.now), /already holds data/)
  await server.close()
  await (await openDb(settings)).close()
  await Promise.all([source.drop(), target.drop()])
})
