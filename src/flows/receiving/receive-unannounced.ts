// Receives an unannounced parcel for a customer or for the business itself. If possible, creates a booked quote at the prices in force on arrival.

import { freightTaxAt } from '../../domain/billing/tax.ts'
import type { Customer } from '../../domain/customers/customer.ts'
import type { DomainEvent } from '../../domain/events/event.ts'
import { packageEvent, quoteEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Quote, Rate } from '../../domain/quotes/quote.ts'
import { taxedRate } from '../../domain/quotes/quote.ts'
import { partiesOfArrival } from '../../domain/quotes/quote-request.ts'
import {
  arrivalQuote,
  arrivedCargo,
  arrivedLane,
  isServed,
  missingFacts,
  pricedParcel,
  requireOwnParcels,
} from '../../domain/receiving/arrival-quote.ts'
import { arrivalOf } from '../../domain/receiving/receipt.ts'
import { checkTotals } from '../../domain/receiving/receipt-checks.ts'
import { arrivalPrice } from '../../domain/receiving/receipt-price.ts'
import type { Announced, KnownRoute } from '../../domain/receiving/unannounced-package.ts'
import { unannouncedPackage } from '../../domain/receiving/unannounced-package.ts'
import { Problems, Rejection } from '../../domain/values/errors.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import * as priceList from '../../store/billing/price-list.ts'
import * as customers from '../../store/customers/customers.ts'
import * as packages from '../../store/packages/packages.ts'
import { warehouseIn } from '../../store/pricing/warehouses.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import * as receipts from '../../store/receiving/receipts.ts'
import { origins as siteOrigins } from '../../store/sites/sites.ts'
import { chargeFreight } from '../billing/charges/charge-freight.ts'
import type { Caller, Deps, LockedCaller } from '../deps.ts'
import { newCode, nowFor, withBusiness } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { WAREHOUSE_COUNTRY } from '../quotes/create-quote.ts'
import { estimateQuote } from '../quotes/rate-quote.ts'
import type { RealArrival, ReceiptRequest, Received } from './receive-package.ts'
import { arrivalEvents, arrivalSite, newReceipt } from './receive-package.ts'

export type UnannouncedRequest = ReceiptRequest & { route: KnownRoute; announced?: Announced }

const PIECES_DEFAULT = 1

/** `customer`: null if the parcel belongs to the business itself. */
export const receiveUnannounced = (deps: Deps, caller: Caller, customer: Customer | null, request: UnannouncedRequest): Promise<Received> =>
  deps.db.transaction(caller, (tx) => receiveUnannouncedInTransaction(deps, tx, caller, customer, request, null))

/** The package that a receipt would make. Nothing is stored. */
export const planUnannounced = (
  deps: Deps,
  caller: Caller,
  customer: Customer | null,
  request: UnannouncedRequest,
  real: RealArrival | null,
) => {
  if (customer === null) requireOwnParcels(caller.business)
  const arrival = arrivalOf(request.measured, PIECES_DEFAULT)
  const problems = new Problems()
  checkTotals(arrival, problems)
  problems.throwIfAny()
  const now = nowFor(deps, caller)
  const identity = { id: deps.newId('pkg'), parcelNumber: newCode(deps, 'P') }
  return {
    arrival,
    now,
    ...unannouncedPackage({ customer, business: caller.business }, arrival, {
      ...identity,
      ...request.route,
      announced: request.announced ?? null,
      now,
      createdAt: deps.clock(),
      at: real?.at ?? now,
    }),
  }
}

export const receiveUnannouncedInTransaction = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  customer: Customer | null,
  request: UnannouncedRequest,
  real: RealArrival | null,
): Promise<Received> => {
  const charger = await withBusiness(tx, caller)
  // Reads the customer again, because the customer may have been merged or renamed since the first read.
  const standing = customer && (await customers.loadKeptShared(tx, caller, customer.id))
  const { arrival, now, before, parcel: planned } = planUnannounced(deps, charger, standing, request, real)
  const siteId = await arrivalSite(tx, caller, request, real)
  const { parcel, quote, events } = await priceArrival(deps, tx, charger, { ...planned, siteId })
  const price = quote && arrivalPrice(quote)
  await packages.insert(tx, charger, [parcel])
  const receipt = newReceipt(deps, caller, {
    packageId: parcel.id,
    siteId,
    arrival,
    conditionNote: request.conditionNote,
    before,
    price,
    real,
    now,
  })
  await receipts.insert(tx, caller, receipt)
  await recordEvents(deps, tx, caller, [...events, packageEvent('package.created', parcel), ...arrivalEvents(parcel, real)])
  return { receipt, parcel, notices: [], price }
}

type PricedArrival = { parcel: Package; quote: Quote | null; events: DomainEvent[] }

/**
 * Creates the quote of a package without a booking. Returns the package unchanged if no card prices it. Call this just before saving the
 * package. Locks the customer, so that a concurrent merge also moves the quote.
 */
export const priceArrival = async (deps: Deps, tx: Tx, caller: LockedCaller, parcel: Package): Promise<PricedArrival> => {
  await customers.lockShared(tx, caller, parcel.customerId)
  const quote = await quoteArrival(deps, tx, caller, parcel)
  if (quote === null) return { parcel, quote, events: [] }
  await quotes.insert(tx, caller, quote)
  await chargeFreight(deps, tx, caller, quote, [parcel])
  const events = (['quote.created', 'quote.booked', 'quote.price_finalised'] as const).map((type) => quoteEvent(type, quote))
  return { parcel: pricedParcel(parcel, quote), quote, events }
}

/**
 * The quote for a parcel at the prices in force when the parcel arrived. Null if no card prices the parcel or if data of the parcel is
 * missing.
 */
export const quoteArrival = async (deps: Deps, db: Query, caller: Caller, parcel: Package): Promise<Quote | null> => {
  const { business } = caller
  const { customerId, transportMode, warehouseArrivedAt: at } = parcel
  if (transportMode === null || at === null) return null
  if (customerId === null && business.parcelCustomerAccount) return null
  if (missingFacts(parcel, business).length > 0 || !isServed(parcel, business)) return null
  const [lane, cargo] = [arrivedLane(parcel), arrivedCargo(parcel, transportMode)]
  const now = nowFor(deps, caller)
  const rateAt = (moment: number): Promise<Rate | null> => orUnserved(estimateQuote(deps, db, caller, { lane, cargo }, moment))
  // If the cards that were in force on arrival give no price, the cards in force now are tried.
  const rate = (await rateAt(at)) ?? (await rateAt(now))
  if (rate === null) return null
  const freightTax = freightTaxAt(await priceList.taxRates(db), deps.clock())
  const customer = customerId === null ? null : await customers.load(db, caller, customerId)
  const origins = await siteOrigins(db)
  const warehouse = origins.get(WAREHOUSE_COUNTRY) ?? (await warehouseIn(db, WAREHOUSE_COUNTRY)) ?? { country: WAREHOUSE_COUNTRY }
  const parties = partiesOfArrival(customer, lane, { business, warehouse, sites: origins })
  const identity = { id: deps.newId('pq'), reference: newCode(deps, 'Q') }
  return arrivalQuote(parcel, { ...identity, cargo, parties, rate: taxedRate(rate, freightTax, lane), now, createdAt: deps.clock() })
}

const orUnserved = async <T>(priced: Promise<T>): Promise<T | null> => {
  try {
    return await priced
  } catch (error) {
    if (error instanceof Rejection && error.code === 'LANE_NOT_SERVED') return null
    throw error
  }
}
