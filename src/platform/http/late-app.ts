// Serves some paths with a separate application. It is built on the first request for one of these paths, so that the server starts faster.

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuse } from './admission/raw-errors.ts'

type Late = {
  build(): Promise<FastifyInstance>
  requestIdOf(request: IncomingMessage): string
  /** Called if the application could not be built. The next request tries again. */
  failed(error: unknown, requestId: string): void
}

/** Sends requests for `paths` to the late application. All other requests go to the server's existing listeners. */
export const serveLate = (server: Server, paths: RegExp, { build, requestIdOf, failed }: Late): { close(): Promise<void> } => {
  let app: Promise<FastifyInstance> | null = null
  let isClosed = false
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (isClosed && app === null) return refuse(response, 'UNAVAILABLE', requestIdOf(request))
    try {
      app ??= build()
      ;(await app).routing(request, response)
    } catch (error) {
      app = null
      const requestId = requestIdOf(request)
      failed(error, requestId)
      refuse(response, 'INTERNAL', requestId)
    }
  }
  const others = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (paths.test(request.url!)) void serve(request, response)
    else for (const listener of others) listener(request, response)
  })
  return {
    close: async () => {
      isClosed = true
      await (await app?.catch(() => null))?.close()
    },
  }
}
