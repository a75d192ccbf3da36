// Businesses and keys as /ops/v1 shows them.

import type { Mode } from '../../scope.tsx'

export type Address = {
  name?: string
  email?: string
  phone?: string
  address?: { street?: string; city?: string; state?: string; postal_code?: string; country?: string }
}

export type Terms = {
  effective_from: string | null
  markup_percent: string
  free_days: number
  daily_rate: string
  currency: string
  in_force: boolean
  /** Null for the operator's own terms. */
  recorded_at: string | null
}

export type Business = {
  business_id: string
  name: string
  prefix: string
  time_zone: string
  own_address: Address
  last_mile: boolean
  parcel_customer_account: boolean
  created_at: string
}

export type ApiKey = {
  key_id: string
  business_id: string
  mode: Mode
  scope: 'full' | 'quote'
  begins: string
  label: string | null
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  replaces_key_id: string | null
  revoked_at: string | null
  key?: string
}
