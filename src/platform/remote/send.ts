// Sends one HTTP request to an outside service. Never throws; the result says what is known about the outcome.
import type { Agent as HttpAgent, IncomingMessage } from 'node:http'
import { request as requestHttp } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'

const MAX_ANSWER_BYTES = 4 * 1024 * 1024

// `not_sent`: no byte of the request left this machine. `cut`: the request may have arrived, but no complete answer came back.
export type Outcome = { kind: 'answered'; answer: Answer } | { kind: 'not_sent' | 'cut'; code: string }

export type Answer = { status: number; requestId: string | undefined; contentType: string; body: Buffer }

const TIMED_OUT = 'TIMED_OUT'
export const ABANDONED = 'ABANDONED' // The caller stopped waiting. The service may still have acted.

export type Exchange = {
  method: 'GET' | 'POST'
  url: URL
  headers?: Record<string, string>
  body?: string
  // `false` opens a new connection for this request. Purchases need this, because a reused connection may break and leave the outcome
  // unknown.
  agent: HttpAgent | HttpsAgent | false
  deadline: AbortSignal // for the whole exchange, including connecting
  lookup?: LookupFunction // limits the addresses that a host name may resolve to
}

export const exchange = ({ method, url, headers, body, agent, deadline, lookup }: Exchange): Promise<Outcome> =>
  new Promise((resolve) => {
    const secure = url.protocol === 'https:'
    let connected = false
    const fail = (error: NodeJS.ErrnoException) =>
      resolve({ kind: connected ? 'cut' : 'not_sent', code: deadline.aborted ? reasonOf(deadline) : (error.code ?? error.name) })

    const content = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    // node:http does not follow redirects, so they are returned like other answers.
    const outgoing = (secure ? requestHttps : requestHttp)(
      url,
      {
        method,
        agent,
        signal: deadline,
        ...(lookup ? { lookup } : {}),
        headers: { accept: '*/*', 'user-agent': 'Waybill', ...content, ...headers },
      },
      (incoming) => {
        outgoing.off('close', closed)
        collect(incoming, resolve, fail)
      },
    )
    // If the server switches protocols, Node closes the connection and emits only the event `close`.
    const closed = () => fail(Object.assign(new Error('closed without an answer'), { code: 'ECONNRESET' }))
    outgoing.on('close', closed)
    outgoing.on('socket', (socket) => {
      if (outgoing.reusedSocket || !socket.connecting) connected = true
      else
        socket.once(secure ? 'secureConnect' : 'connect', () => {
          connected = true
        })
    })
    outgoing.on('error', fail)
    outgoing.end(body)
  })

const reasonOf = (deadline: AbortSignal): string => (deadline.reason?.name === 'TimeoutError' ? TIMED_OUT : ABANDONED)

const collect = (incoming: IncomingMessage, resolve: (outcome: Outcome) => void, fail: (error: NodeJS.ErrnoException) => void) => {
  const chunks: Buffer[] = []
  let size = 0
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) incoming.destroy(Object.assign(new Error('answer too large'), { code: 'ANSWER_TOO_LARGE' }))
    else chunks.push(chunk)
  })
  incoming.on('error', fail)
  incoming.on('end', () => {
    const requestId = incoming.headers['x-ep-request-uuid']
    resolve({
      kind: 'answered',
      answer: {
        status: incoming.statusCode ?? 0,
        requestId: typeof requestId === 'string' ? requestId : undefined,
        contentType: incoming.headers['content-type'] ?? '',
        body: Buffer.concat(chunks),
      },
    })
  })
}
