// Admission control: a request that would wait too long is shed at once, so that admitted requests stay fast.

import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { StoreUse } from '../../engine/db.ts'
import { refuse } from './raw-errors.ts'

/**
 * If all requests wait longer than this, the server is overloaded. A single long wait is no sign of overload: one slow request also delays
 * the next.
 */
const WAIT_MAX_MS = 100
/**
 * The server is overloaded when all requests have waited longer than WAIT_MAX_MS for this long. During a shorter burst, all requests are
 * admitted.
 */
const OVERLOADED_AFTER_MS = 1_000
/** While the server is overloaded, it admits a request only if fewer requests are in progress than it can answer in this time. */
const ADMITTED_MS = 3
const ADMITTED_MIN = 3
/** Like ADMITTED_MS, for urgent requests such as bookings. They are few, and refusing one costs more than a wait. */
const URGENT_ADMITTED_MS = 60
const URGENT_ADMITTED_MIN = 60
/** The overload ends when no request has been shed for this time. */
const RELIEVED_AFTER_MS = 1_000
const RATE_WINDOW_MS = 500
/**
 * A request in progress counts as work in the time span of its arrival and in the next two spans. An older request probably waits for its
 * client or a carrier, and no longer counts.
 */
const RECENT_SPAN_MS = 500
const RECENT_SPANS = 3
const RETRY_SECONDS = '1'
/** Turns of the event loop are measured until one of them is shorter than this. A turn this short keeps no request waiting. */
const BUSY_TURN_MS = 1

/** Methods that only read. Their requests have no body. */
export const SAFE_METHODS: readonly string[] = ['GET', 'HEAD']

/** Monitoring requests are always admitted, so that a busy server is not reported as dead. */
const ALWAYS = /^\/(?:healthz|readyz|metrics)\b/

/**
 * Returns a function that estimates how long a newly read request has waited. The request may have arrived at the start of the previous
 * turn of the event loop. Turns are measured only while they are long, because measuring keeps the loop from sleeping.
 */
export const createLoopWatch = (): (() => number) => {
  let isWatching = false
  let turnStartedAt = 0
  let lastTurnMs = 0
  const nextTurn = (): void => {
    const now = performance.now()
    lastTurnMs = now - turnStartedAt
    turnStartedAt = now
    isWatching = lastTurnMs >= BUSY_TURN_MS
    if (isWatching) setImmediate(nextTurn)
  }
  return () => {
    const now = performance.now()
    if (!isWatching) {
      isWatching = true
      turnStartedAt = now
      lastTurnMs = 0
      setImmediate(nextTurn)
    }
    return lastTurnMs + now - turnStartedAt
  }
}

/** Admits every request until the server is overloaded. Then it admits only as many as can be answered soon. */
export const createGate = (now: () => number) => {
  let shortAt = now()
  let askedAt = now()
  let turnedAwayAt = 0
  let isOverloaded = false
  /** The number of requests in progress, by the span in which they arrived. Urgent requests are counted separately. */
  const underWay = { urgent: Array<number>(RECENT_SPANS).fill(0), others: Array<number>(RECENT_SPANS).fill(0) }
  const kindOf = (isUrgent: boolean) => underWay[isUrgent ? 'urgent' : 'others']
  const spanAt = (at: number): number => Math.floor(at / RECENT_SPAN_MS)
  let span = spanAt(now())
  let answered = 0
  let windowStartedAt = now()
  let perMs = 0

  /** Moves on to the current span, and drops the counts of spans that are too old. */
  const goOn = (at: number): void => {
    const next = spanAt(at)
    for (let each = Math.max(span + 1, next - RECENT_SPANS + 1); each <= next; each++)
      for (const counts of Object.values(underWay)) counts[each % RECENT_SPANS] = 0
    span = next
  }

  const hasRoom = (isUrgent: boolean, at: number): boolean => {
    goOn(at)
    const recent = kindOf(isUrgent).reduce((sum, count) => sum + count)
    return recent < (isUrgent ? Math.max(URGENT_ADMITTED_MIN, perMs * URGENT_ADMITTED_MS) : Math.max(ADMITTED_MIN, perMs * ADMITTED_MS))
  }

  return {
    admits(waitMs: number, isUrgent: boolean): boolean {
      const at = now()
      // A pause without requests does not count as overload.
      if (waitMs <= WAIT_MAX_MS || at - askedAt > OVERLOADED_AFTER_MS) shortAt = at
      askedAt = at
      if (!isOverloaded && at - shortAt >= OVERLOADED_AFTER_MS) {
        isOverloaded = true
        turnedAwayAt = at
      }
      if (isOverloaded && at - turnedAwayAt >= RELIEVED_AFTER_MS) isOverloaded = false
      if (!isOverloaded || hasRoom(isUrgent, at)) return true
      turnedAwayAt = at
      return false
    },
    /** Counts a request. Returns the value to pass to `left`. */
    entered(isUrgent: boolean): number {
      goOn(now())
      kindOf(isUrgent)[span % RECENT_SPANS]!++
      return span
    },
    left(isUrgent: boolean, entered: number): void {
      if (span - entered < RECENT_SPANS) kindOf(isUrgent)[entered % RECENT_SPANS]!--
      answered++
      const lastedMs = now() - windowStartedAt
      if (lastedMs < RATE_WINDOW_MS) return
      perMs = (perMs + answered / lastedMs) / 2
      answered = 0
      windowStartedAt += lastedMs
    },
  }
}

type Shedding = {
  /** URLs of requests that are shed last. */
  urgent: RegExp
  /** URLs of streams, which stay open and do not count as work. */
  streams: RegExp
  /** The longest current wait for reading from the store or for writing to it, depending on `kind`. */
  storeWaitMs(kind: StoreUse): number
  requestIdOf(request: IncomingMessage): string
  /** Called for each request that was shed. */
  shed(request: IncomingMessage): void
}

/** Sheds requests before anything else runs, so that shedding costs little. */
export const shedOverload = (server: Server, { urgent, streams, storeWaitMs, requestIdOf, shed }: Shedding): void => {
  const loopWaitMs = createLoopWatch()
  const gates = { read: createGate(() => performance.now()), write: createGate(() => performance.now()) }
  const serve = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const url = request.url!
    const isUrgent = urgent.test(url)
    const kind = SAFE_METHODS.includes(request.method!) ? 'read' : 'write'
    const gate = gates[kind]
    if (ALWAYS.test(url) || gate.admits(Math.max(loopWaitMs(), storeWaitMs(kind)), isUrgent)) {
      if (!streams.test(url)) {
        const entered = gate.entered(isUrgent)
        // `on` is enough, because a response closes only once. `once` would also remove the listener, which costs as much as adding it.
        response.on('close', () => gate.left(isUrgent, entered))
      }
      for (const listener of serve) listener(request, response)
      return
    }
    refuse(response, 'OVERLOADED', requestIdOf(request), { 'retry-after': RETRY_SECONDS })
    shed(request)
  })
}
