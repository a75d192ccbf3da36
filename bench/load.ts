// Messages to and from the load generator.

import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type Load = {
  /** Connections are spread over several. */
  ports: readonly number[]
  /** As they go over the wire. */
  requests: string[]
  /** Each request may be sent once: the load ends with the last of them. */
  isUsedUp: boolean
  connections: number
  durationMs: number
  /** Requests come at this pace, answered or not; without it, each connection sends as soon as it has been answered. */
  perSecond?: number
  /** What is answered well before is not counted. */
  uncountedMs?: number
}

/** Rates and times are of those that were answered well. */
export type Measured = {
  perSecond: number
  used: number
  p50Ms: number
  p99Ms: number
  refused: number
  firstRefusal: string | null
  /** Came when no connection was free. */
  unsent: number
}

export type Call = { method: 'GET' | 'POST'; path: string; key: string; body?: object }

/** Of each workload, before anything counts: on a slow machine code that is not compiled yet takes twice as long. */
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
