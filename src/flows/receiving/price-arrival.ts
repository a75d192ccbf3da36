// Prices a parcel that arrived without a booking: makes a booked quote for it, with the prices at its receipt.

import type { DomainEvent } from '../../domain/events/event.ts'
import { quoteEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Quote, Rate } from '../../domain/quotes/quote.ts'
import { partiesOfArrival } from '../../domain/quotes/quote-request.ts'
import { arrivalQuote, arrivedCargo, arrivedLane, isServed, missingFacts, pricedParcel } from '../../domain/receiving/arrival-quote.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import * as customers from '../../store/customers/customers.ts'
import { warehouseIn } from '../../store/pricing/warehouses.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import { chargeFreight } from '../billing/charges/charge-freight.ts'
import type { Caller, Deps, LockedCaller } from '../deps.ts'
import { newCode, nowFor } from '../deps.ts'
import { WAREHOUSE_COUNTRY } from '../quotes/create-quote.ts'
import { estimateQuote } from '../quotes/rate-quote.ts'

export type PricedArrival = { parcel: Package; quote: Quote | null; events: DomainEvent[] }

/**
 * Call inside the transaction that saves the package, before the save, because the package refers to the quote. Without a price the package
 * stays unchanged. The customer is locked, so that a concurrent merge also moves the quote.
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

/** The quote at the cards, exchange rates and terms in force when the parcel arrived; null if it cannot be priced. */
export const quoteArrival = async (deps: Deps, db: Query, caller: Caller, parcel: Package): Promise<Quote | null> => {
  const { business } = caller
  const { customerId, transportMode, warehouseArrivedAt: at } = parcel
  if (customerId === null || transportMode === null || at === null) return null
  if (missingFacts(parcel, business).length > 0 || !isServed(parcel, business)) return null
  const [lane, cargo] = [arrivedLane(parcel), arrivedCargo(parcel, transportMode)]
  const now = nowFor(deps, caller)
  const rateAt = (moment: number): Promise<Rate | null> => orUnserved(estimateQuote(deps, db, caller, { lane, cargo }, moment))
  // If no card priced it then, try the cards in force now.
  const rate = (await rateAt(at)) ?? (await rateAt(now))
  if (rate === null) return null
  const [customer, address] = [await customers.load(db, caller, customerId), await warehouseIn(db, WAREHOUSE_COUNTRY)]
  const parties = partiesOfArrival(customer, lane, { business, warehouse: address ?? { country: WAREHOUSE_COUNTRY } })
  const identity = { id: deps.newId('pq'), reference: newCode(deps, 'Q') }
  return arrivalQuote(parcel, { ...identity, cargo, parties, rate, now })
}

const orUnserved = async <T>(priced: Promise<T>): Promise<T | null> => {
  try {
    return await priced
  } catch (error) {
    if (error instanceof Rejection && error.code === 'LANE_NOT_SERVED') return null
    throw error
  }
}
