// Messages to and from the load generator.

import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type Load = {
  /** Ports of the servers. Connections are spread evenly over the ports. */
  ports: readonly number[]
  /** Raw HTTP requests. */
  requests: string[]
  /** True if each request may be sent only once. The load then ends after the last request. */
  isUsedUp: boolean
  connections: number
  durationMs: number
  /**
   * Requests per second, sent regardless of answers. If omitted, each connection sends its next request as soon as its previous request is
   * answered.
   */
  perSecond?: number
  /** Length of the first part of the load, in which successful answers are not counted. */
  uncountedMs?: number
}

/** Number of connections over which a workload is measured. */
export const CONNECTIONS = 32
/** The start of each load is not counted: connections are being opened, and the prepared rows are still being written to disk. */
export const UNCOUNTED_MS = 100

/** The load of a workload. Each connection sends its next call as soon as its previous call is answered. */
export const loadOf = (ports: readonly number[], calls: readonly Call[], isUsedUp: boolean, seconds: number): Load => ({
  ports,
  requests: calls.map(overTheWire),
  isUsedUp,
  connections: CONNECTIONS,
  durationMs: UNCOUNTED_MS + seconds * 1000,
  uncountedMs: UNCOUNTED_MS,
})

/** `perSecond`, `p50Ms` and `p99Ms` cover successful answers only. */
export type Measured = {
  perSecond: number
  used: number
  p50Ms: number
  p99Ms: number
  refused: number
  firstRefusal: string | null
  /** Number of requests that were not sent, because no connection was free. */
  unsent: number
}

export type Call = { method: 'GET' | 'POST'; path: string; key: string; body?: object }

/** Length of the warm-up per workload. On a slow machine, requests take about twice as long until V8 has compiled the code. */
export const WARM_UP_SECONDS = 2.5

export const overTheWire = (call: Call): string => {
  const body = call.body === undefined ? '' : JSON.stringify(call.body)
  const type = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  return `${call.method} ${call.path} HTTP/1.1\r\nHost: bench\r\nX-Api-Key: ${call.key}\r\n${type}\r\n${body}`
}

export const startChild = async (file: string): Promise<ChildProcess> => {
  const child = fork(join(import.meta.dirname, file))
  await once(child, 'message')
  return child
}

export const startGenerator = async () => {
  const child = await startChild('load-process.ts')
  return {
    run: async (load: Load): Promise<Measured> => {
      child.send(load)
      const [answer] = (await once(child, 'message')) as [Measured | { failed: string }]
      if ('failed' in answer) throw new Error(`the load generator failed: ${answer.failed}`)
      return answer
    },
    stop: () => child.disconnect(),
  }
}

export type Generator = Awaited<ReturnType<typeof startGenerator>>
