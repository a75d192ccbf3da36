// Sends many events to endpoints that fail, hang or are missing. Records which events arrived, in which order and how late.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'

/** A delivery that an endpoint accepted. `place` is the position of the event among the events of its object. */
type Accepted = { eventId: string; objectId: string; place: number; at: number }

type StormEndpoint = { accepted: Accepted[]; verifier: Webhook | null; failures: Map<string, number> }

/** An endpoint refuses a delivery at most this many times in a row, so that the delivery does not run out of attempts. */
const FAILURES_IN_ROW_MAX = 5

export type StormReceiver = {
  urlOf(endpoint: number): string
  deadUrls: { hanging: string; refusing: string }
  trust(endpoint: number, secret: string): void
  endpoints: StormEndpoint[]
  /** Error messages about deliveries with a wrong signature or body, from all endpoints. */
  faults: string[]
  failShare: number
  close(): Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const fail = (request: IncomingMessage, response: ServerResponse): void => {
  const draw = Math.random()
  if (draw < 0.2) request.socket.destroy()
  else if (draw < 0.4) response.writeHead(503, { 'retry-after': '0' }).end('later')
  else response.writeHead(500).end('out of order')
}

export const startStormReceiver = async (live: number): Promise<StormReceiver> => {
  const endpoints = Array.from({ length: live }, (): StormEndpoint => ({ accepted: [], verifier: null, failures: new Map() }))
  const faults: string[] = []
  const storm = { failShare: 0 }

  const accept = (endpoint: StormEndpoint, request: IncomingMessage, response: ServerResponse, body: string): void => {
    const eventId = String(request.headers['webhook-id'])
    const refusedBefore = endpoint.failures.get(eventId) ?? 0
    if (Math.random() < storm.failShare && refusedBefore < FAILURES_IN_ROW_MAX) {
      endpoint.failures.set(eventId, refusedBefore + 1)
      fail(request, response)
      return
    }
    endpoint.failures.delete(eventId)
    try {
      const { data } = endpoint.verifier!.verify(body, request.headers as Record<string, string>) as {
        data: { parcel_id: string; notices: unknown[] }
      }
      endpoint.accepted.push({ eventId, objectId: data.parcel_id, place: data.notices.length, at: Date.now() })
    } catch (error) {
      faults.push(`${eventId}: ${(error as Error).message}`)
    }
    response.end('ok')
  }

  const server = createServer(async (request, response) => {
    try {
      const body = await bodyOf(request)
      const path = request.url!.slice(1)
      if (path !== 'hanging') accept(endpoints[Number(path)]!, request, response, body)
    } catch {
      // The sender was killed during its request.
    }
  })
  const nobody = createServer().listen(0, '127.0.0.1')
  server.listen(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), once(nobody, 'listening')])
  const baseOf = (of: typeof server): string => `http://127.0.0.1:${(of.address() as AddressInfo).port}`
  const [base, refusing] = [baseOf(server), baseOf(nobody)]
  nobody.close()
  return Object.assign(storm, {
    urlOf: (endpoint: number) => `${base}/${endpoint}`,
    deadUrls: { hanging: `${base}/hanging`, refusing },
    trust: (endpoint: number, secret: string) => {
      endpoints[endpoint]!.verifier = new Webhook(secret)
    },
    endpoints,
    faults,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

export type Recorded = { id: string; objectId: string; recordedAt: number }

/**
 * Checks that every endpoint got every event, and got the events of each object in order. An event may arrive again before the object's
 * next event.
 */
export const assertArrived = ({ endpoints, faults }: StormReceiver, recorded: readonly Recorded[]): void => {
  assert.deepEqual(faults, [])
  for (const [number, { accepted }] of endpoints.entries()) {
    const arrived = new Set(accepted.map(({ eventId }) => eventId))
    assert.deepEqual(recorded.filter(({ id }) => !arrived.has(id)).slice(0, 5), [], `what endpoint ${number} did not get`)
    const places = new Map<string, number>()
    for (const { objectId, place } of accepted) {
      const before = places.get(objectId) ?? 0
      assert.ok(place === before || place === before + 1, `endpoint ${number} got ${objectId} at ${place} after ${before}`)
      places.set(objectId, place)
    }
  }
}

export type Lag = { p50Ms: number; p99Ms: number; count: number }

/**
 * Measures how long it takes from the recording of an event until an endpoint first accepts it. Returns percentiles over all events and
 * endpoints.
 */
export const lagOf = ({ endpoints }: StormReceiver, recorded: readonly Recorded[]): Lag => {
  const recordedAt = new Map(recorded.map((event) => [event.id, event.recordedAt]))
  const lags = endpoints.flatMap(({ accepted }) => {
    const first = new Map<string, number>()
    for (const { eventId, at } of accepted) if (recordedAt.has(eventId) && !first.has(eventId)) first.set(eventId, at)
    return [...first].map(([eventId, at]) => at - recordedAt.get(eventId)!)
  })
  lags.sort((a, b) => a - b)
  const at = (share: number): number => lags[Math.min(lags.length - 1, Math.floor(lags.length * share))] ?? 0
  return { p50Ms: at(0.5), p99Ms: at(0.99), count: lags.length }
}

const POLL_MS = 50

export const waitFor = async (what: string, timeoutMs: number, isDone: () => Promise<boolean>): Promise<void> => {
  for (const startedAt = Date.now(); !(await isDone()); await sleep(POLL_MS)) {
    if (Date.now() - startedAt > timeoutMs) throw new Error(`${what} took more than ${timeoutMs} ms`)
  }
}
