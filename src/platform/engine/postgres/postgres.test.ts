// The store recovers from failures that only PostgreSQL has: lost connections, deadlocks, stale plans after a migration.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import type { FreshDb } from '../../../../test/support/engine/engines.ts'
import { postgres } from '../../../../test/support/engine/engines.ts'
import type { Db } from '../db.ts'
import { StoreUnavailable, SYSTEM } from '../db.ts'
import { openDb } from '../open.ts'

const SCHEMA = `
  create table counters (name text primary key, value bigint not null);
  insert into counters values ('a', 0), ('b', 0);
`
const ADD = 'update counters set value = value + 1 where name = $1'

describe('on postgres', () => {
  let fresh: FreshDb
  let db: Db
  let admin: pg.Client
  before(async () => {
    fresh = await postgres.freshDb([{ name: '0001-counters', sql: SCHEMA }])
    db = fresh.db
    admin = new pg.Client(fresh.url)
    await admin.connect()
  })
  after(async () => {
    await admin.end()
    await fresh.drop()
  })

  const value = async (name: string) => (await db.query<{ value: number }>('select value from counters where name = $1', [name]))[0]?.value
  const killConnections = () =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waybill' and datname = current_database()`,
    )

  it('a server that does not answer is a store that is unavailable', async () => {
    for (const databaseUrl of ['postgresql://postgres@127.0.0.1:1/none', 'postgresql://postgres@localhost/none?host=/nowhere']) {
      await assert.rejects(openDb({ databaseUrl, dataDir: '' }), StoreUnavailable)
    }
  })

  it('a password never shows in an error', async () => {
    const databaseUrl = 'postgresql://postgres:hunter2@127.0.0.1:1/none'
    await assert.rejects(openDb({ databaseUrl, dataDir: '' }), (error) => !JSON.stringify([String(error), error]).includes('hunter2'))
  })

  it('a connection lost in a transaction fails that transaction, and the next one works', async () => {
    const failing = db.transaction(SYSTEM, async (tx) => {
      await tx.execute(ADD, ['a'])
      await killConnections()
      await tx.execute(ADD, ['b'])
    })
    await assert.rejects(failing, StoreUnavailable)
    assert.equal(await value('a'), 0)
    await db.transaction(SYSTEM, (tx) => tx.execute(ADD, ['a']))
    assert.equal(await value('a'), 1)
  })

  it('a connection lost while idle is replaced unnoticed', async () => {
    await value('a')
    await killConnections()
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.equal(typeof (await value('a')), 'number')
  })

  it('a connection that became read-only after a failover is replaced', async () => {
    const write = () => db.execute(ADD, ['a'])
    await db.transaction(SYSTEM, (tx) => tx.query('set session characteristics as transaction read only'))
    await assert.rejects(write(), StoreUnavailable)
    assert.equal(await write(), 1)
  })

  it('a deadlock is run again', async () => {
    const before = await value('b')
    const bothLocked = Promise.withResolvers<void>()
    let locked = 0
    const crossing = (first: string, second: string) =>
      db.transaction(SYSTEM, async (tx) => {
        await tx.execute(ADD, [first])
        if (++locked === 2) bothLocked.resolve()
        await bothLocked.promise
        await tx.execute(ADD, [second])
      })
    await Promise.all([crossing('a', 'b'), crossing('b', 'a')])
    assert.equal(await value('b'), before! + 2)
    // Without a retry, `locked` would be 2. At least one of the two transactions ran again.
    assert.ok(locked > 2)
  })

  it('a prepared statement survives a migration that changes what it returns', async () => {
    const read = () => db.query('select * from counters where name = $1', ['a'])
    const readInTransaction = () => db.transaction(SYSTEM, (tx) => tx.query('select * from counters where name = $1', ['b']))
    await Promise.all([read(), readInTransaction()])
    await admin.query('alter table counters add column note text')
    for (const [row] of [await read(), await readInTransaction()]) assert.ok('note' in row!)
  })

  it('a statement that fails says nothing of the values', async () => {
    await db.exclusively(SYSTEM, (tx) => tx.script('alter table counters add constraint small check (value < 1000)'))
    const failing = db.execute('update counters set value = $1, note = $2', [2000, 'personal'])
    await assert.rejects(failing, (error) => !JSON.stringify([String(error), error]).includes('personal'))
  })
})
