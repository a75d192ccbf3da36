// Messages of test mode, with every channel set up: they are listed as sent, but no connection to a provider is opened.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { createServer } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { systemDeps } from '../../../src/system.ts'
import { pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { adminToken } from '../../support/calls/staff-calls.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import { until } from '../../support/server/carrier-server.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const TEST_KEY = 'wb_test_message_listener_00000000'
const LIVE_KEY = 'wb_live_message_listener_00000000'
const HOUR_MS = 3_600_000
const [MORNING_HOUR, DAY_HOURS] = [9, 24]
const WITHIN_MS = 60_000
const CHANNELS = ['email', 'sms', 'whatsapp']

describe('messages of test mode', () => {
  // One engine is enough: whether a provider is called does not depend on the store.
  forOneEngine((engine) => {
    let store: FreshDb
    /** Stands in for all providers. It counts connections, and answers nothing. */
    let providers: Server
    let connections = 0
    let server: ServerProcess
    let staff: Record<string, string>

    before(async () => {
      store = await engine.freshDb()
      providers = createServer((socket) => {
        connections += 1
        socket.destroy()
      }).listen(0, '127.0.0.1')
      await once(providers, 'listening')
      const { port } = providers.address() as AddressInfo
      const origin = `http://127.0.0.1:${port}`
      server = await startServerProcess({
        ...store.env,
        WAYBILL_DEMO_TEST_KEY: TEST_KEY,
        WAYBILL_DEMO_LIVE_KEY: LIVE_KEY,
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(port),
        SMTP_FROM: 'desk@example.test',
        TERMII_API_KEY: 'sample-key',
        TERMII_SENDER_ID: 'SAMPLE',
        TERMII_BASE_URL: origin,
        WHATSAPP_TOKEN: 'sample-token',
        WHATSAPP_PHONE_NUMBER_ID: '100000000000001',
        WHATSAPP_BASE_URL: origin,
      })
      staff = { authorization: `Bearer ${await adminToken({ ...systemDeps(), db: store.db })}` }
      const [business] = await call(staff, 'GET', '/ops/v1/businesses')
      const settings = { sender_name: 'Sample Freight', customers: ['parcel_received'], contacts: [], channel: 'email', language: 'en' }
      await call(staff, 'PUT', `/ops/v1/businesses/${business.business_id}/message_settings`, settings)
    })
    after(async () => {
      await server.kill('SIGKILL')
      providers.close()
      await store.drop()
    })

    const call = async (caller: Record<string, string>, method: string, path: string, body?: object): Promise<Json> => {
      const headers = { ...caller, ...(body ? { 'content-type': 'application/json' } : {}) }
      const answer = await fetch(server.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
      const text = await answer.text()
      assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`)
      return JSON.parse(text)
    }
    /** Books a parcel for a new customer who agreed to messages on the channel. */
    const book = async (key: string, channel: string, mobile: string): Promise<string> => {
      const caller = { 'x-api-key': key }
      const message_consents = [{ channel, given_at: '2026-02-01T09:00:00Z', how: 'order form' }]
      const preferences = { message_channel: channel, message_consents }
      const parcel_customer = { first_name: 'Ada', email: `${channel}@example.test`, mobile, ...preferences, ...pickup }
      const { data } = await call(caller, 'POST', '/v1/parcel-customers', { parcel_customer })
      const parcel = importAir({ parcel_customer_token: data.parcel_customer_id })
      const { parcel_quote_id } = await call(caller, 'POST', '/v1/parcel_quotes', { parcel })
      const booked = await call(caller, 'POST', `/v1/packages/${parcel_quote_id}/create_shipment`, {})
      return booked.parcel_details.parcels[0].parcel_id
    }
    const advance = (ms: number): Promise<Json> =>
      call({ 'x-api-key': TEST_KEY }, 'POST', '/v1/test_clock', { advance_seconds: Math.ceil(ms / 1000) })

    it('are listed as sent on each channel, and no provider is connected to', async () => {
      // Sets the test clock to a morning, because no SMS is sent at night.
      const now = new Date()
      const morning = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), DAY_HOURS + MORNING_HOUR)
      await advance(morning - now.getTime())
      for (const [index, channel] of CHANNELS.entries()) {
        const id = await book(TEST_KEY, channel, `0803123456${index}`)
        await call({ 'x-api-key': TEST_KEY }, 'POST', `/v1/test_helpers/packages/${id}/receive`, {})
      }
      await advance(HOUR_MS)
      const listed = (): Promise<Json[]> => call({ 'x-api-key': TEST_KEY }, 'GET', '/v1/messages')
      await until('messages of test mode', async () => (await listed()).every(({ status }) => status !== 'queued'), WITHIN_MS)
      assert.equal(connections, 0)
      const sent = (await listed()).map(({ channel, status }) => `${channel} ${status}`)
      assert.deepEqual(sent.sort(), ['email sent', 'sms sent', 'whatsapp sent'])
    })

    it('open no connection, unlike a message of live mode, which opens the first one', async () => {
      const id = await book(LIVE_KEY, 'email', '08031234569')
      await call(staff, 'POST', '/ops/v1/receipts', { package_id: id, weight: 2.5 })
      await store.db.execute(`update messages set due_at = 0 where mode = 'live'`)
      await until('a connection', async () => connections > 0, WITHIN_MS)
      // If messages of test mode had opened connections, more than one connection would have been counted by now.
      assert.equal(connections, 1)
    })
  })
})
