// Fills an empty store with the history of a forwarder: customers, pending and booked quotes, and packages in every status.

import { randomBytes } from 'node:crypto'
import { buyFromHouse } from '../src/carriers/house.ts'
import type { Customer } from '../src/domain/customers/customer.ts'
import { newCustomer } from '../src/domain/customers/customer.ts'
import { newPackages } from '../src/domain/packages/new-packages.ts'
import { holdNotice } from '../src/domain/packages/notice.ts'
import type { Package } from '../src/domain/packages/package.ts'
import { cancelPackage, deliver, depart, setHold } from '../src/domain/packages/package.ts'
import type { Quote } from '../src/domain/quotes/quote.ts'
import { book, flowOf } from '../src/domain/quotes/quote.ts'
import type { ParcelRequest } from '../src/domain/quotes/quote-request.ts'
import { arrivalOf, declaredOf, receive } from '../src/domain/receiving/receipt.ts'
import { boughtShipment } from '../src/domain/shipments/shipment.ts'
import { Problems } from '../src/domain/values/errors.ts'
import type { IdPrefix } from '../src/domain/values/ids.ts'
import { makeId, uuidV7 } from '../src/domain/values/ids.ts'
import { sealAudit } from '../src/flows/audit/seal-audit.ts'
import { issueKey } from '../src/flows/businesses/api-keys.ts'
import { createBusiness } from '../src/flows/businesses/create-business.ts'
import { addSamples } from '../src/flows/demo/first-start.ts'
import type { Caller, Deps } from '../src/flows/deps.ts'
import { newCode } from '../src/flows/deps.ts'
import { createQuote } from '../src/flows/quotes/create-quote.ts'
import { remindStorage } from '../src/flows/storage/remind-storage.ts'
import type { Tx } from '../src/platform/engine/db.ts'
import { SYSTEM } from '../src/platform/engine/db.ts'
import * as customers from '../src/store/customers/customers.ts'
import * as notices from '../src/store/packages/notices.ts'
import * as packages from '../src/store/packages/packages.ts'
import * as quotes from '../src/store/quotes/quotes.ts'
import * as shipments from '../src/store/shipments/shipments.ts'
import { byTest } from '../test/support/samples/authors.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../test/support/samples/requests.ts'
import { collected } from './collecting.ts'

/** The API key for reads. The business with this key owns most of the seeded rows. */
export const READING_KEY = `wb_live_${'reads'.repeat(8)}`
/** The API key for writes. The key belongs to another business, so that new quotes and customers do not change the lists that are read. */
export const WRITING_KEY = `wb_live_${'writes'.repeat(6)}`
export const READING_PREFIX = 'BA'
export const WRITING_PREFIX = 'BB'
const BUSINESSES = 10
const OWN_SHARE = 0.8
const PACKAGES_PER_CUSTOMER = 20
const QUOTES_PER_COMMIT = 1_000
export const HISTORY_MS = 365 * 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000
const HOLD_AFTER_MS = 2 * HOUR_MS

const SYLLABLES = ['ba', 'ku', 'ro', 'mi', 'ta', 'le', 'no', 'sa', 'vi', 'du', 'fe', 'go', 'ya', 'zu', 'pe', 'wo', 'ni', 'ha', 'ke', 'lu']
const word = (n: number, syllables: number): string => {
  let text = ''
  for (let i = 0; i < syllables; i++, n = Math.floor(n / SYLLABLES.length)) text += SYLLABLES[n % SYLLABLES.length]
  return text[0]!.toUpperCase() + text.slice(1)
}

/** Returns a number that looks random, but is always the same for the same `n`. */
const scattered = (n: number): number => Math.imul(n + 1, 2_654_435_761) >>> 0

/** Makes an id that begins with the time `at`, so ids sort by time. */
const idAt = (prefix: IdPrefix, at: number): string => makeId(prefix, uuidV7(at, randomBytes(10)))

const authorOf = (deps: Deps) => ({ actor: 'seed', requestId: 'seed', at: deps.clock() })

const callerOf = async (deps: Deps, index: number): Promise<Caller> => {
  const prefix = `B${String.fromCharCode(65 + index)}`
  const business = await createBusiness(deps, byTest(deps), { name: `Business ${prefix}`, prefix, lastMile: true })
  return { businessId: business.id, mode: 'live', business, clockOffsetMs: 0, ...authorOf(deps) }
}

const customerAt = (n: number, at: number): Customer =>
  newCustomer(
    {
      first_name: word(scattered(n), 2),
      last_name: word(scattered(n * 7), 3),
      email: `customer${n}@example.com`,
      mobile: `+23480${String(10_000_000 + n)}`,
      origin_address: '5 Sample Street',
      origin_city: 'Ikeja',
      origin_state: 'Lagos',
      origin_country: 'NG',
    },
    { id: idAt('pcus', at), addressSuffix: `C${n}`, now: at },
  )

/** Creates the quotes that the seeder copies: export and import, by air and ocean, with one to four packages. */
const models = async (deps: Deps, caller: Caller): Promise<Quote[]> => {
  const pieces = [{ weight: 12.5 }, { weight: 4.2, length: 60, width: 40, height: 40 }, { weight: 31 }, { weight: 0.8 }]
  const elements = [
    { container_size: 'LCL', quantity: 1, volume: 2.5 },
    { container_size: "20'", quantity: 1, commodity: 'Tiles' },
  ]
  const parcels = [
    ...[2.4, 7.1, 18].map((weight) => exportAir({ package: { weight, length: 30, width: 20, height: 15 } })),
    ...[1, 2, 3, 4].map((count) => importAir({ packages: pieces.slice(0, count) })),
    ...[1, 2].map((count) => importOcean({ packages: elements.slice(0, count) })),
    exportOcean({ packages: elements }),
  ]
  const made: Quote[] = []
  for (const parcel of parcels) made.push(await createQuote(deps, caller, parcel as ParcelRequest, new Problems()))
  return made
}

const copyOf = (deps: Deps, model: Quote, customerId: string | null, at: number): Quote => ({
  ...model,
  id: idAt('pq', at),
  reference: newCode(deps, 'Q'),
  customerId,
  createdAt: at,
  rates: model.rates.map((rate) => ({ ...rate, createdAt: at })),
  selectedRate: model.selectedRate && { ...model.selectedRate, createdAt: at },
})

const booked = async (deps: Deps, tx: Tx, caller: Caller, quote: Quote, at: number): Promise<Quote> => {
  const rate = quote.selectedRate ?? quote.rates[0]!
  if (flowOf(quote) !== 'export_air') return { ...book(quote, { rate, now: at }), version: 2 }
  const bought = { ...buyFromHouse(deps.random), shipmentId: idAt('shp', at), trackerId: idAt('trk', at) }
  const { carrier, service } = rate
  const { businessId, mode } = caller
  const { shipmentId: id, trackingCode } = bought
  await shipments.insert(tx, caller, boughtShipment({ id, businessId, mode, carrier, service, trackingCode, now: at }, quote.lane))
  return { ...book(quote, { rate, now: at, ...bought }), version: 2 }
}

/** Moves a package to a status that depends on its index, so that every page of a list has about the same mix of statuses. */
const moved = (parcel: Package, index: number, shipmentId: string): Package => {
  const at = parcel.createdAt
  const age = (scattered(index * 11) % 100) / 100
  if (index % 50 === 0 && parcel.shipmentId === null) return cancelPackage(parcel, 'No longer needed', at + HOUR_MS)
  if (age < 0.03) return parcel
  const arrival = arrivalOf({ weightKg: (parcel.declaredWeightKg ?? 10) + 0.2 }, parcel.quantity)
  const received = receive(parcel, { declared: declaredOf(null, parcel), earlier: [], arrival, isLast: true, at: at + 24 * HOUR_MS })
  if (age < 0.05) return received
  const departed = depart(received, shipmentId, at + 72 * HOUR_MS)
  return age < 0.08 ? departed : deliver(departed, at + 200 * HOUR_MS)
}

const isHeld = (n: number): boolean => n % 20 === 7

const noteHold = (tx: Tx, caller: Caller, { id, createdAt }: Package): Promise<void> => {
  const at = createdAt + HOLD_AFTER_MS
  return notices.record(tx, caller, holdNotice({ id: idAt('ntc', at), packageId: id, action: 'hold', body: null, now: at }))
}

export type Progress = (done: number, of: number) => void

/** Fills the store with `count` packages and their customers, quotes and shipments. */
export const seed = async (deps: Deps, count: number, onProgress: Progress): Promise<void> => {
  await addSamples(deps)
  const callers: Caller[] = []
  for (let index = 0; index < BUSINESSES; index++) callers.push(await callerOf(deps, index))
  for (const [index, secret] of [READING_KEY, WRITING_KEY].entries()) {
    const { businessId } = callers[index]!
    await deps.db.transaction(SYSTEM, (tx) => issueKey(deps, tx, byTest(deps), { businessId, mode: 'live', secret }))
  }
  const originals = await models(deps, callers[0]!)
  const start = deps.clock() - HISTORY_MS
  const held: (readonly Customer[])[] = await seedCustomers(deps, callers, Math.ceil(count / PACKAGES_PER_CUSTOMER), start)

  let made = 0
  for (let batch = 0; made < count; batch++) {
    const shipmentId = idAt('shp', start)
    await collected(deps.db, async (rows) => {
      for (let n = batch * QUOTES_PER_COMMIT; n < (batch + 1) * QUOTES_PER_COMMIT && made < count; n++) {
        const progress = made / count
        const at = start + Math.floor(progress * (HISTORY_MS - HOUR_MS))
        const owner = scattered(n) / 2 ** 32 < OWN_SHARE ? 0 : 1 + (n % (BUSINESSES - 1))
        const caller = callers[owner]!
        const known = held[owner]!
        const customer = n % 3 === 0 ? null : known[scattered(n) % known.length]!
        const pending = copyOf(deps, originals[scattered(n * 3) % originals.length]!, customer?.id ?? null, at)
        const quote = n % 10 === 0 ? pending : await booked(deps, rows, caller, pending, at)
        await quotes.insert(rows, caller, quote)
        if (quote.status !== 'booked') continue
        const identity = () => ({ id: idAt('pkg', at), parcelNumber: newCode(deps, 'P') })
        const parcels = newPackages(quote, customer, { now: at, createdAt: at, newIdentity: identity }).slice(0, count - made)
        const onTheWay = parcels
          .map((parcel, index) => moved(parcel, made + index, shipmentId))
          .map((parcel, index) => (isHeld(made + index) ? setHold(parcel, 'hold', parcel.createdAt + HOLD_AFTER_MS) : parcel))
        await packages.insert(rows, caller, onTheWay)
        for (const [index, parcel] of onTheWay.entries()) if (isHeld(made + index)) await noteHold(rows, caller, parcel)
        made += parcels.length
      }
    })
    onProgress(made, count)
  }
}

/** Does background work that a running server would have done already, so that it does not happen during a measurement. */
export const catchUp = async (deps: Deps): Promise<void> => {
  await remindStorage(deps)
  await sealAudit(deps)
}

const seedCustomers = async (deps: Deps, callers: readonly Caller[], count: number, start: number): Promise<Customer[][]> => {
  const held: Customer[][] = callers.map(() => [])
  for (let from = 0; from < count; from += QUOTES_PER_COMMIT * 5) {
    await collected(deps.db, async (rows) => {
      for (let n = from; n < Math.min(count, from + QUOTES_PER_COMMIT * 5); n++) {
        const owner = n < callers.length ? n : n % 5 === 0 ? 1 + (n % (callers.length - 1)) : 0
        const customer = customerAt(n, start + Math.floor((n / count) * HISTORY_MS))
        await customers.insert(rows, callers[owner]!, callers[owner]!.business.prefix, customer)
        held[owner]!.push(customer)
      }
    })
  }
  return held
}

export const addFreshQuotes = async (deps: Deps, caller: Caller, count: number): Promise<Quote[]> => {
  const model = await createQuote(deps, caller, exportAir() as ParcelRequest, new Problems())
  const made: Quote[] = []
  await collected(deps.db, async (rows) => {
    for (let n = 0; n < count; n++) {
      const now = deps.clock()
      const copy = copyOf(deps, model, null, now)
      const quote = { ...copy, rates: copy.rates.map((rate) => ({ ...rate, id: idAt('rate', now) })) }
      await quotes.insert(rows, caller, quote)
      made.push(quote)
    }
  })
  return made
}
