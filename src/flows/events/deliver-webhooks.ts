// Delivers due webhooks. Each endpoint has its own runner, so that a slow endpoint does not delay the others.

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { createBoundedMap } from '../../domain/values/bounded-map.ts'
import * as deliveryQueues from '../../store/events/delivery-queues.ts'
import type { Deps } from '../deps.ts'
import type { Post } from './attempt-delivery.ts'
import { attemptDelivery } from './attempt-delivery.ts'

/** Maximum number of concurrent deliveries from this server to one endpoint. */
const AT_ONCE = 10
/** After this many failures in a row, an endpoint gets only a few deliveries at a time, so that a long queue does not overload it. */
const FAILURES_TO_PROBE = 10
const PROBES_AT_ONCE = 2
const PROBE_PAUSE_MS = 250
/** Maximum number of endpoints whose failures are remembered. Without a limit, deleted endpoints would stay in memory for ever. */
const FAILING_MAX = 10_000
/** Time allowed for saving the result of an attempt. A claim lasts for the timeout of the sender plus this time. */
const SETTLE_MS = 3_000
const TOKEN_BYTES = 12

type Runner = { underWay: Set<Promise<void>>; failuresInRow: number; isWoken: boolean; wake(): void; done: Promise<void> }

export type Dispatcher = {
  /** Starts or wakes the runner of every endpoint with a delivery that is due. */
  look(): Promise<void>
  /** Delivers until nothing is due. */
  deliverAll(): Promise<void>
  /** Stops claiming deliveries. Aborts deliveries that are still running after `graceMs`. */
  stop(graceMs: number): Promise<void>
}

/** `timeoutMs`: time limit of one request to an endpoint. The claim on a delivery lasts `SETTLE_MS` longer. */
export const createDispatcher = (deps: Deps, post: Post, timeoutMs: number): Dispatcher => {
  const runners = new Map<string, Runner>()
  /** Number of failures in a row, for endpoints that have no runner at present. */
  const failures = createBoundedMap<number>(FAILING_MAX)
  const stopping = new AbortController()
  let stopped = false

  const isProbing = (runner: Runner): boolean => runner.failuresInRow >= FAILURES_TO_PROBE

  const attempt = async (runner: Runner, claimed: deliveryQueues.ClaimedDelivery): Promise<void> => {
    try {
      const succeeded = await attemptDelivery(deps, post, claimed, stopping.signal)
      runner.failuresInRow = succeeded ? 0 : runner.failuresInRow + 1
    } catch (error) {
      // The claim expires after a while, and the delivery is then attempted again.
      deps.report('webhook delivery not settled', { delivery: claimed.delivery.id, reason: (error as Error).message })
    }
  }

  const claimFor = async (endpointId: string, limit: number): Promise<deliveryQueues.ClaimedDelivery[]> => {
    const now = deps.queueClock()
    const token = deps.random(TOKEN_BYTES).toHex()
    return deliveryQueues.claim(deps.db, endpointId, { token, now, until: now + timeoutMs + SETTLE_MS, limit })
  }

  const fill = async (endpointId: string, runner: Runner): Promise<void> => {
    const room = (isProbing(runner) ? PROBES_AT_ONCE : AT_ONCE) - runner.underWay.size
    if (room <= 0 || stopped) return
    const claimed = await claimFor(endpointId, room)
    for (const each of claimed) {
      const started: Promise<void> = attempt(runner, each).finally(() => runner.underWay.delete(started))
      runner.underWay.add(started)
    }
  }

  /** Claims and sends deliveries until no more are due. Each claim fills all free slots. */
  const run = async (endpointId: string, runner: Runner): Promise<void> => {
    do {
      const { promise: woken, resolve: wake } = Promise.withResolvers<void>()
      Object.assign(runner, { isWoken: false, wake })
      await fill(endpointId, runner).catch((error) =>
        deps.report('webhook deliveries not claimed', { endpoint: endpointId, reason: (error as Error).message }),
      )
      if (runner.underWay.size === 0) continue
      await Promise.race([woken, ...runner.underWay])
      await (isProbing(runner) ? sleep(PROBE_PAUSE_MS) : nextTurn())
      runner.isWoken = true
    } while (runner.isWoken)
    runners.delete(endpointId)
    if (runner.failuresInRow > 0 || failures.get(endpointId)) failures.set(endpointId, runner.failuresInRow)
  }

  const start = (endpointId: string): void => {
    const known = runners.get(endpointId)
    if (known) {
      known.isWoken = true
      known.wake()
      return
    }
    const failuresInRow = failures.get(endpointId) ?? 0
    const runner: Runner = { underWay: new Set(), failuresInRow, isWoken: false, wake: () => {}, done: Promise.resolve() }
    runners.set(endpointId, runner)
    runner.done = run(endpointId, runner)
  }

  const look = async (): Promise<void> => {
    if (stopped) return
    for (const endpointId of await deliveryQueues.dueEndpoints(deps.db, deps.queueClock())) if (!stopped) start(endpointId)
  }

  return {
    look,
    deliverAll: async () => {
      for (;;) {
        await look()
        if (runners.size === 0) return
        await Promise.all([...runners.values()].map(({ done }) => done))
      }
    },
    stop: async (graceMs) => {
      stopped = true
      const timer = setTimeout(() => stopping.abort(), graceMs)
      await Promise.all([...runners.values()].map(({ done }) => done))
      clearTimeout(timer)
    },
  }
}
