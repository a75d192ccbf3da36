// Event types and their meaning. An event is written in the same transaction as the change that it reports.

import type { Invoice } from '../billing/invoice.ts'
import type { Payment } from '../billing/payment.ts'
import type { Customer } from '../customers/customer.ts'
import type { InboundParcel } from '../inbound/inbound-parcel.ts'
import type { Message } from '../messages/message.ts'
import type { Notice } from '../packages/notice.ts'
import type { Package } from '../packages/package.ts'
import type { Quote } from '../quotes/quote.ts'

export const EVENT_TYPES = {
  'quote.created': { object: 'quote', meaning: 'A quote was priced.' },
  'quote.price_changed': { object: 'quote', meaning: 'A pending quote was re-priced and the price changed.' },
  'quote.booked': { object: 'quote', meaning: 'A quote was booked; its packages exist.' },
  'quote.cancelled': { object: 'quote', meaning: 'A quote was cancelled.' },
  'quote.price_reopened': { object: 'quote', meaning: 'A receipt was undone: the price is the booked estimate again.' },
  'quote.price_finalised': { object: 'quote', meaning: 'The last package was measured: the price is final.' },
  'package.created': {
    object: 'package',
    meaning: 'A package was created: by the booking of its quote, because it arrived unannounced, or by repacking others.',
  },
  'package.received': { object: 'package', meaning: 'The warehouse received a package.' },
  'package.pieces_received': { object: 'package', meaning: 'The warehouse received some pieces of a package; others are still to come.' },
  'package.receipt_undone': { object: 'package', meaning: 'A receipt was undone: the package is as it was before.' },
  'package.assigned': { object: 'package', meaning: 'An unidentified parcel was assigned to this package.' },
  'package.attached': { object: 'package', meaning: 'A package was attached to a shipment.' },
  'package.detached': { object: 'package', meaning: 'A package was detached from a shipment that has not departed.' },
  'package.arrived': { object: 'package', meaning: 'The shipment of a package arrived; the package is still to be delivered.' },
  'package.ready_for_collection': { object: 'package', meaning: 'A package waits to be collected; its code was sent, or can be read.' },
  'package.ready_undone': { object: 'package', meaning: 'A package no longer waits to be collected; its code is void.' },
  'package.changed': {
    object: 'package',
    meaning: 'The destination or the customer of a package changed, or something that its price needs became known.',
  },
  'package.held': { object: 'package', meaning: 'A package was put on hold.' },
  'package.released': { object: 'package', meaning: 'A package was released.' },
  'package.departed': { object: 'package', meaning: 'A package departed.' },
  'package.delivered': { object: 'package', meaning: 'A package was delivered.' },
  'package.delivery_undone': { object: 'package', meaning: 'A delivery was undone on its day: the package is in transit again.' },
  'package.departure_undone': {
    object: 'package',
    meaning: 'The departure of its shipment was undone on its day: the package is in the warehouse again.',
  },
  'package.offloaded': {
    object: 'package',
    meaning: 'A package was taken off a shipment that had departed without it: it is in the warehouse again.',
  },
  'package.arrival_undone': { object: 'package', meaning: 'The arrival of its shipment was undone on its day: it is under way again.' },
  'package.shipment_corrected': {
    object: 'package',
    meaning: 'The carrier, flight or vessel, document number, ETD or ETA of its shipment was corrected after departure.',
  },
  'package.repacked': {
    object: 'package',
    meaning: 'A package was repacked with others into one, which `repacked_into` names; its tracking follows that one.',
  },
  'package.split': { object: 'package', meaning: 'A package was split into several, which `repacked_into` names.' },
  'package.repack_undone': {
    object: 'package',
    meaning: 'A repack or a split was undone: the package is as it was before; one that came of it is cancelled.',
  },
  'package.cancelled': { object: 'package', meaning: 'A package was cancelled.' },
  'package.disposed': {
    object: 'package',
    meaning: 'A package that was cancelled in the warehouse was handed back, returned, destroyed or given up; its storage ends.',
  },
  'package.disposition_undone': {
    object: 'package',
    meaning: 'A disposition was undone on its day: the cancelled package is in the warehouse again, with its storage.',
  },
  'package.storage_last_free_day': { object: 'package', meaning: 'Today is the last day on which the package is stored free of charge.' },
  'package.storage_started': { object: 'package', meaning: 'Storage is charged from today on.' },
  'customer.created': { object: 'customer', meaning: 'A parcel customer was created.' },
  'customer.updated': { object: 'customer', meaning: 'A parcel customer’s details changed.' },
  'customer.deactivated': { object: 'customer', meaning: 'A parcel customer was deactivated.' },
  'customer.reactivated': { object: 'customer', meaning: 'A parcel customer was reactivated.' },
  'inbound_parcel.created': { object: 'inbound_parcel', meaning: 'A parcel was announced.' },
  'inbound_parcel.changed': { object: 'inbound_parcel', meaning: 'An announced parcel was changed.' },
  'inbound_parcel.partly_received': {
    object: 'inbound_parcel',
    meaning: 'The warehouse received a parcel under one of its courier numbers; others are still expected.',
  },
  'inbound_parcel.received': { object: 'inbound_parcel', meaning: 'The warehouse received a parcel under every courier number.' },
  'inbound_parcel.receipt_undone': { object: 'inbound_parcel', meaning: 'A receipt was undone: the parcel is expected again.' },
  'inbound_parcel.cancelled': { object: 'inbound_parcel', meaning: 'An announced parcel was cancelled.' },
  'inbound_parcel.expired': { object: 'inbound_parcel', meaning: 'An announced parcel did not arrive in time.' },
  'invoice.issued': { object: 'invoice', meaning: 'An invoice was issued.' },
  'invoice.paid': { object: 'invoice', meaning: 'Nothing is owed on an invoice any more.' },
  'invoice.voided': { object: 'invoice', meaning: 'An invoice was voided: credit notes cover all of it.' },
  'payment.recorded': { object: 'payment', meaning: 'A payment was recorded.' },
  'payment.reversed': { object: 'payment', meaning: 'A payment bounced or was recorded by mistake; it no longer counts.' },
  'message.failed': { object: 'message', meaning: 'A message could not be sent, or its provider could not deliver it.' },
  'webhook_endpoint.test': { object: 'webhook_endpoint', meaning: 'A test event was requested; it is sent to that endpoint only.' },
} as const satisfies Record<string, { object: string; meaning: string }>

export type EventType = keyof typeof EVENT_TYPES
export type ObjectType = (typeof EVENT_TYPES)[EventType]['object']

type TypesOf<O extends ObjectType> = { [T in EventType]: (typeof EVENT_TYPES)[T]['object'] extends O ? T : never }[EventType]
type HoldEvent = 'package.held' | 'package.released'
export type PackageEvent = Exclude<TypesOf<'package'>, HoldEvent>

export type EndpointMention = { id: string; version: number; url: string }

/** `data` is the object after the change. Events of one object are ordered by the version of the object. */
export type DomainEvent =
  | { type: TypesOf<'quote'>; objectId: string; data: Quote }
  | { type: PackageEvent; objectId: string; data: Package }
  | { type: HoldEvent; objectId: string; data: Package; notice: Notice }
  | { type: TypesOf<'customer'>; objectId: string; data: Customer }
  | { type: TypesOf<'inbound_parcel'>; objectId: string; data: InboundParcel }
  | { type: TypesOf<'invoice'>; objectId: string; data: Invoice }
  | { type: TypesOf<'payment'>; objectId: string; data: Payment }
  | { type: TypesOf<'message'>; objectId: string; data: Message }
  | { type: TypesOf<'webhook_endpoint'>; objectId: string; data: EndpointMention }

export type ParcelMention = Pick<Package, 'id' | 'parcelNumber' | 'status'>

/** Packages and notices related to the object, stored as they were at the time of the event. The API shows them with the event. */
export type Surroundings = { parcels?: readonly ParcelMention[]; notices?: readonly Notice[] }

export type RecordedEvent = {
  id: string
  event: DomainEvent
  surroundings: Surroundings
  /** The time on the clock of the business. In test mode, this clock can differ from the real time. */
  happenedAt: number
  /** The real time. */
  recordedAt: number
}

export const quoteEvent = (type: TypesOf<'quote'>, quote: Quote): DomainEvent => ({ type, objectId: quote.id, data: quote })
export const packageEvent = (type: PackageEvent, parcel: Package): DomainEvent => ({ type, objectId: parcel.id, data: parcel })
export const holdEvent = (parcel: Package, notice: Notice): DomainEvent => ({
  type: parcel.holdInstruction === 'hold' ? 'package.held' : 'package.released',
  objectId: parcel.id,
  data: parcel,
  notice,
})
export const customerEvent = (type: TypesOf<'customer'>, customer: Customer): DomainEvent => ({
  type,
  objectId: customer.id,
  data: customer,
})
export const inboundEvent = (type: TypesOf<'inbound_parcel'>, inbound: InboundParcel): DomainEvent => ({
  type,
  objectId: inbound.id,
  data: inbound,
})
export const invoiceEvent = (type: TypesOf<'invoice'>, invoice: Invoice): DomainEvent => ({ type, objectId: invoice.id, data: invoice })
export const paymentEvent = (type: TypesOf<'payment'>, payment: Payment): DomainEvent => ({ type, objectId: payment.id, data: payment })
export const messageFailed = (message: Message): DomainEvent => ({ type: 'message.failed', objectId: message.id, data: message })
export const endpointTested = (endpoint: EndpointMention): DomainEvent => ({
  type: 'webhook_endpoint.test',
  objectId: endpoint.id,
  data: { id: endpoint.id, version: endpoint.version, url: endpoint.url },
})
