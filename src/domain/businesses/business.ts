// A business: a client of the operator, with dated terms that decide its prices.

import { inForce } from '../values/calendar.ts'
import type { BillingTerms } from './billing-terms.ts'
import { DEFAULT_BILLING } from './billing-terms.ts'

export type PostalAddress = { street?: string; city?: string; state?: string; postalCode?: string; country?: string }

export type Party = { name?: string; email?: string; phone?: string; address: PostalAddress }

export type StorageTerms = { freeDays: number; dailyRate: string; currency: string }

/** Terms agreed from a moment on. A change is a new entry; entries are never edited. */
export type BusinessTerms = {
  effectiveFrom: number
  recordedAt: number
  markupPercent: string
  storage: StorageTerms
  /** Terms from before billing have none, and older entries lack later fields. */
  billing?: Partial<BillingTerms>
}

export type Business = {
  id: string
  name: string
  prefix: string
  timeZone: string
  /** In Nigeria. Imports go there when last mile is off. */
  ownAddress: Party
  lastMile: boolean
  parcelCustomerAccount: boolean
  /** Oldest first; the last one that has begun is in force. */
  terms: readonly BusinessTerms[]
  createdAt: number
}

export const DEFAULT_TIME_ZONE = 'Africa/Lagos'
const DEFAULT_STORAGE_TERMS: StorageTerms = { freeDays: 7, dailyRate: '500', currency: 'NGN' }

export const DEFAULT_TERMS: BusinessTerms = { effectiveFrom: 0, recordedAt: 0, markupPercent: '0', storage: DEFAULT_STORAGE_TERMS }

/** The terms in force at `at`, as far as they were recorded by `knownAt`. */
export const termsAt = (business: Pick<Business, 'terms'>, at: number, knownAt = Number.POSITIVE_INFINITY): BusinessTerms =>
  inForce(
    business.terms.filter((terms) => terms.recordedAt <= knownAt),
    at,
  ) ?? DEFAULT_TERMS

export const billingOf = (terms: Pick<BusinessTerms, 'billing'>): BillingTerms => ({ ...DEFAULT_BILLING, ...terms.billing })

export const billingAt = (business: Pick<Business, 'terms'>, at: number): BillingTerms => billingOf(termsAt(business, at))

const PREFIX = /^[A-Z]{2,6}$/

/** Opens every customer ID of the business: two to six letters, upper case. */
export const businessPrefix = (text: string): string | null => {
  const prefix = text.trim().toUpperCase()
  return PREFIX.test(prefix) ? prefix : null
}
