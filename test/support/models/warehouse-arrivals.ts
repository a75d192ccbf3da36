// Arrivals without a booking in a simulated warehouse: unannounced, unidentified, and priced now or later.

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
  compare(parcel: NaiveParcel): Promise<void>
  arrive(client: Client, given: Pick<NaiveParcel, 'id' | 'number' | 'quote' | 'by'>, coming: Coming, at: number): NaiveParcel
  now(): number
}

type Lost = { id: string; coming: Coming; at: number }

export const arrivals = ({ dice: { upTo, pick, chance, some, between }, ops, clients, parcels, count, compare, arrive, now }: Arriving) => {
  const lost: Lost[] = []
  const anyMode = (): 'air' | 'ocean' => (chance(0.5) ? 'air' : 'ocean')
  const coming = (pieces: number): Coming => ({ pieces, weight: between(1, 30, 2), volume: between(0.02, 1, 3) })
  const quoteOf = (id: string, by: 'air' | 'ocean'): NaiveQuote => ({ id, by, parcels: [], final: null })

  /** What the answer says must be what the naive model makes of it. */
  const came = async (client: Client, answer: Json, by: 'air' | 'ocean' | null, what: Coming, at: number): Promise<void> => {
    const { parcel_id: id, parcel_number: number, parcel_quote_id: quoteId, missing_for_price: missing } = answer.package
    assert.deepEqual([quoteId === null, missing], [by === null, by === null ? ['transport_mode'] : null])
    const quote = by && quoteOf(quoteId, by)
    const parcel = arrive(client, { id, number, quote, by }, what, at)
    if (quote) {
      settle(quote, parcel)
      assert.equal(answer.price.after, quote.final)
    }
    await compare(parcel)
  }
  const settle = (quote: NaiveQuote, parcel: NaiveParcel): void => {
    quote.parcels.push(parcel)
    settlePrice(quote)
  }

  const receiveUnannounced = async (): Promise<void> => {
    const [client, what, by] = [pick(clients), coming(1 + upTo(3)), chance(0.6) ? anyMode() : null]
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
    for (const parcel of some(waiting, 0.3)) {
      const by = anyMode()
      const answer = await ops('POST', `/packages/${parcel.id}/price`, { transport_mode: by })
      const quote = quoteOf(answer.package.parcel_quote_id, by)
      Object.assign(parcel, { quote, by })
      settle(quote, parcel)
      assert.equal(answer.price.after, quote.final)
      count('priced later')
      await compare(parcel)
    }
  }
  return { receiveUnannounced, takeInUnidentified, identifySome, priceSome }
}
