// How a business is billed: part of its dated terms.

export const INVOICING = ['manual', 'package', 'shipment', 'weekly', 'monthly'] as const
type Invoicing = (typeof INVOICING)[number]
export const BILL_TO = ['business', 'customer'] as const
export const RELEASE = ['none', 'before_departure', 'before_delivery'] as const
export type Release = (typeof RELEASE)[number]

export type BillingTerms = {
  /** When charges are put on an invoice; `manual` leaves it to staff. */
  invoicing: Invoicing
  /** The debtor of the charges: the business, or the customer whose parcel it is. */
  billTo: (typeof BILL_TO)[number]
  dueDays: number
  /** The step before which a package must be paid; `none` never stops it. */
  release: Release
  /** Debt up to this limit stops nothing, unless some of it is overdue. */
  creditLimitKobo: number
}

export const DEFAULT_BILLING: BillingTerms = {
  invoicing: 'manual',
  billTo: 'business',
  dueDays: 14,
  release: 'none',
  creditLimitKobo: 0,
}
