// Measures an overload: the latency of admitted requests, whether bookings are admitted, and how soon the server recovers.

import type { Load, Measured } from './load.ts'
import { startGenerator } from './load.ts'

const CAPACITY_CONNECTIONS = 200
const CAPACITY_MS = 3_000
const UNLOADED_MS = 3_000
/** There are more connections than requests in progress during the overload, so every request finds a free connection. */
const RUSH_CONNECTIONS = 2_000
const RUSH_MS = 12_000
/**
 * Length of the first part of the overload, in which successful answers are not counted. The server needs a second to detect the overload,
 * and must first answer the requests that it has already accepted.
 */
const UNCOUNTED_MS = 6_000
const TIMES_CAPACITY = 2
const BOOKINGS_PER_SECOND = 20
const BOOKING_CONNECTIONS = 100
const RECOVERY_STEP_MS = 250
const RECOVERY_MAX_MS = 30_000
/** Target: during the overload, the p99 latency may be at most this many times the p99 latency of a single caller. */
export const TIMES_UNLOADED_MAX = 5

export const OVERLOAD_BOOKINGS = (BOOKINGS_PER_SECOND * RUSH_MS) / 1_000

export type Overload = { unloaded: Measured; capacity: Measured; rush: Measured; bookings: Measured; recoveredMs: number }

/** `ordinary` and `bookings` hold raw HTTP requests. Each booking is sent only once, so `bookings` must hold OVERLOAD_BOOKINGS requests. */
export const overload = async (port: number, ordinary: string[], bookings: string[]): Promise<Overload> => {
  const [crowd, booker] = await Promise.all([startGenerator(), startGenerator()])
  const ask: Load = { ports: [port], requests: ordinary, isUsedUp: false, connections: 1, durationMs: UNLOADED_MS }
  const flood: Load = { ...ask, connections: CAPACITY_CONNECTIONS, durationMs: CAPACITY_MS }
  try {
    // Warms the server up.
    await crowd.run(flood)
    const unloaded = await crowd.run(ask)
    const capacity = await crowd.run(flood)
    const rushing = { durationMs: RUSH_MS, uncountedMs: UNCOUNTED_MS }
    const [rush, booked] = await Promise.all([
      crowd.run({ ...ask, ...rushing, connections: RUSH_CONNECTIONS, perSecond: capacity.perSecond * TIMES_CAPACITY }),
      booker.run({
        ...rushing,
        ports: [port],
        requests: bookings,
        isUsedUp: true,
        connections: BOOKING_CONNECTIONS,
        perSecond: BOOKINGS_PER_SECOND,
      }),
    ])
    const rushedUntil = performance.now()
    let recoveredMs = 0
    for (;;) {
      const now = await crowd.run({ ...ask, durationMs: RECOVERY_STEP_MS })
      if (now.refused === 0 && now.p99Ms <= unloaded.p99Ms * TIMES_UNLOADED_MAX) break
      recoveredMs = performance.now() - rushedUntil
      if (recoveredMs > RECOVERY_MAX_MS) break
    }
    return { unloaded, capacity, rush, bookings: booked, recoveredMs }
  } finally {
    crowd.stop()
    booker.stop()
  }
}
