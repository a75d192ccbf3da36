// Clients that write through several servers during a failover, and checks of the store afterwards.

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../calls/quote-calls.ts'
import { exportAir, importAir, importOcean } from '../samples/requests.ts'

const AGAIN_MS = 50
const UNAVAILABLE = 503
const PARCELS = [exportAir(), importAir({ packages: [{ weight: 3 }, { weight: 4 }] }), importOcean()]
const ALREADY_DONE = 'already done'
/** Error codes for a repeat of a completed booking: without an Idempotency-Key, or with a key whose first response was lost. */
const DONE_CODES = ['QUOTE_ALREADY_BOOKED', 'IDEMPOTENCY_ANSWER_LOST']
/** The error for a repeat with an Idempotency-Key, while the interrupted first request still holds the key. */
const IN_PROGRESS = 'IDEMPOTENCY_IN_PROGRESS'

export type Load = {
  /** The time of each acknowledged write. The key is the kind of write and an ID, such as `booked pq_…`. */
  acknowledged: Map<string, number>
  /** How many repeats of a booking found that an earlier attempt had already made it. */
  foundDone: number
  unavailable: number
  /** Number of repeats that were refused because the first request still held the Idempotency-Key. */
  inProgress: number
  stop(): Promise<void>
}

type Query = (sql: string) => Promise<Record<string, any>[]>

export const startLoad = (urls: readonly string[], key: string, clients: number): Load => {
  let isStopping = false
  const load = { acknowledged: new Map<string, number>(), foundDone: 0, unavailable: 0, inProgress: 0 }
  const acknowledge = (what: string, id: string): void => void load.acknowledged.set(`${what} ${id}`, Date.now())

  /** Returns null after an answer with Retry-After, and ALREADY_DONE for DONE_CODES. Other refusals and cut connections fail the test. */
  const post = async (client: number, path: string, body: object, idempotencyKey?: string): Promise<Json> => {
    const url = urls[client % urls.length]!
    const headers = { 'x-api-key': key, 'content-type': 'application/json', ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (response.ok) return JSON.parse(text)
    const { code } = JSON.parse(text)
    if (DONE_CODES.includes(code)) return ALREADY_DONE
    assert.ok(response.status === UNAVAILABLE || (idempotencyKey && code === IN_PROGRESS), `${path}: ${response.status} ${text}`)
    assert.match(response.headers.get('retry-after') ?? '', /^\d+$/, 'says when to come back')
    load[code === IN_PROGRESS ? 'inProgress' : 'unavailable'] += 1
    await sleep(AGAIN_MS)
    return null
  }

  /** Repeats a booking until its outcome is known. Every second client sends an Idempotency-Key. */
  const book = async (client: number, quote: Json): Promise<Json> => {
    const body = quote.rates[0] ? { rate_id: quote.rates[0].id } : {}
    const idempotencyKey = client % 2 ? quote.parcel_quote_id : undefined
    for (let tries = 0; !isStopping; tries += 1) {
      const booked = await post(client + tries, `/v1/packages/${quote.parcel_quote_id}/create_shipment`, body, idempotencyKey)
      if (booked === null) continue
      if (booked !== ALREADY_DONE) return booked
      assert.ok(tries > 0, 'booked by somebody else')
      load.foundDone += 1
      acknowledge('booked', quote.parcel_quote_id)
      return null
    }
    return null
  }

  const work = async (client: number): Promise<void> => {
    for (let turn = client; !isStopping; turn += 1) {
      const quote = await post(turn, '/v1/parcel_quotes', { parcel: PARCELS[turn % PARCELS.length] })
      if (!quote) continue
      acknowledge('created', quote.parcel_quote_id)
      const booked = await book(turn + 1, quote)
      if (!booked) continue
      acknowledge('booked', quote.parcel_quote_id)
      const held = await post(turn, `/v1/packages/${booked.parcel_details.parcels[0].parcel_id}/notices`, { action: 'hold' })
      if (held) acknowledge('noticed', held.notice.token)
      const customer = await post(turn, '/v1/parcel-customers', { parcel_customer: {} })
      if (customer) acknowledge('customer', customer.data.parcel_customer_id)
    }
  }

  const working = Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
  working.catch(() => {})
  const stop = async (): Promise<void> => {
    isStopping = true
    await working
  }
  return Object.assign(load, { stop })
}

/** Waits until `count` more writes are acknowledged. */
export const moreWrites = async ({ acknowledged }: Load, count: number, signal: AbortSignal): Promise<void> => {
  const target = acknowledged.size + count
  while (acknowledged.size < target) {
    assert.ok(!signal.aborted, `${target - acknowledged.size} of ${count} writes are missing`)
    await sleep(AGAIN_MS / 5)
  }
}

/** Finds acknowledged writes that are not in the store. */
export const lostWrites = async ({ acknowledged }: Load, query: Query): Promise<string[]> => {
  const facts = await query(`
    select 'created ' || id as fact from quotes
    union all select 'booked ' || id from quotes where status = 'booked'
    union all select 'noticed ' || id from notices
    union all select 'noticed ' || id from older_notices
    union all select 'customer ' || id from customers`)
  const held = new Set(facts.map(({ fact }) => fact))
  return [...acknowledged.keys()].filter((fact) => !held.has(fact))
}

/** Finds quotes that were booked in part or more than once: their packages, events or shipment do not match their status. */
export const oddBookings = async (query: Query): Promise<Record<string, any>[]> =>
  query(`
    select * from (
      select id, status, shipment_id,
        case when cargo::json ->> 'mode' = 'air' then json_array_length(cargo::json -> 'pieces')
          else json_array_length(cargo::json -> 'elements') end as elements,
        (select count(*) from packages where quote_id = quotes.id) as packages,
        (select count(*) from events where object_id = quotes.id and type = 'quote.booked') as booked_events
      from quotes) as seen
    where packages <> case status when 'booked' then elements else 0 end
      or booked_events <> case status when 'booked' then 1 else 0 end
      or (shipment_id is not null and not exists (select 1 from shipments where id = seen.shipment_id))`)
