// Which outcomes of a call to an outside service are certain, and which are unknown.
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Agent, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { describe, it } from 'node:test'
import type { Exchange } from './send.ts'
import { exchange } from './send.ts'

const serve = async (t: TestContext, listener: (request: IncomingMessage, response: ServerResponse) => void) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const post = (url: URL, more: Partial<Exchange> = {}) =>
  exchange({ method: 'POST', url, body: '{}', agent: false, deadline: AbortSignal.timeout(60_000), ...more })

describe('an exchange', () => {
  it('that is answered has the status, the body and the request id', async (t) => {
    const url = await serve(t, (_, response) =>
      response.writeHead(418, { 'x-ep-request-uuid': 'abc', 'content-type': 'text/plain' }).end('tea'),
    )
    assert.deepEqual(await post(url), {
      kind: 'answered',
      answer: { status: 418, requestId: 'abc', contentType: 'text/plain', body: Buffer.from('tea') },
    })
  })

  it('cut on a kept connection may have arrived', async (t) => {
    let asked = 0
    const url = await serve(t, (request, response) => {
      asked += 1
      if (asked === 1) response.end('{}')
      else request.socket.destroy()
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    t.after(() => agent.destroy())
    assert.equal((await post(url, { agent })).kind, 'answered')
    assert.deepEqual(await post(url, { agent }), { kind: 'cut', code: 'ECONNRESET' })
  })

  it('that is answered with a protocol switch is cut', async (t) => {
    const url = await serve(t, (request) =>
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: another\r\n\r\n'),
    )
    assert.deepEqual(await post(url), { kind: 'cut', code: 'ECONNRESET' })
  })

  it('that is refused was not sent', async () => {
    assert.deepEqual(await post(new URL('http://127.0.0.1:1')), { kind: 'not_sent', code: 'ECONNREFUSED' })
  })

  it('that speaks TLS to a server that does not was not sent', async (t) => {
    let asked = 0
    const url = await serve(t, (_, response) => {
      asked += 1
      response.end()
    })
    const outcome = await post(new URL(`https://127.0.0.1:${url.port}`))
    assert.deepEqual([outcome.kind, asked], ['not_sent', 0])
  })

  it('distinguishes a time-out from an abort by its caller', async (t) => {
    const caller = new AbortController()
    let asked = 0
    const url = await serve(t, () => {
      asked += 1
      if (asked === 2) caller.abort()
    })
    assert.deepEqual(await post(url, { deadline: AbortSignal.timeout(1_000) }), { kind: 'cut', code: 'TIMED_OUT' })
    assert.deepEqual(await post(url, { deadline: caller.signal }), { kind: 'cut', code: 'ABANDONED' })
    assert.deepEqual(await post(url, { deadline: AbortSignal.abort() }), { kind: 'not_sent', code: 'ABANDONED' })
  })
})
