// What only staff and readers of the reference need is loaded when the first of them comes: a start does not wait for it.

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { ERRORS } from '../domain/errors.ts'

const THEIRS = /^\/(?:ops\/|openapi\.json|reference\b)/

export type LaterRoom = { close(): Promise<void> }

const apologise = (response: ServerResponse): void => {
  response.writeHead(ERRORS.INTERNAL.status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify({ error: ERRORS.INTERNAL.meaning, code: 'INTERNAL' }))
}

/** Their requests go to the application that `build` makes; all others to those who were listening already. */
export const openLater = (server: Server, build: () => Promise<FastifyInstance>, failed: (error: unknown) => void): LaterRoom => {
  let room: Promise<FastifyInstance> | null = null
  const enter = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      room ??= build()
      ;(await room).routing(request, response)
    } catch (error) {
      room = null
      failed(error)
      apologise(response)
    }
  }
  const others = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (THEIRS.test(request.url!)) void enter(request, response)
    else for (const listener of others) listener(request, response)
  })
  return { close: async () => void (await (await room)?.close()) }
}
