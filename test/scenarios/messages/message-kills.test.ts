// Servers are killed while parcels are received and emails are sent: no email is sent twice, and every email that may be lost is listed.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CONNECTIONS_MAX } from '../../../src/messages/smtp/connection.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as messages from '../../../src/store/messages/messages.ts'
import { systemDeps } from '../../../src/system.ts'
import { pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { adminToken } from '../../support/calls/staff-calls.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { dice } from '../../support/samples/dice.ts'
import { importAir } from '../../support/samples/requests.ts'
import { until } from '../../support/server/carrier-server.ts'
import type { MailServer } from '../../support/server/mail-server.ts'
import { startMailServer } from '../../support/server/mail-server.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const SIZE = process.env.SOAK ? { kills: 10, customers: 500 } : { kills: 2, customers: 20 }
/** Number of parcels per customer. One message reports all parcels of a customer. */
const PARCELS_EACH = 2
const PARCELS = SIZE.customers * PARCELS_EACH
const CALLERS = 6
const LIVE_KEY = 'wb_live_message_kills_0000000000'
const TIMEOUT_MS = process.env.SOAK ? 30 * 60_000 : 180_000
/** How long the mail server delays each answer, so that a kill finds emails in progress. */
const ANSWER_AFTER_MS = 50
const LOOK_EVERY_MS = 5
const RETRY_MS = 50

type Parcel = { id: string; number: string }
type Row = { id: string; package_id: string; part_of_id: string | null; state: string }

describe('messages of servers that are killed', () => {
  forEachEngine((engine) => {
    const random = dice(20_261_118)
    let store: FreshDb
    let mail: MailServer
    /** Two servers on PostgreSQL; one on SQLite. */
    let servers: ServerProcess[]
    let staff: Record<string, string>

    const senderOf = (index: number): string => `desk${index}@example.test`
    const start = (index: number): Promise<ServerProcess> =>
      startServerProcess({
        ...store.env,
        WAYBILL_DEMO_LIVE_KEY: LIVE_KEY,
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(mail.port),
        SMTP_FROM: senderOf(index),
      })

    before(async () => {
      store = await engine.freshDb()
      mail = await startMailServer({ answerAfterMs: ANSWER_AFTER_MS })
      servers = [await start(0)]
      if (engine.name === 'postgres') servers.push(await start(1))
      staff = { authorization: `Bearer ${await adminToken({ ...systemDeps(), db: store.db })}` }
    })
    after(async () => {
      await Promise.all(servers.map((server) => server.kill('SIGKILL')))
      await mail.close()
      await store.drop()
    })

    /**
     * Repeats the call until a server answers it successfully, because servers are being killed and started. The Idempotency-Key makes
     * repeating safe.
     */
    const call = async (method: string, path: string, body?: object): Promise<Json> => {
      const caller = path.startsWith('/ops/') ? staff : { 'x-api-key': LIVE_KEY }
      const content = body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}
      const init = { method, headers: { ...caller, ...content }, ...(body ? { body: JSON.stringify(body) } : {}) }
      for (let turn = random.upTo(servers.length); ; turn++) {
        const answer = await fetch(servers[turn % servers.length]!.url + path, init)
          .then(async (response) => ({ status: response.status, text: await response.text() }))
          .catch(() => null)
        if (answer && answer.status < 300) return JSON.parse(answer.text)
        // 409 means that an earlier attempt at the same call was cut off and is still recorded as in progress.
        if (answer) assert.ok([409, 503].includes(answer.status), `${method} ${path}: ${answer.status} ${answer.text}`)
        await sleep(RETRY_MS)
      }
    }
    const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> => {
      const left = [...items]
      const caller = async (): Promise<void> => {
        for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
      }
      await Promise.all(Array.from({ length: CALLERS }, caller))
    }

    const bookFor = async (index: number): Promise<Parcel[]> => {
      const parcel_customer = { first_name: 'Ada', email: `ada${index}@example.test`, mobile: `0803${1_000_000 + index}`, ...pickup }
      const { data } = await call('POST', '/v1/parcel-customers', { parcel_customer })
      const packages = Array(PARCELS_EACH).fill({ weight: 2 })
      const parcel = importAir({ parcel_customer_token: data.parcel_customer_id, packages })
      const { parcel_quote_id } = await call('POST', '/v1/parcel_quotes', { parcel })
      const booked = await call('POST', `/v1/packages/${parcel_quote_id}/create_shipment`, {})
      return booked.parcel_details.parcels.map((made: Json) => ({ id: made.parcel_id, number: made.parcel_number }))
    }
    const receive = (parcels: readonly Parcel[]): Promise<void> =>
      inParallel(parcels, ({ id }) => call('POST', '/ops/v1/receipts', { package_id: id, weight: 2.5 }))
    const change = (sql: string): Promise<unknown> => store.db.transaction(SYSTEM, (tx) => tx.execute(sql))
    /** Makes queued messages due now. Otherwise they would wait an hour for other parcels of the customer. */
    const endWaiting = (): Promise<unknown> => change(`update messages set due_at = 0 where state = 'queued' and due_at > 0`)
    /**
     * Ends the leases on all messages that are being sent, even the leases of running servers. This simulates a machine that was suspended
     * until the leases expired.
     */
    const endLeases = (): Promise<unknown> => change(`update messages set claimed_until = 0 where state = 'sending' and claimed_until > 0`)
    const isSettled = async (): Promise<boolean> => {
      await endWaiting()
      return (await store.db.query(`select id from messages where state in ('queued', 'sending') limit 1`)).length === 0
    }
    const listedForPersons = async (): Promise<string[]> => {
      const all = { page: 1, perPage: PARCELS, cursor: null }
      const { items } = await messages.list(store.db, { mode: 'live', needsAttention: true }, all)
      return items.map(({ message }) => message.id)
    }

    /** Kills the server that sent the latest email before the mail server answers. Then starts a new server. */
    const killSender = async (): Promise<void> => {
      const index = servers.findIndex((_, index) => senderOf(index) === mail.received.at(-1)!.from)
      await servers[index]!.kill('SIGKILL')
      servers[index] = await start(index)
      // Ends the leases only after the kill, because the killed server may have claimed one more message just before.
      await endLeases()
    }
    const arrivals = async (count: number): Promise<void> => {
      while (mail.received.length < count) await sleep(LOOK_EVERY_MS)
    }

    const title = `${PARCELS} parcels received, ${SIZE.kills} kills: each message is sent at most once, and is sent or listed as unknown`
    it(title, { timeout: TIMEOUT_MS }, async (t) => {
      const [business] = (await call('GET', '/ops/v1/businesses')) as Json[]
      const settings = { sender_name: 'Sample Freight', customers: ['parcel_received'], contacts: [], channel: 'email', language: 'en' }
      await call('PUT', `/ops/v1/businesses/${business.business_id}/message_settings`, settings)
      const bookings: Parcel[][] = []
      await inParallel(Array.from({ length: SIZE.customers }).keys().toArray(), async (index) => bookings.push(await bookFor(index)))

      const startedAt = Date.now()
      const each = SIZE.customers / SIZE.kills
      for (let kill = 0; kill < SIZE.kills; kill++) {
        const round = bookings.slice(kill * each, (kill + 1) * each)
        const [now, meanwhile] = [round.slice(0, each / 2), round.slice(each / 2)]
        await receive(now.flat())
        const arrived = mail.received.length
        await endWaiting()
        await arrivals(arrived + 1 + random.upTo(now.length))
        await Promise.all([receive(meanwhile.flat()), killSender()])
      }
      await until('all messages are settled', isSettled, TIMEOUT_MS)
      // On SIGTERM, a server waits for the mail server's outstanding answers and records them.
      await Promise.all(servers.map((server) => server.kill('SIGTERM')))

      const rows = await store.db.query<Row>('select id, package_id, part_of_id, state from messages')
      const parcels = bookings.flat()
      assert.deepEqual(rows.map((row) => row.package_id).sort(), parcels.map(({ id }) => id).sort(), 'one message about each parcel')
      const texts = mail.received.map((arrived) => arrived.mail.text)
      const timesTold = new Map(parcels.map(({ id, number }) => [id, texts.filter((text) => text.includes(number)).length]))
      assert.deepEqual(
        rows.filter(({ package_id: id }) => timesTold.get(id)! > 1),
        [],
        'sent twice',
      )
      assert.deepEqual(
        rows.filter(({ package_id: id, state }) => state !== 'unknown' && !(state === 'sent' && timesTold.get(id) === 1)),
        [],
        'lost, and not listed as unknown',
      )

      const unknown = rows.filter(({ state, part_of_id }) => state === 'unknown' && part_of_id === null)
      const arrivedUnknown = unknown.filter(({ package_id: id }) => timesTold.get(id) === 1)
      assert.ok(arrivedUnknown.length >= SIZE.kills, 'each kill was between an e-mail and its answer')
      // `endLeases` also ends the leases of running servers, so messages that they are sending at that moment become unknown too.
      assert.ok(unknown.length <= SIZE.kills * servers.length * CONNECTIONS_MAX, 'no message is unknown that was not being sent')
      assert.deepEqual((await listedForPersons()).sort(), unknown.map(({ id }) => id).sort())
      const senders = Map.groupBy(mail.received, ({ from }) => from)
      t.diagnostic(
        `${engine.name}: ${rows.length} messages in ${mail.received.length} e-mails from ${senders.size} servers in ${Math.round((Date.now() - startedAt) / 1000)} s; ` +
          `${unknown.length} e-mails unknown, of which ${arrivedUnknown.length} had arrived`,
      )
    })
  })
})
