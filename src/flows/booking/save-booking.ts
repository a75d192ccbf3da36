// Saves a booking: the quote at its frozen price, its shipment, its packages and their events.

import { packageEvent, quoteEvent } from '../../domain/events/event.ts'
import { newPackages } from '../../domain/packages/new-packages.ts'
import type { Quote, Rate } from '../../domain/quotes/quote.ts'
import { book } from '../../domain/quotes/quote.ts'
import { boughtShipment } from '../../domain/shipments/shipment.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Query } from '../../store/engine/db.ts'
import { changedAt } from '../../store/engine/rows.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import { chargeBooking } from '../billing/charges/charge-freight.ts'
import type { Caller, Deps } from '../deps.ts'
import { newCode, nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'

/** What was bought with the booking of an export-air quote. */
export type BoughtShipment = { trackingCode: string; labelToken: string }

export const saveBooking = async (
  deps: Deps,
  tx: Query,
  caller: Caller,
  quote: Quote,
  rate: Rate,
  bought: BoughtShipment | null,
): Promise<Quote> => {
  const now = nowFor(deps, caller)
  const customer = quote.customerId === null ? null : await customers.loadShared(tx, caller, quote.customerId)
  const shipment = bought && { ...bought, shipmentId: deps.newId('shp'), trackerId: deps.newId('trk') }
  const booked = { ...book(quote, { rate, now, ...shipment }), version: quote.version + 1, updatedAt: changedAt(caller) }
  const newIdentity = () => ({ id: deps.newId('pkg'), parcelNumber: newCode(deps, 'P') })
  const made = newPackages(booked, customer, { now, newIdentity })
  const happened = [quoteEvent('quote.booked', booked), ...made.map((parcel) => packageEvent('package.created', parcel))]
  // Started together, they share a round trip to the server; it runs them in this order.
  await Promise.all([
    shipment && insertShipment(tx, caller, quote, rate, shipment, now),
    quotes.save(tx, caller, quote, booked),
    packages.insert(tx, caller, made),
    recordEvents(deps, tx, caller, happened),
  ])
  await chargeBooking(deps, tx, caller, booked, made)
  return booked
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
