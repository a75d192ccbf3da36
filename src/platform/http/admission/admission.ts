// Admission control: a request that would wait too long is shed at once, so that admitted requests stay fast.

import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { StoreUse } from '../../engine/db.ts'
import { refuse } from './raw-errors.ts'

/** What a request may find ahead of it. A wait this long that passes by itself is no overload: one page may take a moment. */
const WAIT_MAX_MS = 100
/** For how long no wait must have been short: a burst, or a machine that was busy elsewhere, passes. */
const OVERLOADED_AFTER_MS = 1_000
/** While overloaded, as many requests are let in as are answered in so long: whoever comes next waits for them. */
const ADMITTED_MS = 3
const ADMITTED_MIN = 3
/** Urgent requests, such as bookings, are few, and refusing one costs more than letting it wait. */
const URGENT_ADMITTED_MS = 60
const URGENT_ADMITTED_MIN = 60
/** The overload is over when nobody had to be turned away for so long. */
const RELIEVED_AFTER_MS = 1_000
const RATE_WINDOW_MS = 500
/** What has been under way for three of these, at least a second, waits for something else: its sender, its reader, a carrier, its turn. */
const RECENT_SPAN_MS = 500
const RECENT_SPANS = 3
const RETRY_SECONDS = '1'
/** A turn of the event loop shorter than this leaves nobody waiting. */
const BUSY_TURN_MS = 1

/** Methods that only read: their requests have no body. */
export const SAFE_METHODS: readonly string[] = ['GET', 'HEAD']

/** Monitoring must see that the server is busy, not that it is gone. */
const ALWAYS = /^\/(?:healthz|readyz|metrics)\b/

/**
 * How long the event loop has kept the requests waiting that it reads now: they came while its last turn was at work.
 * Turns are watched while they are long, and only then: watching keeps the loop from sleeping.
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

/** Lets in whoever comes, until waits have not been short for a while; then only as many as can be answered soon. */
export const createGate = (now: () => number) => {
  let shortAt = now()
  let askedAt = now()
  let turnedAwayAt = 0
  let isOverloaded = false
  /** By the span in which they came. Urgent requests are counted apart from the others. */
  const underWay = { urgent: Array<number>(RECENT_SPANS).fill(0), others: Array<number>(RECENT_SPANS).fill(0) }
  const kindOf = (isUrgent: boolean) => underWay[isUrgent ? 'urgent' : 'others']
  const spanAt = (at: number): number => Math.floor(at / RECENT_SPAN_MS)
  let span = spanAt(now())
  let answered = 0
  let windowStartedAt = now()
  let perMs = 0

  /** Forgets those who came so long ago. */
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
    /** Whether a request that finds this wait ahead of it may come in. */
    admits(waitMs: number, isUrgent: boolean): boolean {
      const at = now()
      // Of a time in which nobody asked it is not known how long waits were.
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
    /** Answers what to leave with. */
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
  /** Addresses of requests that are admitted longest. */
  urgent: RegExp
  /** Addresses of streams, which stay open and are not work under way. */
  streams: RegExp
  /** How long whoever waits longest for the store has waited, to read or to write. */
  storeWaitMs(kind: StoreUse): number
  requestIdOf(request: IncomingMessage): string
  /** Told of each request that was turned away. */
  shed(request: IncomingMessage): void
}

/** Ahead of everything else that a request meets: turning it away must cost next to nothing. */
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
        response.once('close', () => gate.left(isUrgent, entered))
      }
      for (const listener of serve) listener(request, response)
      return
    }
    refuse(response, 'OVERLOADED', requestIdOf(request), { 'retry-after': RETRY_SECONDS })
    shed(request)
  })
}
