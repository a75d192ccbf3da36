// The benchmark's upper limit: a bare node:http server that answers every request with the same bytes, without a store.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Waybill's answer to a request. The ceiling server sends this answer to every request. */
export type Answer = { status: number; contentType: string; body: string }

let answer = { status: 200, headers: {}, body: Buffer.alloc(0) }

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(answer.status, answer.headers).end(answer.body))
})

process.on('message', ({ status, contentType, body }: Answer) => {
  const bytes = Buffer.from(body)
  answer = { status, headers: { 'content-type': contentType, 'content-length': bytes.length }, body: bytes }
  process.send!('set')
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
