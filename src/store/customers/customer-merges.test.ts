// Tests that a store is not upgraded while a customer merge begun by version 0.2.0 is unfinished.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachEngine } from '../../../test/support/engine/engines.ts'
import { StoreRefused, SYSTEM } from '../../platform/engine/db.ts'
import { loadMigrations, migrate } from '../../platform/engine/migrate.ts'
import { insert } from '../../platform/engine/rows.ts'
import { assertNoneUnfinished } from './customer-merges.ts'

/** The first migration after 0.2.0. */
const NEXT = '0112'

const TASK = {
  business_id: 'one',
  mode: 'live',
  id: 'mrg_1',
  kind: 'merge',
  kept_id: 'pcus_1',
  merged_id: 'pcus_2',
  status_before: 'active',
  actor: 'test',
  request_id: 'test',
  started_at: 1,
  worked_at: 1,
}

forEachEngine((engine) => {
  it('an unfinished merge of 0.2.0 is refused before the migrations, and only then', async () => {
    const then = (await loadMigrations(engine.name)).filter(({ name }) => name < NEXT)
    const { db, drop } = await engine.freshDb(then)
    await assertNoneUnfinished(db)
    await db.transaction(SYSTEM, (tx) => insert(tx, 'customer_merge_tasks', [{ ...TASK, id: 'mrg_0', left_ids: '[]' }]))
    await assertNoneUnfinished(db)
    await db.transaction(SYSTEM, (tx) => insert(tx, 'customer_merge_tasks', [TASK]))
    await assert.rejects(assertNoneUnfinished(db), (error) => error instanceof StoreRefused && /start 0\.2\.0/.test(error.message))
    await migrate(db)
    await assertNoneUnfinished(db)
    await drop()
  })

  it('a new store, and one from before there were such merges, are not refused', async () => {
    const before = (await loadMigrations(engine.name)).filter(({ name }) => name < '0101')
    for (const migrations of [[], before]) {
      const { db, drop } = await engine.freshDb(migrations)
      await assertNoneUnfinished(db)
      await drop()
    }
  })
})
