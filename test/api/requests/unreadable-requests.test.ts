// The answer to a malformed HTTP request has an error code and a request id, like any other error.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { sqlite } from '../../support/engine/engines.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const CASES = [
  ['a header that is too long', `GET /v1/packages HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ['an address that is too long', `GET /${'y'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ['an unknown method', 'FOO /v1/packages HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'MALFORMED_REQUEST'],
  ['a header without a name', 'GET /v1/packages HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400, 'MALFORMED_REQUEST'],
  ['something else than HTTP', '\u0016\u0003\u0001', 400, 'MALFORMED_REQUEST'],
] as const

describe('a malformed request', () => {
  let waybill: Waybill
  let server: Server
  before(async () => {
    waybill = await startWaybill(sqlite, {
      watch: (app) => {
        server = app.server
      },
    })
  })
  after(() => waybill.close())

  const assertRefused = (answer: string, status: number, code: string): void => {
    const [head, body] = answer.split('\r\n\r\n')
    const lines = head!.split('\r\n')
    const id = lines.find((line) => line.startsWith('x-request-id: '))?.slice('x-request-id: '.length)
    assert.match(lines[0]!, new RegExp(`^HTTP/1.1 ${status} `))
    assert.match(id ?? '', /^req_/)
    const { error, ...rest } = JSON.parse(body!)
    assert.deepEqual([typeof error, rest], ['string', { code, request_id: id }])
  }

  const connected = () => connect({ host: '127.0.0.1', port: Number(new URL(waybill.url).port) })

  for (const [what, sent, status, code] of CASES) {
    it(`${what} is ${status} ${code}, and the connection ends`, async () => {
      const socket = connected()
      socket.write(sent)
      assertRefused(await text(socket), status, code)
    })
  }

  const answerTo = async (head: string): Promise<string> => {
    const socket = connected()
    socket.write(`${head}\r\nConnection: close\r\n\r\n`)
    return text(socket)
  }
  const hostShown = async (head: string): Promise<string | undefined> =>
    /"rpId":"([^"]*)"/.exec(await answerTo(`POST /ops/v1/session/passkey/options ${head}`))?.[1]

  for (const host of ['a b', '[::1', 'a%zz', '"<x>', 'x:99999', 'a/b', 'user@x', 'x>; rel="next"', 'x'.repeat(254)])
    it(`to the host ${host.slice(0, 20)} is answered like one without a host`, async () => {
      assert.equal(await hostShown(`HTTP/1.1\r\nHost: ${host}`), 'localhost')
      assert.equal((await answerTo(`GET /llms.txt HTTP/1.1\r\nHost: ${host}`)).includes(host), false)
    })

  it('with a host gets links to that host; old clients without a host are served too', async () => {
    for (const host of ['waybill.example', 'my_host', '127.0.0.1', '[::1]'])
      for (const port of ['', ':8080']) assert.equal(await hostShown(`HTTP/1.1\r\nHost: ${host}${port}`), host)
    assert.equal(await hostShown('HTTP/1.0'), 'localhost')
  })

  it('that is not received in 30 s is 408 REQUEST_TIMEOUT, and the connection ends', async () => {
    // `headersTimeout` must not be longer than `requestTimeout`. Otherwise Node swaps the two values, and waits longer for a body.
    assert.partialDeepStrictEqual(server, { requestTimeout: 30_000, headersTimeout: 30_000, connectionsCheckingInterval: 5_000 })
    const accepted = once(server, 'connection')
    const socket = connected()
    socket.write('POST /v1/parcel_quotes HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{')
    const [held] = await accepted
    // Emits the error that Node emits when the time is up. The test does not wait 30 s for Node to emit it.
    server.emit('clientError', Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), held)
    assertRefused(await text(socket), 408, 'REQUEST_TIMEOUT')
  })
})
