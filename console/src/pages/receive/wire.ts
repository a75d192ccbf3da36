// Receipts and their previews as /ops/v1 shows them.

import type { OpsPackage } from '../../shell/scan-wire.ts'

export const RECEIPTS = '/ops/v1/receipts'

type Sizes = { weight: number | null; length: number | null; width: number | null; height: number | null; volume: number | null }
export type Sized = Sizes & { pieces: number | null }

export type Receipt = Sizes & {
  receipt_id: string
  parcel_id: string
  parcel_number?: string
  pieces: number
  received_at: string
  undone_at: string | null
}

export type PriceChange = {
  reference: string
  before: string
  after: string
  difference: string
  currency: string
  final: boolean
  reasons: string[]
}

export type Received = { receipt: Receipt; package: OpsPackage; price: PriceChange | null }
export type Preview = { declared: Sized; measured: Sized; complete: boolean; price: PriceChange | null }
