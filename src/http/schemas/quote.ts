// Quotes on the wire: the request of rule 1 to 7, and the answer.

import { Type } from 'typebox'
import { CONTAINER_SIZES } from '../../domain/cargo.ts'
import { QUOTE_STATUSES } from '../../domain/quote.ts'
import {
  DateTime,
  DimensionCm,
  Enum,
  LongText,
  Named,
  NullableDateTime,
  NullableInteger,
  NullableNumber,
  NullableString,
  PACKAGES_MAX_ENTRIES,
  Quantity,
  RefTo,
  Text,
  VolumeCbm,
  WeightKg,
} from './fields.ts'

const Party = Type.Partial(
  Type.Object({
    name: Text({ description: 'A name, or the unique ID of a parcel customer' }),
    email: Text(),
    phone: Text(),
    address: Type.Partial(
      Type.Object({
        street: Text(),
        city: Text(),
        state: Text(),
        postal_code: Text(),
        country: Text({ description: 'ISO-2 code, ISO-3 code or English name' }),
      }),
    ),
  }),
)

const country = Text({ description: 'ISO-2 code, ISO-3 code or English name' })
const dimensions = { length: DimensionCm(), width: DimensionCm(), height: DimensionCm() }

const PackagesElement = Type.Partial(
  Type.Object({
    package_type: Text({ description: 'Air: Pallet, Carton, Crate, …' }),
    container_size: Enum(CONTAINER_SIZES, { description: 'Ocean: the exact pricing key' }),
    quantity: Quantity({ description: 'Ocean: containers or cargo units; 1 when absent' }),
    commodity: LongText(),
    weight: WeightKg({ description: 'kg, total of the element; required for air, Ro-Ro and Breakbulk' }),
    ...dimensions,
    volume: VolumeCbm({
      description: 'Ocean: CBM, total of the element; required for LCL, Ro-Ro and Breakbulk unless all dimensions are given',
    }),
  }),
)

const Parcel = Type.Partial(
  Type.Object({
    direction: Enum(['import', 'export'], { default: 'export' }),
    transport_mode: Enum(['air', 'ocean'], { default: 'air' }),
    address_suffix: Text({ description: 'Customer unique ID, full (`DEM1001`) or short (`1001`)' }),
    parcel_customer_token: Text({ description: 'Customer token or unique ID; takes precedence over address_suffix' }),
    customer_id: Text({ description: 'Another name of parcel_customer_token' }),
    sender_name: Text(),
    sender_email: Text(),
    origin_mobile: Text(),
    origin_address: Text(),
    origin_city: Text(),
    origin_zip_code: Text(),
    origin_state: Text(),
    origin_country: country,
    dest_name: Text(),
    dest_email: Text(),
    dest_mobile: Text(),
    dest_address: Text(),
    dest_city: Text(),
    dest_zip_code: Text(),
    dest_state: Text(),
    destination_country: country,
    declared_weight: WeightKg(),
    ...dimensions,
    description: LongText(),
    sender: Party,
    recipient: Party,
    package: Type.Partial(Type.Object({ weight: WeightKg(), ...dimensions, item_description: LongText() })),
    packages: Type.Array(PackagesElement, { maxItems: PACKAGES_MAX_ENTRIES }),
  }),
)

const EXPORT_AIR_EXAMPLE = {
  parcel: {
    direction: 'export',
    transport_mode: 'air',
    sender: {
      name: 'Ikeja Crafts',
      phone: '+2348000000001',
      address: { street: '5 Allen Avenue', city: 'Ikeja', state: 'Lagos', country: 'NG' },
    },
    recipient: {
      name: 'Sample Gallery',
      phone: '+442000000000',
      email: 'gallery@example.com',
      address: { street: '1 Example Street', city: 'London', postal_code: 'E1 6AN', country: 'GB' },
    },
    package: { weight: 2.4, length: 30, width: 20, height: 15, item_description: 'Carved wooden bowls' },
  },
}

const IMPORT_OCEAN_EXAMPLE = {
  parcel: {
    direction: 'import',
    transport_mode: 'ocean',
    address_suffix: 'DEM1001',
    recipient: { name: 'Demo Business', phone: '+2348000000000' },
    packages: [
      { container_size: "40' HC", quantity: 2, commodity: 'Floor tiles' },
      { container_size: 'LCL', volume: 3.5, weight: 900, commodity: 'Fittings' },
    ],
  },
}

export const CreateQuoteBody = Type.Object({ parcel: Parcel }, { examples: [EXPORT_AIR_EXAMPLE, IMPORT_OCEAN_EXAMPLE] })

export const CancelBody = Type.Partial(Type.Object({ comment: LongText() }), { examples: [{ comment: 'The customer changed plans' }] })

export const BookBody = Type.Partial(
  Type.Object({ rate_id: Text({ description: 'The id of a rate of this quote; needed for export air' }) }),
  {
    examples: [{ rate_id: 'rate_01kqn2x4t8e6nvd0t2d5c1yq7w' }],
  },
)

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
  Type.Partial(
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
  ),
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
  Type.Partial(
    Type.Object({
      parcel_quote_id: Type.String({ description: 'Quote token' }),
      status: Enum(QUOTE_STATUSES),
      source: Type.String({ description: '`api` or `console`' }),
      direction: Type.String({ description: '`import` or `export`' }),
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
          transport_mode: Type.String(),
          chargeable_weight: Type.Number({ description: 'kg' }),
          volume: Type.Number({ description: 'CBM' }),
          parcels: Type.Array(Type.Object({ parcel_id: Type.String(), parcel_number: Type.String(), status: Type.String() })),
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
    }),
  ),
)

export type WireQuote = Type.Static<typeof Quote>
export type WireRate = Type.Static<typeof Rate>
export type WireBreakdown = Type.Static<typeof Breakdown>
export const QuoteAnswer = RefTo(Quote)
export const QUOTE_SCHEMAS = [Breakdown, Rate, Quote]
