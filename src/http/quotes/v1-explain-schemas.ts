// Schemas of price explanations and estimates.

import * as Type from '../../platform/http/schemas/type.ts'
import { Direction, PackageStatusName, QuoteStatusName, TransportMode } from '../values/fields.ts'
import type { WireBreakdown } from './v1-schemas.ts'

const BreakdownRef = Type.Unsafe<WireBreakdown>({ $ref: 'PriceBreakdown#' })

const BasisItem = Type.Titled(
  'ChargeableBasis',
  {
    cargo: Type.String(),
    quantity: Type.String(),
    unit: Type.String(),
    explanation: Type.String({ description: 'How the quantity was derived' }),
  },
  { description: 'The chargeable quantity of the freight line at the same index' },
)

const lane = {
  direction: Direction(),
  transport_mode: TransportMode(),
  lane: Type.String({ description: 'The priced lane; imports are priced to Nigeria' }),
  origin_country: Type.String(),
  destination_country: Type.String(),
}

/** Decimal numbers are sent as strings, so that no digits are lost. */
const measures = {
  quantity: Type.Integer(),
  weight_kg: Type.Optional(Type.String()),
  length_cm: Type.Optional(Type.String()),
  width_cm: Type.Optional(Type.String()),
  height_cm: Type.Optional(Type.String()),
  volume_cbm: Type.Optional(Type.String({ description: 'Volume as given, or length x width x height x quantity' })),
}

const Measures = Type.Titled('Measures', measures)

const CargoPart = Type.Titled('ExplainedCargo', {
  package_type: Type.Optional(Type.String()),
  container_size: Type.Optional(Type.String()),
  commodity: Type.Optional(Type.String()),
  ...measures,
})

const Inputs = Type.Titled('ExplanationInputs', {
  ...lane,
  customer: Type.Optional(
    Type.Object(
      { parcel_customer_id: Type.String(), address_suffix: Type.String(), full_name: Type.String() },
      { description: 'The linked parcel customer, if any' },
    ),
  ),
  cargo_volume: Type.String(),
  cargo: Type.Array(CargoPart, { description: 'The priced cargo: as declared, or as measured once the price is final' }),
  description: Type.Optional(Type.String()),
})

const ExplainedPrice = Type.Titled('ExplainedPrice', {
  rate_id: Type.NullableString({ description: 'Null for a hypothetical price' }),
  carrier: Type.String(),
  service: Type.String(),
  selected: Type.Boolean(),
  estimated_delivery_days: Type.NullableInteger(),
  priced_at: Type.DateTime(),
  chargeable_basis: Type.Array(BasisItem),
  calculations: Type.Array(Type.String(), { description: 'The lines of the breakdown, each written out as a sum' }),
  markup_percent: Type.String(),
  breakdown: BreakdownRef,
  total: Type.String({ description: 'The sum of the lines, in NGN' }),
  comparison: Type.Optional(
    Type.Object(
      {
        carrier: Type.String(),
        service: Type.String(),
        total: Type.String({ description: 'Total of the quote’s own price' }),
        difference: Type.String({ description: 'Hypothetical total minus the quote’s own' }),
      },
      { description: 'Compares the hypothetical price with the quote’s own; absent if the quote has none' },
    ),
  ),
})

const Receipt = Type.Titled(
  'ExplainedReceipt',
  {
    price_finalised_at: Type.NullableDateTime({ description: 'When the last package was received; always null for export air' }),
    packages: Type.Array(
      Type.Object({
        parcel_id: Type.Token('pkg'),
        parcel_number: Type.String(),
        status: PackageStatusName(),
        counted: Type.Boolean({ description: 'Whether the final price includes it' }),
        left_out: Type.Boolean({ description: 'Cancelled: the price no longer includes it' }),
        declared: Measures,
        measured: Type.Optional(Measures),
        difference: Type.Optional(
          Type.Object(
            { quantity: Type.Integer(), weight_kg: Type.Optional(Type.String()), volume_cbm: Type.Optional(Type.String()) },
            { description: 'Measured minus declared' },
          ),
        ),
      }),
    ),
    previous_total: Type.NullableString({ description: 'NGN before measuring; null until the price is final' }),
    difference: Type.NullableString({ description: 'NGN, final minus previous' }),
    lines: Type.Array(
      Type.Object({
        description: Type.String(),
        before: Type.NullableString({ description: 'NGN in the booked price; null if it had no such line' }),
        before_calculation: Type.NullableString(),
        after: Type.NullableString({ description: 'NGN in the final price; null if it has no such line' }),
        after_calculation: Type.NullableString(),
        difference: Type.String({ description: 'NGN, after minus before' }),
      }),
      { description: 'The booked and the final price, line by line; empty until the price is final' },
    ),
  },
  { description: 'Received cargo compared with declared cargo; absent until something was received' },
)

const Explanation = Type.Named('QuoteExplanation', {
  parcel_quote_id: Type.Token('pq'),
  reference: Type.String(),
  status: QuoteStatusName(),
  hypothetical: Type.Boolean({ description: 'True with as_of: the quote keeps its own price' }),
  as_of: Type.NullableDateTime(),
  inputs: Inputs,
  prices: Type.Array(ExplainedPrice, { description: 'The selected or single price; all rates as last shown while none is chosen' }),
  rounding: Type.String({ description: 'The rounding rule, in words' }),
  received: Type.Optional(Receipt),
  notes: Type.Array(Type.String()),
})

const Estimate = Type.Named('Estimate', {
  ...lane,
  cargo_volume: Type.String(),
  chargeable_basis: Type.Array(BasisItem),
  rates: Type.Array(
    Type.Titled('EstimatedRate', {
      carrier: Type.String(),
      service: Type.String(),
      rate: Type.String({ description: 'Amount with two decimals' }),
      currency: Type.String(),
      estimated_delivery_days: Type.Integer(),
      estimated_delivery_date: Type.String({ format: 'date' }),
      breakdown: BreakdownRef,
    }),
    { description: 'Cheapest first. They have no id and cannot be booked' },
  ),
  estimated_at: Type.DateTime(),
})

export type WireExplanation = Type.Static<typeof Explanation>
export type WireEstimate = Type.Static<typeof Estimate>
export const ExplanationAnswer = Type.RefTo(Explanation)
export const EstimateAnswer = Type.RefTo(Estimate)
export const EXPLAIN_SCHEMAS = [Explanation, Estimate]

export const ExplainQuery = Type.Object({
  as_of: Type.Optional(
    Type.Text({
      description:
        'An ISO 8601 instant, or a date, which stands for its beginning; not in the future. It prices the same cargo with the cards, FX and terms of that moment, as known then',
      examples: ['2026-11-01T00:00:00.000Z'],
    }),
  ),
})
