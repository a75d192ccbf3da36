// Requests to one server over keep-alive connections.

import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request as sendRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Json } from './world.ts'

export type Request = { method: 'GET' | 'POST' | 'PATCH' | 'PUT'; path: string; body?: object; headers: Record<string, string> }
export type Reply = { status: number; text: string; json: Json; isReplayed: boolean }

export type Connection = {
  /** Returns null if the server died before it answered. */
  send(request: Request): Promise<Reply | null>
  close(): void
}

export const connectTo = (url: string): Connection => {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true })
  const send: Connection['send'] = async ({ method, path, body, headers }) => {
    const sent = body === undefined ? '' : JSON.stringify(body)
    const described =
      body === undefined ? headers : { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }
    try {
      const outgoing = sendRequest({ agent, hostname, port, method, path, headers: described })
      outgoing.end(sent)
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
      const answer = await text(response)
      const isReplayed = response.headers['idempotent-replayed'] !== undefined
      return { status: response.statusCode!, text: answer, json: answer === '' ? undefined : JSON.parse(answer), isReplayed }
    } catch (error) {
      // A truncated answer counts as no answer.
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code !== undefined) return null
      throw error
    }
  }
  return { send, close: () => agent.destroy() }
}
