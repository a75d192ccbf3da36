// A month of warehouse work, generated from a seed. Every step runs over the API and in the model, and the results are compared.

import assert from 'node:assert/strict'
import { assertAuditTrailValid } from '../calls/audit-checks.ts'
import type { Json } from '../calls/quote-calls.ts'
import { bookedQuote } from '../calls/quote-calls.ts'
import { newStaff, tokenHeaders } from '../calls/staff-calls.ts'
import { dice } from '../samples/dice.ts'
import { importAir, importOcean } from '../samples/requests.ts'
import type { Answer, Waybill } from '../server/waybill.ts'
import { isAllIn, piecesIn, quantityOf } from './naive-parcel.ts'
import type { Coming, NaiveParcel, NaiveQuote } from './naive-warehouse.ts'
import { bodyOf, bookedPrice, dayOf, measured, refusalOf, settlePrice } from './naive-warehouse.ts'
import { arrivals } from './warehouse-arrivals.ts'
import { closeMonth } from './warehouse-closing.ts'
import { openPlaces } from './warehouse-places.ts'
import { tryRefusedSteps } from './warehouse-refusals.ts'
import { holdGoods, repacks } from './warehouse-repacks.ts'
import type { Client } from './warehouse-world.ts'
import { openWarehouse } from './warehouse-world.ts'

export type MonthSize = { parcels: number; shipments: number; seed: number }

const DAYS = 30
const HOUR_MS = 60 * 60 * 1000
const OPENS_AT = Date.parse('2026-03-01T06:30:00Z')
type Status = 'open' | 'departed' | 'arrived' | 'delivered'
type Shipment = { id: string; by: 'air' | 'ocean'; status: Status; parcels: NaiveParcel[]; dueAt: number }
type Receipt = { id: string; parcel: NaiveParcel; at: number }

export const playMonth = async (waybill: Waybill, { parcels: aim, shipments: shipmentsAim, seed }: MonthSize) => {
  const { upTo, pick, chance, some, between } = dice(seed)
  waybill.time.freeze(OPENS_AT)
  const staff = await newStaff(waybill, 'warehouse')
  const headers = await tokenHeaders(waybill, staff)
  const dock = { staff, call: (method: string, path: string, body?: object) => waybill.call(method, path, body, { headers }) }
  const counts: Record<string, number> = {}
  const count = (what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const now = (): number => waybill.time.now()
  const ops = async (method: string, path: string, body?: object, expected = 200): Promise<Json> => {
    const answer = await dock.call(method, `/ops/v1${path}`, body)
    assert.equal(answer.status, expected, `${method} ${path}: ${answer.text}`)
    return answer.json
  }
  const post = (path: string, body: object): Promise<Answer> => dock.call('POST', `/ops/v1${path}`, body)

  const { clients, parcels, clientOf, compare, comparePlaces } = await openWarehouse(waybill, ops)
  const compareByStaff = (touched: readonly NaiveParcel[]): Promise<void> => compare(touched, dock.staff.id)
  const shipments: Shipment[] = []
  const shelves = await openPlaces({ dice: dice(seed + 1), ops, parcels, count, compare, comparePlaces })

  // ── Steps ──
  const book = async (): Promise<void> => {
    const client = pick(clients)
    const by = chance(0.5) ? 'air' : 'ocean'
    const elements: Coming[] = Array.from({ length: 1 + upTo(3) }, () =>
      by === 'air'
        ? {
            pieces: 1,
            weight: between(0.5, 40, 2),
            ...(chance(0.6) ? { sides: { length: between(10, 90, 1), width: between(10, 60, 1), height: between(5, 50, 1) } } : {}),
          }
        : { pieces: 1 + upTo(6), weight: between(5, 400, 1), volume: between(0.05, 6, 3) },
    )
    const packages = elements.map(({ pieces, weight, sides, volume }) =>
      by === 'air' ? { weight, ...sides } : { container_size: 'LCL', quantity: pieces, weight, volume },
    )
    const request = by === 'air' ? importAir({ packages }) : importOcean({ packages })
    const json = await bookedQuote(client.tenant, request, { key: client.tenant.liveKey })
    const quote: NaiveQuote = { id: json.parcel_quote_id, by, parcels: [], final: null }
    for (const [index, { parcel_id: id, parcel_number: number }] of json.parcel_details.parcels.entries()) {
      const parcel = newParcel(client, { id, number, quote, declared: elements[index]!, by })
      quote.parcels.push(parcel)
    }
    count('quotes')
    await compare(quote.parcels)
  }
  const newParcel = (client: Client, given: Pick<NaiveParcel, 'id' | 'number' | 'quote' | 'declared' | 'by'>): NaiveParcel => {
    const blank = { status: 'booked', hold: false, isClosed: false, place: null } as const
    const undated = { arrivedAt: null, endedAt: null, keptAt: null, shipmentId: null, countedUntil: null } as const
    const parcel: NaiveParcel = { ...blank, ...undated, arrivals: [], madeOf: [], became: [], ...given, terms: client.terms }
    parcels.push(parcel)
    clientOf.set(parcel, client)
    return parcel
  }
  const arrived = (parcel: NaiveParcel, coming: Coming, at: number, isLast: boolean): void => {
    parcel.arrivals.push(coming)
    parcel.status = 'warehouse'
    parcel.arrivedAt = Math.min(parcel.arrivedAt ?? at, at)
    parcel.isClosed = isLast
    settlePrice(parcel.quote)
  }
  const receive = async (parcel: NaiveParcel): Promise<Receipt> => {
    const missing = quantityOf(parcel) - piecesIn(parcel)
    const pieces = missing > 1 && chance(0.4) ? 1 + upTo(missing - 1) : missing
    const isLast = pieces < missing && chance(0.25)
    const coming = measured(parcel.declared!, pieces, between)
    const target = chance(0.3) ? { package_id: parcel.id } : { code: chance(0.5) ? parcel.number : parcel.number.toLowerCase() }
    const answer = await ops('POST', '/receipts', { ...target, ...bodyOf(coming), ...(isLast ? { complete: true } : {}) }, 201)
    const before = parcel.quote!.final ?? bookedPrice(parcel.quote!)
    arrived(parcel, coming, now(), isLast)
    const after = parcel.quote!.final ?? before
    if (answer.price.final) assert.deepEqual([answer.price.before, answer.price.after], [before, after])
    assert.equal(answer.price.final, parcel.quote!.final !== null)
    if (!isAllIn(parcel)) count('partial arrivals')
    if (parcel.quote!.final !== null) count('prices made final')
    count('receipts')
    await compareByStaff([parcel])
    return { id: answer.receipt.receipt_id, parcel, at: now() }
  }
  const arriving = arrivals({
    dice: { upTo, pick, chance, some, between },
    ...{ ops, clients, parcels, count, now },
    compare: compareByStaff,
    arrive: (client, given, coming, at) => {
      const parcel = newParcel(client, { ...given, declared: null })
      arrived(parcel, coming, at, false)
      return parcel
    },
  })
  const world = { ops, post, parcels, clientOf, count, compare: compareByStaff, make: newParcel, now }
  const repacking = repacks({ dice: dice(seed + 1), ...world })
  const undo = async ({ id, parcel }: Receipt): Promise<void> => {
    await ops('POST', `/receipts/${id}/undo`, { reason: 'The wrong parcel was on the scale' })
    parcel.arrivals.pop()
    parcel.isClosed = false
    if (parcel.arrivals.length === 0) Object.assign(parcel, { status: 'booked', arrivedAt: null, place: null })
    if (parcel.quote) parcel.quote.final = null
    count('receipts undone')
    await compareByStaff([parcel])
  }
  const holdOrRelease = async (parcel: NaiveParcel, hold: boolean): Promise<void> => {
    const body = { action: hold ? 'hold' : 'release', body: hold ? 'Papers are missing' : 'Papers are there' }
    const { tenant } = clientOf.get(parcel)!
    const byStaff = chance(0.5)
    const answer: Answer = byStaff
      ? await dock.call('POST', `/ops/v1/packages/${parcel.id}/notices`, body)
      : await tenant.post(`/v1/packages/${parcel.id}/notices`, body, { key: tenant.liveKey })
    assert.equal(answer.status, 201, answer.text)
    const concerned = holdGoods(parcel, hold)
    count(hold ? 'holds' : 'releases')
    await compare(concerned, byStaff ? dock.staff.id : undefined)
  }
  const cancel = async (parcel: NaiveParcel): Promise<void> => {
    const { tenant } = clientOf.get(parcel)!
    const answer = chance(0.5)
      ? await dock.call('POST', `/ops/v1/packages/${parcel.id}/cancel`, { comment: 'Not wanted' })
      : await tenant.post(`/v1/packages/${parcel.id}/cancel`, { comment: 'Not wanted' }, { key: tenant.liveKey })
    const refused = parcel.status === 'cancelled' ? 'PACKAGE_CANCELLED' : parcel.shipmentId === null ? undefined : 'PACKAGE_IN_SHIPMENT'
    assert.equal(answer.json.code, refused, answer.text)
    if (refused === undefined) {
      Object.assign(parcel, { status: 'cancelled', ...(parcel.status === 'warehouse' ? { keptAt: now() } : { endedAt: now() }) })
      settlePrice(parcel.quote)
      count('cancellations')
    } else count('cancellations refused')
    await compare([parcel])
  }

  // ── Shipments ──
  const load = async (): Promise<void> => {
    const by = chance(0.5) ? 'air' : 'ocean'
    const made = await ops('POST', '/shipments', { transport_mode: by, carrier: 'Sample Lines', destination_country: 'NG' }, 201)
    const dueAt = now() + (by === 'air' ? 2 : 9) * 24 * HOUR_MS
    const shipment: Shipment = { id: made.shipment_id, by, status: 'open', parcels: [], dueAt }
    shipments.push(shipment)
    const wanted = parcels.filter((parcel) => refusalOf(parcel, by) === null).slice(0, Math.ceil((aim / shipmentsAim) * 1.3))
    const scanned = [...wanted, ...some(parcels, 8 / parcels.length)]
    if (scanned.length === 0) return
    const { outcomes } = await ops('POST', `/shipments/${shipment.id}/attach`, { codes: scanned.map(({ number }) => number) })
    for (const [index, parcel] of scanned.entries()) {
      const refusal = parcel.shipmentId === shipment.id ? 'already' : refusalOf(parcel, by)
      const { outcome, refusal: why } = outcomes[index]
      assert.equal(why?.code ?? (outcome === 'already' ? 'already' : null), refusal, `${parcel.number} into ${by}`)
      count(refusal === null ? 'attached' : `not attached: ${refusal}`)
      if (refusal !== null) continue
      Object.assign(parcel, { shipmentId: shipment.id, by })
      shipment.parcels.push(parcel)
    }
    await compare(scanned)
  }
  const depart = async (shipment: Shipment): Promise<void> => {
    if (chance(0.4)) await holdOrRelease(pick(shipment.parcels), true)
    const held = shipment.parcels.filter(({ hold }) => hold)
    if (held.length > 0) {
      const refused = await ops('POST', `/shipments/${shipment.id}/depart`, {}, 422)
      assert.equal(refused.code, 'PACKAGE_ON_HOLD')
      assert.deepEqual(refused.details.map(({ field }: Json) => field).sort(), held.map(({ number }) => number).sort())
      count('departures refused')
      for (const parcel of held) {
        if (chance(0.5)) {
          await holdOrRelease(parcel, false)
          continue
        }
        await ops('POST', `/shipments/${shipment.id}/detach`, { package_id: parcel.id })
        parcel.shipmentId = null
        shipment.parcels.splice(shipment.parcels.indexOf(parcel), 1)
        count('detached')
        await compareByStaff([parcel])
      }
    }
    if (shipment.parcels.length === 0) return
    await ops('POST', `/shipments/${shipment.id}/depart`, {})
    shipment.status = 'departed'
    for (const parcel of shipment.parcels) Object.assign(parcel, { status: 'transit', endedAt: now() })
    count('departures')
    await compareByStaff(shipment.parcels)
  }
  const handOutOne = async (parcel: NaiveParcel): Promise<void> => {
    await ops('POST', `/packages/${parcel.id}/deliver`, {})
    parcel.status = 'delivered'
    await compareByStaff([parcel])
  }
  /** Delivers all packages of the shipment that are still in transit. Packages on hold stay in transit, and the response names them. */
  const handOutRest = async (shipment: Shipment): Promise<void> => {
    const left = shipment.parcels.filter(({ status }) => status === 'transit')
    if (left.length === 0) return
    const held = left.filter(({ hold }) => hold)
    const isRefused = held.length === left.length
    const answer = await ops('POST', `/shipments/${shipment.id}/deliver`, {}, isRefused ? 422 : 200)
    const named: Json[] = isRefused ? answer.details : answer.on_hold
    assert.deepEqual(named.map(({ field, parcel_number }) => field ?? parcel_number).sort(), held.map(({ number }) => number).sort())
    for (const parcel of left) if (!parcel.hold) parcel.status = 'delivered'
    if (held.length > 0) count('held back from delivery')
    await compare(left)
  }
  const handOut = async (shipment: Shipment): Promise<void> => {
    await ops('POST', `/shipments/${shipment.id}/arrive`, {})
    if (chance(0.5)) await holdOrRelease(pick(shipment.parcels), true)
    for (const parcel of some(shipment.parcels, 0.2)) if (!parcel.hold) await handOutOne(parcel)
    await handOutRest(shipment)
    for (const parcel of shipment.parcels.filter(({ status }) => status === 'transit')) {
      await holdOrRelease(parcel, false)
      await handOutOne(parcel)
    }
    shipment.status = 'delivered'
    assert.equal((await ops('GET', `/shipments/${shipment.id}`)).status, 'delivered')
    count('shipments delivered')
    await compare(shipment.parcels)
  }

  const workADay = async (day: number): Promise<void> => {
    waybill.time.freeze(OPENS_AT + day * 24 * HOUR_MS)
    const came = (): number => parcels.filter(({ madeOf }) => madeOf.length === 0).length
    while (came() < (aim * Math.min(day + 1, DAYS - 6)) / (DAYS - 6)) {
      await book()
      if (chance(0.2)) await arriving.receiveUnannounced()
      if (chance(0.5)) await arriving.announce()
      if (chance(0.06)) await arriving.takeInUnidentified()
    }
    waybill.time.advance(between(1, 3, 2) * HOUR_MS)
    const receipts: Receipt[] = []
    const awaited = parcels.filter(
      (each) => each.quote !== null && (each.status === 'booked' || (each.status === 'warehouse' && !isAllIn(each))),
    )
    for (const parcel of some(awaited, 0.45)) receipts.push(await receive(parcel))
    for (const receipt of some(receipts, 0.05)) await undo(receipt)
    await arriving.receiveSomeAnnounced()
    await arriving.identifySome()
    await arriving.undoSomeArrivals()
    await arriving.priceSome()
    await shelves.fill()
    await repacking.repackSome(0.05)
    await repacking.splitSome(0.02)
    const standing = parcels.filter(({ status }) => status !== 'delivered')
    for (const parcel of some(standing, 0.03)) await holdOrRelease(parcel, !parcel.hold)
    for (const parcel of some(
      parcels.filter(({ hold }) => hold),
      0.4,
    ))
      await holdOrRelease(parcel, false)
    for (const parcel of some(parcels, 0.01)) await cancel(parcel)
    const inPart = parcels.find((each) => each.status === 'warehouse' && each.quote && !isAllIn(each))
    if (inPart && day % 5 === 0) {
      await cancel(inPart)
      count('cancelled in part')
    }
    await repacking.undoSome(0.4)
    waybill.time.advance(between(1, 4, 2) * HOUR_MS)
    while (shipments.length < (shipmentsAim * (day + 1)) / DAYS) await load()
    for (const shipment of shipments.filter(({ status, parcels: inside }) => status === 'open' && inside.length > 0))
      if (chance(0.7)) await depart(shipment)
    for (const shipment of shipments.filter(({ status, dueAt }) => status === 'departed' && dueAt <= now())) await handOut(shipment)
  }

  for (let day = 0; day < DAYS; day += 1) {
    await workADay(day)
    await shelves.check()
    // Compares all parcels about once a week, because storage fees grow overnight even if no step touches a parcel.
    if (day % 7 === 6 || day === DAYS - 1) await Promise.all([compare(parcels), assertAuditTrailValid(waybill)])
    if (day % 4 === 3) await tryRefusedSteps({ parcels, pick, post, compare, count })
    assert.equal(dayOf(now()), dayOf(OPENS_AT) + day, 'the work of a day is done within it')
  }
  await closeMonth(waybill, parcels)
  return { ...counts, parcels: parcels.length, shipments: shipments.length }
}
