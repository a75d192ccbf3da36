// An insert that needs too many parameters for one statement is split. An update of many rows finds the rows by index.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FreshDb } from '../../../test/support/engine/engines.ts'
import { forEachEngine, postgres } from '../../../test/support/engine/engines.ts'
import type { Query } from './db.ts'
import { SYSTEM } from './db.ts'
import { insert, insertCounted, updateAllVersioned } from './rows.ts'

const ROWS = 20_000
/** How many rows are updated at once: enough that the planner prefers a table scan to single look-ups. */
const CHANGED_AT_ONCE = 500

describe('changes of many rows on PostgreSQL', () => {
  let store: FreshDb
  before(async () => {
    store = await postgres.freshDb()
    await store.db.exclusively(SYSTEM, (tx) =>
      tx.script(`create table parcels (business_id text, mode text, id text, version bigint, customer_id text, primary key (business_id, mode, id));
        insert into parcels select 'one', 'live', 'parcel' || n, 1, null from generate_series(1, ${ROWS}) as n;
        analyze parcels`),
    )
  })
  after(() => store.drop())

  it('find them by the index, however many others the business has', async () => {
    const read = Array.from({ length: CHANGED_AT_ONCE }, (_, n) => ({ id: `parcel${n + 1}`, version: 1 }))
    let plan = ''
    await store.db.transaction(SYSTEM, async (tx) => {
      const execute: Query['execute'] = async (sql, params) => {
        const lines = await tx.query<Record<string, string>>(`explain ${sql}`, params)
        plan = lines.map((line) => line['QUERY PLAN']).join('\n')
        return tx.execute(sql, params)
      }
      const change = { columns: { customer_id: 'other' } }
      await updateAllVersioned({ ...tx, execute }, 'parcels', { businessId: 'one', mode: 'live' }, read, change)
    })
    assert.match(plan, /Index (Only )?Scan|Bitmap Index Scan/)
    assert.doesNotMatch(plan, /Seq Scan on parcels/)
    const [changed] = await store.db.query<{ count: number }>(
      `select count(*) as count from parcels where customer_id = 'other' and version = 2`,
    )
    assert.equal(changed!.count, CHANGED_AT_ONCE)
  })
})

forEachEngine((engine) => {
  it('more rows are inserted than one statement has parameters for', async () => {
    const { db, drop } = await engine.freshDb()
    await db.exclusively(SYSTEM, (tx) => tx.script('create table parcels (id text primary key, mode text, version bigint)'))
    const rows = Array.from({ length: 25_000 }, (_, n) => ({ id: `parcel${n}`, mode: 'live', version: n }))
    await db.transaction(SYSTEM, (tx) => insert(tx, 'parcels', rows))
    assert.equal(await db.transaction(SYSTEM, (tx) => insertCounted(tx, 'parcels', rows.slice(1), 'on conflict do nothing')), 0)
    const [kept] = await db.query<{ count: number; sum: number }>('select count(*) as count, sum(version) as sum from parcels')
    assert.deepEqual({ ...kept }, { count: 25_000, sum: 312_487_500 })
    await drop()
  })
})
