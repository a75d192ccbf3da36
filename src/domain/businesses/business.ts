// A business: a client of the operator, with dated terms that decide its prices.

import type { MessageSettings } from '../messages/settings.ts'
import { HOME_COUNTRY } from '../pricing/pricing.ts'
import { inForce, isTimeZone } from '../values/calendar.ts'
import { countryCode } from '../values/country.ts'
import type { Problems } from '../values/errors.ts'

export const INVOICING = ['manual', 'package', 'shipment', 'weekly', 'monthly'] as const
export type Invoicing = (typeof INVOICING)[number]
export const BILL_TO = ['business', 'customer'] as const
export const RELEASE = ['none', 'before_departure', 'before_delivery'] as const
export type Release = (typeof RELEASE)[number]

export type BillingTerms = {
  /** When charges are put on an invoice. With `manual`, staff create the invoices. */
  invoicing: Invoicing
  /** The payer of the charges: the business, or the customer who owns the parcel. */
  billTo: (typeof BILL_TO)[number]
  dueDays: number
  /** The step before which a package must be paid. With `none`, unpaid packages are never stopped. */
  release: Release
  /** Packages with unpaid charges are stopped if their payer owes more than this limit in total, or has any overdue debt. */
  creditLimitKobo: number
}

const DEFAULT_BILLING: BillingTerms = {
  invoicing: 'manual',
  billTo: 'business',
  dueDays: 14,
  release: 'none',
  creditLimitKobo: 0,
}

export type PostalAddress = { street?: string; city?: string; state?: string; postalCode?: string; country?: string }

export type Party = { name?: string; email?: string; phone?: string; address: PostalAddress }

export type StorageTerms = { freeDays: number; dailyRate: string; currency: string }

/** The terms that apply from `effectiveFrom` on. A change of terms adds a new entry; existing entries are never edited. */
export type BusinessTerms = {
  effectiveFrom: number
  recordedAt: number
  markupPercent: string
  storage: StorageTerms
  /** Absent in terms that were recorded before Waybill had billing. Old terms may also lack some fields of `BillingTerms`. */
  billing?: Partial<BillingTerms>
}

export type Business = {
  id: string
  name: string
  prefix: string
  timeZone: string
  /**
   * The address of the business in Nigeria. If `lastMile` is off, imports are collected at this address, unless the quote request names
   * another address.
   */
  ownAddress: Party
  lastMile: boolean
  parcelCustomerAccount: boolean
  /**
   * In the order in which they were recorded. The terms in force are the ones with the latest `effectiveFrom` that is not in the future.
   */
  terms: readonly BusinessTerms[]
  /** Null until messages are turned on. */
  messages: MessageSettings | null
  /** Whether people of the business may sign in to the portal. */
  portalEnabled: boolean
  createdAt: number
}

export const DEFAULT_TIME_ZONE = 'Africa/Lagos'
const DEFAULT_STORAGE_TERMS: StorageTerms = { freeDays: 7, dailyRate: '500', currency: 'NGN' }

export const DEFAULT_TERMS: BusinessTerms = { effectiveFrom: 0, recordedAt: 0, markupPercent: '0', storage: DEFAULT_STORAGE_TERMS }

/** The terms in force at `at`. Terms that were recorded after `knownAt` do not count. */
export const termsAt = (business: Pick<Business, 'terms'>, at: number, knownAt = Number.POSITIVE_INFINITY): BusinessTerms =>
  inForce(
    business.terms.filter((terms) => terms.recordedAt <= knownAt),
    at,
  ) ?? DEFAULT_TERMS

export const billingOf = (terms: Pick<BusinessTerms, 'billing'>): BillingTerms => ({ ...DEFAULT_BILLING, ...terms.billing })

export const billingAt = (business: Pick<Business, 'terms'>, at: number): BillingTerms => billingOf(termsAt(business, at))

const PREFIX = /^[A-Z]{2,6}$/

/**
 * Returns a business prefix of two to six letters in upper case, or null if the text is not a prefix. Generated customer IDs begin with the
 * prefix of their business.
 */
export const businessPrefix = (text: string): string | null => {
  const prefix = text.trim().toUpperCase()
  return PREFIX.test(prefix) ? prefix : null
}

export type BusinessSettings = Partial<
  Pick<Business, 'name' | 'timeZone' | 'ownAddress' | 'lastMile' | 'parcelCustomerAccount' | 'messages' | 'portalEnabled'>
>

const NAME_MAX_CHARACTERS = 255

export const checkSettings = ({ name, timeZone, ownAddress }: BusinessSettings, problems: Problems): void => {
  if (name !== undefined && (name === '' || name.length > NAME_MAX_CHARACTERS))
    problems.add('name', `must have 1 to ${NAME_MAX_CHARACTERS} characters`)
  if (timeZone !== undefined && !isTimeZone(timeZone)) problems.add('time_zone', 'must be a time zone such as Africa/Lagos')
  const country = ownAddress?.address.country
  if (country !== undefined && countryCode(country) !== HOME_COUNTRY) problems.add('own_address.address.country', 'must be Nigeria')
}
