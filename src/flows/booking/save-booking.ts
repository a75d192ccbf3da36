// Saves a booking: the quote at its frozen price, its shipment, its packages and their events.

import { toKobo } from '../../domain/billing/kobo.ts'
import type { TaxRate } from '../../domain/billing/tax.ts'
import type { Customer } from '../../domain/customers/customer.ts'
import { packageEvent, quoteEvent } from '../../domain/events/event.ts'
import { newPackages } from '../../domain/packages/new-packages.ts'
import type { Quote, Rate } from '../../domain/quotes/quote.ts'
import { book } from '../../domain/quotes/quote.ts'
import { boughtShipment } from '../../domain/shipments/shipment.ts'
import * as priceList from '../../store/billing/price-list.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Query } from '../../store/engine/db.ts'
import { changedAt } from '../../store/engine/rows.ts'
import type { Listener } from '../../store/events/webhook-endpoints.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import { isTooLarge } from '../billing/charges/add-charges.ts'
import { chargeBooking } from '../billing/charges/charge-freight.ts'
import { withCurrentBusiness } from '../caller-for.ts'
import type { Caller, CurrentCaller, Deps } from '../deps.ts'
import { newCode, nowFor } from '../deps.ts'
import { listenersOf, mentionOf, sendEvents } from '../events/record-events.ts'

/** What was bought with the booking of an export-air quote. */
export type BoughtShipment = { trackingCode: string; labelToken: string }

/** What a booking rests on beside its quote. */
export type BookingReads = {
  charger: CurrentCaller
  customer: Customer | null
  listening: readonly Listener[]
  taxRates: readonly TaxRate[]
}

export const readForBooking = async (tx: Query, caller: Caller, quoteId: string): Promise<BookingReads> => {
  const [charger, customer, listening, taxRates] = await Promise.all([
    withCurrentBusiness(tx, caller),
    customers.ofQuoteShared(tx, caller, quoteId),
    listenersOf(tx, caller),
    priceList.taxRates(tx),
  ])
  return { charger, customer, listening, taxRates }
}

/** `write` saves it; all of its statements are sent at once, unless the charge is more than a ledger takes. */
type Booking = { booked: Quote; write(): Promise<unknown>[]; isSentAtOnce: boolean }

export const newBooking = (
  deps: Deps,
  tx: Query,
  caller: Caller,
  quote: Quote,
  rate: Rate,
  bought: BoughtShipment | null,
  { charger, customer, listening, taxRates }: BookingReads,
): Booking => {
  const now = nowFor(deps, caller)
  const shipment = bought && { ...bought, shipmentId: deps.newId('shp'), trackerId: deps.newId('trk') }
  const booked = { ...book(quote, { rate, now, ...shipment }), version: quote.version + 1, updatedAt: changedAt(caller) }
  const newIdentity = () => ({ id: deps.newId('pkg'), parcelNumber: newCode(deps, 'P') })
  const made = newPackages(booked, customer, { now, newIdentity })
  const happened = [
    { event: quoteEvent('quote.booked', booked), surroundings: { parcels: made.map(mentionOf) } },
    ...made.map((parcel) => ({ event: packageEvent('package.created', parcel) })),
  ]
  const write = (): Promise<unknown>[] => [
    ...(shipment ? [insertShipment(tx, caller, quote, rate, shipment, now)] : []),
    quotes.save(tx, caller, quote, booked),
    packages.insert(tx, caller, made),
    ...sendEvents(deps, tx, caller, happened, listening),
    chargeBooking(deps, tx, charger, booked, made, taxRates),
  ]
  return { booked, write, isSentAtOnce: !isTooLarge(toKobo(rate.amount)) }
}

const insertShipment = (
  tx: Query,
  caller: Caller,
  { lane }: Quote,
  { carrier, service }: Rate,
  { shipmentId: id, trackingCode }: BoughtShipment & { shipmentId: string },
  now: number,
): Promise<void> => {
  const { businessId, mode } = caller
  return shipments.insert(tx, caller, boughtShipment({ id, businessId, mode, carrier, service, trackingCode, now }, lane))
}
