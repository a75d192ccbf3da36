// An HTTP server on loopback that reads JSON bodies, for the simulators of carriers, payment providers and message providers.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '../src/platform/remote/json.ts'
import { asObject, parseJson } from '../src/platform/remote/json.ts'

const HOST = '127.0.0.1'
const BODY_LIMIT_BYTES = 1024 * 1024

/** `body`: the JSON object in the request, empty if the request has none. `raw`: the bytes of the body. */
type Serve = (request: IncomingMessage, url: URL, body: JsonObject, response: ServerResponse, raw: Buffer) => Promise<void> | void

/** Port 0 picks a free port. If the handler throws, the connection is closed without an answer. */
export const serveOnLoopback = async (port: number, serve: Serve): Promise<{ url: string; close(): Promise<void> }> => {
  const server = createServer(async (request, response) => {
    try {
      const raw = await readBody(request)
      await serve(request, new URL(request.url ?? '/', base()), asObject(parseJson(raw)) ?? {}, response, raw)
    } catch {
      response.destroy()
    }
  })
  const base = (): string => `http://${HOST}:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, HOST, resolve))
  return {
    url: base(),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_LIMIT_BYTES) throw new Error('body too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
