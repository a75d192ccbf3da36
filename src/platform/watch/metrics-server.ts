// Serves /metrics on a separate port.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type MetricsSource = { contentType: string; text(): Promise<string> }

const READS = ['GET', 'HEAD']

export const serveMetrics = async (source: MetricsSource, host: string, port: number): Promise<{ url: string; close(): void }> => {
  const server = createServer(async (request, response) => {
    response.setHeader('x-content-type-options', 'nosniff')
    if (request.url?.split('?', 1)[0] !== '/metrics') return response.writeHead(404).end()
    if (!READS.includes(request.method!)) return response.writeHead(405, { allow: READS.join(', ') }).end()
    try {
      const text = await source.text()
      response.writeHead(200, { 'content-type': source.contentType, 'cache-control': 'no-store' }).end(text)
    } catch {
      response.writeHead(503).end()
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  return { url: `http://${host}:${(server.address() as AddressInfo).port}/metrics`, close: () => server.close() }
}
