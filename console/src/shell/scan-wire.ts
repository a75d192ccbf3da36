// What a code names, as /ops/v1 tells it.

import type { Mode } from '../scope.tsx'

type OpsBusiness = { business_id: string; name: string; prefix: string }

export type OpsPackage = {
  parcel_id: string
  parcel_number: string
  status: 'booked' | 'warehouse' | 'transit' | 'delivered' | 'cancelled'
  trade_direction: 'import' | 'export'
  transport_mode: 'air' | 'ocean' | null
  quantity: number
  pieces_arrived: number | null
  pieces_complete: boolean
  declared_weight?: number
  hold_instruction: 'hold' | 'release'
  warehouse_arrived_at: string | null
  origin_country: string
  destination_country: string
  quote_reference: string | null
  mode: Mode
  business: OpsBusiness
  customer: { parcel_customer_id: string | null; customer_identifier: string | null; name: string }
}

export type ScannedCustomer = {
  parcel_customer_id: string
  address_suffix: string
  full_name: string
  status: 'active' | 'inactive'
  mode: Mode
  business: OpsBusiness
}

export type ScanAnswer = {
  kind: 'package' | 'quote' | 'customer' | 'shipment' | 'unidentified' | 'unknown'
  mistyped: boolean
  packages: OpsPackage[]
  candidates: ScannedCustomer[]
  quote?: { parcel_quote_id: string; reference: string; status: string }
  shipment?: { shipment_id: string; number: string }
  unidentified_parcel?: { unidentified_parcel_id: string }
  suggestions: { parcel_numbers: string[]; customers: ScannedCustomer[] }
}
