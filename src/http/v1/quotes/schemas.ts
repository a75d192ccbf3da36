// Schemas of quotes.

import type { PackageStatus } from '../../../domain/packages/package.ts'
import type { TransportMode } from '../../../domain/pricing/cargo.ts'
import { QUOTE_STATUSES } from '../../../domain/quotes/quote.ts'
import {
  DateTime,
  Enum,
  Named,
  NullableDateTime,
  NullableInteger,
  NullableNumber,
  NullableString,
  RefTo,
  shownClientFields,
} from '../../schemas/fields.ts'
import * as Type from '../../schemas/type.ts'

const PriceLine = Type.Object({
  kind: Type.String({ description: 'freight, minimum, fuel, handling or markup' }),
  description: Type.String(),
  quantity: Type.String(),
  unit: Type.String({ description: 'kg, container, CBM, RT, shipment, or % of the lines before' }),
  unit_price: Type.String(),
  currency: Type.String(),
  fx_rate: Type.String(),
  amount: Type.String({ description: 'quantity x unit_price x fx_rate, rounded half up to the kobo; a % line is a hundredth of that' }),
})

const Breakdown = Named(
  'PriceBreakdown',
  Type.Object(
    {
      lane: Type.String(),
      card: Type.Optional(
        Type.Object(
          {
            id: Type.String(),
            version: Type.Integer(),
            title: Type.String(),
            currency: Type.String(),
            sample: Type.Boolean({ description: 'Ships with Waybill, to be replaced by the operator’s own' }),
            effective_from: DateTime(),
          },
          { description: 'Absent for what an outside carrier charges' },
        ),
      ),
      fx: Type.Object({
        base: Type.String(),
        quote: Type.String(),
        rate: Type.String(),
        effective_from: DateTime(),
        source: Type.String(),
      }),
      weight: Type.Optional(
        Type.Object({
          actual_weight_kg: Type.String(),
          volumetric_weight_kg: Type.String(),
          volumetric_divisor: Type.Number({ description: 'cm³ per kg' }),
          rounding_step_kg: NullableString(),
          chargeable_weight_kg: Type.String(),
        }),
      ),
      lines: Type.Array(PriceLine),
      total: Type.String({ description: 'The sum of the lines' }),
      currency: Type.String(),
      previous: Type.Optional(Type.Object({ total: Type.String(), difference: Type.String(), reason: Type.String() })),
    },
    { description: 'From this anyone can recompute the amount' },
  ),
)

const Rate = Named(
  'Rate',
  Type.Object({
    id: Type.String({ description: 'Send it as rate_id to create_shipment' }),
    carrier: Type.String(),
    service: Type.String(),
    rate: Type.String({ description: 'Amount with two decimals' }),
    currency: Type.String(),
    estimated_delivery_days: NullableInteger(),
    estimated_delivery_date: NullableString({ description: 'Calendar date' }),
    created_at: DateTime({ description: 'Bookable for one hour from this moment' }),
    breakdown: RefTo(Breakdown),
  }),
)

const WireParty = Type.Partial(
  Type.Object({
    name: Type.String(),
    email: Type.String(),
    phone: Type.String(),
    address: Type.Partial(
      Type.Object({ street: Type.String(), city: Type.String(), state: Type.String(), postal_code: Type.String(), country: Type.String() }),
    ),
  }),
)

const WirePackages = Type.Array(
  Type.Partial(
    Type.Object({
      package_type: Type.String(),
      container_size: Type.String(),
      quantity: Type.Integer(),
      commodity: Type.String(),
      weight: Type.Number(),
      length: Type.Number(),
      width: Type.Number(),
      height: Type.Number(),
      volume: Type.Number(),
    }),
  ),
)

const flatAddress = <const Names extends readonly string[]>(names: Names) =>
  Type.Partial(Type.Object(Object.fromEntries(['name', 'email', 'phone', ...names].map((name) => [name, Type.String()]))))

const Quote = Named(
  'Quote',
  Type.Object({
    parcel_quote_id: Type.String({ description: 'Quote token' }),
    status: Enum(QUOTE_STATUSES),
    source: Type.String({ description: '`api`' }),
    direction: Type.Unsafe<'import' | 'export'>({ type: 'string', description: '`import` or `export`' }),
    reference: Type.String({ description: 'For people: short, with a check character' }),
    rates: Type.Array(RefTo(Rate), { description: 'Cheapest first; empty for import air and once booked' }),
    rate_messages: Type.Array(Type.Object({ carrier: Type.String(), service: Type.Optional(Type.String()), reason: Type.String() }), {
      description: 'Why a carrier or one of its services has no rate',
    }),
    sender: WireParty,
    recipient: WireParty,
    package: Type.Partial(
      Type.Object({
        weight: Type.Number(),
        length: Type.Number(),
        width: Type.Number(),
        height: Type.Number(),
        item_description: Type.String(),
        packages: WirePackages,
      }),
    ),
    cargo_volume: Type.String({ examples: ["2 x 40' HC", '12.5 kg'] }),
    origin_details: flatAddress([
      'origin_address',
      'origin_city',
      'origin_state',
      'origin_zip_code',
      'origin_country',
      'origin_country_name',
    ]),
    dest_details: flatAddress([
      'dest_address',
      'dest_city',
      'dest_state',
      'dest_zip_code',
      'destination_country',
      'destination_country_name',
    ]),
    parcel_details: Type.Partial(
      Type.Object({
        transport_mode: Type.Unsafe<TransportMode>({ type: 'string' }),
        chargeable_weight: Type.Number({ description: 'kg' }),
        volume: Type.Number({ description: 'CBM' }),
        parcels: Type.Array(
          Type.Object({ parcel_id: Type.String(), parcel_number: Type.String(), status: Type.Unsafe<PackageStatus>({ type: 'string' }) }),
        ),
      }),
    ),
    tracking_code: NullableString(),
    label_url: NullableString(),
    selected_rate: Type.Unsafe<Type.Static<typeof Rate> | null>({ anyOf: [{ $ref: 'Rate#' }, { type: 'null' }] }),
    tracker_id: NullableString(),
    purchased_at: NullableDateTime({ description: 'Legacy: the same moment as booked_at' }),
    booked_at: NullableDateTime(),
    cancelled_at: NullableDateTime(),
    closed_reason: NullableString(),
    comment: NullableString(),
    estimated_price: NullableNumber({ description: 'NGN; provisional for ocean and import until the warehouse receives the goods' }),
    created_at: DateTime(),
    updated_at: DateTime({ description: 'Last changed; rates shown anew at the same prices are no change' }),
    ...shownClientFields,
    parcel_customer_id: NullableString({ description: 'The parcel customer that the sender was resolved to' }),
  }),
)

export type WireQuote = Type.Static<typeof Quote>
export type WireRate = Type.Static<typeof Rate>
export type WireBreakdown = Type.Static<typeof Breakdown>
export const QuoteAnswer = RefTo(Quote)
/** For schemas that show more than the contract does. */
export const quoteFields = Quote.properties
export const QUOTE_SCHEMAS = [Breakdown, Rate, Quote]
