// Converts parcel customers to the JSON of /v1 and /ops/v1. The JSON of /ops/v1 also contains the business, the history and merges.

import type { Customer } from '../../domain/customers/customer.ts'
import { fullName } from '../../domain/customers/customer.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { CustomerDetail, CustomerView } from '../../flows/customers/read-customers.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'
import type { CustomerMerge } from '../../store/customers/customer-merges.ts'
import type { History } from '../../store/packages/timelines.ts'
import { presentOpsBusiness } from '../packages/ops-present.ts'
import type { NameAuthor } from '../staff/authors.ts'
import { authorNamer } from '../staff/authors.ts'
import type { WireCustomer } from './v1-schemas.ts'

export const presentCustomer = (customer: Customer, mode: Mode): WireCustomer => ({
  parcel_customer_id: customer.id,
  first_name: customer.firstName,
  last_name: customer.lastName,
  email: customer.email,
  mobile: customer.mobile,
  address_suffix: customer.addressSuffix,
  full_name: fullName(customer),
  status: customer.status,
  mode,
  origin_address: customer.originAddress,
  origin_city: customer.originCity,
  origin_zip_code: customer.originZipCode,
  origin_state: customer.originState,
  origin_country: customer.originCountry,
  message_channel: customer.messageChannel,
  message_language: customer.messageLanguage,
  message_consents: customer.messageConsents.map(({ channel, givenAt, how }) => ({ channel, given_at: instant(givenAt), how })),
  created_at: instant(customer.createdAt),
  updated_at: instant(customer.updatedAt),
  client_reference: customer.clientReference,
  metadata: customer.metadata,
})

export const presentOpsCustomer = ({ scope, customer, business }: CustomerView) => ({
  ...presentCustomer(customer, scope.mode),
  business: presentOpsBusiness(business),
  merged_into_id: customer.mergedIntoId,
  version: customer.version,
})

export const presentMerge = (merge: CustomerMerge, nameOf: NameAuthor) => ({
  customer_merge_id: merge.id,
  kept_id: merge.keptId,
  merged_id: merge.mergedId,
  quotes_moved: merge.moved.quoteIds.length,
  packages_moved: merge.moved.packages.reduce((count, { ids }) => count + ids.length, 0),
  merged_at: instant(merge.mergedAt),
  merged_by: nameOf(merge.mergedBy),
  undone_at: nullableInstant(merge.undoneAt),
})

const asText = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** Each history row holds only the new values of the changed columns. The old values come from earlier rows. */
const presentHistory = ({ rows, before }: History, nameOf: NameAuthor) => {
  const known = { ...before }
  return rows.flatMap(({ version, actor, request_id, changes, recorded_at }) => {
    const became: Record<string, unknown> = JSON.parse(changes)
    const changed = Object.entries(became)
      .filter(([field, value]) => field !== 'created_at' && (known[field] ?? null) !== value)
      .map(([field, value]) => ({ field, before: asText(known[field]), after: asText(value) }))
    Object.assign(known, became)
    if (changed.length === 0) return []
    return [{ version, at: instant(recorded_at), author: nameOf(actor), request_id, changes: changed }]
  })
}

export const presentCustomerDetail = ({ view, counts, history, merges, unreachable, stops, names }: CustomerDetail) => {
  const nameOf = authorNamer(names)
  return {
    ...presentOpsCustomer(view),
    quotes_count: counts.quotes,
    packages_count: counts.packages,
    merges: merges.map((merge) => presentMerge(merge, nameOf)),
    unreachable: unreachable.map(({ channel, address, reason, failedAt }) => ({ channel, address, reason, failed_at: instant(failedAt) })),
    message_stops: stops.map(({ channel, stoppedAt, how, isInForce }) => ({
      channel,
      stopped_at: instant(stoppedAt),
      how,
      is_in_force: isInForce,
    })),
    history: presentHistory(history, nameOf),
  }
}
