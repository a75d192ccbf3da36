// Converts businesses, their terms and their API keys (without key hashes) to JSON. Also parses how long a replaced key keeps working.

import type { BillingTerms, Business, BusinessTerms, Party } from '../../domain/businesses/business.ts'
import { billingOf, DEFAULT_TERMS, termsAt } from '../../domain/businesses/business.ts'
import { invalidField } from '../../domain/values/errors.ts'
import { koboText } from '../../domain/values/kobo.ts'
import { isoInstant } from '../../domain/values/time-input.ts'
import type * as Type from '../../platform/http/schemas/type.ts'
import { instant, nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import type { ApiKey } from '../../store/businesses/api-keys.ts'
import type { RotateKeyBody } from './ops-schemas.ts'

export const presentAddress = ({ name, email, phone, address }: Party) => ({
  ...omitNulls({ name, email, phone }),
  address: omitNulls({
    street: address.street,
    city: address.city,
    state: address.state,
    postal_code: address.postalCode,
    country: address.country,
  }),
})

const presentBilling = ({ invoicing, billTo, dueDays, release, creditLimitKobo }: BillingTerms) => ({
  invoicing,
  bill_to: billTo,
  due_days: dueDays,
  release,
  credit_limit: koboText(creditLimitKobo),
})

export const presentTerms = (terms: BusinessTerms, inForce: BusinessTerms) => ({
  effective_from: terms.effectiveFrom === 0 ? null : instant(terms.effectiveFrom),
  markup_percent: terms.markupPercent,
  free_days: terms.storage.freeDays,
  daily_rate: terms.storage.dailyRate,
  currency: terms.storage.currency,
  ...presentBilling(billingOf(terms)),
  in_force: terms === inForce,
})

export const presentBusiness = (business: Business, now: number) => {
  const inForce = termsAt(business, now)
  return {
    business_id: business.id,
    name: business.name,
    prefix: business.prefix,
    time_zone: business.timeZone,
    own_address: presentAddress(business.ownAddress),
    last_mile: business.lastMile,
    parcel_customer_account: business.parcelCustomerAccount,
    portal_enabled: business.portalEnabled,
    terms: [DEFAULT_TERMS, ...business.terms].map((terms) => presentTerms(terms, inForce)),
    created_at: instant(business.createdAt),
  }
}

/** The time until which the replaced key keeps working. Null if the request omits `old_key_until`; the default then applies. */
export const readOverlap = ({ old_key_until: text }: Type.Static<typeof RotateKeyBody>): number | null => {
  if (text === undefined) return null
  const at = isoInstant(text)
  if (at === null) throw invalidField('old_key_until', 'must be an ISO 8601 time, such as 2026-11-22T08:00:00Z')
  return at
}

export const presentKey = (key: ApiKey) => ({
  key_id: key.id,
  business_id: key.businessId,
  mode: key.mode,
  scope: key.scope,
  begins: key.visiblePrefix,
  label: key.label,
  created_at: instant(key.createdAt),
  last_used_at: nullableInstant(key.lastUsedAt),
  expires_at: nullableInstant(key.expiresAt),
  replaces_key_id: key.replacesKeyId,
  revoked_at: nullableInstant(key.revokedAt),
})
