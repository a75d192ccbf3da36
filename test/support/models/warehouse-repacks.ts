// Repacking and splitting parcels in a simulated warehouse, and undoing both.

import assert from 'node:assert/strict'
import type { Json } from '../calls/quote-calls.ts'
import type { dice } from '../samples/dice.ts'
import type { Answer } from '../server/waybill.ts'
import { isAllIn, quantityOf, sizeOf } from './naive-parcel.ts'
import type { Coming, NaiveParcel, NaiveQuote } from './naive-warehouse.ts'
import { bodyOf, dayOf, settlePrice } from './naive-warehouse.ts'
import type { Client } from './warehouse-world.ts'

type Repacking = {
  dice: Pick<ReturnType<typeof dice>, 'upTo' | 'chance' | 'some' | 'between'>
  ops(method: string, path: string, body?: object, expected?: number): Promise<Json>
  post(path: string, body: object): Promise<Answer>
  parcels: NaiveParcel[]
  clientOf: Map<NaiveParcel, Client>
  count(what: string): void
  compare(touched: readonly NaiveParcel[]): Promise<void>
  make(client: Client, given: Pick<NaiveParcel, 'id' | 'number' | 'quote' | 'declared' | 'by'>): NaiveParcel
  now(): number
}

type Repack = { id: string; sources: NaiveParcel[]; results: NaiveParcel[] }

/** The parcels that contain the goods of `parcel` now. If the repack that made `parcel` was undone, these are the original parcels. */
export const leavesOf = (parcel: NaiveParcel): NaiveParcel[] => {
  const back = parcel.status === 'cancelled' ? parcel.madeOf.filter((source) => !source.became.includes(parcel)) : []
  const next = parcel.became.length > 0 ? parcel.became : back
  return next.length === 0 ? [parcel] : next.flatMap(leavesOf)
}

const sourcesOf = (parcel: NaiveParcel): NaiveParcel[] => parcel.madeOf.flatMap((source) => [source, ...sourcesOf(source)])

/**
 * Holds or releases a parcel and the parcels that now contain its goods. A release also covers the parcels that these were made from,
 * unless some of their goods are still on hold.
 */
export const holdGoods = (parcel: NaiveParcel, hold: boolean): NaiveParcel[] => {
  const held = [...new Set([parcel, ...leavesOf(parcel)])]
  for (const each of held) each.hold = hold
  if (hold) return held
  const free = new Set(held.flatMap(sourcesOf).filter((source) => source.hold && !leavesOf(source).some((leaf) => leaf.hold)))
  for (const source of free) source.hold = false
  return [...held, ...free]
}

const isRepackable = (parcel: NaiveParcel): boolean =>
  parcel.status === 'warehouse' && isAllIn(parcel) && !parcel.hold && parcel.shipmentId === null

const byArrival = (a: NaiveParcel, b: NaiveParcel): number => a.arrivedAt! - b.arrivedAt! || (a.id < b.id ? -1 : 1)

const reprice = (parcels: readonly NaiveParcel[]): void => {
  for (const quote of new Set(parcels.map((parcel) => parcel.quote).filter((each) => each !== null))) {
    quote.final = null
    settlePrice(quote)
  }
}

export const repacks = ({ dice: { upTo, chance, some, between }, ops, post, parcels, clientOf, count, compare, make, now }: Repacking) => {
  const owners = new Map<NaiveParcel, string>()
  let today: Repack[] = []

  const ownerOf = async (parcel: NaiveParcel): Promise<string> => {
    const known = owners.get(parcel)
    if (known !== undefined) return known
    const { customer, parcel_quote_id: quoteId } = await ops('GET', `/packages/${parcel.id}`)
    const owner: string = customer.parcel_customer_id ?? quoteId
    owners.set(parcel, owner)
    return owner
  }
  const sizes = (sources: readonly NaiveParcel[], parts: number): { weight: number; volume: number } => {
    const weight = sources.reduce((sum, parcel) => sum + sizeOf(parcel).weight!, 0)
    return { weight: Number(((weight * between(0.9, 1.1, 3)) / parts).toFixed(3)), volume: between(0.05, 2, 3) }
  }
  const settle = async (answer: Json, sources: NaiveParcel[], parts: readonly Coming[]): Promise<void> => {
    const inOrder = sources.toSorted(byArrival)
    const lead = inOrder.find(({ quote }) => quote !== null) ?? inOrder[0]!
    const by = inOrder.map((parcel) => parcel.by).find((each) => each !== null) ?? null
    const results = parts.map((coming, index) => {
      const { parcel_id: id, parcel_number: number, parcel_quote_id: quoteId } = answer.packages[index]
      const quote: NaiveQuote | null = lead.quote
      assert.equal(quoteId, quote?.id ?? null)
      const made = make(clientOf.get(lead)!, { id, number, quote, declared: null, by })
      quote?.parcels.push(made)
      const arrivedAt = inOrder[0]!.arrivedAt
      const place = sources.every((parcel) => parcel.place === lead.place) ? lead.place : null
      return Object.assign(made, { status: 'warehouse', arrivals: [coming], arrivedAt, countedUntil: dayOf(now()), madeOf: sources, place })
    })
    for (const parcel of sources) Object.assign(parcel, { status: 'cancelled', endedAt: now(), became: results })
    reprice([...sources, ...results])
    for (const parcel of [...sources, ...results]) owners.set(parcel, await ownerOf(lead))
    today.push({ id: answer.repack.repack_id, sources, results })
    await compare([...sources, ...results])
  }

  const repackSome = async (share: number): Promise<void> => {
    for (const first of some(parcels.filter(isRepackable), share)) {
      if (!isRepackable(first)) continue
      const owner = await ownerOf(first)
      const sources = [first]
      for (const other of parcels.filter((each) => each !== first && isRepackable(each) && clientOf.get(each) === clientOf.get(first))) {
        const modes = new Set([...sources, other].map(({ by }) => by).filter((by) => by !== null))
        if (sources.length < 4 && modes.size < 2 && (await ownerOf(other)) === owner && chance(0.8)) sources.push(other)
      }
      if (sources.length < 2) continue
      const coming: Coming = { pieces: 1 + upTo(2), ...sizes(sources, 1) }
      const answer = await ops('POST', '/repacks', { package_ids: sources.map(({ id }) => id), ...bodyOf(coming) }, 201)
      if (new Set(sources.map(({ quote }) => quote)).size > 1) count('repacks across quotes')
      count('repacks')
      await settle(answer, sources, [coming])
    }
  }
  const splitSome = async (share: number): Promise<void> => {
    for (const parcel of some(parcels.filter(isRepackable), share)) {
      if (!isRepackable(parcel)) continue
      const quantity = quantityOf(parcel)
      const number = quantity === 1 ? 2 + upTo(2) : Math.min(quantity, 2 + upTo(2))
      const parts: Coming[] = Array.from({ length: number }, (_, index) => ({
        pieces: quantity === 1 || index > 0 ? 1 : quantity - number + 1,
        ...sizes([parcel], number),
      }))
      const answer = await ops('POST', `/packages/${parcel.id}/split`, { parts: parts.map(bodyOf) }, 201)
      count('splits')
      await settle(answer, [parcel], parts)
    }
  }
  /**
   * Undoes some of today's repacks, the latest first. If a resulting parcel has since been put on hold, attached to a shipment or repacked,
   * the undo must be refused.
   */
  const undoSome = async (share: number): Promise<void> => {
    for (const { id, sources, results } of some(today, share).toReversed()) {
      const answer = await post(`/repacks/${id}/undo`, { reason: 'The wrong carton' })
      if (!results.every(isRepackable)) {
        assert.equal(answer.status, 422, answer.text)
        count('repacks not undone')
        continue
      }
      assert.equal(answer.status, 200, answer.text)
      for (const parcel of sources) Object.assign(parcel, { status: 'warehouse', endedAt: null, became: [] })
      for (const parcel of results) Object.assign(parcel, { status: 'cancelled', endedAt: now() })
      reprice([...sources, ...results])
      count('repacks undone')
      await compare([...sources, ...results])
    }
    today = []
  }
  return { repackSome, splitSome, undoSome }
}
