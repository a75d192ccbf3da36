// A PostgreSQL failover behind a proxy that leads to the primary: Waybill servers go on without a restart, and no acknowledged write is lost.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Db } from '../../../src/platform/engine/db.ts'
import { OutcomeUnknown, SYSTEM } from '../../../src/platform/engine/db.ts'
import { openDb } from '../../../src/platform/engine/open.ts'
import type { PostgresPair } from '../../support/engine/postgres-pair.ts'
import { noPairHere, startPair } from '../../support/engine/postgres-pair.ts'
import { until } from '../../support/server/carrier-server.ts'
import type { Load } from '../../support/server/failover-load.ts'
import { lostWrites, moreWrites, oddBookings, startLoad } from '../../support/server/failover-load.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const FAILOVERS = process.env.SOAK ? 12 : 1
const SERVERS = 2
const CLIENTS = process.env.SOAK ? 12 : 6
const WRITES_BEFORE = process.env.SOAK ? 60 : 25
const WRITES_AFTER = WRITES_BEFORE
const WAIT_MAX_MS = 60_000
const TEST_KEY = 'wb_test_failover_scenario_000000'

describe('a failover under load', { skip: noPairHere() }, () => {
  let pair: PostgresPair
  const servers: ServerProcess[] = []
  before(async () => {
    pair = await startPair()
    await pair.makeSynchronous()
    while (servers.length < SERVERS) servers.push(await startServerProcess({ DATABASE_URL: pair.url, WAYBILL_DEMO_TEST_KEY: TEST_KEY }))
  })
  after(async () => {
    await Promise.all(servers.map((server) => server.kill('SIGKILL')))
    await pair.close()
  })

  const allAnswer = async (status: number): Promise<boolean> => {
    const answers = await Promise.all(servers.map(({ url }) => fetch(`${url}/readyz`)))
    return answers.every((answer) => answer.status === status)
  }

  /** Kills the primary and promotes the standby. Returns the time from the promotion to the first acknowledged write. */
  const failOver = async (load: Load): Promise<number> => {
    await moreWrites(load, WRITES_BEFORE, AbortSignal.timeout(WAIT_MAX_MS))
    const unavailableBefore = load.unavailable
    await pair.primary.kill()
    await until('no request is answered 503', async () => load.unavailable > unavailableBefore, WAIT_MAX_MS)
    await until('a server without a store is ready', () => allAnswer(503), WAIT_MAX_MS)
    await pair.promote()
    const promotedAt = Date.now()
    await moreWrites(load, WRITES_AFTER, AbortSignal.timeout(WAIT_MAX_MS))
    await until('a server is not ready', () => allAnswer(200), WAIT_MAX_MS)
    return [...load.acknowledged.values()].find((at) => at > promotedAt)! - promotedAt
  }

  const timeout = FAILOVERS * 2 * WAIT_MAX_MS
  it(`${FAILOVERS} times: no acknowledged write lost, no double booking, and 503 in between, or 409 to a key still held`, {
    timeout,
  }, async (t) => {
    const load = startLoad(
      servers.map(({ url }) => url),
      TEST_KEY,
      CLIENTS,
    )
    const backAfterMs: number[] = []
    try {
      for (let failover = 0; failover < FAILOVERS; failover += 1) {
        if (failover > 0) {
          await pair.rebuildStandby()
          await pair.makeSynchronous()
        }
        backAfterMs.push(await failOver(load))
      }
    } finally {
      await load.stop()
    }
    const lost = await lostWrites(load, pair.primary.query)
    t.diagnostic(
      `acknowledged ${load.acknowledged.size}, lost ${lost.length}, answered 503 ${load.unavailable} and 409 ${load.inProgress}, ` +
        `bookings found done ${load.foundDone}, back after ${backAfterMs.join(', ')} ms`,
    )
    assert.deepEqual(lost, [])
    assert.deepEqual(await oddBookings(pair.primary.query), [])
  })
})

describe('a store with a standby', { skip: noPairHere() }, () => {
  let pair: PostgresPair
  let db: Db
  before(async () => {
    pair = await startPair()
    db = await openDb({ databaseUrl: pair.url, dataDir: '' })
    await db.exclusively(SYSTEM, (tx) => tx.script('create table notes (text text primary key)'))
  })
  after(async () => {
    await db.close()
    await pair.close()
  })

  const write = (text: string) => db.transaction(SYSTEM, (tx) => tx.execute('insert into notes values ($1)', [text]))
  const notes = async () => (await pair.primary.query('select text from notes order by text')).map(({ text }) => text)

  it('does not acknowledge a commit whose wait for the standby was cancelled', async () => {
    await pair.makeSynchronous()
    await pair.standby.kill()
    const writing = assert.rejects(write('cancelled'), OutcomeUnknown)
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`
    await until('no commit waits', async () => (await pair.primary.query(cancel)).length > 0, WAIT_MAX_MS)
    await writing
    assert.deepEqual(await notes(), ['cancelled'])
    await pair.primary.query('alter system reset synchronous_standby_names')
    await pair.primary.query('select pg_reload_conf()')
    await pair.rebuildStandby()
  })

  it('is not opened where the URL leads to the standby', async () => {
    await assert.rejects(openDb({ databaseUrl: pair.standby.url, dataDir: '' }), /leads to a standby/)
  })

  it('gets notifications again after a promotion', async () => {
    let heard = 0
    const stop = await db.listen('notes', () => {
      heard += 1
    })
    await pair.promote()
    const isWritten = () => write('promoted').then(Boolean, () => false)
    await until('no write is accepted', isWritten, WAIT_MAX_MS)
    assert.deepEqual(await notes(), ['cancelled', 'promoted'])
    const before = heard
    const isHeard = async (): Promise<boolean> => {
      db.announce('notes')
      return heard > before + 1
    }
    await until('no signal comes through the new primary', isHeard, WAIT_MAX_MS)
    await stop()
  })
})
