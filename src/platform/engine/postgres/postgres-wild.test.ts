// Waybill works with unusual PostgreSQL setups: few connections, roles with time limits, a missing extension, a pooler.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { FreshDb } from '../../../../test/support/engine/engines.ts'
import { postgres } from '../../../../test/support/engine/engines.ts'
import { noPgbouncerHere, startPgbouncer } from '../../../../test/support/engine/pgbouncer.ts'
import type { Db, Query } from '../db.ts'
import { OutcomeUnknown, StoreUnavailable, SYSTEM } from '../db.ts'
import { migrate } from '../migrate.ts'
import { openDb } from '../open.ts'
import { createMissingSearchIndexes, isIndexed } from './search.ts'

const CALLERS = 12

/** Waits until the server has closed the connection of a transaction. */
const untilGone = async (admin: pg.Client, ask: () => Promise<{ pid: number }[]>): Promise<void> => {
  const [{ pid } = { pid: 0 }] = await ask()
  while ((await admin.query('select 1 from pg_stat_activity where pid = $1', [pid])).rows.length > 0) await sleep(20)
}

describe('on postgres as others set it up', () => {
  let fresh: FreshDb
  let admin: pg.Client
  const roles: string[] = []
  before(async () => {
    fresh = await postgres.freshDb()
    admin = new pg.Client(fresh.url)
    await admin.connect()
  })
  after(async () => {
    for (const role of roles) await admin.query(`drop role ${role}`)
    await admin.end()
    await fresh.drop()
  })

  const newRole = async (settings: string): Promise<string> => {
    const role = `waybill_test_${randomBytes(6).toString('hex')}`
    await admin.query(`create role ${role} login ${settings}`)
    roles.push(role)
    return role
  }

  const using = async <T>(databaseUrl: string, work: (db: Db) => Promise<T>, databaseConnections?: number): Promise<T> => {
    const db = await openDb({ databaseUrl, dataDir: '', ...(databaseConnections ? { databaseConnections } : {}) })
    return work(db).finally(() => db.close())
  }

  const as = (role: string): string => {
    const url = new URL(fresh.url!)
    url.username = role
    return url.href
  }

  const crowd = (db: Db): Promise<number[]> =>
    Promise.all(
      Array.from({ length: CALLERS }, () =>
        db.transaction(SYSTEM, async (tx) => {
          await tx.query('select pg_sleep(0.02)')
          return (await tx.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]!.pid
        }),
      ),
    )

  it('no more connections are opened than the setting says', async () => {
    assert.equal(new Set(await using(fresh.url!, crowd, 3)).size, 3)
  })

  it('the store is unavailable to a caller for whom the server has no connection left, and to no other', async () => {
    const role = await newRole('connection limit 2')
    await using(as(role), async (db) => {
      const sleeping = Array.from({ length: CALLERS }, () => db.transaction(SYSTEM, (tx) => tx.query('select pg_sleep(0.1)')))
      const outcomes = await Promise.allSettled(sleeping)
      assert.ok(outcomes.some(({ status }) => status === 'fulfilled'))
      assert.ok(outcomes.some(({ status }) => status === 'rejected'))
      for (const outcome of outcomes) if (outcome.status === 'rejected') assert.ok(outcome.reason instanceof StoreUnavailable)
      await db.transaction(SYSTEM, (tx) => tx.query('select 1'))
    })
  })

  it('time limits of a role end neither a backup nor a migration', async () => {
    const role = await newRole('')
    // The limits apply only until Waybill lifts them, after opening a connection. One second is enough for that, even on a busy machine.
    await admin.query(`alter role ${role} set statement_timeout = '1s'`)
    await admin.query(`alter role ${role} set idle_in_transaction_session_timeout = '1s'`)
    await using(as(role), async (db) => {
      await Promise.all([
        db.snapshot((view) => view.query('select pg_sleep(1.2)')),
        db.exclusively(SYSTEM, (tx) => tx.query('select pg_sleep(1.2)')),
      ])
    })
  })

  it('a role’s limit on waiting for a lock lets a transaction try again', async () => {
    const role = await newRole('')
    await admin.query(`grant all on all tables in schema public to ${role}`)
    await admin.query(`alter role ${role} set lock_timeout = '20ms'`)
    await using(as(role), async (db) => {
      await admin.query('begin; lock table schema_migrations')
      let attempts = 0
      const waiting = db.transaction(SYSTEM, async (tx) => {
        if (++attempts === 3) await admin.query('commit')
        return tx.query('select name from schema_migrations limit 1')
      })
      assert.equal((await waiting).length, 1)
      assert.equal(attempts, 3)
    })
    await admin.query(`revoke all on all tables in schema public from ${role}`)
  })

  it('a role’s own settings change neither what is read nor how it is read', async () => {
    const role = await newRole('')
    const settings = [
      'bytea_output = escape',
      'extra_float_digits = 0',
      'standard_conforming_strings = off',
      'idle_session_timeout = 60000',
    ]
    for (const setting of [...settings, "default_transaction_isolation = 'serializable'"])
      await admin.query(`alter role ${role} set ${setting}`)
    const read = `select cast($1 as bytea) as bytes, cast($2 as double precision) as weight, '\\' as text,
      current_setting('transaction_isolation') as isolation, current_setting('idle_session_timeout') as limit`
    const params = [new Uint8Array([0, 92, 255]), 1 / 7]
    const expected = [{ bytes: params[0], weight: params[1], text: '\\', isolation: 'read committed', limit: '0' }]
    await using(as(role), async (db) => {
      assert.deepEqual(await db.query(read, params), expected)
      assert.deepEqual(await db.transaction(SYSTEM, (tx) => tx.query(read, params)), expected)
      assert.deepEqual(await db.exclusively(SYSTEM, (tx) => tx.query(read, params)), expected)
    })
  })

  describe('a time limit that ends the connection', () => {
    const PAUSE = 'select pg_sleep(1)'
    /** Keeps the transaction idle until the server closes its connection. */
    const idle = (tx: Query): Promise<void> => untilGone(admin, () => tx.query<{ pid: number }>('select pg_backend_pid() as pid'))
    const setting = (limit: string) => `set local ${limit} = '200ms'`
    const isLost = (error: unknown): boolean => error instanceof StoreUnavailable && !(error instanceof OutcomeUnknown)
    const hasTransactionLimit = async (): Promise<boolean> =>
      (await admin.query("select 1 from pg_settings where name = 'transaction_timeout'")).rows.length > 0

    for (const limit of ['transaction_timeout', 'idle_in_transaction_session_timeout'])
      it(`${limit}: nothing was done, and what follows gets another connection`, async (test) => {
        if (limit === 'transaction_timeout' && !(await hasTransactionLimit())) return test.skip('from PostgreSQL 17 on')
        await using(fresh.url!, async (db) => {
          const lost = db.transaction(SYSTEM, async (tx) => {
            await tx.execute(setting(limit))
            await idle(tx)
            await tx.query('select 1')
          })
          await assert.rejects(lost, isLost)
          assert.deepEqual(await db.transaction(SYSTEM, (tx) => tx.query('select 1 as one')), [{ one: 1 }])
        })
      })

    it('of a role, in the middle of a statement: nothing was done', async (test) => {
      if (!(await hasTransactionLimit())) return test.skip('from PostgreSQL 17 on')
      const role = await newRole('')
      await admin.query(`alter role ${role} set transaction_timeout = '300ms'`)
      await using(as(role), async (db) => {
        await assert.rejects(
          db.transaction(SYSTEM, (tx) => tx.query(PAUSE)),
          isLost,
        )
        await assert.rejects(db.query(PAUSE), isLost)
        assert.deepEqual(await db.transaction(SYSTEM, (tx) => tx.query('select 1 as one')), [{ one: 1 }])
      })
    })

    it('at a commit: its outcome is unknown', async (test) => {
      if (!(await hasTransactionLimit())) return test.skip('from PostgreSQL 17 on')
      await admin.query(`
        create table slow_commits (id integer);
        create function slow_commit() returns trigger language plpgsql as 'begin perform pg_sleep(1); return null; end';
        create constraint trigger slow after insert on slow_commits deferrable initially deferred for each row execute function slow_commit()`)
      const committing = fresh.db.transaction(SYSTEM, async (tx) => {
        await tx.execute(setting('transaction_timeout'))
        await tx.execute('insert into slow_commits (id) values (1)')
      })
      await assert.rejects(committing, OutcomeUnknown)
      await admin.query('drop table slow_commits; drop function slow_commit')
    })
  })

  it('an extension that was not there at first is made use of when it is', async () => {
    await admin.query('drop extension pg_trgm cascade')
    assert.equal(await isIndexed(fresh.db), false)
    assert.equal(await createMissingSearchIndexes(fresh.db), true)
    assert.equal(await isIndexed(fresh.db), true)
    assert.equal(await createMissingSearchIndexes(fresh.db), false)
  })

  it('an extension in a schema of its own, outside the search path, is made use of by migrations and afterwards', async () => {
    const empty = await postgres.freshDb([])
    await empty.db.exclusively(SYSTEM, (tx) => tx.script('create schema "Extensions"; create extension pg_trgm schema "Extensions"'))
    await migrate(empty.db)
    assert.equal(await isIndexed(empty.db), true)
    await empty.db.exclusively(SYSTEM, (tx) => tx.script('drop index ix_customers_search'))
    assert.equal(await createMissingSearchIndexes(empty.db), true)
    await empty.drop()
  })

  it('a statement that somebody else prepared in our session, or took away, says that it is shared', async () => {
    for (const statement of ['prepare shared as select 1; prepare shared as select 1', 'execute nobody_prepared_it'])
      await assert.rejects(
        fresh.db.exclusively(SYSTEM, (tx) => tx.script(statement)),
        /shares its sessions.*pool_mode = session/,
      )
  })

  describe('behind pgbouncer', { skip: noPgbouncerHere }, () => {
    it('in session mode it works, with the time limits of every session', async () => {
      const pooler = await startPgbouncer(fresh.url!, ['pool_mode = session'])
      await using(pooler.url, async (db) => {
        assert.equal((await crowd(db)).length, CALLERS)
        const limits = await Promise.all(
          Array.from({ length: CALLERS }, () =>
            db.transaction(
              SYSTEM,
              async (tx) => (await tx.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`))[0]!.limit,
            ),
          ),
        )
        assert.deepEqual(new Set(limits), new Set(['20s']))
      })
      await pooler.stop()
    })
  })
})
