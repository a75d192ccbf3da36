// Statistics of the embedded store are not collected again while they are up to date. Connections that were already open use new statistics too.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sqlite } from '../../../../test/support/engine/engines.ts'
import { SYSTEM } from '../db.ts'

const ROWS = 2_000
const QUERY = 'select id from parcels where owner = $1 and place = $2'

it('the planner uses the index that fits, once it knows how large the tables are', async () => {
  const store = await sqlite.freshDb([{ name: '1', sql: 'create table parcels (id bigint primary key, owner text, place text)' }])
  try {
    await store.db.exclusively(SYSTEM, (tx) =>
      tx.script('create index ix_parcels_place on parcels (place); create index ix_parcels_owner on parcels (owner)'),
    )
    await store.db.transaction(SYSTEM, async (tx) => {
      for (let id = 0; id < ROWS; id++) await tx.execute('insert into parcels values ($1, $2, $3)', [id, 'one', `place ${id}`])
    })
    const plan = () =>
      store.db.transaction(SYSTEM, async (tx) => {
        const rows = await tx.query<{ detail: string }>(`explain query plan ${QUERY}`, ['one', 'place 7'])
        return rows.map(({ detail }) => detail).join()
      })
    assert.match(await plan(), /ix_parcels_owner/, 'without statistics it takes the last one')
    await store.db.refreshStatistics()
    assert.match(await plan(), /ix_parcels_place/)
    assert.equal((await store.db.query(QUERY, ['one', 'place 7'])).length, 1)
    const collected = () => store.db.query('select * from sqlite_stat1 order by idx')
    const before = await collected()
    await store.db.refreshStatistics()
    assert.deepEqual(await collected(), before)
  } finally {
    await store.drop()
  }
})
