// A webhook receiver: an HTTP server on loopback that records requests and gives scripted answers.

import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string; json: any; at: number }

/** Status, headers and body of an answer; `hang` never answers, `cut` closes the connection. */
export type Reply = { status?: number; headers?: Record<string, string>; body?: string } | 'hang' | 'cut'

export type Receiver = {
  url: string
  port: number
  received: Received[]
  /** Number of connections ever opened, with or without a request. */
  connections(): number
  until(count: number, timeoutMs?: number): Promise<Received[]>
  close(): Promise<void>
}

const POLL_MS = 5
const WAIT_MS = 60_000

export const startReceiver = async (
  reply: (received: Received, count: number) => Reply | Promise<Reply> = () => ({}),
  host = '127.0.0.1',
  port = 0,
): Promise<Receiver> => {
  const received: Received[] = []
  let connections = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const one: Received = {
      path: request.url!,
      headers: request.headers,
      body,
      json: body === '' ? null : JSON.parse(body),
      at: Date.now(),
    }
    received.push(one)
    const answer = await reply(one, received.length)
    if (answer === 'hang') return
    if (answer === 'cut') {
      request.socket.destroy()
      return
    }
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? 'ok')
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}/hooks`,
    port: actual,
    received,
    connections: () => connections,
    until: async (count, timeoutMs = WAIT_MS) => {
      for (let waitedMs = 0; received.length < count; waitedMs += POLL_MS) {
        if (waitedMs > timeoutMs) throw new Error(`only ${received.length} of ${count} deliveries came within ${timeoutMs} ms`)
        await sleep(POLL_MS)
      }
      return received
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
