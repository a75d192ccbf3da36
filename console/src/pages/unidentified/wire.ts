// Unidentified parcels as /ops/v1 shows them.

export const UNIDENTIFIED = '/ops/v1/unidentified_parcels'

export type UnidentifiedParcel = {
  unidentified_parcel_id: string
  status: 'open' | 'assigned' | 'discarded'
  label_text: string | null
  pieces: number
  weight: number | null
  length: number | null
  width: number | null
  height: number | null
  volume: number | null
  condition_note: string | null
  received_at: string
  assigned_at: string | null
  parcel_id: string | null
  discarded_at: string | null
  discard_reason: string | null
}

export type Photo = { photo_id: string; url: string }
