// The engines report the duration of each operation; slow ones are logged with their SQL text, without values.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachEngine } from '../../../test/support/engine/engines.ts'
import { SYSTEM } from '../engine/db.ts'
import { reportSlow } from './slow-statements.ts'

it('slow operations are reported by their text, and others are not', () => {
  const reported: object[] = []
  const observe = reportSlow((slow) => reported.push(slow))
  observe('read', 499.9, 'select 1')
  observe('statement', 500.4, 'select name\n  from businesses where id = $1')
  observe('transaction', 700, null)
  assert.deepEqual(reported, [
    { operation: 'statement', ms: 500, statement: 'select name from businesses where id = $1' },
    { operation: 'transaction', ms: 700 },
  ])
})

forEachEngine((engine) => {
  it('every read, write, statement and transaction is observed, also if it fails', async () => {
    const seen: [string, string | null][] = []
    const store = await engine.freshDb(undefined, (operation, ms, sql) => {
      assert.ok(ms >= 0)
      seen.push([operation, sql])
    })
    seen.length = 0
    const [read, write] = ['select name from businesses where id = $1', 'delete from businesses where id = $1']
    await store.db.query(read, ['a value'])
    await store.db.execute(write, ['a value'])
    await store.db.transaction(SYSTEM, (tx) => tx.execute(write, ['a value']))
    await assert.rejects(store.db.query('select nothing from businesses'))
    const inside = engine.name === 'sqlite' ? [['statement', write]] : []
    const expected = [['read', read], ...inside, ['write', write], ['statement', write], ['transaction', null]]
    assert.deepEqual(seen, [...expected, ['read', 'select nothing from businesses']])
    await store.drop()
  })
})
