// The last statements of a transaction: PostgreSQL gets them and the commit in one packet, and nothing is answered before it is committed.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createWire } from '../../../test/support/engine/cut-commits.ts'
import type { FreshDb } from '../../../test/support/engine/engines.ts'
import { sqlite } from '../../../test/support/engine/engines.ts'
import { importAir } from '../../../test/support/samples/requests.ts'
import { startWaybill } from '../../../test/support/server/waybill.ts'
import type { Query } from './db.ts'
import { OutcomeUnknown, UniqueViolation } from './db.ts'
import { updateVersioned } from './rows.ts'
import { endingWith, sendLast } from './transaction.ts'

const NOTES = [
  {
    name: '0001-notes',
    sql: `create table notes (text text primary key);
      create table counters (
        business_id text not null, mode text not null, id text not null, version bigint not null, primary key (business_id, mode, id));`,
  },
]
const INSERT = 'insert into notes (text) values ($1)'

const wire = createWire()

for (const engine of [sqlite, wire.engine])
  describe(`on ${engine.name}`, () => {
    let store: FreshDb
    before(async () => {
      store = await engine.freshDb(NOTES)
    })
    after(() => store.drop())

    const write = (...texts: string[]) =>
      store.db.transaction(async (tx) => {
        sendLast(() => texts.map((text) => tx.execute(INSERT, [text])))
        return 'written'
      })
    const deep = async (work: Promise<unknown>) => Promise.all([Promise.all([Promise.all([work])])])
    const deeply = (first: string, then: string) =>
      store.db.transaction(async (tx) => sendLast(() => [deep(tx.execute(INSERT, [first])), tx.execute(INSERT, [then])]))
    const notes = async () => (await store.db.query<{ text: string }>('select text from notes order by text')).map(({ text }) => text)

    it('are committed', async () => {
      assert.equal(await write('a', 'b'), 'written')
      assert.deepEqual(await notes(), ['a', 'b'])
    })

    it('undo the transaction when one of them fails, which says why', async () => {
      await assert.rejects(write('c', 'a', 'd'), UniqueViolation)
      assert.deepEqual(await notes(), ['a', 'b'])
    })

    it('fail for the reason of the first that fails, however late its caller hears of it', async () => {
      await assert.rejects(deeply('a', 'g'), UniqueViolation)
    })

    it('fail for that reason, too, where the transaction ends with what its request adds', async () => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const addMore = async (tx: Query) => void (await tx.query('select text from notes'))
      endingWith(addMore, () => resolve(assert.rejects(deeply('a', 'i'), UniqueViolation)))
      await promise
      assert.deepEqual(await notes(), ['a', 'b'])
    })

    it('undo the transaction when one of them finds another version than was read, and it is retried', async () => {
      const scope = { businessId: 'biz', mode: 'live' } as const
      await store.db.execute("insert into counters (business_id, mode, id, version) values ('biz', 'live', 'counter', 2)")
      const read = [1, 2]
      const tried: number[] = []
      await store.db.transaction(async (tx) => {
        const version = read[tried.length]!
        tried.push(version)
        sendLast(() => [
          updateVersioned(tx, 'counters', scope, { id: 'counter', version }, {}),
          tx.execute(INSERT, [`counted at ${version}`]),
        ])
      })
      assert.deepEqual(tried, [1, 2])
      assert.deepEqual(await notes(), ['a', 'b', 'counted at 2'])
      assert.equal((await store.db.query<{ version: number }>('select version from counters'))[0]!.version, 3)
      await store.db.execute("delete from notes where text like 'counted%'")
    })

    it('are the last', async () => {
      const late = store.db.transaction(async (tx) => {
        sendLast(() => [tx.execute(INSERT, ['e'])])
        await tx.execute(INSERT, ['f'])
      })
      await assert.rejects(late, /last statements/)
      assert.deepEqual(await notes(), ['a', 'b'])
    })
  })

describe('over the wire to PostgreSQL', () => {
  let store: FreshDb
  before(async () => {
    store = await wire.engine.freshDb(NOTES)
  })
  after(() => store.drop())

  it('nobody says that it is done or not when the connection is lost with them', async () => {
    wire.cut('lost with the commit', 'before')
    const writing = store.db.transaction(async (tx) => sendLast(() => [tx.execute(INSERT, ['lost with the commit'])]))
    await assert.rejects(writing, OutcomeUnknown)
  })

  it('a new quote is one packet, and a new customer one after the reads that it rests on', async () => {
    const waybill = await startWaybill(wire.engine)
    try {
      const tenant = await waybill.newTenant()
      const packetsOf = async (path: string, body: object, token: RegExp): Promise<Buffer[]> => {
        const { status, json } = await tenant.post(path, body)
        assert.equal(status, 201)
        return wire.packetsWith(token.exec(JSON.stringify(json))![0])
      }
      const [quote, ...again] = await packetsOf('/v1/parcel_quotes', { parcel: importAir() }, /pq_\w{26}/)
      assert.deepEqual([quote!.includes('begin'), quote!.includes('commit'), again.length], [true, true, 0])
      const [customer, ...more] = await packetsOf('/v1/parcel-customers', { parcel_customer: {} }, /pcus_\w{26}/)
      assert.deepEqual([customer!.includes('commit'), more.length], [true, 0])
    } finally {
      await waybill.close()
    }
  })
})
