// Example explanations and estimates for the API reference.

import { BOOKED_QUOTE } from './examples.ts'
import type { WireEstimate, WireExplanation } from './explain-schemas.ts'

const { carrier, service, rate, currency, estimated_delivery_days, estimated_delivery_date, created_at, id, breakdown } =
  BOOKED_QUOTE.selected_rate as Required<NonNullable<typeof BOOKED_QUOTE.selected_rate>>

const LANE = {
  direction: 'export' as const,
  transport_mode: 'air' as const,
  lane: 'Nigeria to United Kingdom',
  origin_country: 'NG',
  destination_country: 'GB',
}

const BASIS = [
  {
    cargo: '2.4 kg',
    quantity: '2.5',
    unit: 'kg',
    explanation:
      'The greater of the actual weight, 2.4 kg, and the volumetric weight, 1.8 kg (cubic centimetres divided by 5000), rounded up to a full 0.5 kg.',
  },
]

export const EXPLANATION: WireExplanation = {
  parcel_quote_id: 'pq_01kqn2x4t8e6nvd0t2d5c1yq7w',
  reference: 'QR5KKRVHRJZ3',
  status: 'booked',
  hypothetical: false,
  as_of: null,
  inputs: {
    ...LANE,
    cargo_volume: '2.4 kg',
    cargo: [{ quantity: 1, weight_kg: '2.4', length_cm: '30', width_cm: '20', height_cm: '15', volume_cbm: '0.009' }],
    description: 'Carved wooden bowls',
  },
  prices: [
    {
      rate_id: id,
      carrier,
      service,
      selected: true,
      estimated_delivery_days,
      priced_at: created_at,
      chargeable_basis: BASIS,
      calculations: ['2.5 kg x USD 11.80 x 1400 = NGN 41300.00'],
      markup_percent: '0',
      breakdown,
      total: rate,
    },
  ],
  rounding:
    'Each line is multiplied out exactly and rounded once, half up, to the kobo (two decimals). The total is the sum of the rounded lines.',
  notes: [],
}

export const LETTER = `Demo Business
15 November 2026

Quote QR5KKRVHRJZ3 (booked)

Dear Ikeja Crafts,

This is how the price of your export by air from Nigeria to United
Kingdom is made up.

Your cargo: 2.4 kg (Carved wooden bowls)
  - Piece: 2.4 kg, 30 x 20 x 15 cm

Waybill Air Economy, about 9 days
  2.4 kg, charged as 2.5 kg. The greater of the actual weight,
  2.4 kg, and the volumetric weight, 1.8 kg (cubic centimetres
  divided by 5000), rounded up to a full 0.5 kg.

  Economy, zone C
    2.5 kg x USD 11.80 x 1,400                             41,300.00
                                                       -------------
  Total                                                NGN 41,300.00

Where the figures come from
  Prices: Export air (sample), version 1, in force since 1 January
  2026, 01:00:00 (Africa/Lagos).
  Exchange rate: 1 USD is 1,400 NGN, in force since 1 January 2026,
  01:00:00 (Africa/Lagos); source: Sample rate of a first start.
  Rounding: Each line is multiplied out exactly and rounded once,
  half up, to the kobo (two decimals). The total is the sum of the
  rounded lines.

Yours sincerely,
Demo Business
`

export const ESTIMATE_REQUESTS = {
  'export-air': {
    summary: 'Export by air',
    value: { parcel: { destination_country: 'GB', package: { weight: 2.4, length: 30, width: 20, height: 15 } } },
  },
  'import-ocean': {
    summary: 'Import by sea',
    value: {
      parcel: { direction: 'import', transport_mode: 'ocean', origin_country: 'CN', packages: [{ container_size: 'LCL', volume: 3.5 }] },
    },
  },
}

export const ESTIMATE: WireEstimate = {
  ...LANE,
  cargo_volume: '2.4 kg',
  chargeable_basis: BASIS,
  rates: [
    {
      carrier,
      service,
      rate,
      currency,
      estimated_delivery_days: estimated_delivery_days!,
      estimated_delivery_date: estimated_delivery_date!,
      breakdown,
    },
  ],
  estimated_at: created_at,
}
