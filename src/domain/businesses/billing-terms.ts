// How a business is billed: part of its dated terms.

export const INVOICING = ['manual', 'package', 'shipment', 'weekly', 'monthly'] as const
type Invoicing = (typeof INVOICING)[number]
export const BILL_TO = ['business', 'customer'] as const
const RELEASE_POLICIES = ['none', 'before_departure', 'before_delivery'] as const
type ReleasePolicy = (typeof RELEASE_POLICIES)[number]

export type BillingTerms = {
  /** When charges are put on an invoice; `manual` leaves it to staff. */
  invoicing: Invoicing
  /** Who owes the charges: the business, or the customer whose parcel it is. */
  billTo: (typeof BILL_TO)[number]
  /** Days from the issue of an invoice until it is due. */
  dueDays: number
  /** What may be owed while goods are released all the same; null is nothing. */
  creditLimitKobo: number | null
  /** What has to be paid before goods move on. */
  release: ReleasePolicy
}

export const DEFAULT_BILLING: BillingTerms = {
  invoicing: 'manual',
  billTo: 'business',
  dueDays: 14,
  creditLimitKobo: null,
  release: 'none',
}
