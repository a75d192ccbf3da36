// Schemas of quotes.

import { LINE_KINDS } from '../../domain/pricing/price.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { ContainerSizeName, Direction, PackageStatusName, QuoteStatusName, TransportMode } from '../values/fields.ts'

const PriceLine = Type.Titled('PriceLine', {
  kind: Type.Enum(LINE_KINDS, { title: 'PriceLineKind' }),
  description: Type.String(),
  quantity: Type.String(),
  unit: Type.String({ description: 'kg, container, CBM, RT, shipment, or % of the lines before' }),
  unit_price: Type.String(),
  currency: Type.String(),
  fx_rate: Type.String(),
  amount: Type.String({ description: 'quantity x unit_price x fx_rate, rounded half up to the kobo; a % line is a hundredth of that' }),
})

const Tax = Type.Named(
  'PriceTax',
  {
    percent: Type.String({ examples: ['7.5'] }),
    amount: Type.String({ description: 'NGN, with two decimals' }),
    total: Type.String({ description: 'NGN, with tax' }),
  },
  { description: 'The tax on freight at the rate in force when the price was made; a final price has the tax that is charged' },
)

const Breakdown = Type.Named(
  'PriceBreakdown',
  {
    lane: Type.String(),
    card: Type.Optional(
      Type.Titled(
        'PriceCard',
        {
          id: Type.String({ examples: ['export-air'] }),
          version: Type.Integer(),
          title: Type.String(),
          currency: Type.String(),
          sample: Type.Boolean({ description: 'Ships with Waybill, to be replaced by the operator’s own' }),
          effective_from: Type.DateTime(),
        },
        { description: 'Absent for prices of an outside carrier' },
      ),
    ),
    fx: Type.Titled('ExchangeRate', {
      base: Type.String(),
      quote: Type.String(),
      rate: Type.String(),
      effective_from: Type.DateTime(),
      source: Type.String(),
    }),
    weight: Type.Optional(
      Type.Titled('ChargeableWeight', {
        actual_weight_kg: Type.String(),
        volumetric_weight_kg: Type.String(),
        volumetric_divisor: Type.Number({ description: 'cm³ per kg' }),
        rounding_step_kg: Type.NullableString(),
        chargeable_weight_kg: Type.String(),
      }),
    ),
    lines: Type.Array(PriceLine),
    total: Type.String({ description: 'The sum of the lines, before tax' }),
    currency: Type.String(),
    tax: Type.Optional(Type.RefTo(Tax)),
    previous: Type.Optional(Type.Titled('PreviousPrice', { total: Type.String(), difference: Type.String(), reason: Type.String() })),
  },
  { description: 'All inputs needed to recompute the amount' },
)

const Rate = Type.Named('Rate', {
  id: Type.Token('rate', { description: 'Send it as rate_id to create_shipment' }),
  carrier: Type.String(),
  service: Type.String(),
  rate: Type.String({ description: 'Amount with two decimals' }),
  currency: Type.String(),
  estimated_delivery_days: Type.NullableInteger(),
  estimated_delivery_date: Type.NullableString({ description: 'Calendar date' }),
  created_at: Type.DateTime({ description: 'Bookable for one hour from this moment' }),
  breakdown: Type.RefTo(Breakdown),
})

const Address = Type.Titled('Address', {
  street: Type.Optional(Type.String()),
  city: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  postal_code: Type.Optional(Type.String()),
  country: Type.String({ description: 'Country as the client wrote it', examples: ['NG'] }),
})

const Party = Type.Titled('Party', {
  name: Type.String(),
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  address: Address,
})

const WirePackages = Type.Array(
  Type.TitledPartial('CargoItem', {
    package_type: Type.String(),
    container_size: ContainerSizeName(),
    quantity: Type.Integer(),
    commodity: Type.String(),
    weight: Type.Number(),
    length: Type.Number(),
    width: Type.Number(),
    height: Type.Number(),
    volume: Type.Number(),
  }),
)

const flatContact = { name: Type.String(), email: Type.Optional(Type.String()), phone: Type.Optional(Type.String()) }

const Quote = Type.Named('Quote', {
  parcel_quote_id: Type.Token('pq', { description: 'Quote token' }),
  status: QuoteStatusName(),
  source: Type.String({
    description: '`api`, `console` (made by staff) or `warehouse` (made for a parcel that arrived without a booking)',
  }),
  direction: Direction(),
  reference: Type.String({ description: 'Short number for people, with a check character', examples: ['QR5KKRVHRJZ3'] }),
  rates: Type.Array(Type.RefTo(Rate), { description: 'Cheapest first; empty for import air and once booked' }),
  rate_messages: Type.Array(
    Type.Titled('RateMessage', { carrier: Type.String(), service: Type.Optional(Type.String()), reason: Type.String() }),
    {
      description:
        'Why a carrier or one of its services has no rate; or what was priced, if the sender of an export or the recipient of an import is abroad',
    },
  ),
  sender: Party,
  recipient: Party,
  package: Type.TitledPartial('QuotedCargo', {
    weight: Type.Number(),
    length: Type.Number(),
    width: Type.Number(),
    height: Type.Number(),
    item_description: Type.String(),
    packages: WirePackages,
  }),
  cargo_volume: Type.String({ examples: ["2 x 40' HC", '12.5 kg'] }),
  origin_details: Type.Titled('OriginDetails', {
    ...flatContact,
    origin_address: Type.Optional(Type.String()),
    origin_city: Type.Optional(Type.String()),
    origin_state: Type.Optional(Type.String()),
    origin_zip_code: Type.Optional(Type.String()),
    origin_country: Type.String({ description: 'ISO-2' }),
    origin_country_name: Type.String(),
  }),
  dest_details: Type.Titled('DestinationDetails', {
    ...flatContact,
    dest_address: Type.Optional(Type.String()),
    dest_city: Type.Optional(Type.String()),
    dest_state: Type.Optional(Type.String()),
    dest_zip_code: Type.Optional(Type.String()),
    destination_country: Type.String({ description: 'ISO-2' }),
    destination_country_name: Type.String(),
  }),
  parcel_details: Type.Titled('ParcelDetails', {
    transport_mode: TransportMode(),
    chargeable_weight: Type.Optional(Type.Number({ description: 'kg' })),
    volume: Type.Optional(Type.Number({ description: 'CBM' })),
    parcels: Type.Optional(
      Type.Array(Type.Titled('ParcelMention', { parcel_id: Type.Token('pkg'), parcel_number: Type.String(), status: PackageStatusName() })),
    ),
  }),
  tracking_code: Type.NullableString(),
  label_url: Type.NullableString({ examples: ['https://waybill.example/labels/45c8d7a366e31dab143d9ad3b7e60790b3f51e21.pdf'] }),
  selected_rate: Type.OrNull(Type.RefTo(Rate)),
  tracker_id: Type.NullableToken('trk'),
  purchased_at: Type.NullableDateTime({ description: 'Legacy: the same moment as booked_at' }),
  booked_at: Type.NullableDateTime(),
  cancelled_at: Type.NullableDateTime(),
  closed_reason: Type.NullableString(),
  comment: Type.NullableString(),
  estimated_price: Type.NullableNumber({ description: 'NGN; provisional for ocean and import until the warehouse receives the goods' }),
  estimated_tax: Type.NullableNumber({
    description: 'NGN: tax on the estimated price at the rate in force when it was priced; null if no rate is set or no price is known',
  }),
  estimated_total: Type.NullableNumber({ description: 'NGN: the estimated price with tax, as it will be invoiced' }),
  created_at: Type.DateTime(),
  updated_at: Type.DateTime({ description: 'Last changed; a refresh of rates at the same prices is not a change' }),
  ...Type.shownClientFields,
  parcel_customer_id: Type.NullableString({ description: 'The parcel customer that the sender was resolved to' }),
})

export type WireQuote = Type.Static<typeof Quote>
export type WireRate = Type.Static<typeof Rate>
export type WireBreakdown = Type.Static<typeof Breakdown>
export const QuoteAnswer = Type.RefTo(Quote)
/** The fields of a quote. The schemas of /ops/v1 add further fields. */
export const quoteFields = Quote.properties
export type WireTax = Type.Static<typeof Tax>
/** The tax in responses that contain a price without its breakdown. */
export const NullableTax = Type.OrNull(Type.RefTo(Tax), { description: 'Null if no tax rate is set' })
export const QUOTE_SCHEMAS = [Tax, Breakdown, Rate, Quote]
