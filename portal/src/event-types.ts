// The event types that a webhook endpoint can subscribe to.

import type { EventType } from '../../client/src/generated.ts'

/**
 * All event types of the API except the test event, which is only sent on request. If a type is missing here, the code does not compile.
 */
const TYPES: Record<Exclude<EventType, 'webhook_endpoint.test'>, true> = {
  'quote.created': true,
  'quote.price_changed': true,
  'quote.booked': true,
  'quote.cancelled': true,
  'quote.price_reopened': true,
  'quote.price_finalised': true,
  'package.created': true,
  'package.received': true,
  'package.pieces_received': true,
  'package.receipt_undone': true,
  'package.assigned': true,
  'package.attached': true,
  'package.detached': true,
  'package.arrived': true,
  'package.changed': true,
  'package.held': true,
  'package.released': true,
  'package.departed': true,
  'package.ready_for_collection': true,
  'package.ready_undone': true,
  'package.delivered': true,
  'package.delivery_undone': true,
  'package.departure_undone': true,
  'package.offloaded': true,
  'package.arrival_undone': true,
  'package.shipment_corrected': true,
  'package.repacked': true,
  'package.split': true,
  'package.repack_undone': true,
  'package.cancelled': true,
  'package.disposed': true,
  'package.disposition_undone': true,
  'package.storage_last_free_day': true,
  'package.storage_started': true,
  'customer.created': true,
  'customer.updated': true,
  'customer.deactivated': true,
  'customer.reactivated': true,
  'inbound_parcel.created': true,
  'inbound_parcel.changed': true,
  'inbound_parcel.partly_received': true,
  'inbound_parcel.received': true,
  'inbound_parcel.receipt_undone': true,
  'inbound_parcel.cancelled': true,
  'inbound_parcel.expired': true,
  'invoice.issued': true,
  'invoice.paid': true,
  'invoice.voided': true,
  'payment.recorded': true,
  'payment.reversed': true,
  'message.failed': true,
}

export const EVENT_TYPES = Object.keys(TYPES)

/** Returns the event types of one kind of object, such as `package`. */
export const eventTypesOf = (object: string): string[] => EVENT_TYPES.filter((type) => type.startsWith(`${object}.`))
