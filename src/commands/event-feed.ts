// Follows the events of a business, from the store or over the API.

import type { Caller, Deps } from '../flows/deps.ts'
import { presentEvent } from '../http/v1/events/present-event.ts'
import type { WireEvent } from '../http/v1/events/schemas.ts'
import type { Cursor } from '../store/engine/paging.ts'
import * as events from '../store/events/events.ts'

/** Events, last recorded first, and how to read on. */
type EventPage = { events: WireEvent[]; older: (() => Promise<EventPage>) | null }
export type EventFeed = () => Promise<EventPage>

/** An event may become visible a little later than others that were recorded after it. */
const LATE_MS = 10_000
const PAGE_EVENTS = 25

export const storeFeed =
  (deps: Deps, { business, businessId, mode }: Pick<Caller, 'business' | 'businessId' | 'mode'>, baseUrl: string): EventFeed =>
  () => {
    const read = async (cursor: Cursor | null): Promise<EventPage> => {
      const found = await events.list(deps.db, { businessId, mode }, {}, { page: 1, perPage: PAGE_EVENTS, cursor })
      const { older } = found
      return { events: found.items.map((event) => presentEvent(event, { business, mode, baseUrl })), older: older && (() => read(older)) }
    }
    return read(null)
  }

const NEXT = /<([^<>]+)>; rel="next"/

export const apiFeed =
  (server: string, apiKey: string): EventFeed =>
  () => {
    const read = async (address: string): Promise<EventPage> => {
      const response = await fetch(new URL(address, server), { headers: { 'x-api-key': apiKey } })
      if (!response.ok) throw new Error(`${server} answered ${response.status}: ${await response.text()}`)
      const next = NEXT.exec(response.headers.get('link') ?? '')?.[1]
      // The server may know itself by another name than we do.
      const path = next && new URL(next).pathname + new URL(next).search
      return { events: (await response.json()) as WireEvent[], older: path ? () => read(path) : null }
    }
    return read('/v1/events')
  }

const momentOf = (event: WireEvent): number => Date.parse(event.recorded_at)

/** Gives each event once, those of each turn oldest first. The first turn only learns what is there already. */
export const follow = (feed: EventFeed): (() => Promise<WireEvent[]>) => {
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
