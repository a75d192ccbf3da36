// Schemas of packages, notices and tracking.

import { NOTICES_SHOWN_MAX } from '../../domain/packages/notice.ts'
import type { DispositionKind } from '../../domain/packages/package.ts'
import { DISPOSITION_KINDS } from '../../domain/packages/package.ts'
import { TRACKING_CODES } from '../../domain/packages/tracking.ts'
import { CONTAINER_SIZES } from '../../domain/pricing/cargo.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import type { WireQuote } from '../quotes/v1-schemas.ts'
import { DimensionCm, Direction, HoldInstruction, Mode, PackageStatusName, Quantity, VolumeCbm, WeightKg } from '../values/fields.ts'

const Notice = Type.Named('Notice', {
  token: Type.Token('ntc'),
  uuid: Type.String({ examples: ['019dea2e-9348-71ab-b683-42695c1f5cfc'] }),
  level: Type.Enum(['info', 'warning', 'danger'], { title: 'NoticeLevel' }),
  body: Type.String(),
  active: Type.Boolean(),
  created_at: Type.DateTime(),
  deactivated_at: Type.NullableDateTime(),
})

const StorageFee = Type.Named('StorageFee', {
  free_days: Type.Integer({ description: 'Free warehouse holding days from arrival' }),
  start_date: Type.Optional(Type.CalendarDate({ description: 'Warehouse arrival date; absent before arrival' })),
  last_free_day: Type.Optional(Type.CalendarDate({ description: 'Last calendar date before storage accrues; absent before arrival' })),
  chargeable_storage_days: Type.Integer({ description: 'Billable days as of today' }),
  daily_rate: Type.Number({ description: 'Price per square metre and day' }),
  currency: Type.String(),
  storage_area_sqm: Type.Number({ description: 'The volume if the package has one, else length x width x quantity' }),
  amount_due: Type.Number(),
})

const LinkedPackages = (description: string) =>
  Type.Unsafe<{ parcel_id: string; parcel_number: string }[] | null>({
    type: ['array', 'null'],
    items: {
      type: 'object',
      properties: { parcel_id: { type: 'string' }, parcel_number: { type: 'string' } },
      required: ['parcel_id', 'parcel_number'],
    },
    description,
  })

type WireDisposition = {
  kind: DispositionKind
  to: string | null
  courier: string | null
  courier_number: string | null
  reason: string
  at: string
}

const NullableDisposition = Type.Unsafe<WireDisposition | null>({
  type: ['object', 'null'],
  properties: {
    kind: { type: 'string', enum: [...DISPOSITION_KINDS] },
    to: { type: ['string', 'null'], description: 'The person or supplier that got the package' },
    courier: { type: ['string', 'null'] },
    courier_number: { type: ['string', 'null'] },
    reason: { type: 'string' },
    at: { type: 'string', format: 'date-time' },
  },
  required: ['kind', 'to', 'courier', 'courier_number', 'reason', 'at'],
  description: 'How a package that was cancelled in the warehouse left it; storage accrues until then',
})

const Package = Type.Named('Package', {
  parcel_id: Type.Token('pkg', { description: 'Package token' }),
  parcel_number: Type.String({ description: 'Number on the label, for people and scanners', examples: ['PQG5WYRERYY8'] }),
  customer_identifier: Type.Optional(Type.String({ description: 'Unique ID of the linked customer' })),
  status: PackageStatusName(),
  trade_direction: Direction(),
  quantity: Type.Integer(),
  declared_weight: Type.Optional(Type.Number()),
  actual_weight: Type.Optional(Type.Number()),
  length: Type.Optional(Type.Number()),
  width: Type.Optional(Type.Number()),
  height: Type.Optional(Type.Number()),
  volume: Type.Optional(Type.Number()),
  mode: Mode(),
  hold_instruction: HoldInstruction(),
  hold_released_at: Type.NullableDateTime(),
  warehouse_arrived_at: Type.NullableDateTime(),
  cancelled_at: Type.NullableDateTime(),
  comment: Type.NullableString({ description: 'Comment given at cancellation' }),
  shipment_id: Type.NullableToken('shp'),
  parcel_quote_id: Type.NullableToken('pq'),
  inbound_parcel_id: Type.NullableToken('inb', { description: 'The inbound parcel under which it was received' }),
  repacked_into: LinkedPackages('The packages that replace it after a repack or split; this one is then cancelled'),
  repacked_from: LinkedPackages('The packages that it replaces after a repack or split'),
  storage_fee: Type.RefTo(StorageFee),
  notices: Type.Array(Type.RefTo(Notice), { maxItems: NOTICES_SHOWN_MAX, description: `The newest ${NOTICES_SHOWN_MAX}, oldest first` }),
  origin_country: Type.String({ description: 'ISO-2' }),
  destination_country: Type.String({ description: 'ISO-2' }),
  created_at: Type.DateTime(),
  updated_at: Type.DateTime({ description: 'Last changed' }),
  ...Type.shownClientFields,
  parcel_customer_id: Type.NullableString({ description: 'Token of the linked customer' }),
  transport_mode: Type.NullableEnum(['air', 'ocean'], {
    description: 'Null for an unannounced parcel until its transport mode is decided',
  }),
  package_type: Type.NullableString({ description: 'Air: as the quote declared it' }),
  container_size: Type.NullableEnum(CONTAINER_SIZES, { description: 'Ocean: as the quote declared it' }),
  commodity: Type.NullableString({ description: 'Ocean: as the quote declared it' }),
  eta: Type.NullableDateTime({
    description: 'Expected arrival of its shipment, as flight, vessel and dates are now; null if unknown, and once it is delivered',
  }),
  milestones: Type.Object(
    {
      ready_for_collection_at: Type.NullableDateTime({
        description: 'Time at which it became ready for collection; kept after it was handed out',
      }),
      kept_since: Type.NullableDateTime({
        description: 'Time of its cancellation in the warehouse; its storage goes on. Null before that, and after its disposition',
      }),
    },
    { description: 'Times of events that do not change the status' },
  ),
  disposition: NullableDisposition,
  quote: Type.Optional(
    Type.Unsafe<WireQuote | null>({
      anyOf: [{ $ref: 'Quote#' }, { type: 'null' }],
      description: 'The quote it was booked with, only with `expand=quote`; `parcel_details.parcels` names this package only',
    }),
  ),
})

export const NoticeBody = Type.Body([{ action: 'hold', body: 'Customs papers are missing' }], {
  action: HoldInstruction(),
  body: Type.Optional(Type.LongText({ description: 'The reason; a default text if absent' })),
})

export const NoticeAnswer = Type.Titled('HoldResult', {
  parcel_id: Type.Token('pkg'),
  action: HoldInstruction(),
  hold_instruction: HoldInstruction(),
  hold_released_at: Type.NullableDateTime(),
  notice: Type.RefTo(Notice),
})

export const TrackingAnswer = Type.Titled('Tracking', {
  parcel_id: Type.Token('pkg'),
  parcel_number: Type.NullableString(),
  status: PackageStatusName(),
  tracking_data: Type.Array(
    Type.Titled('TrackingStep', {
      step: Type.Integer(),
      status: PackageStatusName(),
      code: Type.Enum(TRACKING_CODES, { title: 'TrackingCode' }),
      info: Type.String(),
      completed_on: Type.NullableDateTime(),
    }),
  ),
})

/** Measurements by the warehouse. For an omitted measurement, the declared value applies. */
export const ReceiveBody = Type.Partial(
  Type.Object({
    weight: WeightKg({ description: 'kg, total' }),
    actual_weight: WeightKg({ description: 'Alias of weight, as in package responses' }),
    length: DimensionCm(),
    width: DimensionCm(),
    height: DimensionCm(),
    volume: VolumeCbm(),
    quantity: Quantity(),
  }),
  { examples: [{ weight: 13.2 }] },
)

export type WirePackage = Type.Static<typeof Package>
export type WireNotice = Type.Static<typeof Notice>
export type WireTracking = Type.Static<typeof TrackingAnswer>
export type WireHold = Type.Static<typeof NoticeAnswer>
export const PackageAnswer = Type.RefTo(Package)
const { quote: _quote, ...fieldsWithoutQuote } = Package.properties
/** The package schemas under /ops/v1 contain these fields and further ones. */
export const packageFields = fieldsWithoutQuote
export const PACKAGE_SCHEMAS = [Notice, StorageFee, Package]
