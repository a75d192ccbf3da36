// Packages as /ops/v1 shows them, with what hangs on one.

import type { PackageStatus } from '../../components/records/package-status.tsx'
import type { Author } from '../../components/records/timeline.tsx'
import type { Mode } from '../../scope.tsx'

export const PACKAGES = '/ops/v1/packages'

type StorageFee = { amount_due?: number; currency?: string; last_free_day?: string }

type Sizes = {
  length?: number | null
  width?: number | null
  height?: number | null
  volume?: number | null
}

export type OpsPackage = Sizes & {
  parcel_id: string
  parcel_number: string
  status: PackageStatus
  trade_direction: 'import' | 'export'
  transport_mode: 'air' | 'ocean' | null
  quantity?: number
  declared_weight?: number
  actual_weight?: number
  mode: Mode
  hold_instruction: 'hold' | 'release'
  warehouse_arrived_at: string | null
  cancelled_at: string | null
  comment: string | null
  shipment_id: string | null
  parcel_quote_id: string | null
  storage_fee?: StorageFee
  origin_country?: string
  destination_country?: string
  created_at: string
  business: { business_id: string; name: string; prefix: string }
  customer: { parcel_customer_id: string | null; customer_identifier: string | null; name: string }
  quote_reference: string | null
  pieces_arrived: number | null
  pieces_complete: boolean
  destination_locked: boolean
  carrier_tracked: boolean
}

export type Notice = {
  token: string
  level: 'info' | 'warning' | 'danger'
  body: string
  active: boolean
  created_at: string
  deactivated_at: string | null
  author?: Author
}

export type PackageDetail = OpsPackage & {
  notices: Notice[]
  price?: { amount: string | null; currency: string; booked_amount: string | null; final_since: string | null }
}

export type Receipt = Sizes & {
  receipt_id: string
  pieces: number
  weight: number | null
  condition_note: string | null
  received_at: string
  undone_at: string | null
  undo_reason: string | null
}

export type TimelineEntry = {
  at: string
  type: string
  summary: string
  author: Author
  status?: PackageStatus
  notice?: { token: string; level: string; body: string }
  price?: { amount: string | null; previous: string | null; difference: string | null }
  receipt?: Omit<Receipt, 'received_at'>
}

export type Shipment = {
  shipment_id: string
  number: string
  status: string
  transport_mode: 'air' | 'ocean'
  carrier: string
  contents: { packages: number }
}

type Fee = {
  date: string
  last_free_day?: string
  start_date?: string
  chargeable_storage_days: number
  daily_rate: string
  currency: string
  storage_area_sqm: string
  amount_due: string
}
export type Storage = { today: Fee; on?: Fee; series?: { date: string; amount: string }[] }
