// Two servers, a primary and a lagging replica: a client that writes through one server and reads through the other sees its writes.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { preferReplica } from '../../../src/store/engine/db.ts'
import { openDb } from '../../../src/store/open.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { PostgresPair } from '../../support/engine/postgres-pair.ts'
import { noPairHere, startPair } from '../../support/engine/postgres-pair.ts'
import { importOcean } from '../../support/samples/requests.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const CLIENTS = process.env.SOAK ? 6 : 2
const STORIES = process.env.SOAK ? 100 : 1
const READS = 100
/** Below the time that a read waits, around it, and far beyond. */
const DELAYS_MS = [0, 8, 40, 1_000]
const REST_MS = 1_100
const TRIES = 30
const TEST_KEY = 'wb_test_replica_000000000000000000'

describe('reads from a replica', { skip: noPairHere() }, () => {
  let pair: PostgresPair
  const servers: ServerProcess[] = []
  before(async () => {
    pair = await startPair()
    const env = { DATABASE_URL: pair.primary.url, DATABASE_REPLICA_URL: pair.standby.url, WAYBILL_DEMO_TEST_KEY: TEST_KEY }
    while (servers.length < 2) servers.push(await startServerProcess(env))
  })
  after(async () => {
    await Promise.all(servers.map((server) => server.kill('SIGKILL')))
    await pair.close()
  })

  const call = async (server: number, method: 'GET' | 'POST', path: string, body?: object): Promise<Json> => {
    const headers = { 'x-api-key': TEST_KEY, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(servers[server % servers.length]!.url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }

  const delayReplay = async (delayMs: number): Promise<void> => {
    await pair.standby.query(`alter system set recovery_min_apply_delay = '${delayMs}ms'`)
    await pair.standby.query('select pg_reload_conf()')
  }

  /** Every read follows its write at once, through the other server. */
  const tellStory = async (writer: number): Promise<void> => {
    const write = (path: string, body: object) => call(writer, 'POST', path, body)
    const read = (path: string) => call(writer + 1, 'GET', path)
    const parcel = async (id: string): Promise<Json> => (await read('/v1/packages')).find((each: Json) => each.parcel_id === id)

    const { parcel_quote_id: id } = await write('/v1/parcel_quotes', { parcel: importOcean() })
    assert.ok((await read('/v1/parcel_quotes')).some((quote: Json) => quote.parcel_quote_id === id))
    assert.equal((await read(`/v1/parcel_quotes/${id}`)).status, 'pending')
    const booked = await write(`/v1/packages/${id}/create_shipment`, {})
    assert.equal((await read(`/v1/parcel_quotes/${id}`)).status, 'booked')
    const { parcel_id: parcelId } = booked.parcel_details.parcels[0]
    for (const action of ['hold', 'release']) {
      await write(`/v1/packages/${parcelId}/notices`, { action })
      assert.equal((await parcel(parcelId))?.hold_instruction, action)
    }
  }

  const tellStories = (count: number) =>
    Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let story = 0; story < count; story += 1) await tellStory(client + story)
      }),
    )

  for (const delayMs of DELAYS_MS)
    it(`a replica ${delayMs} ms behind never shows less than was written through the other server`, async () => {
      await delayReplay(delayMs)
      await tellStories(STORIES)
    })

  /** Number of transactions that the replica has ended. Those of a connection are counted at its end at the latest. */
  const answeredByReplica = async (): Promise<number> =>
    Number((await pair.standby.query('select xact_commit from pg_stat_database where datname = current_database()'))[0]!.xact_commit)

  const readMany = async (wrap: <T>(fn: () => T) => T): Promise<number> => {
    const before = await answeredByReplica()
    const db = await openDb({ databaseUrl: pair.primary.url, databaseReplicaUrl: pair.standby.url, dataDir: '' })
    for (let read = 0; read < READS; read += 1) assert.ok((await wrap(() => db.query('select id from quotes limit 1'))).length > 0)
    await db.close()
    await sleep(100)
    return (await answeredByReplica()) - before
  }

  it('a replica that has caught up answers what may be answered by one, and nothing else', async () => {
    await delayReplay(0)
    let answered = 0
    for (let tries = 0; answered < READS && tries < TRIES; tries += 1) {
      // A busy machine may delay the replica once; it is then not used for a while.
      await sleep(REST_MS)
      answered = await readMany(preferReplica)
    }
    assert.ok(answered >= READS)
    assert.ok((await readMany((fn) => fn())) < READS)
  })

  it('a replica that was promoted by mistake is left alone', async () => {
    await pair.standby.query('select pg_promote()')
    await tellStories(1)
    assert.ok((await readMany(preferReplica)) < READS)
  })

  it('a replica that is down is left alone', async () => {
    await pair.standby.kill()
    await tellStories(1)
  })
})
