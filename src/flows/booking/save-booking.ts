// Saves a booking: the quote at its frozen price, its shipment, its packages and their events.

import type { TaxRate } from '../../domain/billing/tax.ts'
import { freightTaxAt } from '../../domain/billing/tax.ts'
import type { Customer } from '../../domain/customers/customer.ts'
import { packageEvent, quoteEvent } from '../../domain/events/event.ts'
import { newPackages } from '../../domain/packages/new-packages.ts'
import type { Quote, Rate } from '../../domain/quotes/quote.ts'
import { book, flowOf, taxedRate } from '../../domain/quotes/quote.ts'
import { boughtShipment } from '../../domain/shipments/shipment.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as priceList from '../../store/billing/price-list.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Listener } from '../../store/events/webhook-endpoints.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import { chargeFreight } from '../billing/charges/charge-freight.ts'
import type { Caller, CurrentCaller, Deps } from '../deps.ts'
import { newCode, nowFor, withCurrentBusiness } from '../deps.ts'
import { listenersOf, recordEvents } from '../events/record-events.ts'

export type BoughtShipment = { trackingCode: string; labelToken: string }

export type BookingReads = {
  charger: CurrentCaller
  customer: Customer | null
  listeners: readonly Listener[]
  taxRates: readonly TaxRate[]
}

export const readForBooking = async (tx: Tx, caller: Caller, quoteId: string): Promise<BookingReads> => {
  const [charger, customer, listeners, taxRates] = await Promise.all([
    withCurrentBusiness(tx, caller),
    customers.ofQuoteShared(tx, caller, quoteId),
    listenersOf(tx, caller),
    priceList.taxRates(tx),
  ])
  return { charger, customer, listeners, taxRates }
}

export const saveBooking = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  quote: Quote,
  rate: Rate,
  bought: BoughtShipment | null,
  { charger, customer, listeners, taxRates }: BookingReads,
): Promise<Quote> => {
  const now = nowFor(deps, caller)
  const shipment = bought && { ...bought, shipmentId: deps.newId('shp'), trackerId: deps.newId('trk') }
  if (shipment) {
    const { businessId, mode } = caller
    const { shipmentId: id, trackingCode } = shipment
    const { carrier, service } = rate
    await shipments.insert(
      tx,
      caller,
      boughtShipment({ id, businessId, mode, carrier, service, trackingCode, now: deps.clock() }, quote.lane),
    )
  }
  const taxed = taxedRate(rate, freightTaxAt(taxRates, deps.clock()), quote.lane)
  const booked = await quotes.save(tx, caller, quote, book(quote, { rate: taxed, now, ...shipment }))
  const newIdentity = () => ({ id: deps.newId('pkg'), parcelNumber: newCode(deps, 'P') })
  const parcels = newPackages(booked, customer, { now, createdAt: deps.clock(), newIdentity })
  await packages.insert(tx, caller, parcels)
  const happened = [quoteEvent('quote.booked', booked), ...parcels.map((parcel) => packageEvent('package.created', parcel))]
  await recordEvents(deps, tx, caller, happened, { listeners })
  // The price of export air is final at the booking. Other prices become final in the warehouse, and are charged then.
  if (flowOf(booked) === 'export_air') await chargeFreight(deps, tx, charger, booked, parcels, taxRates)
  return booked
}
