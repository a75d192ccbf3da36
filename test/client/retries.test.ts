// Retries of the API client: which requests are repeated, with which idempotency key, and when the client gives up. Uses a scripted server.

import assert from 'node:assert/strict'
import type { IncomingMessage, Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Client } from '../../client/src/index.ts'
import { ConnectionError, createClient, WaybillError } from '../../client/src/index.ts'

/** The server's next answer: an error with its status and code, the body of a 200 answer, or no answer at all. */
type Scripted = [status: number, code: string] | object | 'silence'

const TIMEOUT_MS = 1_000

describe('the client, when a request fails', () => {
  let server: Server
  let client: Client
  let script: Scripted[] = []
  let received: { method: string; key: string | undefined }[] = []

  before(async () => {
    server = createServer((request: IncomingMessage, response) => {
      received.push({ method: request.method!, key: request.headers['idempotency-key'] as string | undefined })
      const next = script.shift() ?? {}
      if (next === 'silence') return
      const [status, body] = Array.isArray(next) ? [next[0], { code: next[1], error: 'No.', request_id: 'req_1' }] : [200, next]
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' }).end(JSON.stringify(body))
    })
    server.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    client = createClient({ baseUrl, apiKey: 'x', timeoutMs: TIMEOUT_MS, retries: 3, settleMs: 5_000 })
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    received = []
  })

  const isRefused = (code: string) => (error: unknown) => error instanceof WaybillError && error.code === code

  it('repeats a POST with one key after no answer, a key conflict, a rate limit and an overload', async () => {
    script = ['silence', [409, 'IDEMPOTENCY_IN_PROGRESS'], [429, 'RATE_LIMITED'], { parcel_quote_id: 'pq_1' }]
    assert.equal((await client.createQuote({ parcel: {} })).parcel_quote_id, 'pq_1')
    const keys = new Set(received.map(({ key }) => key))
    assert.deepEqual([received.length, keys.size], [4, 1])
    assert.match([...keys][0]!, /^[\da-f-]{36}$/)
  })

  it('uses another key for another request', async () => {
    script = [{}, {}]
    await client.createQuote({ parcel: {} })
    await client.createQuote({ parcel: {} })
    assert.equal(new Set(received.map(({ key }) => key)).size, 2)
  })

  it('repeats a booking until its purchase is settled, more often than other failures', async () => {
    const unsettled: Scripted[] = Array.from({ length: 3 }, () => [409, 'BOOKING_IN_PROGRESS'])
    script = [[503, 'CARRIER_OUTCOME_PENDING'], ...unsettled, [503, 'OVERLOADED'], [503, 'CARRIER_OUTCOME_PENDING'], { status: 'booked' }]
    assert.equal((await client.createShipment('pq_1')).status, 'booked')
    assert.deepEqual([received.length, new Set(received.map(({ key }) => key)).size], [7, 1])
  })

  it('does not repeat requests that would be refused again', async () => {
    for (const [status, code] of [
      [422, 'RATE_REQUIRED'],
      [409, 'BOOKING_IN_PROGRESS'],
      [409, 'IDEMPOTENCY_ANSWER_LOST'],
      [500, 'INTERNAL'],
    ] as const) {
      received = []
      script = [[status, code]]
      await assert.rejects(client.createShipment('pq_1'), isRefused(code))
      assert.equal(received.length, 1, code)
    }
  })

  it('gives up after the given number of repeats', async () => {
    script = Array.from({ length: 9 }, () => [503, 'OVERLOADED'])
    await assert.rejects(client.listPackages(), isRefused('OVERLOADED'))
    assert.deepEqual(
      received.map(({ method, key }) => [method, key]),
      Array.from({ length: 4 }, () => ['GET', undefined]),
    )
    script = []
  })

  it('does not repeat a DELETE, which may have succeeded', async () => {
    script = ['silence']
    await assert.rejects(client.deleteWebhookEndpoint('whk_1'), ConnectionError)
    assert.equal(received.length, 1)
  })

  it('stops when its caller aborts', async () => {
    script = ['silence', 'silence']
    const reason = new Error('enough')
    const stopping = new AbortController()
    const asked = client.listPackages({}, { signal: stopping.signal })
    stopping.abort(reason)
    await assert.rejects(asked, reason)
  })
})
