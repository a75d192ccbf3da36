// Pages link to the next and previous page. A few SQL texts serve all page sizes, because the engines cache each text.
import assert from 'node:assert/strict'
import { after, before, it, mock } from 'node:test'
import type { FreshDb } from '../../../test/support/engine/engines.ts'
import { forEachEngine } from '../../../test/support/engine/engines.ts'
import { SYSTEM } from './db.ts'
import type { Cursor } from './paging.ts'
import { listPage } from './paging.ts'

const ITEMS = 230
const PER_PAGE_MAX = 100
const MIGRATION = { name: '0001-items', sql: 'create table items (id text primary key, created_at bigint not null);' }
/** Two rows share each timestamp, so that the id decides their order. */
const item = (index: number) => ({ id: `i${String(index).padStart(3, '0')}`, created_at: Math.floor(index / 2) })
const NEWEST_FIRST = Array.from({ length: ITEMS }, (_, index) => item(ITEMS - 1 - index).id)

forEachEngine((engine) => {
  let store: FreshDb
  before(async () => {
    store = await engine.freshDb([MIGRATION])
    await store.db.transaction(SYSTEM, async (tx) => {
      for (let index = 0; index < ITEMS; index++) {
        const { id, created_at } = item(index)
        await tx.execute('insert into items (id, created_at) values ($1, $2)', [id, created_at])
      }
    })
  })
  after(() => store.drop())

  const pageOf = async (perPage: number, page: number, cursor: Cursor | null = null) => {
    const idOf = ({ id }: { id: string; created_at: number }) => id
    const { items: ids, ...found } = await listPage(store.db, 'select * from items', '1 = 1', [], { page, perPage, cursor }, idOf)
    return { ...found, ids }
  }

  it('each page holds as many as were asked for, and leads to the next and back', async () => {
    for (const perPage of [1, 24, 25, 26, 49, 50, 51, 99, 100, 150, 229, 230, 231]) {
      const first = await pageOf(perPage, 1)
      assert.deepEqual(first.ids, NEWEST_FIRST.slice(0, perPage), `${perPage}`)
      assert.equal(first.older === null, perPage >= ITEMS)
      assert.deepEqual((await pageOf(perPage, 2)).ids, NEWEST_FIRST.slice(perPage, 2 * perPage))
      if (!first.older) continue
      const second = await pageOf(perPage, 1, first.older)
      assert.deepEqual(second.ids, NEWEST_FIRST.slice(perPage, 2 * perPage))
      assert.deepEqual((await pageOf(perPage, 1, second.newer)).ids, first.ids)
    }
  })

  it('every size up to the largest takes one of three texts', async () => {
    const query = mock.method(store.db, 'query')
    for (let perPage = 1; perPage <= PER_PAGE_MAX; perPage++) await pageOf(perPage, 1)
    const texts = new Set(query.mock.calls.map(({ arguments: [sql] }) => sql))
    query.mock.restore()
    assert.equal(texts.size, 3)
  })
})
