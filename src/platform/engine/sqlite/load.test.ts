// An embedded store is filled without its non-unique indexes, whose updates would take most of the time. These indexes are created at the end.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { sqlite } from '../../../../test/support/engine/engines.ts'
import type { Query } from '../db.ts'
import { openDb } from '../open.ts'
import { createSecrets } from '../secrets.ts'
import { loadAlone } from './load.ts'

const INDEXES = `select name from sqlite_schema where type = 'index' and sql is not null and upper(sql) not like 'CREATE UNIQUE%' order by name`

it('an embedded store has no index but unique ones while it is filled, and all of them afterwards', async () => {
  const { db, dataDir, drop } = await sqlite.freshDb()
  const indexesOf = (store: Pick<Query, 'query'>) => store.query(INDEXES)
  const before = await indexesOf(db)
  assert.ok(before.length > 10)
  await db.close()
  assert.deepEqual((await loadAlone(join(dataDir, 'waybill.db'), createSecrets([]), indexesOf)).result, [])
  const filled = await openDb({ dataDir })
  assert.deepEqual(await indexesOf(filled), before)
  await filled.close()
  await drop()
})
