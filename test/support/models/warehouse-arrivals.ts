// Arrivals of parcels that nobody booked, in a simulated warehouse: unannounced, announced or unidentified, priced now or later, or undone.

import assert from 'node:assert/strict'
import type { Json } from '../calls/quote-calls.ts'
import type { dice } from '../samples/dice.ts'
import type { Coming, NaiveParcel, NaiveQuote } from './naive-warehouse.ts'
import { bodyOf, settlePrice } from './naive-warehouse.ts'
import type { Client } from './warehouse-world.ts'

type Arriving = {
  dice: Pick<ReturnType<typeof dice>, 'upTo' | 'pick' | 'chance' | 'some' | 'between'>
  ops(method: string, path: string, body?: object, expected?: number): Promise<Json>
  clients: Client[]
  parcels: NaiveParcel[]
  count(what: string): void
  compare(touched: readonly NaiveParcel[]): Promise<void>
  arrive(client: Client, given: Pick<NaiveParcel, 'id' | 'number' | 'quote' | 'by'>, coming: Coming, at: number): NaiveParcel
  now(): number
}

type Lost = { id: string; coming: Coming; at: number }

/** A client's announcement, and how many boxes arrived under its number. */
type Announced = { id: string; number: string; client: Client; by: 'air' | 'ocean' | null; boxes: number; isCancelled: boolean }

type Arrived = { receiptId: string; parcel: NaiveParcel; announced: Announced | null; at: number }

export const arrivals = ({ dice: { upTo, pick, chance, some, between }, ops, clients, parcels, count, compare, arrive, now }: Arriving) => {
  const lost: Lost[] = []
  const announcements: Announced[] = []
  let today: Arrived[] = []
  const anyMode = (): 'air' | 'ocean' => (chance(0.5) ? 'air' : 'ocean')
  const coming = (pieces: number): Coming => ({ pieces, weight: between(1, 30, 2), volume: between(0.02, 1, 3) })
  const quoteOf = (id: string, by: 'air' | 'ocean'): NaiveQuote => ({ id, by, parcels: [], final: null })

  /** Adds the parcel and its quote to the model, and compares the answer with the model. */
  const came = async (
    client: Client,
    answer: Json,
    by: 'air' | 'ocean' | null,
    what: Coming,
    at: number,
    announced: Announced | null = null,
  ): Promise<void> => {
    const { parcel_id: id, parcel_number: number, parcel_quote_id: quoteId, missing_for_price: missing } = answer.package
    assert.deepEqual([quoteId === null, missing], [by === null, by === null ? ['transport_mode'] : null])
    const quote = by && quoteOf(quoteId, by)
    const parcel = arrive(client, { id, number, quote, by }, what, at)
    if (quote) {
      settle(quote, parcel)
      assert.equal(answer.price.after, quote.final)
    }
    today.push({ receiptId: answer.receipt.receipt_id, parcel, announced, at: now() })
    await compare([parcel])
  }
  const settle = (quote: NaiveQuote, parcel: NaiveParcel): void => {
    quote.parcels.push(parcel)
    settlePrice(quote)
    quote.arrival = quote.final!
  }

  const receiveUnannounced = async (): Promise<void> => {
    const [client, what, by] = [pick(clients), coming(1 + upTo(3)), chance(0.5) ? anyMode() : null]
    const body = { customer_id: pick(client.customers), ...bodyOf(what), ...(by ? { transport_mode: by } : {}) }
    await came(client, await ops('POST', '/receipts', body, 201), by, what, now())
    count('unannounced')
    if (by) count('unannounced and priced')
  }
  const takeInUnidentified = async (): Promise<void> => {
    const what = coming(1)
    const answer = await ops('POST', '/unidentified_parcels', { label_text: 'torn', ...bodyOf(what) }, 201)
    lost.push({ id: answer.unidentified_parcel_id, coming: what, at: now() })
    count('unidentified')
  }
  const identifySome = async (): Promise<void> => {
    for (const found of some(lost, 0.3)) {
      lost.splice(lost.indexOf(found), 1)
      const [client, by] = [pick(clients), chance(0.5) ? anyMode() : null]
      const body = { customer_id: pick(client.customers), ...(by ? { transport_mode: by } : {}) }
      const answer = await ops('POST', `/unidentified_parcels/${found.id}/assign`, body)
      await came(client, answer, by, found.coming, found.at)
      count('identified later')
    }
  }
  const priceSome = async (): Promise<void> => {
    const waiting = parcels.filter(({ quote, status }) => quote === null && status === 'warehouse')
    for (const parcel of some(waiting, 0.12)) {
      const by = anyMode()
      const answer = await ops('POST', `/packages/${parcel.id}/price`, { transport_mode: by })
      const quote = quoteOf(answer.package.parcel_quote_id, by)
      Object.assign(parcel, { quote, by })
      settle(quote, parcel)
      assert.equal(answer.price.after, quote.final)
      count('priced later')
      await compare([parcel])
    }
  }
  const announce = async (): Promise<void> => {
    const [client, by] = [pick(clients), chance(0.5) ? anyMode() : null]
    const number = `YT${String(88_000_000_000 + announcements.length)}`
    const inbound = { customer_id: pick(client.customers), courier_numbers: [number], ...(by ? { transport_mode: by } : {}) }
    const answer = await client.tenant.post('/v1/inbound_parcels', { inbound_parcel: inbound }, { key: client.tenant.liveKey })
    assert.equal(answer.status, 201, answer.text)
    announcements.push({ id: answer.json.inbound_parcel_id, number, client, by, boxes: 0, isCancelled: false })
    count('announced')
  }
  const checkAnnounced = async ({ id, client, boxes, isCancelled }: Announced): Promise<void> => {
    const { json } = await client.tenant.get(`/v1/inbound_parcels/${id}`, { key: client.tenant.liveKey })
    const status = isCancelled ? 'cancelled' : boxes === 0 ? 'expected' : 'received'
    assert.deepEqual([json.status, json.packages.length], [status, boxes], id)
  }
  const spelled = (number: string): string =>
    pick([number, number.toLowerCase(), `${number.slice(0, 2)} ${number.slice(2, 6)}-${number.slice(6)}`, `]C0${number}`])
  /** Receives an announced parcel. A scan does not find a cancelled announcement, and a second box needs a confirmation. */
  const receiveAnnounced = async (announced: Announced): Promise<void> => {
    const [what, code] = [coming(1), spelled(announced.number)]
    if (announced.isCancelled) {
      await ops('POST', '/receipts', { code, ...bodyOf(what) }, 422)
      count('announced and cancelled')
      return
    }
    const isSecond = announced.boxes > 0
    if (isSecond) await ops('POST', '/receipts', { code, ...bodyOf(what) }, 422)
    const answer = await ops('POST', '/receipts', { code, ...bodyOf(what), ...(isSecond ? { confirm: true } : {}) }, 201)
    announced.boxes += 1
    await came(announced.client, answer, announced.by, what, now(), announced)
    await checkAnnounced(announced)
    count(isSecond ? 'second boxes' : 'announced and received')
  }
  const receiveSomeAnnounced = async (): Promise<void> => {
    for (const announced of some(announcements, 0.3)) if (announced.boxes === 0 || chance(0.1)) await receiveAnnounced(announced)
    for (const announced of some(announcements, 0.04)) {
      if (announced.boxes > 0 || announced.isCancelled) continue
      const answer = await announced.client.tenant.post(
        `/v1/inbound_parcels/${announced.id}/cancel`,
        {},
        { key: announced.client.tenant.liveKey },
      )
      assert.equal(answer.status, 200, answer.text)
      announced.isCancelled = true
      await checkAnnounced(announced)
    }
  }
  /**
   * Undoes some of today's arrivals. The package is then cancelled, and so is the quote that was made for it. An announced parcel is
   * expected again unless another box arrived under its number.
   */
  const undoSomeArrivals = async (): Promise<void> => {
    for (const { receiptId, parcel, announced } of some(today, 0.15)) {
      if (parcel.status !== 'warehouse' || parcel.shipmentId !== null) continue
      await ops('POST', `/receipts/${receiptId}/undo`, { reason: 'The wrong parcel was on the scale' })
      Object.assign(parcel, { status: 'cancelled', arrivedAt: null, endedAt: now() })
      if (announced) {
        announced.boxes -= 1
        await checkAnnounced(announced)
      }
      count('arrivals undone')
      await compare([parcel])
    }
    today = []
  }
  return { announce, receiveSomeAnnounced, undoSomeArrivals, receiveUnannounced, takeInUnidentified, identifySome, priceSome }
}
