// The businesses that use a simulated warehouse, and the comparison of packages with the model.

import assert from 'node:assert/strict'
import { newCustomer } from '../calls/package-calls.ts'
import type { Json } from '../calls/quote-calls.ts'
import { signedIn } from '../calls/staff-calls.ts'
import type { Tenant, Waybill } from '../server/waybill.ts'
import { isAllIn, piecesIn, quantityOf } from './naive-parcel.ts'
import type { NaiveParcel, NaiveQuote, Terms } from './naive-warehouse.ts'
import { bookedPrice, placeOf, storageOf } from './naive-warehouse.ts'

const CUSTOMERS = 5
const PAGE = 100
/** Reading one page of the package list costs about as much as reading this many single packages. */
const PAGE_COSTS_PACKAGES = 10
const TERMS: readonly Terms[] = [
  { freeDays: 7, dailyRate: '500', markupPercent: '0' },
  { freeDays: 3, dailyRate: '812.50', markupPercent: '7.5' },
  { freeDays: 0, dailyRate: '120', markupPercent: '0' },
]

const numbersOf = (parcels: readonly NaiveParcel[]): string[] => parcels.map(({ number }) => number).sort()
const shownNumbers = (parcels: Json[] | null): string[] => (parcels ?? []).map(({ parcel_number: number }) => number).sort()

export type Client = { tenant: Tenant; terms: Terms; customers: string[] }

export const openWarehouse = async (waybill: Waybill, ops: (method: string, path: string) => Promise<Json>) => {
  const clients: Client[] = []
  for (const terms of TERMS) {
    const tenant = await waybill.newTenant()
    const admin = await signedIn(waybill, 'admin')
    const agreed = { free_days: terms.freeDays, daily_rate: terms.dailyRate, markup_percent: terms.markupPercent }
    const answer = await admin.call('POST', `/ops/v1/businesses/${tenant.business.id}/terms`, agreed)
    assert.ok(answer.status < 300, answer.text)
    const customers: string[] = []
    for (let index = 0; index < CUSTOMERS; index += 1)
      customers.push((await newCustomer(tenant, {}, { key: tenant.liveKey })).address_suffix)
    clients.push({ tenant, terms, customers })
  }
  const parcels: NaiveParcel[] = []
  const clientOf = new Map<NaiveParcel, Client>()

  // ── Comparison ──
  const expected = (parcel: NaiveParcel) => ({
    status: parcel.status,
    quantity: quantityOf(parcel),
    pieces_arrived: parcel.arrivals.length === 0 ? null : piecesIn(parcel),
    pieces_complete: isAllIn(parcel),
    hold_instruction: parcel.hold ? 'hold' : 'release',
    transport_mode: parcel.by,
    shipment_id: parcel.shipmentId,
    repacked_into: numbersOf(parcel.became),
    repacked_from: numbersOf(parcel.madeOf),
    place: placeOf(parcel),
    ...storageOf(parcel, waybill.time.now()),
  })
  const shown = (answer: Json) => ({
    status: answer.status,
    quantity: answer.quantity,
    pieces_arrived: answer.pieces_arrived,
    pieces_complete: answer.pieces_complete,
    hold_instruction: answer.hold_instruction,
    transport_mode: answer.transport_mode,
    shipment_id: answer.shipment_id,
    repacked_into: shownNumbers(answer.repacked_into),
    repacked_from: shownNumbers(answer.repacked_from),
    place: answer.place?.code ?? null,
    start_date: answer.storage_fee.start_date,
    last_free_day: answer.storage_fee.last_free_day,
    chargeable_storage_days: answer.storage_fee.chargeable_storage_days,
    amount_due: answer.storage_fee.amount_due,
  })
  /**
   * Reads the `touched` packages one by one. If there are many, reads the whole package list instead, which also contains other packages.
   */
  const read = async (touched: readonly NaiveParcel[]): Promise<Json[]> => {
    if (touched.length * PAGE_COSTS_PACKAGES < parcels.length) {
      const answers: Json[] = []
      for (const { id } of touched) answers.push(await ops('GET', `/packages/${id}`))
      return answers
    }
    const pages = Array.from({ length: Math.ceil(parcels.length / PAGE) }, (_, index) => index + 1)
    const answers: Json[] = []
    for (const page of pages) answers.push(...(await ops('GET', `/packages?per_page=${PAGE}&page=${page}`)))
    assert.equal(answers.length, parcels.length)
    return answers
  }
  /**
   * Compares packages, the prices of their quotes and the contents of storage places with the model. Checks that each audit trail has one
   * record per version. If `by` is given, it must be the actor of the last record.
   */
  const compare = async (touched: readonly NaiveParcel[], by?: string): Promise<void> => {
    if (touched.length === 0) return
    const answers = await read(touched)
    const known = new Map(parcels.map((parcel) => [parcel.id, parcel]))
    for (const answer of answers) {
      const parcel = known.get(answer.parcel_id)!
      assert.deepEqual(shown(answer), expected(parcel), parcel.number)
      if (answer.price) assert.equal(answer.price.amount, priceIn(parcel.quote!), `${parcel.number}: price`)
    }
    await compareTrails(new Map(answers.map(({ parcel_id: id, version }) => [id, version])), new Set(touched.map(({ id }) => id)), by)
    if (touched.some(({ place }) => place !== null)) await comparePlaces()
    const unread = touched.filter(({ id }) => !answers.some((answer) => answer.parcel_id === id && answer.price))
    for (const quote of new Set(unread.map((parcel) => parcel.quote))) if (quote) await comparePrice(quote)
  }
  const compareTrails = async (versions: ReadonlyMap<string, number>, touched: ReadonlySet<string>, by?: string): Promise<void> => {
    const records = await waybill.deps.db.query<{ id: string; actor: string }>(
      `select object_id as id, actor from audit_records where object_id in (${[...versions].map((_, index) => `$${index + 1}`).join(', ')})
       order by object_id, version`,
      [...versions.keys()],
    )
    const trails = Map.groupBy(records, (record) => record.id)
    for (const [id, version] of versions) {
      const trail = trails.get(id)!
      assert.equal(trail.length, version, `${id}: one record for each version`)
      if (by !== undefined && touched.has(id)) assert.equal(trail.at(-1)!.actor, by)
    }
  }
  const comparePlaces = async (): Promise<void> => {
    const places: Json[] = await ops('GET', '/places')
    const lying = Map.groupBy(parcels, placeOf)
    const counted = places.map(({ code }) => {
      const inside = lying.get(code) ?? []
      return { code, packages: inside.length, pieces: inside.reduce((pieces, parcel) => pieces + piecesIn(parcel), 0) }
    })
    assert.deepEqual(
      places.map(({ code, packages, pieces }) => ({ code, packages, pieces })),
      counted,
      'what lies in each place',
    )
  }
  const priceIn = (quote: NaiveQuote): string => quote.final ?? bookedPrice(quote)
  const comparePrice = async (quote: NaiveQuote): Promise<void> => {
    const { tenant } = clientOf.get(quote.parcels[0]!)!
    const { json } = await tenant.get(`/v1/parcel_quotes/${quote.id}`, { key: tenant.liveKey })
    assert.equal(json.estimated_price, Number(priceIn(quote)), `${quote.id}: price`)
  }
  return { clients, parcels, clientOf, compare, comparePlaces }
}
