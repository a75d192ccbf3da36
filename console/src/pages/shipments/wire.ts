// Shipments, and the packages in them, as /ops/v1 shows them.

import type { PackageStatus } from '../../components/records/package-status.tsx'
import type { Mode } from '../../scope.tsx'

export const SHIPMENTS = '/ops/v1/shipments'

export type ShipmentStatus = 'open' | 'departed' | 'arrived' | 'delivered' | 'cancelled'
export type Transport = 'air' | 'ocean'

/** `weight` in kg, `volume` in CBM. */
export type Contents = { packages: number; delivered: number; pieces: number; weight: number; volume: number }

export type Shipment = {
  shipment_id: string
  number: string
  mode: Mode
  status: ShipmentStatus
  transport_mode: Transport
  carrier: string
  conveyance: string | null
  master_document: string | null
  origin_country: string | null
  destination_country: string | null
  etd: string | null
  eta: string | null
  departed_at: string | null
  arrived_at: string | null
  delivered_at: string | null
  cancelled_at: string | null
  created_at: string
  contents: Contents
  businesses: (Contents & { business_id: string; name: string })[]
}

export type Outcome = 'attached' | 'already' | 'refused' | 'detached'

export type ScanAnswer = {
  shipment: Shipment
  outcomes: { scanned: string; outcome: Outcome; message: string; parcel_id: string | null; parcel_number: string | null }[]
}

export type ShippedPackage = {
  parcel_id: string
  parcel_number: string
  status: PackageStatus
  quantity: number
  actual_weight?: number
  declared_weight?: number
  volume?: number
  hold_instruction: 'hold' | 'release'
  business: { business_id: string; name: string; prefix: string }
  customer: { customer_identifier: string | null; name: string }
}
