// If PostgreSQL stops answering on a connection, the statements that wait there fail with a time-out. Other connections keep working.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { FreshDb } from '../../../../test/support/engine/engines.ts'
import { postgres } from '../../../../test/support/engine/engines.ts'
import { answerTo, closeSilentConnections, connectionOf } from './send.ts'

/** Enough time for a busy machine to answer a short statement. */
const SILENT_AFTER_MS = 2_000
/** Each statement takes a quarter of a second. Together, they take longer than the limit plus the time between two checks. */
const STATEMENTS = 14

describe('a PostgreSQL server that answers nothing', { concurrency: true }, () => {
  let fresh: FreshDb
  let pool: pg.Pool
  let silence: ReturnType<typeof closeSilentConnections>
  before(async () => {
    fresh = await postgres.freshDb([])
    pool = new pg.Pool({ connectionString: fresh.url!, pipeline: true } as pg.PoolConfig)
    pool.on('connect', (client) => client.on('error', () => {}))
    silence = closeSilentConnections(pool, SILENT_AFTER_MS)
  })
  after(async () => {
    silence.close()
    await pool.end()
    await fresh.drop()
  })

  const using = async <T>(fn: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await connectionOf(pool)
    try {
      return await fn(client)
    } finally {
      client.release()
    }
  }
  const pidOf = async (client: pg.PoolClient): Promise<number> => {
    const { rows } = await answerTo<{ pid: number }>(client, { text: 'select pg_backend_pid() as pid' })
    return rows[0]!.pid
  }

  it('fails every statement that waits on the connection', async () => {
    await using(async (client) => {
      const asked = [{ text: 'select pg_sleep(60)' }, { text: 'select 1' }].map((query) => answerTo(client, query))
      for (const answer of asked) await assert.rejects(answer, /no answer in 2 s/)
    })
    assert.equal(typeof (await using(pidOf)), 'number')
  })

  it('is not what a connection is taken for on which nothing was asked', () =>
    using(async (client) => {
      const pid = await pidOf(client)
      await sleep(1.5 * SILENT_AFTER_MS)
      assert.equal(await pidOf(client), pid)
    }))

  it('nor one that answers one statement after another', () =>
    using(async (client) => {
      const asked = Array.from({ length: STATEMENTS }, () => answerTo(client, { text: 'select pg_sleep(0.25)' }))
      assert.equal((await Promise.all(asked)).length, STATEMENTS)
    }))
})
