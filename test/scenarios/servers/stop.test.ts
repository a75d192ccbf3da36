// On a stop signal, a server finishes the requests in progress, even if its whole process group is signalled repeatedly.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { FreshDb } from '../../support/engine/engines.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { importOcean } from '../../support/samples/requests.ts'
import { until } from '../../support/server/carrier-server.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const TEST_KEY = 'wb_test_stop_scenario_0000000000'
const REQUESTS = 10
const WAIT_MAX_MS = 60_000
const UNANSWERED_MS = 1_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGTERM'] as const

const body = JSON.stringify({ parcel: importOcean() })
const HEAD = [
  'POST /v1/parcel_quotes HTTP/1.1',
  'Host: localhost',
  `X-Api-Key: ${TEST_KEY}`,
  'Content-Type: application/json',
  `Content-Length: ${Buffer.byteLength(body)}`,
  // The answer "100 Continue" shows that the server has begun to handle the request.
  'Expect: 100-continue',
].join('\r\n')

/** Sends the headers of a request and the first part of its body. Returns when the server has begun to handle the request. */
const halfSent = async (url: string): Promise<Socket> => {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`${HEAD}\r\n\r\n${body.slice(0, 20)}`)
  const [first] = await once(socket, 'data')
  assert.match(String(first), /^HTTP\/1\.1 100 /)
  return socket
}

const finish = async (socket: Socket): Promise<string> => {
  socket.write(body.slice(20))
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  if (!socket.closed) await once(socket, 'close').catch(() => {})
  return answer.split('\r\n')[0]!
}

/**
 * True if the server refuses the connection or does not answer in time. Connections get no answer while the parent process still runs but
 * its workers have stopped.
 */
const isRefused = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(UNANSWERED_MS) }).then(
    () => false,
    () => true,
  )

describe('a stop', () => {
  let store: FreshDb
  before(async () => {
    store = await sqlite.freshDb()
  })
  after(() => store.drop())

  for (const args of [[], ['--workers', '2']]) {
    it(`answers what is half sent when the group is signalled repeatedly: serve ${args.join(' ')}`, async () => {
      const env = { ...store.env, WAYBILL_DEMO_TEST_KEY: TEST_KEY }
      const server = await startServerProcess(env, args, { inOwnGroup: true })
      const sockets = await Promise.all(Array.from({ length: REQUESTS }, () => halfSent(server.url)))
      for (const signal of SIGNALS) server.signalGroup(signal)
      await until('a server that takes no new connection', () => isRefused(server.url), WAIT_MAX_MS)
      for (const signal of SIGNALS) server.signalGroup(signal)
      const answers = await Promise.all(sockets.map(finish))
      assert.deepEqual(answers, Array(REQUESTS).fill('HTTP/1.1 201 Created'))
      assert.equal(await server.ended, 0)
    })
  }
})
