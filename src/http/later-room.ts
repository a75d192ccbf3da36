// What only staff and readers of the reference need is loaded when the first of them comes, or soon after the start: which does not wait for it.

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuse } from './admission/bare-answers.ts'

const THEIRS = /^\/(?:ops\/|openapi\.json|reference\b)/

export type LaterRoom = {
  /** Loads it now; a failure is left for the first request to report. */
  open(): Promise<void>
  close(): Promise<void>
}

type Opening = {
  build(): Promise<FastifyInstance>
  requestIdOf(request: IncomingMessage): string
  /** Told of each request that found the room closed. */
  failed(error: unknown, requestId: string): void
}

/** Their requests go to the application that `build` makes; all others to those who were listening already. */
export const openLater = (server: Server, { build, requestIdOf, failed }: Opening): LaterRoom => {
  let room: Promise<FastifyInstance> | null = null
  const enter = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      room ??= build()
      ;(await room).routing(request, response)
    } catch (error) {
      room = null
      const requestId = requestIdOf(request)
      failed(error, requestId)
      refuse(response, 'INTERNAL', requestId)
    }
  }
  const others = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (THEIRS.test(request.url!)) void enter(request, response)
    else for (const listener of others) listener(request, response)
  })
  return {
    open: async () => {
      room ??= build()
      await room.catch(() => {
        room = null
      })
    },
    close: async () => void (await (await room)?.close()),
  }
}
