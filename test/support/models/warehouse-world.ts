// The clients of a simulated warehouse, and the comparison of a package with the naive model.

import assert from 'node:assert/strict'
import { newCustomer } from '../calls/package-calls.ts'
import type { Json } from '../calls/quote-calls.ts'
import { signedIn } from '../calls/staff-calls.ts'
import type { Tenant, Waybill } from '../server/waybill.ts'
import type { NaiveParcel, NaiveQuote, Terms } from './naive-warehouse.ts'
import { bookedPrice, isAllIn, piecesIn, placeOf, quantityOf, storageOf } from './naive-warehouse.ts'

const CUSTOMERS = 5
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

  // ── Both sides, held against each other ──
  const expected = (parcel: NaiveParcel) => ({
    status: parcel.status,
    quantity: quantityOf(parcel),
    pieces_arrived: parcel.came.length === 0 ? null : piecesIn(parcel),
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
  /** A package, the price of its quote, and that its audit trail has every version and ends with this change. */
  const compare = async (parcel: NaiveParcel, by?: string): Promise<void> => {
    const answer = await ops('GET', `/packages/${parcel.id}`)
    assert.deepEqual(shown(answer), expected(parcel), parcel.number)
    const trail = await waybill.deps.db.query<{ records: number; actor: string }>(
      `select (select count(*) from audit_records where object_id = $1) as records, actor
       from audit_records where object_id = $1 order by version desc limit 1`,
      [parcel.id],
    )
    assert.equal(trail[0]!.records, answer.version, `${parcel.number}: one record for each version`)
    if (by !== undefined) assert.equal(trail[0]!.actor, by)
    if (parcel.place !== null) await comparePlace(parcel.place)
    if (parcel.quote) await comparePrice(parcel.quote)
  }
  const comparePlace = async (code: string): Promise<void> => {
    const [place] = await ops('GET', `/places?q=${code}`)
    assert.equal(place.packages, parcels.filter((each) => placeOf(each) === code).length, `${code}: what lies there`)
  }
  const comparePrice = async (quote: NaiveQuote): Promise<void> => {
    const { tenant } = clientOf.get(quote.parcels[0]!)!
    const { json } = await tenant.get(`/v1/parcel_quotes/${quote.id}`, { key: tenant.liveKey })
    assert.equal(json.estimated_price, Number(quote.final ?? bookedPrice(quote)), `${quote.id}: price`)
  }
  return { clients, parcels, clientOf, compare }
}
