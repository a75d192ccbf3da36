// Example responses of the receiving routes, for the API reference.

import { OPS_PACKAGE_EXAMPLE } from '../packages/ops-schemas.ts'

const ARRIVED_AT = '2026-11-16T10:05:12.000Z'
export const STAFF_ID = 'stf_01kqn2x4t8e6nvd0t2d5c1yq7w'

const SIZES = { weight: 13.2, length: 60, width: 50, height: 40, volume: null }

export const RECEIPT_EXAMPLE = {
  receipt_id: 'rcp_01kqn2x4t8e6nvd0t2d5c1yq7w',
  parcel_id: OPS_PACKAGE_EXAMPLE.parcel_id,
  business_id: OPS_PACKAGE_EXAMPLE.business.business_id,
  mode: 'live' as const,
  site: 'MAIN',
  pieces: 1,
  ...SIZES,
  condition_note: null,
  price_before: '148750.00',
  price_after: '238000.00',
  received_by: STAFF_ID,
  received_at: ARRIVED_AT,
  recorded_at: ARRIVED_AT,
  unidentified_parcel_id: null,
  undone_by: null,
  undone_at: null,
  undo_reason: null,
}

export const PRICE_EXAMPLE = {
  parcel_quote_id: 'pq_01kqn2x4t8e6nvd0t2d5c1yq8x',
  reference: 'QR5KKRVHRJZ3',
  before: '148750.00',
  after: '238000.00',
  tax: { percent: '7.5', amount: '17850.00', total: '255850.00' },
  difference: '89250.00',
  own_difference: null,
  currency: 'NGN',
  final: true,
  reasons: [
    'PQG5WYRERYY8: declared 1 piece, 12.5 kg; measured 1 piece, 13.2 kg, 0.12 CBM',
    'Air freight, China: 20 kg x USD 8.50 x 1400 = NGN 238000.00',
  ],
}

export const RECEIVED_EXAMPLE = { receipt: RECEIPT_EXAMPLE, package: OPS_PACKAGE_EXAMPLE, price: PRICE_EXAMPLE }

export const UNDONE_EXAMPLE = {
  receipt: {
    ...RECEIPT_EXAMPLE,
    undone_by: STAFF_ID,
    undone_at: '2026-11-16T11:00:00.000Z',
    undo_reason: 'Another parcel was on the scale',
  },
  package: { ...OPS_PACKAGE_EXAMPLE, status: 'booked' as const, warehouse_arrived_at: null, pieces_arrived: null, pieces_complete: false },
}

export const CLOSED_EXAMPLE = { package: OPS_PACKAGE_EXAMPLE, price: PRICE_EXAMPLE }

export const PREVIEW_EXAMPLE = {
  package: UNDONE_EXAMPLE.package,
  declared: { pieces: 1, weight: 12.5, length: null, width: null, height: null, volume: null },
  measured: { pieces: 1, ...SIZES },
  complete: true,
  price: PRICE_EXAMPLE,
}

export const UNIDENTIFIED_EXAMPLE = {
  unidentified_parcel_id: 'uid_01kqn2x4t8e6nvd0t2d5c1yq7w',
  mode: 'live' as const,
  status: 'open' as const,
  label_text: 'SMP 10?1, rest torn off',
  courier_number: null,
  pieces: 1,
  ...SIZES,
  condition_note: null,
  received_by: STAFF_ID,
  received_at: ARRIVED_AT,
  assigned_by: null,
  assigned_at: null,
  business_id: null,
  parcel_id: null,
  discarded_by: null,
  discarded_at: null,
  discard_reason: null,
  proposals: [],
}

export const ASSIGNED_EXAMPLE = {
  unidentified_parcel: {
    ...UNIDENTIFIED_EXAMPLE,
    status: 'assigned' as const,
    assigned_by: STAFF_ID,
    assigned_at: '2026-11-17T09:00:00.000Z',
    business_id: OPS_PACKAGE_EXAMPLE.business.business_id,
    parcel_id: OPS_PACKAGE_EXAMPLE.parcel_id,
  },
  receipt: { ...RECEIPT_EXAMPLE, unidentified_parcel_id: UNIDENTIFIED_EXAMPLE.unidentified_parcel_id },
  package: OPS_PACKAGE_EXAMPLE,
  price: PRICE_EXAMPLE,
}

export const SCAN_EXAMPLE = {
  kind: 'package' as const,
  mistyped: false,
  packages: [OPS_PACKAGE_EXAMPLE],
  candidates: [],
  suggestions: { parcel_numbers: [], customers: [] },
}

export const PHOTO_EXAMPLE = {
  moment: null,
  photo_id: 'pho_01kqn2x4t8e6nvd0t2d5c1yq7w',
  url: '/ops/v1/photos/pho_01kqn2x4t8e6nvd0t2d5c1yq7w',
  content_type: 'image/jpeg',
  width: 1_600,
  height: 1_200,
  taken_by: 'stf_01kqn2x4t8e6nvd0t2d5c1yq7w',
  created_at: '2026-11-16T10:06:00.000Z',
}
