// Simulation steps on parcels without a booking: receive, price, waive the price, set a destination.

import assert from 'node:assert/strict'
import type { Cargo, Size } from '../models/naive-parcel.ts'
import { quantityOf, sizeOf } from '../models/naive-parcel.ts'
import { checkParcel } from './checks.ts'
import { anyParcel, arrive, latestReceipt, wireSize } from './parcel-steps.ts'
import { newParcel, record } from './parcels.ts'
import { offersFor } from './prices.ts'
import { anyDesk } from './quote-steps.ts'
import { nameOf } from './quotes.ts'
import { countryOf, profileSender, standing, writtenId } from './requests.ts'
import type { Simulation } from './simulation.ts'
import { drawSite } from './sites.ts'
import type { Customer, Json, Parcel, Quote } from './world.ts'
import { desksOf } from './world.ts'

const lostParcel = async (sim: Simulation, mode: string): Promise<Json> => {
  const known = new Set(desksOf(sim.world).flatMap((desk) => desk.parcels.map(({ id }) => id)))
  const listed: Json[] = await sim.read('warehouse', `/ops/v1/packages?mode=${mode}`)
  return listed.find(({ parcel_id }) => !known.has(parcel_id))
}

/**
 * True if the server can price the parcel. The transport mode must be known. The destination must be Nigeria, because an import without
 * last-mile delivery ends there.
 */
const isPriceable = ({ by, destination }: Parcel): boolean => by !== null && destination === 'NG'

const cargoOf = (parcel: Parcel): Cargo =>
  parcel.by === 'ocean' ? { ...sizeOf(parcel), pieces: quantityOf(parcel), container: 'LCL' } : { ...sizeOf(parcel), pieces: 1 }

/**
 * The sender from the customer's profile. After a merge, the profile address may lie outside the parcel's country of origin. In that case,
 * the address contains only the country of origin.
 */
const senderOf = (customer: Customer, country: string): Json => {
  const { address, ...contact } = profileSender(customer)
  return { ...contact, address: countryOf(address.country) === country ? address : { country } }
}

/**
 * Reads the quote that the server created for a parcel without a booking, and adds the quote to the model. The quote is already booked, at
 * the prices in force when the parcel arrived.
 */
const priceArrival = async (sim: Simulation, parcel: Parcel, now: number): Promise<void> => {
  const { desk, by, customer, origin } = parcel
  const { parcel_quote_id: id } = await sim.read('warehouse', `/ops/v1/packages/${parcel.id}`)
  assert.equal(id !== null, isPriceable(parcel), `the price of ${parcel.number}`)
  if (id === null) return
  const json = await sim.read('warehouse', `/ops/v1/quotes/${id}`)
  const cargo = [cargoOf(parcel)]
  const [offer] = offersFor(sim.world, desk, { direction: 'import', by: by!, country: origin, cargo }, parcel.arrivedAt!)
  const rate = { ...offer!, id: json.selected_rate.id }
  const quote: Quote = {
    id,
    desk,
    source: 'warehouse',
    direction: 'import',
    by: by!,
    country: origin,
    cargo,
    listed: by === 'air',
    sender: senderOf(customer!, origin),
    // Without last-mile delivery, the recipient has the business's own address. The model does not know this address, so the recipient is
    // copied from the answer.
    recipient: json.recipient,
    customer,
    status: 'booked',
    shown: new Map([[rate.id, rate]]),
    rates: [],
    selected: rate,
    bookedPrice: rate,
    isFinal: true,
    parcels: [parcel],
    purchase: null,
    trackingCode: null,
    createdAt: now - desk.offsetMs,
    bookedAt: now,
    cancelledAt: null,
    closedReason: null,
    comment: null,
    events: ['quote.created', 'quote.booked', 'quote.price_finalised'],
  }
  desk.quotes.push(quote)
  Object.assign(parcel, { quote, isDestinationLocked: true })
  sim.count(`priced by the warehouse: ${by}`)
}

/** Receives a parcel that nobody announced, for the customer whose ID is on its label. */
export const receiveUnannounced = async (sim: Simulation): Promise<void> => {
  const { draw } = sim
  const desk = anyDesk(sim)
  if (desk.customers.length === 0) return
  const named = draw.pick(desk.customers)
  const customer = standing(named)
  const size: Size = { weight: draw.between(1, 30, 2), volume: draw.between(0.02, 1, 3) }
  const pieces = 1 + draw.upTo(3)
  const by = draw.pick(['air', 'ocean', null] as const)
  const site = drawSite(sim)
  const body = {
    site,
    customer_id: writtenId(sim, named),
    business_id: desk.shop.id,
    mode: desk.mode,
    pieces,
    ...wireSize(size),
    ...(by === null ? {} : { transport_mode: by }),
  }
  const answer = await sim.post('warehouse', '/ops/v1/receipts', body)
  if (sim.isRefused(answer, null)) return
  const json = answer.isLost ? await lostParcel(sim, desk.mode) : answer.json.package
  const now = answer.at + desk.offsetMs
  const { origin_country: origin } = customer.fields
  const parcel = newParcel({
    id: json.parcel_id,
    number: json.parcel_number,
    desk,
    quote: null,
    declared: null,
    by,
    direction: 'import',
    origin: origin ? countryOf(origin) : 'CN',
    destination: 'NG',
    isDestinationLocked: false,
    customer,
    customerName: nameOf(customer),
    shipmentId: null,
    isCarriers: false,
    createdAt: answer.at,
  })
  parcel.site = site
  const receiptId = answer.isLost ? await latestReceipt(sim, parcel) : answer.json.receipt.receipt_id
  arrive(parcel, { ...size, pieces, receiptId, recordedAt: now, before: { isClosed: false, comment: null, arrivedAt: null } }, false, now)
  // The receipt created the package, so creation and arrival share version 1.
  parcel.version = 1
  desk.parcels.push(parcel)
  await priceArrival(sim, parcel, now)
  sim.count('received unannounced')
  await checkParcel(sim, parcel, { by: 'warehouse', at: answer.at })
}

const refusalToPrice = (parcel: Parcel, by: Parcel['by']): string | null => {
  if (parcel.quote !== null) return 'INVALID_TRANSITION'
  if (parcel.status !== 'warehouse') return parcel.status === 'cancelled' ? 'PACKAGE_CANCELLED' : 'INVALID_TRANSITION'
  // A parcel in a shipment cannot get another transport mode.
  return parcel.shipment !== null && parcel.by !== by ? 'INVALID_TRANSITION' : null
}

/** Sets the transport mode. The server then also prices the parcel if the destination is Nigeria. */
export const priceParcel = async (sim: Simulation): Promise<void> => {
  const parcel = anyParcel(sim, ({ quote, status }) => quote === null && status === 'warehouse')
  if (!parcel) return
  const by = sim.draw.pick(['air', 'ocean'] as const)
  const answer = await sim.post('warehouse', `/ops/v1/packages/${parcel.id}/price`, { transport_mode: by })
  if (sim.isRefused(answer, refusalToPrice(parcel, by))) return checkParcel(sim, parcel)
  parcel.by = by
  record(parcel, 'package.changed')
  await priceArrival(sim, parcel, answer.at + parcel.desk.offsetMs)
  await checkParcel(sim, parcel, { by: 'warehouse', at: answer.at })
}

/** Waives a price. A second waiver keeps the first reason. */
export const waivePrice = async (sim: Simulation): Promise<void> => {
  const parcel = anyParcel(sim, ({ quote, status }) => quote === null && status === 'warehouse')
  if (!parcel) return
  const answer = await sim.post('admin', `/ops/v1/packages/${parcel.id}/waive_price`, { reason: `Samples ${sim.draw.upTo(99)}` })
  const refusal = parcel.quote ? 'INVALID_TRANSITION' : parcel.status === 'cancelled' ? 'PACKAGE_CANCELLED' : null
  if (sim.isRefused(answer, refusal)) return checkParcel(sim, parcel)
  const isFirst = !parcel.isWaived
  if (isFirst) {
    parcel.isWaived = true
    record(parcel, 'package.changed')
    sim.count('prices waived')
  }
  await checkParcel(sim, parcel, isFirst ? { by: 'admin', at: answer.at } : null)
}

/** Sets the destination. The server then also prices the parcel if the destination is Nigeria and the transport mode is known. */
export const setDestination = async (sim: Simulation): Promise<void> => {
  const parcel = anyParcel(sim, ({ quote }) => quote === null)
  if (!parcel) return
  const country = sim.draw.pick(['NG', 'GH'])
  const answer = await sim.post('warehouse', `/ops/v1/packages/${parcel.id}/destination`, { country })
  const isOther = parcel.isDestinationLocked && parcel.destination !== country
  const refusal = parcel.status === 'cancelled' ? 'PACKAGE_CANCELLED' : isOther ? 'DESTINATION_LOCKED' : null
  if (sim.isRefused(answer, refusal)) return checkParcel(sim, parcel)
  if (!parcel.isDestinationLocked) {
    Object.assign(parcel, { destination: country, isDestinationLocked: true })
    record(parcel, 'package.changed')
    sim.count('destinations set')
    if (parcel.quote === null) await priceArrival(sim, parcel, answer.at + parcel.desk.offsetMs)
  }
  await checkParcel(sim, parcel)
}
