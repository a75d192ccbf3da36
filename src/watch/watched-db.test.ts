// Slow statements are named by their text, without the values that they were given.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachEngine } from '../../test/support/engine/engines.ts'
import type { Slow } from './watched-db.ts'
import { slowNamedDb } from './watched-db.ts'

forEachEngine((engine) => {
  it('what is slow is named, inside a transaction and outside, and what is not is left out', async () => {
    const fresh = await engine.freshDb()
    const slow: Slow[] = []
    const all = slowNamedDb(fresh.db, (each) => slow.push(each), 0)
    await all.query('select name\n  from schema_migrations where name = $1', ['a value'])
    await all.transaction((tx) => tx.execute('delete from businesses where id = $1', ['a value']))
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
