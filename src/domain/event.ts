// What happened: one record per change, written in the same transaction as the change itself.

import type { Customer } from './customer.ts'
import type { Notice } from './notice.ts'
import type { Package } from './package.ts'
import type { Quote } from './quote.ts'

type QuoteEvent = 'quote.created' | 'quote.booked' | 'quote.cancelled' | 'quote.price_finalised'
type PackageEvent = 'package.created' | 'package.received' | 'package.departed' | 'package.delivered' | 'package.cancelled'
type HoldEvent = 'package.held' | 'package.released'

/** `data` is the object as it is after the change. */
export type DomainEvent =
  | { type: QuoteEvent; objectId: string; data: Quote }
  | { type: PackageEvent; objectId: string; data: Package }
  | { type: HoldEvent; objectId: string; data: Package; notice: Notice }
  | { type: 'customer.created'; objectId: string; data: Customer }

export const quoteEvent = (type: QuoteEvent, quote: Quote): DomainEvent => ({ type, objectId: quote.id, data: quote })
export const packageEvent = (type: PackageEvent, parcel: Package): DomainEvent => ({ type, objectId: parcel.id, data: parcel })
export const holdEvent = (parcel: Package, notice: Notice): DomainEvent => ({
  type: parcel.holdInstruction === 'hold' ? 'package.held' : 'package.released',
  objectId: parcel.id,
  data: parcel,
  notice,
})
export const customerCreated = (customer: Customer): DomainEvent => ({ type: 'customer.created', objectId: customer.id, data: customer })
