// How a business is billed: part of its dated terms.

export const INVOICING = ['manual', 'package', 'shipment', 'weekly', 'monthly'] as const
type Invoicing = (typeof INVOICING)[number]
export const BILL_TO = ['business', 'customer'] as const
export const RELEASE = ['none', 'before_departure', 'before_delivery'] as const
export type Release = (typeof RELEASE)[number]

export type BillingTerms = {
  /** When charges are put on an invoice; `manual` leaves it to staff. */
  invoicing: Invoicing
  /** Who owes the charges: the business, or the customer whose parcel it is. */
  billTo: (typeof BILL_TO)[number]
  /** Days from the issue of an invoice until it is due. */
  dueDays: number
  /** What must be paid for before a package goes on; `none` lets everything go. */
  release: Release
  /** What a payer may owe without anything being stopped, as long as none of it is overdue. */
  creditLimitKobo: number
}

export const DEFAULT_BILLING: BillingTerms = {
  invoicing: 'manual',
  billTo: 'business',
  dueDays: 14,
  release: 'none',
  creditLimitKobo: 0,
}
