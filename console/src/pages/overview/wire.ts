// The overview as /ops/v1 shows it.

import type { Mode } from '../../scope.tsx'

export const OVERVIEW = '/ops/v1/overview'

export type CarrierHealth = {
  carrier: string
  state: 'ok' | 'failing' | 'open'
  last_success_at: string | null
  last_failure_at: string | null
  last_failure: string | null
}

export type Leaving = { shipment_id: string; number: string | null; carrier: string; etd: string }

export type Overview = {
  mode: Mode
  at: string
  /** Today where the operator is. */
  date: string
  arrived_today: number
  in_warehouse: number
  on_hold: number
  storage_starting_soon: number
  storage_charged: number
  leaving_soon: Leaving[]
  per_day: { date: string; quotes: number; bookings: number }[]
  carriers: CarrierHealth[]
}

export type DemoExtent = { customers: number; quotes: number; packages: number; shipments: number }
