// Schemas of shipments under /ops/v1.

import type { TSchema } from 'typebox'
import { CONTAINERS_MAX, SEALS_MAX } from '../../domain/shipments/containers.ts'
import { SHIPMENT_STATUSES } from '../../domain/shipments/shipment.ts'
import { businessQuery, modeQuery, pageQuery, sortQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { idParams } from '../values/fields.ts'

const MODES = ['test', 'live'] as const
const TRANSPORT = ['air', 'ocean'] as const

const contents = {
  packages: Type.Integer(),
  delivered: Type.Integer({ description: 'How many of them' }),
  pieces: Type.Integer(),
  weight: Type.Number({ description: 'kg: as measured, else as declared' }),
  volume: Type.Number({ description: 'CBM, where known' }),
}

const Fill = Type.Named('Fill', {
  shipments: Type.Integer({ description: 'How many shipments go with it' }),
  weight: Type.Number({ description: 'kg, of all of them' }),
  volume: Type.Number({ description: 'CBM, of all of them' }),
  capacity_weight: Type.NullableNumber({ description: 'kg' }),
  capacity_volume: Type.NullableNumber({ description: 'CBM' }),
  weight_percent: Type.NullableNumber(),
  volume_percent: Type.NullableNumber(),
  over_capacity: Type.Boolean(),
})
export type WireFill = Type.Static<typeof Fill>
export const FillAnswer = Type.RefTo(Fill)

export const FILL_EXAMPLE: WireFill = {
  shipments: 1,
  weight: 25.5,
  volume: 0.4,
  capacity_weight: 1500,
  capacity_volume: 9,
  weight_percent: 1.7,
  volume_percent: 4.4,
  over_capacity: false,
}

export const Shipment = Type.Named('Shipment', {
  shipment_id: Type.String(),
  number: Type.String({ description: 'Number on the label, for people and scanners' }),
  mode: Type.Enum(MODES),
  status: Type.Enum(SHIPMENT_STATUSES),
  transport_mode: Type.Enum(TRANSPORT),
  carrier: Type.NullableString(),
  voyage_id: Type.NullableString({ description: 'The flight or sailing of the schedule that it goes with' }),
  cut_off_at: Type.NullableDateTime({ description: 'Cut-off of that flight or sailing' }),
  fill: Type.OrNull(Type.RefTo(Fill), { description: 'How full that flight or sailing is, with all shipments of this mode on it' }),
  conveyance: Type.NullableString({ description: 'Flight or vessel' }),
  master_document: Type.NullableString({ description: 'Air waybill number, or number of the first container or Ro-Ro unit' }),
  bill_of_lading: Type.NullableString({ description: 'By sea' }),
  containers: Type.Array(
    Type.Object({
      number: Type.String({ description: 'ISO 6346; of a Ro-Ro unit its VIN (ISO 3779)' }),
      size: Type.NullableString({ description: '`Ro-Ro` for a Ro-Ro unit' }),
      vin_check_digit: Type.Unsafe<boolean | null>({
        type: ['boolean', 'null'],
        description:
          'Whether the check digit of the VIN is right. Some makers use none, so look twice if it is false. Null for a container',
      }),
      seals: Type.Array(
        Type.Object({
          number: Type.String(),
          fixed_by: Type.String({ description: 'Token of the staff member' }),
          fixed_at: Type.DateTime(),
          broken_by: Type.NullableString({ description: 'Token of the staff member' }),
          broken_at: Type.NullableDateTime(),
        }),
        { maxItems: SEALS_MAX },
      ),
      parcel: Type.Unsafe<{ parcel_id: string; parcel_number: string } | null>({
        type: ['object', 'null'],
        properties: { parcel_id: { type: 'string' }, parcel_number: { type: 'string' } },
        required: ['parcel_id', 'parcel_number'],
        description: 'The package that is this container, loaded at the supplier',
      }),
    }),
    { maxItems: CONTAINERS_MAX, description: 'By sea' },
  ),
  from_site: Type.NullableString({ description: 'Code of the site where it leaves' }),
  to_site: Type.NullableString({ description: 'Code of the site where it arrives; null: it goes to a country' }),
  origin_country: Type.NullableString({ description: 'ISO-2' }),
  destination_country: Type.NullableString({ description: 'ISO-2; once set it stays' }),
  etd: Type.NullableDateTime(),
  eta: Type.NullableDateTime(),
  departed_at: Type.NullableDateTime(),
  arrived_at: Type.NullableDateTime(),
  delivered_at: Type.NullableDateTime(),
  cancelled_at: Type.NullableDateTime(),
  created_at: Type.DateTime(),
  version: Type.Integer({ description: 'Counts changes, including attached and detached packages' }),
  contents: Type.Object(contents),
  businesses: Type.Array(Type.Object({ business_id: Type.String(), name: Type.String(), ...contents }), {
    description: 'Whose packages',
  }),
})
export type WireShipment = Type.Static<typeof Shipment>
export const ShipmentAnswer = Type.RefTo(Shipment)

export const ShipmentParams = idParams('shp', 'Shipment token or number')

export const ShipmentsQuery = Type.Object({
  ...modeQuery,
  ...businessQuery,
  status: Type.Optional(Type.Enum(SHIPMENT_STATUSES)),
  transport_mode: Type.Optional(Type.Enum(TRANSPORT)),
  site: Type.Optional(Type.Text({ description: 'Code or token of a site: only what leaves or arrives there' })),
  late: Type.Optional(Type.Boolean({ description: '`true`: only what is still open past its ETD' })),
  q: Type.Optional(Type.Text({ description: 'Part of the number, carrier, flight or vessel, air waybill or container' })),
  ...pageQuery,
  ...sortQuery(['created', 'etd', 'eta'], 'Newest first by default; records without that time come first'),
})

type Described = { description: string }

const details = <S extends TSchema>(optional: (more: Described) => S) =>
  Type.Partial(
    Type.Object({
      voyage_id: optional({
        description: 'Flight or sailing of the schedule: carrier, conveyance, etd and eta are its own unless they are given',
      }),
      carrier: Type.Text(),
      conveyance: optional({ description: 'Flight or vessel' }),
      master_document: optional({
        description:
          'By air the air waybill number, by sea the number of the first container; its check digit must be right; or the VIN of a Ro-Ro unit',
      }),
      bill_of_lading: optional({ description: 'By sea' }),
      to_site: optional({ description: 'Code or token of the site where it arrives' }),
      origin_country: optional({ description: 'Any code or name' }),
      destination_country: optional({ description: 'Any code or name. Once set it stays; else the first package sets it' }),
      etd: optional({ description: 'ISO 8601 with its offset' }),
      eta: optional({ description: 'ISO 8601 with its offset' }),
    }),
  ).properties

export const CreateShipmentBody = Type.Body(
  [
    {
      transport_mode: 'air',
      carrier: 'Sample Air Cargo',
      conveyance: 'SA 912',
      master_document: '123-12345675',
      destination_country: 'NG',
    },
  ],
  {
    transport_mode: Type.Enum(TRANSPORT),
    mode: Type.Optional(Type.Enum(MODES, { default: 'live' })),
    from_site: Type.Optional(
      Type.Text({
        description:
          'Code or token of the site where it leaves; by default your only site, or the oldest open one, of `origin_country` if there is one',
      }),
    ),
    ...details(Type.Text),
  },
)
export const ChangeShipmentBody = Type.Body([{ conveyance: 'SA 914', etd: '2026-11-16T21:00:00+08:00', master_document: null }], {
  from_site: Type.Optional(Type.Text({ description: 'Code or token of the site where it leaves; only while it is open and empty' })),
  ...details(Type.NullableText),
})

export const SHIPMENT_SCHEMAS = [Fill, Shipment]

const CONTENTS_EXAMPLE = { packages: 2, delivered: 0, pieces: 3, weight: 25.5, volume: 0.4 }

export const SHIPMENT_EXAMPLE: WireShipment = {
  shipment_id: 'shp_01kqn2x4t8e6nvd0t2d5c1yq7w',
  number: 'S7K2M9QXTR4B',
  mode: 'live',
  status: 'open',
  transport_mode: 'air',
  carrier: 'Sample Air Cargo',
  voyage_id: 'voy_01kqn2x4t8e6nvd0t2d5c1yq7w',
  cut_off_at: '2026-11-16T05:00:00.000Z',
  fill: FILL_EXAMPLE,
  conveyance: 'SA 912',
  master_document: '123-12345675',
  bill_of_lading: null,
  containers: [],
  from_site: 'MAIN',
  to_site: null,
  origin_country: 'CN',
  destination_country: 'NG',
  etd: '2026-11-16T13:00:00.000Z',
  eta: '2026-11-17T06:00:00.000Z',
  departed_at: null,
  arrived_at: null,
  delivered_at: null,
  cancelled_at: null,
  created_at: '2026-11-15T08:00:00.000Z',
  version: 3,
  contents: CONTENTS_EXAMPLE,
  businesses: [{ business_id: 'biz_01kqn2x4t8e6nvd0t2d5c1yq7w', name: 'Sample Imports', ...CONTENTS_EXAMPLE }],
}
