// Background work: purchases, payments, webhooks, messages, storage reminders, invoices, pruning. Safe with several servers.

import { sealAudit } from './flows/audit/seal-audit.ts'
import { chargeMonths } from './flows/billing/charges/charge-months.ts'
import { issueDueWatched } from './flows/billing/month-end/month-end.ts'
import { settleNotices } from './flows/billing/provider/payment-notices.ts'
import { pollCarriers } from './flows/booking/poll-carriers.ts'
import { settlePurchases } from './flows/booking/settle-purchases.ts'
import type { Deps } from './flows/deps.ts'
import type { Post } from './flows/events/attempt-delivery.ts'
import { createDispatcher } from './flows/events/deliver-webhooks.ts'
import type { Keeping } from './flows/events/prune-history.ts'
import { forgetCarrierEvents, pruneHistory } from './flows/events/prune-history.ts'
import { expireInbound } from './flows/inbound/announce-parcel.ts'
import { pruneSignIns } from './flows/members/sign-in-code.ts'
import { sendDueMessages } from './flows/messages/send-messages.ts'
import { createSlots } from './flows/messages/slots.ts'
import { forgetRates } from './flows/quotes/read-quote.ts'
import { queueSummaries } from './flows/staff/daily-summary.ts'
import { remindStorage } from './flows/storage/remind-storage.ts'
import { pruneTasks, workTasks } from './flows/tasks/work-tasks.ts'
import { ANSWERS_KEPT_MS } from './http/requests/idempotency.ts'
import { SYSTEM } from './platform/engine/db.ts'
import { DELIVERIES_DUE } from './store/events/delivery-queues.ts'
import * as idempotency from './store/requests/idempotency.ts'
import * as requestLog from './store/requests/request-log.ts'

const SETTLE_EVERY_MS = 500
const MEASURE_CLOCK_EVERY_MS = 10_000
const POLL_EVERY_MS = 5_000
const PRUNE_EVERY_MS = 10 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
const REQUEST_LOG_DAYS = 7
/** How many logged requests are kept at most for each business and mode. The oldest requests are deleted first. */
const REQUEST_LOG_ROWS_MAX = 100_000
const INBOUND_DAYS = 60
const EXPIRE_EVERY_MS = 60_000
const REMIND_EVERY_MS = 5_000
const SEND_MESSAGES_EVERY_MS = 1_000
/** How many runs of the sending chore may overlap, so that a slow provider does not delay the other providers. */
const SENDING_TURNS_AT_ONCE = 4
const SUMMARISE_EVERY_MS = 60_000
const BILL_EVERY_MS = 60_000
const WORK_TASKS_EVERY_MS = 500
const SEAL_EVERY_MS = 60_000
/** The time from the start of the server to the first seal. It is short, so that even a server that keeps crashing writes seals. */
const SEAL_FIRST_MS = 1_000
/** Most runs do nothing. The planner's statistics of a table are collected again only after the table has grown tenfold. */
const STATISTICS_EVERY_MS = 60 * 60 * 1000
const STATISTICS_FIRST_MS = 10_000
/** New deliveries are announced by a notification. Polling finds retries that are due, and deliveries whose notification was lost. */
const LOOK_FOR_DELIVERIES_EVERY_MS = 500
/** How long deliveries in progress may take to finish when the server stops. Unfinished ones are then given back to their queue. */
const DELIVERY_GRACE_MS = 2_000

/**
 * How many runs of a look-up chore may overlap, so that a slow look-up does not delay the others. Each run claims the purchases or payments
 * that it looks up.
 */
const SETTLING_TURNS_AT_ONCE = 5

/** `firstAfterMs`: the time from the start to the first run, by default `everyMs`. */
type Chore = { name: string; everyMs: number; firstAfterMs?: number; atOnce: number; work: () => Promise<unknown> }

/** Runs a chore periodically. A failure is reported, and the next run tries again. */
const repeat = (deps: Deps, { name, everyMs, firstAfterMs, atOnce, work }: Chore): (() => Promise<void>) => {
  const running = new Set<Promise<void>>()
  const turn = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      deps.report(`${name} failed`, { worker: name, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  const start = (): void => {
    if (running.size >= atOnce) return
    const started = turn().finally(() => running.delete(started))
    running.add(started)
  }
  const timer = setInterval(start, everyMs)
  const first = firstAfterMs === undefined ? undefined : setTimeout(start, firstAfterMs)
  return async () => {
    clearInterval(timer)
    clearTimeout(first)
    await Promise.all(running)
  }
}

/** `timeoutMs`: how long the sender waits for one attempt. */
export type WebhookPost = Post & { timeoutMs: number }

/** Polls the queues, one poll at a time. If a poll is requested during another poll, it runs afterwards. */
export const startDelivery = async (deps: Deps, post: WebhookPost): Promise<() => Promise<void>> => {
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
  const stopListening = await deps.db.listen(DELIVERIES_DUE, look)
  return async () => {
    clearInterval(timer)
    await stopListening()
    while (looking) await looking
    await dispatcher.stop(DELIVERY_GRACE_MS)
    post.sender.close()
  }
}

type WorkerSettings = {
  baseUrl?: string
  requestLogDays?: number
  inboundDays?: number
  keeping?: Keeping
  measureClock?: () => Promise<void>
}

const FOR_EVER: Keeping = { eventsDays: 0, deliveriesDays: 0 }

/** Starts the periodic work. The returned function stops the work and waits for runs that have begun. */
export const startWorkers = (
  deps: Deps,
  {
    baseUrl = '',
    requestLogDays = REQUEST_LOG_DAYS,
    inboundDays = INBOUND_DAYS,
    keeping = FOR_EVER,
    measureClock = async () => {},
  }: WorkerSettings = {},
): (() => Promise<void>) => {
  const prune = () => deps.db.transaction(SYSTEM, (tx) => idempotency.prune(tx, deps.queueClock() - ANSWERS_KEPT_MS))
  const pruneLog = () => requestLog.prune(deps.db, deps.clock() - requestLogDays * DAY_MS, REQUEST_LOG_ROWS_MAX)
  const settle = () => settlePurchases(deps)
  const slots = createSlots()
  const chores: Chore[] = [
    { name: 'measuring the database’s clock', everyMs: MEASURE_CLOCK_EVERY_MS, atOnce: 1, work: measureClock },
    { name: 'pruning idempotency keys', everyMs: PRUNE_EVERY_MS, atOnce: 1, work: prune },
    { name: 'pruning sign-ins to the portal', everyMs: PRUNE_EVERY_MS, atOnce: 1, work: () => pruneSignIns(deps) },
    { name: 'pruning the request log', everyMs: PRUNE_EVERY_MS, atOnce: 1, work: pruneLog },
    { name: 'pruning events and deliveries', everyMs: PRUNE_EVERY_MS, atOnce: 1, work: () => pruneHistory(deps, keeping) },
    { name: 'forgetting rates shown long ago', everyMs: PRUNE_EVERY_MS, atOnce: 1, work: () => forgetRates(deps) },
    { name: 'forgetting carriers’ events', everyMs: PRUNE_EVERY_MS, atOnce: 1, work: () => forgetCarrierEvents(deps) },
    { name: 'expiring announcements', everyMs: EXPIRE_EVERY_MS, atOnce: 1, work: () => expireInbound(deps, inboundDays) },
    { name: 'reminding of storage', everyMs: REMIND_EVERY_MS, atOnce: 1, work: () => remindStorage(deps) },
    { name: 'charging storage of the month', everyMs: BILL_EVERY_MS, atOnce: 1, work: () => chargeMonths(deps) },
    { name: 'issuing invoices', everyMs: BILL_EVERY_MS, atOnce: 1, work: () => issueDueWatched(deps) },
    { name: 'working on tasks', everyMs: WORK_TASKS_EVERY_MS, atOnce: 1, work: () => workTasks(deps) },
    { name: 'pruning tasks', everyMs: PRUNE_EVERY_MS, atOnce: 1, work: () => pruneTasks(deps) },
    { name: 'summing up the day', everyMs: SUMMARISE_EVERY_MS, atOnce: 1, work: () => queueSummaries(deps) },
    {
      name: 'sending messages',
      everyMs: SEND_MESSAGES_EVERY_MS,
      atOnce: SENDING_TURNS_AT_ONCE,
      work: () => sendDueMessages(deps, { baseUrl, slots }),
    },
    { name: 'sealing the audit trail', everyMs: SEAL_EVERY_MS, firstAfterMs: SEAL_FIRST_MS, atOnce: 1, work: () => sealAudit(deps) },
    {
      name: 'collecting statistics of the store',
      everyMs: STATISTICS_EVERY_MS,
      firstAfterMs: STATISTICS_FIRST_MS,
      atOnce: 1,
      work: () => deps.db.refreshStatistics(),
    },
    { name: 'settling purchases', everyMs: SETTLE_EVERY_MS, atOnce: SETTLING_TURNS_AT_ONCE, work: settle },
    { name: 'looking up payments', everyMs: SETTLE_EVERY_MS, atOnce: SETTLING_TURNS_AT_ONCE, work: () => settleNotices(deps) },
    { name: 'asking after parcels', everyMs: POLL_EVERY_MS, atOnce: 1, work: () => pollCarriers(deps) },
  ]
  const stops = chores.map((chore) => repeat(deps, chore))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
