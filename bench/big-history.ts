// Creates a small history of one business by calling src/flows. It has customers, quotes, bookings, a shipment, an invoice and a payment.

import type { ParcelRequest } from '../src/domain/quotes/quote-request.ts'
import { Problems } from '../src/domain/values/errors.ts'
import { draftInvoice } from '../src/flows/billing/draft-invoice.ts'
import { issueInvoice } from '../src/flows/billing/issue-invoice.ts'
import { takePayment } from '../src/flows/billing/take-payment.ts'
import { bookQuote } from '../src/flows/booking/book-quote.ts'
import { createBusiness } from '../src/flows/businesses/create-business.ts'
import { createCustomer } from '../src/flows/customers/create-customer.ts'
import type { Caller, Deps } from '../src/flows/deps.ts'
import { setOperator } from '../src/flows/operator/set-operator.ts'
import { createQuote } from '../src/flows/quotes/create-quote.ts'
import { receivePackage } from '../src/flows/receiving/receive-package.ts'
import { attachPackages } from '../src/flows/shipments/attach-packages.ts'
import { deliverShipment } from '../src/flows/shipments/deliver-shipment.ts'
import { createShipment, departShipment } from '../src/flows/shipments/shipment-steps.ts'
import * as packages from '../src/store/packages/packages.ts'
import { byTest } from '../test/support/samples/authors.ts'
import { importAir, importOcean } from '../test/support/samples/requests.ts'

export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS
/** Age in days of the oldest quotes in an original history. An original history is created by src/flows and then copied. */
const BEGUN_DAYS_AGO = 20
/** Maximum number of days by which a copy is older than its original. */
export const EARLIER_DAYS_MAX = 330
/** Copies that are at most this many days older than their original still have packages in the warehouse. */
export const STORED_DAYS = 25

/**
 * Number of original histories. In the first, some received packages are still in the warehouse. In the second, all received packages are
 * delivered.
 */
export const HISTORIES = 2

/** Packages in one history. A big store has about 1,000 histories. */
export const PACKAGES = 200
export const CUSTOMERS = 10
const QUOTES = 122
const RECEIVED_QUOTES = 25
const RECEIVED_PER_QUOTE = 3
const EXPECTED_QUOTES = 5
const EXPECTED_PER_QUOTE = 25
const PAID_SHARE = 0.5

/** A copy of `deps` whose clock always shows `at`. */
const atTime = (deps: Deps, at: number): Deps => ({ ...deps, clock: () => at })

/** Sets the operator details that live invoices need. */
export const beginOperator = async (deps: Deps): Promise<void> => {
  await setOperator(deps, byTest(deps), {
    name: 'Sample Freight',
    time_zone: 'UTC',
    address: { street: '12 Sample Close', city: 'Lagos', country: 'NG' },
    tax_number: '12345678-0001',
    has_none_of: ['bank'],
  })
}

export const callerOf = async (deps: Deps, prefix: string): Promise<Caller> => {
  const business = await createBusiness(deps, byTest(deps), { name: `Business ${prefix}`, prefix, lastMile: true })
  return { businessId: business.id, mode: 'live', business, clockOffsetMs: 0, ...byTest(deps) }
}

const pieces = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    package_type: 'Carton',
    weight: 4 + (index % 7) * 1.5,
    length: 40,
    width: 30,
    height: 30,
  }))

const quoteOf = async (deps: Deps, caller: Caller, n: number, count: number, customerId: string) => {
  const isOcean = count === 1 && n % 4 === 0
  const request = isOcean ? importOcean() : importAir({ packages: pieces(count) })
  return createQuote(deps, caller, { ...request, parcel_customer_token: customerId } as ParcelRequest, new Problems())
}

const bookedParcels = async (deps: Deps, caller: Caller, n: number, count: number, customerId: string, at: number): Promise<string[]> => {
  const quote = await quoteOf(atTime(deps, at), caller, n, count, customerId)
  await bookQuote(atTime(deps, at + HOUR_MS), caller, quote.id, null)
  return (await packages.ofQuotes(deps.db, caller, [quote.id])).map(({ id }) => id)
}

/** Creates one history with the functions of src/flows. If `isDelivered`, all received packages are also delivered. */
export const makeHistory = async (deps: Deps, caller: Caller, isDelivered: boolean): Promise<void> => {
  const start = deps.clock() - BEGUN_DAYS_AGO * DAY_MS
  const customerIds: string[] = []
  for (let n = 0; n < CUSTOMERS; n++) {
    const number = (isDelivered ? CUSTOMERS : 0) + n
    const person = { first_name: `Sample${number}`, last_name: `Trader${number}`, email: `trader${number}@example.com` }
    const request = { ...person, mobile: `+23480${10_000_000 + number}`, origin_address: '1 Sample Market', origin_city: 'Lagos' }
    const made = await createCustomer(
      atTime(deps, start - DAY_MS),
      caller,
      { ...request, origin_state: 'Lagos', origin_country: 'NG' },
      new Problems(),
    )
    customerIds.push(made.customer.id)
  }
  const customerAt = (n: number): string => customerIds[n % CUSTOMERS]!
  const received: string[] = []
  const at = (n: number): number => start + n * HOUR_MS
  for (let n = 0; n < RECEIVED_QUOTES; n++)
    received.push(...(await bookedParcels(deps, caller, n, RECEIVED_PER_QUOTE, customerAt(n), at(n))))
  for (let n = 0; n < EXPECTED_QUOTES; n++) await bookedParcels(deps, caller, n, EXPECTED_PER_QUOTE, customerAt(n), at(n))
  for (let n = RECEIVED_QUOTES + EXPECTED_QUOTES; n < QUOTES; n++) await quoteOf(atTime(deps, at(n)), caller, n, 1 + (n % 4), customerAt(n))
  for (const [n, id] of received.entries()) {
    const request = { measured: { weightKg: 8.4, pieces: 1 }, conditionNote: null, isLast: true, isConfirmed: true }
    await receivePackage(atTime(deps, start + 2 * DAY_MS + n * HOUR_MS), caller, id, request)
  }
  const leaving = isDelivered ? received : received.slice(0, received.length / 3)
  const author = byTest(deps)
  const details = { originCountry: 'CN', destinationCountry: 'NG' }
  const shipment = await createShipment(atTime(deps, start + 6 * DAY_MS), author, { mode: 'live', transportMode: 'air', details })
  const pointers = leaving.map((packageId) => ({ packageId }))
  await attachPackages(atTime(deps, start + 7 * DAY_MS), author, shipment.id, pointers)
  await departShipment(atTime(deps, start + 8 * DAY_MS), author, shipment.id)
  if (isDelivered) await deliverShipment(atTime(deps, start + 12 * DAY_MS), author, shipment.id)
  const { invoice } = await draftInvoice(atTime(deps, start + 13 * DAY_MS), caller, null, {})
  const { totalKobo } = await issueInvoice(atTime(deps, start + 13 * DAY_MS), caller, invoice.id)
  await takePayment(atTime(deps, start + 15 * DAY_MS), caller, {
    payerId: null,
    method: 'transfer',
    amountKobo: Math.ceil(totalKobo * PAID_SHARE),
    reference: isDelivered ? 'FTB000' : 'FTA000',
    note: null,
    invoiceIds: [invoice.id],
    mayExceed: false,
  })
}
