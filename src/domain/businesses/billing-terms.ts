// How a business is billed: part of its dated terms.

export const INVOICING = ['manual', 'package', 'shipment', 'weekly', 'monthly'] as const
type Invoicing = (typeof INVOICING)[number]
export const BILL_TO = ['business', 'customer'] as const

export type BillingTerms = {
  /** When charges are put on an invoice; `manual` leaves it to staff. */
  invoicing: Invoicing
  /** Who owes the charges: the business, or the customer whose parcel it is. */
  billTo: (typeof BILL_TO)[number]
  /** Days from the issue of an invoice until it is due. */
  dueDays: number
}

export const DEFAULT_BILLING: BillingTerms = {
  invoicing: 'manual',
  billTo: 'business',
  dueDays: 14,
}
