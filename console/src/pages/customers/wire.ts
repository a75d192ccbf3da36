// Parcel customers as /ops/v1 shows them.

import type { Author } from '../../components/records/timeline.tsx'
import type { Mode } from '../../scope.tsx'

export const CUSTOMERS = '/ops/v1/customers'

export const PROFILE_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'mobile',
  'origin_address',
  'origin_city',
  'origin_zip_code',
  'origin_state',
  'origin_country',
] as const
export type ProfileField = (typeof PROFILE_FIELDS)[number]

export type Customer = Record<ProfileField, string | null> & {
  parcel_customer_id: string
  address_suffix: string
  full_name: string
  status: 'active' | 'inactive'
  mode: Mode
  created_at: string
  business: { business_id: string; name: string; prefix: string }
  merged_into_id: string | null
}

export type Merge = {
  customer_merge_id: string
  kept_id: string
  merged_id: string
  quotes_moved: number
  packages_moved: number
  merged_at: string
  merged_by: Author
  undone_at: string | null
}

export type CustomerDetail = Customer & {
  quotes_count: number
  packages_count: number
  merges: Merge[]
  history: {
    version: number
    at: string
    author: Author
    changes: { field: string; before: string | null; after: string | null }[]
  }[]
}
