// The messages that events cause: the purpose of each message, the object that the message is about, and the values for its text.

import type { Invoice } from '../billing/invoice.ts'
import { openKobo } from '../billing/invoice.ts'
import { receivedKobo } from '../billing/payment.ts'
import type { DomainEvent, EventType } from '../events/event.ts'
import { isWritten } from '../packages/notice.ts'
import type { Package } from '../packages/package.ts'
import type { Quote } from '../quotes/quote.ts'
import { daysBetween } from '../values/calendar.ts'
import { ngnText } from '../values/kobo.ts'
import type { Purpose } from './purpose.ts'
import { CUSTOMER_PURPOSES, rulesOf } from './purpose.ts'
import type { Facts } from './values.ts'

/** The purpose of the message that each event causes. Events that are not listed cause no message. */
const CAUSED_BY: { readonly [T in EventType]?: Purpose } = {
  'package.received': 'parcel_received',
  'quote.price_finalised': 'price_changed',
  'package.held': 'on_hold',
  'package.released': 'released',
  'package.storage_last_free_day': 'free_days_end',
  'package.storage_started': 'storage_charged',
  'package.departed': 'departed',
  'package.arrived': 'arrived',
  'package.ready_for_collection': 'ready_for_collection',
  'package.delivered': 'delivered',
  'invoice.issued': 'invoice_issued',
  'payment.recorded': 'payment_received',
}

const OF_A_PARCEL: readonly Purpose[] = CUSTOMER_PURPOSES.filter((purpose) => rulesOf(purpose).needed.includes('parcel_number'))

/**
 * When one of these events happens, queued messages about the same object are withdrawn if they have a listed purpose, because they are no
 * longer true.
 */
const WITHDRAWN_BY: { readonly [T in EventType]?: readonly Purpose[] } = {
  'package.receipt_undone': OF_A_PARCEL,
  'package.cancelled': OF_A_PARCEL,
  'package.repacked': OF_A_PARCEL,
  'package.split': OF_A_PARCEL,
  'package.held': ['released', 'ready_for_collection'],
  'package.released': ['on_hold'],
  'package.departed': ['on_hold', 'released', 'free_days_end', 'storage_charged'],
  'package.departure_undone': ['departed'],
  'package.offloaded': ['departed', 'arrived', 'ready_for_collection'],
  'package.arrival_undone': ['arrived', 'ready_for_collection'],
  'package.ready_undone': ['ready_for_collection'],
  'package.delivered': ['ready_for_collection'],
  'package.delivery_undone': ['delivered'],
  'invoice.paid': ['invoice_issued', 'invoice_overdue'],
  'invoice.voided': ['invoice_issued', 'invoice_overdue'],
  'payment.reversed': ['payment_received'],
}

type About = { customerId: string | null; packageId: string | null; invoiceId: string | null; paymentId: string | null }
export type Cause = { purpose: Purpose; about: About; facts: Facts }

const ABOUT_NOTHING: About = { customerId: null, packageId: null, invoiceId: null, paymentId: null }

/** The purposes of the messages that these events may cause. If the list is empty, the caller need not load any data for messages. */
export const purposesOf = (happened: readonly DomainEvent[]): Purpose[] =>
  happened.map(({ type }) => CAUSED_BY[type]).filter((purpose) => purpose !== undefined)

export type Known = {
  /** The date in the time zone of the business. */
  today: string
  /** The packages of quotes whose price became final. */
  parcels: readonly Package[]
  /** The price of a quote including tax, such as `NGN 1234.50`. */
  priceOf(quoteId: string): string | null
}

const factsOfParcel = (parcel: Package): Facts => ({
  parcel_number: parcel.parcelNumber,
  link: `/track/${encodeURIComponent(parcel.parcelNumber)}`,
})

const optional = <Name extends string>(name: Name, value: string | number | null): { [Each in Name]?: string | number } =>
  value === null ? {} : ({ [name]: value } as { [Each in Name]?: string | number })

const ofParcel = (purpose: Purpose, parcel: Package, more: Facts): Cause => ({
  purpose,
  about: { ...ABOUT_NOTHING, customerId: parcel.customerId, packageId: parcel.id },
  facts: { ...factsOfParcel(parcel), ...more },
})

const ofInvoice = (purpose: Purpose, invoice: Invoice): Cause => ({
  purpose,
  about: { ...ABOUT_NOTHING, customerId: invoice.payerId, invoiceId: invoice.id },
  facts: invoiceFacts(invoice),
})

/** The causes of messages that no event triggers: an invoice is overdue, or the free days of storage end soon. */
export const overdue = (invoice: Invoice): Cause => ofInvoice('invoice_overdue', invoice)
export const freeDaysEnding = (parcel: Package, lastFreeDay: string, today: string): Cause =>
  ofParcel('free_days_end', parcel, { date: lastFreeDay, days: daysBetween(today, lastFreeDay) })

const isReceiptOf = (event: DomainEvent, quoteId: string): boolean => event.type === 'package.received' && event.data.quoteId === quoteId

/**
 * The message about a final price. If receiving a package made the price final, there is no such message, because the message about the
 * received package contains the price.
 */
const ofPrice = (quote: Quote, happened: readonly DomainEvent[], { parcels, priceOf }: Known): Cause[] => {
  const [parcel] = parcels.filter(({ quoteId, status }) => quoteId === quote.id && status !== 'cancelled')
  if (!parcel || happened.some((event) => isReceiptOf(event, quote.id))) return []
  return [ofParcel('price_changed', parcel, optional('price', priceOf(quote.id)))]
}

export const invoiceFacts = (invoice: Invoice): Facts => ({
  invoice_number: invoice.number!,
  amount: ngnText(openKobo(invoice)),
  due_date: invoice.dueDate!,
})

export const causesOf = (happened: readonly DomainEvent[], known: Known): Cause[] =>
  happened.flatMap((event): Cause[] => {
    const purpose = CAUSED_BY[event.type]
    if (purpose === undefined) return []
    switch (event.type) {
      case 'quote.price_finalised':
        return ofPrice(event.data, happened, known)
      case 'package.received': {
        const price = event.data.quoteId === null ? null : known.priceOf(event.data.quoteId)
        return [ofParcel(purpose, event.data, { ...optional('weight', event.data.actualWeightKg), ...optional('price', price) })]
      }
      case 'package.held':
        return [ofParcel(purpose, event.data, optional('reason', isWritten(event.notice) ? event.notice.body : null))]
      case 'package.storage_last_free_day':
        return [ofParcel(purpose, event.data, { date: known.today, days: 0 })]
      case 'package.released':
      case 'package.storage_started':
      case 'package.departed':
      case 'package.arrived':
      case 'package.ready_for_collection':
      case 'package.delivered':
        return [ofParcel(purpose, event.data, {})]
      case 'invoice.issued':
        return [ofInvoice(purpose, event.data)]
      case 'payment.recorded': {
        const { id, payerId, number } = event.data
        const about = { ...ABOUT_NOTHING, customerId: payerId, paymentId: id }
        return [{ purpose, about, facts: { receipt_number: number, amount: ngnText(receivedKobo(event.data)) } }]
      }
      default:
        return []
    }
  })

export type Withdrawal = { column: 'package_id' | 'invoice_id' | 'payment_id'; id: string; purposes: readonly Purpose[] }

const COLUMN_OF = { pkg: 'package_id', inv: 'invoice_id', pay: 'payment_id' } as const

export const withdrawalsOf = (happened: readonly DomainEvent[]): Withdrawal[] =>
  happened.flatMap(({ type, objectId }): Withdrawal[] => {
    const purposes = WITHDRAWN_BY[type]
    if (purposes === undefined) return []
    return [{ column: COLUMN_OF[objectId.split('_')[0] as keyof typeof COLUMN_OF], id: objectId, purposes }]
  })
