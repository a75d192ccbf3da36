// An HTTP server on loopback that simulates Termii, Africa's Talking, Twilio and WhatsApp: it accepts messages, reports their delivery, and fails on demand.

import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { serveOnLoopback } from '../loopback.ts'
import type { AcceptedMessage, ReportedStatus, SignedCallback } from './callbacks.ts'
import { reportOf, textFrom } from './callbacks.ts'
import type { Answer, Dialect, Provider } from './dialects.ts'
import { DIALECTS } from './dialects.ts'

/**
 * `…_after`: the simulator accepts the message, but the caller is not told. `refused_inside`: the simulator answers 2xx with an error in
 * the body.
 */
const FAULTS = [
  'rate_limited',
  'error',
  'error_after',
  'hang',
  'hang_after',
  'cut',
  'cut_after',
  'malformed_after',
  'refused_inside',
  'slow',
] as const
export type MessageFault = (typeof FAULTS)[number]

export type MessageSimulator = {
  url: string
  /** Messages that were accepted, in order. */
  accepted: readonly AcceptedMessage[]
  /** The number of requests, including those that failed. */
  requests(): number
  order(fault: MessageFault, times?: number): void
  reportOf(message: AcceptedMessage, status: ReportedStatus): SignedCallback
  textFrom(provider: Provider, from: string, text: string): SignedCallback
  /** Sends a callback and returns the status of the answer. */
  tell(callback: SignedCallback): Promise<number>
  sendCallbacksTo(url: string): void
  close(): Promise<void>
}

/**
 * `hooks`: the URL of the Waybill that gets the callbacks. `reports`: whether every accepted message is reported as sent and then as
 * delivered.
 */
export type MessageSimulatorOptions = { port?: number; hooks?: string; reports?: boolean }

const SLOW_MS = 200

export const startMessageSimulator = async ({ port = 0, hooks = '', reports = false }: MessageSimulatorOptions = {}) => {
  const accepted: AcceptedMessage[] = []
  const faults: MessageFault[] = []
  let target = hooks
  let asked = 0

  const tell = async ({ url, headers, body }: SignedCallback): Promise<number> => {
    const answer = await fetch(url, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    return answer.status
  }
  const reportBoth = async (message: AcceptedMessage): Promise<void> => {
    for (const status of ['sent', 'delivered'] as const) await tell(reportOf(message, status, target)).catch(() => {})
  }

  const server = await serveOnLoopback(port, async (request, { pathname }, body, response, raw) => {
    const answer = ([status, content]: Answer): void => write(response, status, JSON.stringify(content))
    if (pathname === '/messages') return answer([200, { messages: accepted }])
    if (pathname === '/faults') {
      const fault = FAULTS.find((name) => name === body.fault)
      if (fault) faults.push(fault)
      return answer([fault ? 200 : 422, { faults: fault ? faults : FAULTS }])
    }
    const dialect = DIALECTS.find(({ path }) => path.test(pathname))
    if (!dialect || request.method !== 'POST') return answer([404, { message: 'Not found' }])
    asked += 1
    if (!dialect.isSignedIn(request, body)) return answer([401, { message: 'Unauthorized' }])
    const said = dialect.read(body, new URLSearchParams(raw.toString()))
    const accept = (): Answer => {
      const message = { ...said, provider: dialect.provider, id: dialect.newId(accepted.length + 1) }
      accepted.push(message)
      if (reports && target !== '') setImmediate(() => void reportBoth(message))
      return dialect.accepted(said, message.id)
    }
    await misbehave(faults.shift(), { response, answer, accept, dialect, refusedInside: dialect.refusedInside(said) })
  })

  const simulator: MessageSimulator = {
    url: server.url,
    accepted,
    requests: () => asked,
    order: (fault, times = 1) => void faults.push(...Array.from({ length: times }, () => fault)),
    reportOf: (message, status) => reportOf(message, status, target),
    textFrom: (provider, from, text) => textFrom(provider, from, text, target),
    tell,
    sendCallbacksTo: (url) => {
      target = url
    },
    close: server.close,
  }
  return simulator
}

const write = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}

type Stage = {
  response: ServerResponse
  answer: (answer: Answer) => void
  accept: () => Answer
  dialect: Dialect
  refusedInside: Answer
}

const misbehave = async (fault: MessageFault | undefined, { response, answer, accept, dialect, refusedInside }: Stage): Promise<void> => {
  switch (fault) {
    case 'rate_limited':
      return answer(dialect.rateLimited)
    case 'refused_inside':
      return answer(refusedInside)
    case 'error_after':
      accept()
      return answer([500, {}])
    case 'error':
      return answer([500, {}])
    case 'hang_after':
      accept()
      return
    case 'hang':
      return
    case 'cut_after':
      accept()
      return void response.destroy()
    case 'cut':
      return void response.destroy()
    case 'malformed_after': {
      const [status, content] = accept()
      return write(response, status, JSON.stringify(content).slice(0, -10))
    }
    case 'slow':
      await sleep(SLOW_MS)
      return answer(accept())
    case undefined:
      return answer(accept())
    default:
      return fault satisfies never
  }
}
