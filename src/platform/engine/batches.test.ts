// Large tables are read in batches with a limited number of rows and bytes, on both engines.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { FreshDb } from '../../../test/support/engine/engines.ts'
import { forEachEngine } from '../../../test/support/engine/engines.ts'
import { BATCH_BYTES, BATCH_ROWS, rowBytes } from './batches.ts'
import type { Value } from './db.ts'
import { SYSTEM } from './db.ts'

const PHOTOS = { name: 'photos', columns: ['id', 'bytes', 'note'].map((name) => ({ name, isBytes: name === 'bytes' })) }
const MIGRATION = { name: '0001-photos', sql: 'create table photos (id bigint primary key, bytes bytea, note text);' }
const SMALL_ROWS = 1_200
const MIB = 2 ** 20

forEachEngine((engine) => {
  let store: FreshDb
  before(async () => {
    store = await engine.freshDb([MIGRATION])
    const sizes = [...new Array(SMALL_ROWS).fill(10), ...new Array(12).fill(MIB), 6 * MIB, ...new Array(5).fill(10), 3 * MIB, 3 * MIB]
    await store.db.transaction(SYSTEM, async (tx) => {
      for (const [id, bytes] of sizes.entries()) {
        const isText = id % 2 === 0
        await tx.execute('insert into photos (id, bytes, note) values ($1, $2, $3)', [
          id,
          isText ? null : new Uint8Array(bytes).fill(id),
          isText ? 'x'.repeat(bytes) : null,
        ])
      }
    })
  })
  after(() => store.drop())

  it('every row comes once, and no part is larger than the limits unless it is one row', async () => {
    const batches: Record<string, Value>[][] = []
    await store.db.snapshot(async (view) => {
      for await (const batch of view.tableBatches(PHOTOS)) batches.push(batch)
    })
    for (const batch of batches) {
      const bytes = batch.reduce((sum, row) => sum + rowBytes(row), 0)
      assert.ok(
        batch.length <= BATCH_ROWS && (batch.length === 1 || bytes <= BATCH_BYTES + batch.length * 24),
        `${batch.length} of ${bytes}`,
      )
    }
    assert.ok(batches.length < 20, 'small rows come many at a time')
    const read = batches.flat().sort((a, b) => (a.id as number) - (b.id as number))
    assert.deepEqual(
      read.map((row) => ({ ...row })),
      (await store.db.query('select * from photos order by id')).map((row) => ({ ...row })),
    )
  })
})
