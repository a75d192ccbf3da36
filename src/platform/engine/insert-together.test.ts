// Rows queued by `insertTogether` are written before the commit, and before the transaction reads their table.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createWire } from '../../../test/support/engine/cut-commits.ts'
import type { FreshDb } from '../../../test/support/engine/engines.ts'
import { sqlite } from '../../../test/support/engine/engines.ts'
import type { Query, Tx } from './db.ts'
import { SYSTEM, UniqueViolation } from './db.ts'

const NOTES = [{ name: '0001-notes', sql: 'create table notes (text text primary key); create table others (text text primary key);' }]
const wire = createWire()

for (const engine of [sqlite, wire.engine])
  describe(`rows inserted together, on ${engine.name}`, () => {
    let store: FreshDb
    before(async () => {
      store = await engine.freshDb(NOTES)
    })
    after(() => store.drop())

    const leave = (tx: Tx, ...texts: string[]): void =>
      tx.insertTogether(
        'notes',
        texts.map((text) => ({ text })),
      )
    const notes = async (db: Pick<Query, 'query'> = store.db): Promise<string[]> =>
      (await db.query<{ text: string }>('select text from notes order by text')).map(({ text }) => text)

    it('are committed at the end, those of several calls', async () => {
      await store.db.transaction(SYSTEM, async (tx) => {
        leave(tx, 'a', 'b')
        leave(tx, 'c')
      })
      assert.deepEqual(await notes(), ['a', 'b', 'c'])
    })

    it('are there for a read of their table', async () => {
      const seen = await store.db.transaction(SYSTEM, async (tx) => {
        leave(tx, 'd')
        return notes(tx)
      })
      assert.deepEqual(seen, ['a', 'b', 'c', 'd'])
    })

    it('undo the transaction when one of them is refused, which says why', async () => {
      const refused = store.db.transaction(SYSTEM, async (tx) => {
        await tx.execute("insert into others (text) values ('never')")
        leave(tx, 'e', 'a')
      })
      await assert.rejects(refused, UniqueViolation)
      assert.deepEqual(await notes(), ['a', 'b', 'c', 'd'])
      assert.deepEqual(await store.db.query('select text from others'), [])
    })

    it('are any number', async () => {
      await store.db.transaction(SYSTEM, async (tx) => {
        for (let call = 0; call < 700; call++) leave(tx, ...Array.from({ length: 60 }, (_, n) => `many ${call} ${n}`))
      })
      assert.equal((await notes()).filter((text) => text.startsWith('many')).length, 42_000)
    })
  })

it('on PostgreSQL all of them are one statement, in one packet with the commit', async () => {
  const store = await wire.engine.freshDb(NOTES)
  await store.db.transaction(SYSTEM, async (tx) => {
    await tx.query('select text from others')
    tx.insertTogether('notes', [{ text: 'first left' }])
    tx.insertTogether('notes', [{ text: 'second left' }])
  })
  const [packet, ...more] = wire.packetsWith('first left')
  assert.deepEqual([packet!.includes('second left'), packet!.includes('commit\0'), more.length], [true, true, 0])
  assert.equal(packet!.toString('latin1').split('insert into notes').length, 2)
  await store.drop()
})
