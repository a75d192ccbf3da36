// Schemas of receipts, previews, scans and unidentified parcels under /ops/v1.

import * as Type from '../../platform/http/schemas/type.ts'
import { OpsInboundAnswer } from '../inbound/ops-schemas.ts'
import { OpsBusiness, OpsPackageAnswer } from '../packages/ops-schemas.ts'
import { NullableTax } from '../quotes/v1-schemas.ts'
import { DimensionCm, Quantity, VolumeCbm, WeightKg } from '../values/fields.ts'

const PER = ['total', 'unit'] as const
const MODES = ['live', 'test'] as const
const TRANSPORT_MODES = ['air', 'ocean'] as const

export const measured = {
  pieces: Quantity({ description: 'How many came; by default all that are awaited' }),
  weight: WeightKg(),
  weight_per: Type.Enum(PER, { default: 'total', description: 'Whether `weight` is of all these pieces together or of one' }),
  length: DimensionCm({ description: 'cm, of one piece; with width and height' }),
  width: DimensionCm(),
  height: DimensionCm(),
  volume: VolumeCbm(),
  volume_per: Type.Enum(PER, { default: 'total', description: 'Whether `volume` is of all these pieces together or of one' }),
  condition_note: Type.LongText({ description: 'Their condition' }),
}
const route = {
  origin_country: Type.Text({ description: 'For an unannounced parcel; by default the customer’s country, else China' }),
  destination_country: Type.Text({ description: 'For an unannounced parcel; locks the destination, which is otherwise provisional' }),
  transport_mode: Type.Enum(TRANSPORT_MODES, { description: 'How an unannounced parcel travels on; without it there is no price yet' }),
}
const announced = {
  inbound_parcel_id: Type.Text({ description: 'The announced parcel, if the courier number matches several' }),
  courier_number: Type.Text({ description: 'Which number of `inbound_parcel_id` it is; by default the first that is awaited' }),
}
const customer = {
  customer_id: Type.Text({ description: 'Unique ID on the label, full or short, or customer token' }),
  business_id: Type.Text({
    description:
      'Business token or prefix: needed where the ID is in use in several businesses. Without a customer, code or package, the parcel belongs to the business itself',
  }),
  mode: Type.Enum(MODES, { default: 'live', description: 'Where customers are looked for' }),
  ...route,
}
const site = Type.Text({ description: 'Code or token of the site where it arrives; by default your only site, or the oldest open one' })
const confirm = Type.Boolean({
  description: 'Confirms more pieces than expected, measurements a hundred times off, or another box under the same number',
})

export const ReceiptBody = Type.PartialBody(
  [
    { code: 'PQG5WYRERYY8', weight: 13.2, length: 60, width: 50, height: 40 },
    { code: 'PQG5WYRERYY8', pieces: 3, weight: 4.4, weight_per: 'unit' },
    { customer_id: 'SMP1001', transport_mode: 'air', weight: 2.5, condition_note: 'One corner is dented' },
  ],
  {
    package_id: Type.Text({ description: 'Package token' }),
    code: Type.Text({ description: 'A scanned code, see GET /ops/v1/scan' }),
    ...announced,
    ...customer,
    ...measured,
    site,
    complete: Type.Boolean({ description: 'No more pieces will arrive: the quantity becomes what was received' }),
    confirm,
  },
)

export const UnidentifiedBody = Type.PartialBody([{ label_text: 'SMP 10?1, rest torn off', weight: 2.5 }], {
  label_text: Type.LongText({ description: 'Legible text on the label' }),
  courier_number: Type.Text({ description: 'Courier number, which later announcements are matched by' }),
  mode: Type.Enum(MODES, { default: 'live' }),
  site,
  ...measured,
  confirm,
})
export const AssignBody = Type.PartialBody([{ customer_id: 'SMP1001' }], {
  package_id: Type.Text(),
  code: Type.Text(),
  ...announced,
  ...customer,
  confirm,
})
export const FactsBody = Type.PartialBody([{ transport_mode: 'air' }, { transport_mode: 'ocean', length: 60, width: 50, height: 40 }], {
  ...route,
  weight: WeightKg(),
  length: measured.length,
  width: DimensionCm(),
  height: DimensionCm(),
  volume: VolumeCbm(),
})
export const ReasonBody = Type.PartialBody([{ reason: 'Another parcel was on the scale' }], { reason: Type.LongText() })
export const DestinationBody = Type.PartialBody([{ country: 'NG' }], {
  country: Type.Text({ description: 'ISO-2 code, ISO-3 code or English name' }),
})

const PriceChange = Type.Named('ReceiptPrice', {
  parcel_quote_id: Type.String(),
  reference: Type.String(),
  before: Type.String({ description: 'NGN' }),
  after: Type.String({ description: 'NGN' }),
  tax: NullableTax,
  difference: Type.String({ description: 'NGN, after minus before' }),
  own_difference: Type.NullableString({
    description: 'NGN, in a preview: what this parcel alone changes, as measured against as declared',
  }),
  currency: Type.String(),
  final: Type.Boolean({ description: 'Whether every package of the quote is in, so that the price holds' }),
  reasons: Type.Array(Type.String(), { description: 'Why: what was declared and measured, and how the price comes about' }),
})
export const PriceChangeAnswer = Type.RefTo(PriceChange)
const NullablePrice = Type.OrNull(Type.RefTo(PriceChange), { description: 'Null for a parcel without a price' })

const sizes = {
  weight: Type.NullableNumber({ description: 'kg, of all pieces together' }),
  length: Type.NullableNumber({ description: 'cm, of one piece' }),
  width: Type.NullableNumber(),
  height: Type.NullableNumber(),
  volume: Type.NullableNumber({ description: 'CBM, of all pieces together' }),
}

const Receipt = Type.Named('Receipt', {
  receipt_id: Type.String(),
  parcel_id: Type.String(),
  parcel_number: Type.Optional(Type.String({ description: 'In lists' })),
  business_id: Type.String(),
  mode: Type.Enum(['test', 'live']),
  site: Type.NullableString({ description: 'Code of the site where it arrived' }),
  pieces: Type.Integer(),
  ...sizes,
  condition_note: Type.NullableString(),
  price_before: Type.NullableString({ description: 'NGN, where this receipt changed the price' }),
  price_after: Type.NullableString(),
  received_by: Type.String({ description: 'Token of the member of staff, or of the key that played the warehouse' }),
  received_at: Type.DateTime(),
  recorded_at: Type.DateTime({ description: 'Later than the arrival for a parcel that lay unidentified' }),
  unidentified_parcel_id: Type.NullableString(),
  undone_by: Type.NullableString(),
  undone_at: Type.NullableDateTime(),
  undo_reason: Type.NullableString(),
})
export type WireReceipt = Type.Static<typeof Receipt>
export const ReceiptAnswer = Type.RefTo(Receipt)
export const ReceivedAnswer = Type.Object({ receipt: ReceiptAnswer, package: OpsPackageAnswer, price: NullablePrice })
export const UndoneAnswer = Type.Object({ receipt: ReceiptAnswer, package: OpsPackageAnswer })
export const ClosedAnswer = Type.Object({ package: OpsPackageAnswer, price: NullablePrice })

const Sizes = Type.Object({ pieces: Type.NullableInteger(), ...sizes })
export const PreviewAnswer = Type.Object({
  package: Type.OrNull(OpsPackageAnswer, { description: 'As it is now; null for a parcel that would be received unannounced' }),
  declared: Sizes,
  measured: Type.Object({ ...Sizes.properties }, { description: 'Everything received by then; what was not measured is as declared' }),
  complete: Type.Boolean({ description: 'Whether every piece would then be in' }),
  price: NullablePrice,
})

const ScannedCustomer = Type.Named('ScannedCustomer', {
  parcel_customer_id: Type.String(),
  address_suffix: Type.String(),
  full_name: Type.String(),
  status: Type.Enum(['active', 'inactive']),
  mode: Type.Enum(['test', 'live']),
  business: OpsBusiness,
})
export type WireScannedCustomer = Type.Static<typeof ScannedCustomer>

const Unidentified = Type.Named('UnidentifiedParcel', {
  unidentified_parcel_id: Type.String(),
  mode: Type.Enum(MODES),
  status: Type.Enum(['open', 'assigned', 'discarded']),
  label_text: Type.NullableString(),
  courier_number: Type.NullableString(),
  pieces: Type.Integer(),
  ...sizes,
  condition_note: Type.NullableString(),
  received_by: Type.String(),
  received_at: Type.DateTime(),
  assigned_by: Type.NullableString(),
  assigned_at: Type.NullableDateTime(),
  business_id: Type.NullableString(),
  parcel_id: Type.NullableString(),
  discarded_by: Type.NullableString(),
  discarded_at: Type.NullableDateTime(),
  discard_reason: Type.NullableString(),
  proposals: Type.Array(OpsInboundAnswer, { description: 'While it is open: announcements with its courier number' }),
})
export type WireUnidentified = Type.Static<typeof Unidentified>
export const UnidentifiedAnswer = Type.RefTo(Unidentified)
export const AssignedAnswer = Type.Object({ unidentified_parcel: UnidentifiedAnswer, ...ReceivedAnswer.properties })

export const PhotoAnswer = Type.Object({
  photo_id: Type.String(),
  url: Type.String({ description: 'Where it is served to staff' }),
  moment: Type.NullableEnum(['before', 'after'], { description: 'For a repack: taken before or after it' }),
  content_type: Type.String(),
  width: Type.Integer({ description: 'Pixels' }),
  height: Type.Integer({ description: 'Pixels' }),
  taken_by: Type.String(),
  created_at: Type.DateTime(),
})

export const ScanAnswer = Type.Object({
  kind: Type.Enum(['package', 'quote', 'customer', 'shipment', 'place', 'unidentified', 'inbound', 'business', 'unknown'], {
    description: '`business`: the prefix of a business, for a parcel of the business itself',
  }),
  mistyped: Type.Boolean({ description: 'Looks like one of our codes, but its check character is wrong' }),
  packages: Type.Array(OpsPackageAnswer, { description: 'The package, or those of the quote' }),
  quote: Type.Optional(Type.Object({ parcel_quote_id: Type.String(), reference: Type.String(), status: Type.String() })),
  candidates: Type.Array(Type.RefTo(ScannedCustomer), {
    description: 'The customer; several where the ID is in use in several businesses',
  }),
  shipment: Type.Optional(
    Type.Object({ shipment_id: Type.String(), number: Type.String(), mode: Type.Enum(['test', 'live']), carrier: Type.String() }),
  ),
  place: Type.Optional(Type.Object({ place_id: Type.String(), code: Type.String(), mode: Type.Enum(['test', 'live']) })),
  business: Type.Optional(OpsBusiness),
  unidentified_parcel: Type.Optional(UnidentifiedAnswer),
  inbound_parcels: Type.Optional(
    Type.Array(OpsInboundAnswer, { description: 'Announcements of the courier number; several are for staff to choose from' }),
  ),
  sure: Type.Optional(Type.Boolean({ description: 'For `inbound`: the code matches only this announcement, which still expects it' })),
  suggestions: Type.Object(
    {
      parcel_numbers: Type.Array(Type.String()),
      customers: Type.Array(Type.RefTo(ScannedCustomer)),
    },
    { description: 'Similar records, most likely first' },
  ),
})
export const ScanQuery = Type.Object({
  code: Type.Text({ description: 'As the scanner read it' }),
  site: Type.Optional(Type.Text({ description: 'Code or token of the site, for places whose code several sites have' })),
  mode: Type.Optional(Type.Enum(MODES, { default: 'live' })),
})
export const Modes = () => Type.Enum(MODES, { default: 'live' })

export const RECEIVING_SCHEMAS = [PriceChange, Receipt, ScannedCustomer, Unidentified]
