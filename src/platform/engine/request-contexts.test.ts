// A transaction checks and marks only the request it belongs to, even in a shared commit group or retry queue. Reserving a customer number does neither.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FreshDb } from '../../../test/support/engine/engines.ts'
import { forEachEngine } from '../../../test/support/engine/engines.ts'
import { takeNumber } from '../../store/customers/customer-numbers.ts'
import type { Db, OngoingRequest, Principal, Query } from './db.ts'
import { StaleWrite } from './db.ts'

const NAMES = Array.from({ length: 12 }, (_, index) => `request ${index}`)
const REFUSED = 'request 5'

const SCHEMA = `create table notes (text text not null, by text not null);
  create table customer_numbers (business_id text not null, mode text not null, next_number bigint not null, primary key (business_id, mode));`

forEachEngine((engine) => {
  describe('transactions of concurrent requests', () => {
    let fresh: FreshDb
    let db: Db
    before(async () => {
      fresh = await engine.freshDb([{ name: '0001-notes', sql: SCHEMA }])
      db = fresh.db
    })
    after(() => fresh.drop())

    const note = (tx: Query, text: string, by: string) => tx.execute('insert into notes (text, by) values ($1, $2)', [text, by])
    const requestOf = (name: string): OngoingRequest => ({
      checkAuthority: async () => {
        if (name === REFUSED) throw new Error(`${name} has lost its authority`)
      },
      markKey: async (tx) => void (await note(tx, 'marked', name)),
      hasCommitted: false,
    })
    const all = async (work: (name: string, by: Principal) => Promise<unknown>) => {
      const requests = NAMES.map(requestOf)
      const ended = await Promise.allSettled(NAMES.map((name, index) => work(name, { request: requests[index] })))
      const byName = async (text: string) =>
        (await db.query<{ by: string }>('select by from notes where text = $1', [text])).map(({ by }) => by).sort()
      const [written, marked] = [await byName('written'), await byName('marked')]
      await db.execute('delete from notes')
      const namesOf = (isMeant: (index: number) => boolean) => NAMES.filter((_, index) => isMeant(index)).sort()
      return {
        written,
        marked,
        noted: namesOf((index) => requests[index]!.hasCommitted),
        refused: namesOf((index) => ended[index]!.status === 'rejected'),
      }
    }
    const OTHERS = NAMES.filter((name) => name !== REFUSED).sort()
    const EACH_ITS_OWN = { written: OTHERS, marked: OTHERS, noted: OTHERS, refused: [REFUSED] }

    it('are each checked, marked and noted for their own request when they share a commit', async () => {
      assert.deepEqual(await all((name, by) => db.transaction(by, (tx) => note(tx, 'written', name))), EACH_ITS_OWN)
    })

    it('are so when their group is run again because one of them failed after a write', async () => {
      const spoilt = 'request 3'
      const work = (name: string, by: Principal) =>
        db.transaction(by, async (tx) => {
          await note(tx, 'written', name)
          if (name === spoilt) throw new Error('refused after a write')
        })
      const whole = OTHERS.filter((name) => name !== spoilt)
      assert.deepEqual(await all(work), { written: whole, marked: whole, noted: whole, refused: [spoilt, REFUSED].sort() })
    })

    it('are so when they conflict at one row and run one after another', async () => {
      const outrun = new Set<string>()
      const work = (name: string, by: Principal) =>
        db.transaction(by, async (tx) => {
          await note(tx, 'written', name)
          if (outrun.has(name)) return
          outrun.add(name)
          throw new StaleWrite('another was first', { subject: 'one row' })
        })
      assert.deepEqual(await all(work), EACH_ITS_OWN)
    })

    it('each run their own work after the commit', async () => {
      const done: string[] = []
      const work = (name: string, by: Principal) =>
        db.transaction(by, async (tx) => {
          await note(tx, 'written', name)
          tx.afterCommit(() => void done.push(name))
        })
      assert.deepEqual(await all(work), EACH_ITS_OWN)
      assert.deepEqual(done.sort(), OTHERS)
    })

    it('do not include the reservation of numbers, which checks no authority and marks no key', async () => {
      const numbers = new Set<number>()
      const work = async () => numbers.add(await takeNumber(db, { businessId: 'biz', mode: 'test' }))
      assert.deepEqual(await all(work), { written: [], marked: [], noted: [], refused: [] })
      assert.equal(numbers.size, NAMES.length)
    })
  })
})
