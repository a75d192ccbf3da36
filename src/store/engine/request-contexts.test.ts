// Work of several requests that shares a group, a turn or a reservation: each keeps its own key, authority and commits.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FreshDb } from '../../../test/support/engine/engines.ts'
import { forEachEngine } from '../../../test/support/engine/engines.ts'
import { takeNumber } from '../customers/customer-numbers.ts'
import type { Db, Query } from './db.ts'
import { StaleWrite } from './db.ts'
import type { Commits } from './transaction.ts'
import { afterCommit, beginningWith, endingWith, notingCommits } from './transaction.ts'

const NAMES = Array.from({ length: 12 }, (_, index) => `request ${index}`)
const REFUSED = 'request 5'

const SCHEMA = `create table notes (text text not null, by text not null);
  create table customer_numbers (business_id text not null, mode text not null, next_number bigint not null, primary key (business_id, mode));`

forEachEngine((engine) => {
  describe('of requests at the same instant', () => {
    let fresh: FreshDb
    let db: Db
    before(async () => {
      fresh = await engine.freshDb([{ name: '0001-notes', sql: SCHEMA }])
      db = fresh.db
    })
    after(() => fresh.drop())

    const note = (tx: Query, text: string, by: string) => tx.execute('insert into notes (text, by) values ($1, $2)', [text, by])
    /** As a request does its work: with a check at the beginning of each transaction, and a mark at its end. */
    const asRequest = <T>(name: string, commits: Commits, work: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const check = async (): Promise<void> => {
          if (name === REFUSED) throw new Error(`${name} has lost its authority`)
        }
        const mark = async (tx: Query): Promise<void> => void (await note(tx, 'marked', name))
        beginningWith(check, () => endingWith(mark, () => notingCommits(commits, () => work().then(resolve, reject))))
      })
    const all = async (work: (name: string) => Promise<unknown>) => {
      const commits = NAMES.map(() => ({ any: false }))
      const ended = await Promise.allSettled(NAMES.map((name, index) => asRequest(name, commits[index]!, () => work(name))))
      const byName = async (text: string) =>
        (await db.query<{ by: string }>('select by from notes where text = $1', [text])).map(({ by }) => by).sort()
      const [written, marked] = [await byName('written'), await byName('marked')]
      await db.execute('delete from notes')
      const namesOf = (isMeant: (index: number) => boolean) => NAMES.filter((_, index) => isMeant(index)).sort()
      return {
        written,
        marked,
        noted: namesOf((index) => commits[index]!.any),
        refused: namesOf((index) => ended[index]!.status === 'rejected'),
      }
    }
    const OTHERS = NAMES.filter((name) => name !== REFUSED).sort()
    const EACH_ITS_OWN = { written: OTHERS, marked: OTHERS, noted: OTHERS, refused: [REFUSED] }

    it('transactions that share a commit are each begun, marked and noted as their own request’s', async () => {
      assert.deepEqual(await all((name) => db.transaction((tx) => note(tx, 'written', name))), EACH_ITS_OWN)
    })

    it('so are those of a group that is run again, because one of them failed after it had written', async () => {
      const spoilt = 'request 3'
      const work = (name: string) =>
        db.transaction(async (tx) => {
          await note(tx, 'written', name)
          if (name === spoilt) throw new Error('refused after a write')
        })
      const whole = OTHERS.filter((name) => name !== spoilt)
      assert.deepEqual(await all(work), { written: whole, marked: whole, noted: whole, refused: [spoilt, REFUSED].sort() })
    })

    it('so are those that were outrun at one row, and go one after another', async () => {
      const outrun = new Set<string>()
      const work = (name: string) =>
        db.transaction(async (tx) => {
          await note(tx, 'written', name)
          if (outrun.has(name)) return
          outrun.add(name)
          throw new StaleWrite('another was first', { subject: 'one row' })
        })
      assert.deepEqual(await all(work), EACH_ITS_OWN)
    })

    it('what each does after its commit is its own', async () => {
      const done: string[] = []
      const work = (name: string) =>
        db.transaction(async (tx) => {
          await note(tx, 'written', name)
          afterCommit(() => void done.push(name))
        })
      assert.deepEqual(await all(work), EACH_ITS_OWN)
      assert.deepEqual(done.sort(), OTHERS)
    })

    it('numbers that are reserved for several are reserved under none’s authority, and mark no one’s key', async () => {
      const numbers = new Set<number>()
      const work = async () => numbers.add(await takeNumber(db, { businessId: 'biz', mode: 'test' }))
      assert.deepEqual(await all(work), { written: [], marked: [], noted: [], refused: [] })
      assert.equal(numbers.size, NAMES.length)
    })
  })
})
