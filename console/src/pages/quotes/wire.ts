// Quotes as /ops/v1 shows them.

import type { PackageStatus } from '../../components/records/package-status.tsx'
import type { Mode } from '../../scope.tsx'

export const QUOTES = '/ops/v1/quotes'

export type QuoteStatus = 'pending' | 'booked' | 'cancelled'

export type Party = {
  name?: string
  email?: string
  phone?: string
  address?: { street?: string; city?: string; state?: string; postal_code?: string; country?: string }
}

export type CargoItem = {
  package_type?: string
  container_size?: string
  quantity?: number
  commodity?: string
  weight?: number
  length?: number
  width?: number
  height?: number
  volume?: number
}

export type Quote = {
  parcel_quote_id: string
  reference: string
  status: QuoteStatus
  source: 'api'
  direction: 'import' | 'export'
  mode: Mode
  business: { business_id: string; name: string; prefix: string }
  parcel_customer_id: string | null
  sender: Party
  recipient: Party
  package: Omit<CargoItem, 'quantity'> & { item_description?: string; packages?: CargoItem[] }
  cargo_volume: string
  parcel_details: {
    transport_mode: 'air' | 'ocean'
    chargeable_weight?: number
    volume?: number
    parcels?: { parcel_id: string; parcel_number: string; status: PackageStatus }[]
  }
  rate_messages?: { carrier: string; service?: string; reason: string }[]
  tracking_code: string | null
  label_url: string | null
  selected_rate: { carrier: string; service: string; currency: string } | null
  booked_at: string | null
  cancelled_at: string | null
  closed_reason: string | null
  comment: string | null
  estimated_price: number | null
  created_at: string
}
