// waybill listen: forwards webhook events to a local program, signed like real deliveries.

import { setTimeout as sleep } from 'node:timers/promises'
import { config } from '../config.ts'
import type { Business } from '../domain/businesses/business.ts'
import { SECRET_BYTES, SEND_TIMEOUT_MS } from '../domain/events/webhook.ts'
import type { Caller, Deps } from '../flows/deps.ts'
import { presentEvent } from '../http/events/v1-present.ts'
import type { WireEvent } from '../http/events/v1-schemas.ts'
import type { Cursor } from '../platform/engine/paging.ts'
import * as businesses from '../store/businesses/businesses.ts'
import * as events from '../store/events/events.ts'
import { systemDeps } from '../system.ts'
import { secretFrom, signedHeaders } from '../webhooks/sign.ts'
import type { Output } from './output.ts'
import { complain, fail } from './output.ts'
import { withStore } from './with-store.ts'

/** A page of events, newest first. `older` reads the page of older events; null on the last page. */
type EventPage = { events: WireEvent[]; older: (() => Promise<EventPage>) | null }
type EventFeed = () => Promise<EventPage>

/** The longest expected time between an event's `recorded_at` and its appearance in the list. Newer events may appear first. */
const LATE_MS = 10_000
const PAGE_EVENTS = 25

const storeFeed =
  (deps: Deps, { business, businessId, mode }: Pick<Caller, 'business' | 'businessId' | 'mode'>, baseUrl: string): EventFeed =>
  () => {
    const read = async (cursor: Cursor | null): Promise<EventPage> => {
      const found = await events.list(deps.db, { businessId, mode }, {}, { page: 1, perPage: PAGE_EVENTS, cursor })
      const { older } = found
      return {
        events: found.items.map((row) => presentEvent(events.fromRow(row), { business, mode, baseUrl })),
        older: older && (() => read(older)),
      }
    }
    return read(null)
  }

const NEXT = /<([^<>]+)>; rel="next"/

const apiFeed =
  (server: string, apiKey: string): EventFeed =>
  () => {
    const read = async (address: string): Promise<EventPage> => {
      const response = await fetch(new URL(address, server), { headers: { 'x-api-key': apiKey } })
      if (!response.ok) throw new Error(`${server} answered ${response.status}: ${await response.text()}`)
      const next = NEXT.exec(response.headers.get('link') ?? '')?.[1]
      // The host in the link to the next page may differ from the host of `server`, so only the link's path and query are used.
      const path = next && new URL(next).pathname + new URL(next).search
      return { events: (await response.json()) as WireEvent[], older: path ? () => read(path) : null }
    }
    return read('/v1/events')
  }

const momentOf = (event: WireEvent): number => Date.parse(event.recorded_at)

/**
 * Returns a function that reads new events: each call returns the events since the previous call, oldest first. The first call returns
 * none.
 */
const follow = (feed: EventFeed): (() => Promise<WireEvent[]>) => {
  const seen = new Set<string>()
  let newest: number | null = null
  return async () => {
    const isFirst = newest === null
    const fresh: WireEvent[] = []
    let page: EventPage | null = await feed()
    const latest = Math.max(newest ?? 0, ...page.events.map(momentOf))
    const horizon = (newest ?? latest) - LATE_MS
    newest = latest
    while (page !== null) {
      const recent: WireEvent[] = page.events.filter((event) => momentOf(event) >= horizon)
      fresh.push(...recent.filter((event) => !seen.has(event.event_id)))
      page = recent.length === page.events.length && page.older ? await page.older() : null
    }
    for (const { event_id } of fresh) seen.add(event_id)
    return isFirst ? [] : fresh.reverse()
  }
}

const POLL_MS = 400

export type ListenOptions = {
  forwardTo: string
  business?: string
  mode: string
  apiKey?: string
  server?: string
  secret?: string
}

export const listen = async (out: Output, options: ListenOptions): Promise<void> => {
  if (!URL.canParse(options.forwardTo)) return fail(`--forward-to must be an address, not "${options.forwardTo}".`)
  const { mode } = options
  if (mode !== 'test' && mode !== 'live') return fail('--mode must be test or live.')
  const settings = config()
  const ownAddress = settings.publicUrl ?? `http://127.0.0.1:${settings.port}`
  if (options.apiKey !== undefined) return forwardAll(out, options, apiFeed(options.server ?? ownAddress, options.apiKey))
  return withStore(async (deps) => {
    const business = await chooseBusiness(deps, options.business)
    if (typeof business === 'string') return fail(business)
    return forwardAll(out, options, storeFeed(deps, { business, businessId: business.id, mode }, ownAddress))
  })
}

/** Returns the business with the id or prefix `named`; without `named`, the store's only business. On failure, returns an error message. */
const chooseBusiness = async (deps: Deps, named: string | undefined): Promise<Business | string> => {
  if (named !== undefined) return (await businesses.find(deps.db, named)) ?? `No business has the id or prefix ${named}.`
  const [only, ...others] = await businesses.list(deps.db)
  if (!only) return 'There is no business yet.'
  return others.length === 0 ? only : 'There are several businesses: say which one with --business.'
}

const forwardAll = async (out: Output, options: ListenOptions, feed: EventFeed): Promise<void> => {
  const secret = options.secret ?? secretFrom(systemDeps().random(SECRET_BYTES))
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const next = follow(feed)
  await next()
  out.print({ forward_to: options.forwardTo, secret }, `Forwarding to ${options.forwardTo}; the signing secret is ${secret}`)
  while (!stop.signal.aborted) {
    try {
      for (const event of await next()) await forward(out, options.forwardTo, secret, event)
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error))
    }
    await sleep(POLL_MS, undefined, { signal: stop.signal }).catch(() => {})
  }
}

/** Forwards an event without retries, because the developer sees a failure and can ask for a replay. */
const forward = async (out: Output, to: string, secret: string, { event_id: id, type, timestamp, data }: WireEvent): Promise<void> => {
  const body = JSON.stringify({ type, timestamp, data })
  const startedAtMs = Date.now()
  const headers = { ...signedHeaders({ id, atMs: startedAtMs, body }, [secret]), 'content-type': 'application/json' }
  const answer = await fetch(to, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(SEND_TIMEOUT_MS) }).then(
    async (response) => {
      await response.body?.cancel()
      return String(response.status)
    },
    (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message),
  )
  const durationMs = Date.now() - startedAtMs
  out.print({ event_id: id, type, timestamp, answer, duration_ms: durationMs }, `${timestamp}  ${type}  ${id}  ${answer}  ${durationMs} ms`)
}
