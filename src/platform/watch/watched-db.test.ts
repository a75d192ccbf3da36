// A watched store gets the same calls; slow statements are reported by their text, without values.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachEngine } from '../../../test/support/engine/engines.ts'
import type { Db } from '../engine/db.ts'
import { SYSTEM } from '../engine/db.ts'
import type { Slow } from './watched-db.ts'
import { slowNamedDb, watchedDb } from './watched-db.ts'

it('a watched store gets the options of a transaction', async () => {
  const asked: unknown[] = []
  const db = { transaction: async (_by: unknown, _fn: unknown, options: unknown) => asked.push(options) } as unknown as Db
  const options = { locks: ['codes'], isLong: true }
  for (const watched of [watchedDb(db, (_operation, work) => work()), slowNamedDb(db, () => {})])
    await watched.transaction(SYSTEM, async () => {}, options)
  assert.deepEqual(asked, [options, options])
})

forEachEngine((engine) => {
  it('slow statements are reported, inside a transaction and outside, and others are not', async () => {
    const fresh = await engine.freshDb()
    const slow: Slow[] = []
    const all = slowNamedDb(fresh.db, (each) => slow.push(each), 0)
    await all.query('select name\n  from schema_migrations where name = $1', ['a value'])
    await all.transaction(SYSTEM, (tx) => tx.execute('delete from businesses where id = $1', ['a value']))
    assert.deepEqual(
      slow.map(({ operation, statement }) => [operation, statement]),
      [
        ['read', 'select name from schema_migrations where name = $1'],
        ['statement', 'delete from businesses where id = $1'],
        ['transaction', undefined],
      ],
    )
    assert.ok(!JSON.stringify(slow).includes('a value'))
    const none = slowNamedDb(fresh.db, () => assert.fail('it was not slow'), Number.POSITIVE_INFINITY)
    await none.query('select 1 as one')
    await fresh.drop()
  })
})
