// What goes on beside requests: purchases are settled, old idempotency answers removed. Safe with any number of servers.

import type { Deps } from './flows/deps.ts'
import { settlePurchases } from './flows/settle-purchases.ts'
import { ANSWERS_KEPT_MS } from './http/idempotency.ts'
import * as idempotency from './store/idempotency.ts'

const SETTLE_EVERY_MS = 500
const PRUNE_EVERY_MS = 10 * 60 * 1000

/** Purchases that the carrier is slow to look up do not keep others waiting: they are claimed, so turns may overlap. */
const SETTLING_TURNS_AT_ONCE = 5

type Chore = { name: string; everyMs: number; atOnce: number; work: () => Promise<unknown> }

/** Runs a chore again and again; a failure is reported and the next turn tries anew. */
const repeat = (deps: Deps, { name, everyMs, atOnce, work }: Chore): (() => Promise<void>) => {
  const running = new Set<Promise<void>>()
  const turn = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      deps.report(`${name} failed`, { reason: error instanceof Error ? error.message : String(error) })
    }
  }
  const timer = setInterval(() => {
    if (running.size >= atOnce) return
    const started = turn().finally(() => running.delete(started))
    running.add(started)
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await Promise.all(running)
  }
}

/** Starts them; the returned function stops them and waits for what is under way. */
export const startWorkers = (deps: Deps): (() => Promise<void>) => {
  const prune = () => deps.db.transaction((tx) => idempotency.prune(tx, deps.clock() - ANSWERS_KEPT_MS))
  const settle = () => settlePurchases(deps)
  const chores: Chore[] = [
    { name: 'pruning idempotency keys', everyMs: PRUNE_EVERY_MS, atOnce: 1, work: prune },
    { name: 'settling purchases', everyMs: SETTLE_EVERY_MS, atOnce: SETTLING_TURNS_AT_ONCE, work: settle },
  ]
  const stops = chores.map((chore) => repeat(deps, chore))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
