// Writes that a transaction does not await are sent to PostgreSQL in one packet with the commit. If any write fails, all of them are rolled back.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createWire } from '../../../test/support/engine/cut-commits.ts'
import type { FreshDb } from '../../../test/support/engine/engines.ts'
import { sqlite } from '../../../test/support/engine/engines.ts'
import { importAir } from '../../../test/support/samples/requests.ts'
import { startWaybill } from '../../../test/support/server/waybill.ts'
import type { Tx } from './db.ts'
import { OutcomeUnknown, SYSTEM, UniqueViolation } from './db.ts'
import { updateVersioned } from './rows.ts'

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
      store.db.transaction(SYSTEM, async (tx) => {
        for (const text of texts) await tx.write(INSERT, [text])
        return 'written'
      })
    const notes = async () => (await store.db.query<{ text: string }>('select text from notes order by text')).map(({ text }) => text)

    it('are committed', async () => {
      assert.equal(await write('a', 'b'), 'written')
      assert.deepEqual(await notes(), ['a', 'b'])
    })

    it('undo the transaction when one of them fails, which says why', async () => {
      await assert.rejects(write('c', 'a', 'd'), UniqueViolation)
      assert.deepEqual(await notes(), ['a', 'b'])
    })

    it('fail for the reason of the first that fails, also at a later statement', async () => {
      const failing = store.db.transaction(SYSTEM, async (tx) => {
        await tx.write(INSERT, ['a'])
        await tx.query('select text from notes')
      })
      await assert.rejects(failing, UniqueViolation)
    })

    it('fail for that reason, too, where the transaction ends with the mark of a key', async () => {
      const markKey = async (tx: Tx) => void (await tx.query('select text from notes'))
      const by = { request: { checkAuthority: null, markKey, hasCommitted: false } }
      const failing = store.db.transaction(by, async (tx) => {
        await tx.write(INSERT, ['a'])
      })
      await assert.rejects(failing, UniqueViolation)
      assert.deepEqual(await notes(), ['a', 'b'])
    })

    it('are any number', async () => {
      await store.db.transaction(SYSTEM, async (tx) => {
        for (let n = 0; n < 1_000; n++) await tx.write(INSERT, [`many ${n}`])
      })
      assert.equal((await notes()).filter((text) => text.startsWith('many')).length, 1_000)
      await store.db.execute("delete from notes where text like 'many%'")
    })

    it('undo the transaction when one of them finds another version than was read, and it is retried', async () => {
      const scope = { businessId: 'biz', mode: 'live' } as const
      await store.db.execute("insert into counters (business_id, mode, id, version) values ('biz', 'live', 'counter', 2)")
      const read = [1, 2]
      const tried: number[] = []
      await store.db.transaction(SYSTEM, async (tx) => {
        const version = read[tried.length]!
        tried.push(version)
        await updateVersioned(tx, 'counters', scope, { id: 'counter', version }, {})
        await tx.write(INSERT, [`counted at ${version}`])
      })
      assert.deepEqual(tried, [1, 2])
      assert.deepEqual(await notes(), ['a', 'b', 'counted at 2'])
      assert.equal((await store.db.query<{ version: number }>('select version from counters'))[0]!.version, 3)
      await store.db.execute("delete from notes where text like 'counted%'")
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
    const writing = store.db.transaction(SYSTEM, (tx) => tx.write(INSERT, ['lost with the commit']))
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
