// Background work: purchases, payments, webhooks, merges, storage reminders, invoices, pruning. Safe with several servers.

import { sealAudit } from './flows/audit/seal-audit.ts'
import { chargeMonths } from './flows/billing/charges/charge-months.ts'
import { issueDue } from './flows/billing/issue-due.ts'
import { settleNotices, watchNotices } from './flows/billing/provider/settle-notices.ts'
import { forgetCarrierEvents } from './flows/booking/forget-carrier-events.ts'
import { watchPurchases } from './flows/booking/free-purchases.ts'
import { pollCarriers, watchTracking } from './flows/booking/poll-carriers.ts'
import { settlePurchases } from './flows/booking/settle-purchases.ts'
import { finishMerges, forgetUndone } from './flows/customers/finish-merges.ts'
import type { Deps } from './flows/deps.ts'
import type { Post } from './flows/events/attempt-delivery.ts'
import { createDispatcher, overtakeSetBack, watchClaims } from './flows/events/deliver-webhooks.ts'
import type { Keeping } from './flows/events/prune-history.ts'
import { pruneHistory } from './flows/events/prune-history.ts'
import { expireInbound } from './flows/inbound/expire-inbound.ts'
import { forgetRates } from './flows/quotes/forget-rates.ts'
import { remindStorage } from './flows/storage/remind-storage.ts'
import { ANSWERS_KEPT_MS } from './http/requests/idempotency.ts'
import { DELIVERIES_DUE } from './store/events/delivery-queues.ts'
import * as idempotency from './store/requests/idempotency.ts'
import * as requestLog from './store/requests/request-log.ts'

const SETTLE_EVERY_MS = 500
const COMPARE_CLOCKS_EVERY_MS = 10_000
const WATCH_LEASES_EVERY_MS = 30_000
const POLL_EVERY_MS = 5_000
const PRUNE_EVERY_MS = 10 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
const REQUEST_LOG_DAYS = 7
/** For one business in one mode; the oldest rows are deleted first. */
const REQUEST_LOG_ROWS_MAX = 100_000
const INBOUND_DAYS = 60
const EXPIRE_EVERY_MS = 60_000
const REMIND_EVERY_MS = 5_000
const BILL_EVERY_MS = 60_000
const FINISH_MERGES_EVERY_MS = 2_000
const SEAL_EVERY_MS = 60_000
/** Deliveries are announced. Polling also finds those due for a retry, and any whose announcement was lost. */
const LOOK_FOR_DELIVERIES_EVERY_MS = 500
/** How long deliveries in progress may take when the server stops. Then they are returned to the queue. */
const DELIVERY_GRACE_MS = 2_000

/** A slow look-up does not delay other purchases: each is claimed, so several turns may run at once. */
const SETTLING_TURNS_AT_ONCE = 5

type Chore = { name: string; everyMs: number; atOnce: number; work: () => Promise<unknown> }

/** Runs a chore repeatedly. A failure is reported, and the next turn tries again. */
const repeat = (deps: Deps, { name, everyMs, atOnce, work }: Chore): (() => Promise<void>) => {
  const running = new Set<Promise<void>>()
  const turn = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      deps.report(`${name} failed`, { worker: name, reason: error instanceof Error ? error.message : String(error) })
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

export type WebhookPost = Post & { timeoutMs: number }

/** One look at a time. A request during a look starts another one after it. */
export const startDelivery = async (deps: Deps, post: WebhookPost): Promise<() => Promise<void>> => {
  await overtakeSetBack(deps)
  const dispatcher = createDispatcher(deps, post, post.timeoutMs)
  let looking: Promise<void> | null = null
  let isAskedAgain = false
  const look = (): void => {
    if (looking) {
      isAskedAgain = true
      return
    }
    isAskedAgain = false
    looking = dispatcher
      .look()
      .catch((error) => deps.report('looking for webhook deliveries failed', { reason: (error as Error).message }))
      .finally(() => {
        looking = null
        if (isAskedAgain) look()
      })
  }
  const timer = setInterval(look, LOOK_FOR_DELIVERIES_EVERY_MS)
  const watch = watchClaims(deps, post.timeoutMs)
  const stopWatching = repeat(deps, { name: 'watching claims of deliveries', everyMs: WATCH_LEASES_EVERY_MS, atOnce: 1, work: watch })
  const stopListening = await deps.db.listen(DELIVERIES_DUE, look)
  return async () => {
    clearInterval(timer)
    await stopWatching()
    await stopListening()
    while (looking) await looking
    await dispatcher.stop(DELIVERY_GRACE_MS)
    post.sender.close()
  }
}

type WorkerSettings = { requestLogDays?: number; inboundDays?: number; keeping?: Keeping; compareClocks?: () => Promise<void> }

const FOR_EVER: Keeping = { eventsDays: 0, deliveriesDays: 0 }

/** Returns a function that stops all chores and waits for the running ones. */
export const startWorkers = (
  deps: Deps,
  {
    requestLogDays = REQUEST_LOG_DAYS,
    inboundDays = INBOUND_DAYS,
    keeping = FOR_EVER,
    compareClocks = async () => {},
  }: WorkerSettings = {},
): (() => Promise<void>) => {
  const prune = () => deps.db.transaction((tx) => idempotency.prune(tx, deps.queueClock() - ANSWERS_KEPT_MS))
  const pruneLog = () => requestLog.prune(deps.db, deps.clock() - requestLogDays * DAY_MS, REQUEST_LOG_ROWS_MAX)
  const settle = () => settlePurchases(deps)
  const chores: Chore[] = [
    { name: 'comparing clocks', everyMs: COMPARE_CLOCKS_EVERY_MS, atOnce: 1, work: compareClocks },
    { name: 'pruning idempotency keys', everyMs: PRUNE_EVERY_MS, atOnce: 1, work: prune },
    { name: 'pruning the request log', everyMs: PRUNE_EVERY_MS, atOnce: 1, work: pruneLog },
    { name: 'pruning events and deliveries', everyMs: PRUNE_EVERY_MS, atOnce: 1, work: () => pruneHistory(deps, keeping) },
    { name: 'forgetting rates shown long ago', everyMs: PRUNE_EVERY_MS, atOnce: 1, work: () => forgetRates(deps) },
    { name: 'forgetting carriers’ events', everyMs: PRUNE_EVERY_MS, atOnce: 1, work: () => forgetCarrierEvents(deps) },
    { name: 'forgetting undone merges', everyMs: PRUNE_EVERY_MS, atOnce: 1, work: () => forgetUndone(deps) },
    { name: 'expiring announcements', everyMs: EXPIRE_EVERY_MS, atOnce: 1, work: () => expireInbound(deps, inboundDays) },
    { name: 'reminding of storage', everyMs: REMIND_EVERY_MS, atOnce: 1, work: () => remindStorage(deps) },
    { name: 'charging storage of the month', everyMs: BILL_EVERY_MS, atOnce: 1, work: () => chargeMonths(deps) },
    { name: 'issuing invoices', everyMs: BILL_EVERY_MS, atOnce: 1, work: () => issueDue(deps) },
    { name: 'sealing the audit trail', everyMs: SEAL_EVERY_MS, atOnce: 1, work: () => sealAudit(deps) },
    { name: 'finishing merges of customers', everyMs: FINISH_MERGES_EVERY_MS, atOnce: 1, work: () => finishMerges(deps) },
    { name: 'settling purchases', everyMs: SETTLE_EVERY_MS, atOnce: SETTLING_TURNS_AT_ONCE, work: settle },
    { name: 'watching leases of purchases', everyMs: WATCH_LEASES_EVERY_MS, atOnce: 1, work: watchPurchases(deps) },
    { name: 'looking up payments', everyMs: SETTLE_EVERY_MS, atOnce: SETTLING_TURNS_AT_ONCE, work: () => settleNotices(deps) },
    { name: 'watching leases of payments', everyMs: WATCH_LEASES_EVERY_MS, atOnce: 1, work: watchNotices(deps) },
    { name: 'asking after parcels', everyMs: POLL_EVERY_MS, atOnce: 1, work: () => pollCarriers(deps) },
    { name: 'watching leases of parcels', everyMs: WATCH_LEASES_EVERY_MS, atOnce: 1, work: watchTracking(deps) },
  ]
  const stops = chores.map((chore) => repeat(deps, chore))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
