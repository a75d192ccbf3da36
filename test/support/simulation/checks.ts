// Compares an object, its events and its audit trail with the model after each step.

import assert from 'node:assert/strict'
import { expectedForStaff, expectedParcel, expectedStorageCharged, expectedTracking, shownParcel } from './parcels.ts'
import { expectedCustomer, expectedQuote, shownCustomer, shownQuote } from './quotes.ts'
import type { Simulation, Who } from './simulation.ts'
import type { Customer, Desk, Json, Parcel, Quote, Shipment } from './world.ts'
import { desksOf, iso } from './world.ts'

const PAGE = 25
/** Share of the checks that also read the events over the API. */
const ASKED_TOO = 0.1

export const assertQuote = (quote: Quote, json: Json): void =>
  assert.deepEqual(shownQuote(json), expectedQuote(quote, json), `quote ${quote.id}`)

export const assertParcel = (parcel: Parcel, json: Json, realNow: number): void => {
  const expected = expectedParcel(parcel, realNow)
  assert.deepEqual(shownParcel(json, expected), expected, `package ${parcel.number}`)
}

/** Checks the first pages of an object's events in the API, newest first. */
const checkEvents = async (sim: Simulation, desk: Desk, id: string, events: readonly string[], pages: number): Promise<void> => {
  for (let page = 1; page <= pages; page += 1) {
    const shown: Json[] = await sim.read(desk, `/v1/events?object_id=${id}&page=${page}`)
    const expected = events.toReversed().slice((page - 1) * PAGE, page * PAGE)
    assert.deepEqual(
      shown.map(({ type, object_id }) => [type, object_id]),
      expected.map((type) => [type, id]),
      `events of ${id}`,
    )
    if (expected.length < PAGE) return
  }
}

type Object = { id: string; desk: Desk; events: readonly string[]; version?: number }

/**
 * Checks all events in order, and the version of the last audit record. If `change` is given, also checks the author and time of that
 * record.
 */
const checkRecord = async (sim: Simulation, { id, desk, events, version }: Object, change: Change | null): Promise<void> => {
  const found = await sim.servers.recordOf(desk, id)
  assert.deepEqual(found.events, events, `events of ${id}`)
  if (version !== undefined) assert.equal(found.version, version, `audit trail of ${id}`)
  if (change) {
    const kind = typeof change.by === 'string' ? 'stf' : 'key'
    assert.deepEqual([found.actor.slice(0, 3), iso(found.recordedAt)], [kind, iso(change.at)], `audit trail of ${id}`)
  }
  if (sim.draw.chance(ASKED_TOO)) await checkEvents(sim, desk, id, events, 1)
}

type Change = { by: Who; at: number }

/** `change`: who has just changed the quote, and when. If null, the author and time in the audit trail are not checked. */
export const checkQuote = async (sim: Simulation, quote: Quote, change: Change | null = null): Promise<void> => {
  const json = await sim.read('warehouse', `/ops/v1/quotes/${quote.id}`)
  assertQuote(quote, json)
  assert.equal(json.parcel_customer_id, quote.customer?.id ?? null, `customer of quote ${quote.id}`)
  await checkRecord(sim, quote, change)
}

export const checkParcel = async (sim: Simulation, parcel: Parcel, change: Change | null = null): Promise<void> => {
  const json = await sim.read('warehouse', `/ops/v1/packages/${parcel.id}`)
  const expected = expectedForStaff(parcel, sim.now())
  assert.deepEqual(shownParcel(json, expected), expected, `package ${parcel.number}`)
  const charged = expectedStorageCharged(parcel, sim.now())
  if (charged !== null)
    assert.equal(await sim.servers.storageCharged(parcel.desk, parcel.id), charged, `storage charges of ${parcel.number}`)
  await checkRecord(sim, parcel, change)
  if (parcel.quote && change) await checkQuote(sim, parcel.quote)
}

export const checkCustomer = async (sim: Simulation, customer: Customer, change: Change | null = null): Promise<void> => {
  const { data } = await sim.read(customer.desk, `/v1/parcel-customers/${customer.id}`)
  assert.deepEqual(shownCustomer(data), expectedCustomer(customer), `customer ${customer.suffix}`)
  await checkRecord(sim, customer, change)
}

export const checkShipment = async (sim: Simulation, shipment: Shipment): Promise<void> => {
  const { status, contents, containers } = await sim.read('warehouse', `/ops/v1/shipments/${shipment.id}`)
  const delivered = shipment.parcels.filter((parcel) => parcel.status === 'delivered').length
  assert.deepEqual(
    [status, contents.packages, contents.delivered],
    [shipment.status, shipment.parcels.length, delivered],
    `shipment ${shipment.id}`,
  )
  assert.deepEqual(
    containers.map(({ number, parcel }: Json) => [number, parcel?.parcel_id]).toSorted(),
    shipment.parcels.flatMap(({ id, containers: own }) => own.map((number) => [number, id])).toSorted(),
    `containers of shipment ${shipment.id}`,
  )
}

export const checkTracking = async (sim: Simulation, parcel: Parcel): Promise<void> => {
  const shown = await sim.read(parcel.desk, `/v1/packages/${parcel.id}/track`)
  const steps = shown.tracking_data.map(({ info, ...step }: Json) => {
    assert.ok(typeof info === 'string' && info !== '')
    return step
  })
  assert.deepEqual({ ...shown, tracking_data: steps }, expectedTracking(parcel))
}

// ── Lists ──

const newestFirst = <T extends { createdAt: number; id: string }>(objects: readonly T[]): T[] =>
  objects.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))

const checkPages = async <T>(
  sim: Simulation,
  desk: Desk,
  path: string,
  expected: readonly T[],
  compare: (object: T, json: Json) => void,
) => {
  for (let page = 1; ; page += 1) {
    const shown: Json[] = await sim.read(desk, `${path}${path.includes('?') ? '&' : '?'}page=${page}`)
    const objects = expected.slice((page - 1) * PAGE, page * PAGE)
    assert.equal(shown.length, objects.length, `${desk.name}: page ${page} of ${path}`)
    for (const [index, object] of objects.entries()) compare(object, shown[index])
    if (objects.length < PAGE) return
  }
}

export const checkQuoteList = async (sim: Simulation, desk: Desk): Promise<void> => {
  for (const status of ['pending', 'booked'] as const) {
    const expected = newestFirst(desk.quotes.filter((quote) => quote.status === status))
    await checkPages(sim, desk, `/v1/parcel_quotes?status=${status}`, expected, assertQuote)
  }
}

export const checkParcelList = async (sim: Simulation, desk: Desk): Promise<void> => {
  const compare = (parcel: Parcel, json: Json): void => assertParcel(parcel, json, sim.now())
  await checkPages(sim, desk, '/v1/packages', newestFirst(desk.parcels), compare)
  const status = sim.draw.pick(['booked', 'warehouse', 'transit', 'delivered'] as const)
  const expected = newestFirst(desk.parcels.filter((parcel) => parcel.status === status))
  await checkPages(sim, desk, `/v1/packages?status=${status}`, expected, compare)
}

/** Searches by part of a parcel number or of a customer's name, in lower or upper case. */
export const checkSearch = async (sim: Simulation, parcel: Parcel): Promise<void> => {
  const { desk, number, customerName } = parcel
  const key = sim.draw.chance(0.5) ? number.slice(1, 9).toLowerCase() : customerName.slice(0, 9).toUpperCase()
  if (key.trim().length < 3) return
  const isFound = ({ number: other, customerName: name }: Parcel): boolean =>
    [other, name].some((text) => text.toUpperCase().includes(key.trim().toUpperCase()))
  const compare = (found: Parcel, json: Json): void => assertParcel(found, json, sim.now())
  await checkPages(sim, desk, `/v1/packages?key=${encodeURIComponent(key.trim())}`, newestFirst(desk.parcels.filter(isFound)), compare)
}

export const checkCustomerList = async (sim: Simulation, desk: Desk): Promise<void> => {
  const status = sim.draw.pick(['active', 'inactive', 'all'] as const)
  const perPage = sim.draw.pick([1, 7, 25, 100])
  const expected = newestFirst(desk.customers.filter(({ active }) => status === 'all' || active === (status === 'active')))
  const pages = Math.ceil(expected.length / perPage)
  const page = 1 + sim.draw.upTo(pages + 1)
  const shown = await sim.read(desk, `/v1/parcel-customers?status=${status}&per_page=${perPage}&page=${page}`)
  assert.deepEqual(shown.meta, { current_page: page, total_pages: pages, total_count: expected.length, per_page: perPage })
  assert.deepEqual(
    shown.data.map(shownCustomer),
    expected.slice((page - 1) * perPage, page * perPage).map(expectedCustomer),
    `customers of ${desk.name}`,
  )
}

/**
 * Checks how many labels the carrier sold for a quote: one if the carrier's rate was booked or the open purchase will succeed, otherwise
 * none.
 */
const checkSold = ({ servers: { carrier } }: Simulation, quote: Quote): void => {
  if (!carrier) return
  const codes = carrier.sold(quote.id).map(({ trackingCode }) => trackingCode)
  if (quote.purchase) assert.equal(codes.length, quote.purchase.becomes === 'bought' ? 1 : 0, `labels of ${quote.id}`)
  else assert.deepEqual(codes, quote.selected?.outside ? [quote.trackingCode] : [], `labels of ${quote.id}`)
}

/** Checks every object, its events, every list, and the audit trail. */
export const checkEverything = async (sim: Simulation): Promise<void> => {
  for (const desk of desksOf(sim.world)) {
    await checkQuoteList(sim, desk)
    await checkParcelList(sim, desk)
    for (const object of [...desk.quotes, ...desk.parcels, ...desk.customers]) await checkRecord(sim, object, null)
    for (const customer of desk.customers) await checkCustomer(sim, customer)
    for (const quote of desk.quotes) checkSold(sim, quote)
    const [parcel] = desk.parcels
    if (parcel) await checkEvents(sim, desk, parcel.id, parcel.events, Number.POSITIVE_INFINITY)
  }
  for (const shipment of sim.world.shipments) await checkShipment(sim, shipment)
  assert.deepEqual(await sim.servers.auditBreaks(), [], 'the audit trail')
}
