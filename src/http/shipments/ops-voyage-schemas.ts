// Schemas of the schedule of flights and sailings under /ops/v1.

import { VOYAGE_COLUMNS, VOYAGE_ROWS_MAX } from '../../domain/shipments/voyage-csv.ts'
import { modeQuery, pageQuery, sortQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { idParams } from '../values/fields.ts'

import { FILL_EXAMPLE, FillAnswer, SHIPMENT_EXAMPLE, ShipmentAnswer } from './ops-schemas.ts'

const TRANSPORT = ['air', 'ocean'] as const
const FOLLOWERS_MAX = 500
const NUMBER = 'Flight number, or vessel and voyage'
const CUT_OFF = 'Until when goods must be there'
const CAPACITY_MAX = 100_000_000

const times = {
  departs_at: Type.DateTime(),
  cut_off_at: Type.NullableDateTime({ description: CUT_OFF }),
  arrives_at: Type.DateTime(),
}
const described = {
  transport_mode: Type.Enum(TRANSPORT),
  carrier: Type.String(),
  number: Type.String({ description: NUMBER }),
  origin: Type.String({ description: 'Airport or port' }),
  destination: Type.String({ description: 'Airport or port' }),
  ...times,
  capacity_weight: Type.NullableNumber({ description: 'kg that the operator may load' }),
  capacity_volume: Type.NullableNumber({ description: 'CBM that the operator may load' }),
}

const Voyage = Type.Named('Voyage', {
  voyage_id: Type.String(),
  ...described,
  cancelled_at: Type.NullableDateTime(),
  fill: FillAnswer,
  created_at: Type.DateTime(),
})
export type WireVoyage = Type.Static<typeof Voyage>
export const VoyageAnswer = Type.RefTo(Voyage)
export const VOYAGE_SCHEMAS = [Voyage]

export const ChangedVoyageAnswer = Type.Object({
  ...Voyage.properties,
  shipments: Type.Array(ShipmentAnswer, { maxItems: FOLLOWERS_MAX, description: 'Shipments that got its new number or times' }),
})

export const VoyageParams = idParams('voy', 'Token of the flight or sailing')

const filters = {
  ...modeQuery,
  transport_mode: Type.Optional(Type.Enum(TRANSPORT)),
  upcoming: Type.Optional(Type.Boolean({ description: '`true`: only those that have not departed' })),
  cancelled: Type.Optional(Type.Boolean({ description: '`true`: only cancelled ones; by default they are left out' })),
  q: Type.Optional(Type.Text({ description: 'Part of the carrier, number, origin or destination' })),
}
export const VoyageTotalsQuery = Type.Object(filters)
export const VoyagesQuery = Type.Object({ ...filters, ...pageQuery, ...sortQuery(['departure'], 'Last departure first by default') })
export const VoyageQuery = Type.Object(modeQuery)

const ISO = 'ISO 8601 with its offset'
const place = (description: string) => Type.Text({ description })
const capacity = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], exclusiveMinimum: 0, maximum: CAPACITY_MAX, description })

const needed = {
  transport_mode: Type.Enum(TRANSPORT),
  carrier: Type.Text(),
  number: Type.Text({ description: NUMBER }),
  origin: place('Airport or port, such as CAN or Nansha'),
  destination: place('Airport or port, such as LOS or Apapa'),
  departs_at: Type.Text({ description: ISO }),
  arrives_at: Type.Text({ description: ISO }),
}
const optional = {
  cut_off_at: Type.Optional(Type.NullableText({ description: `${CUT_OFF}. ${ISO}` })),
  capacity_weight: Type.Optional(capacity('kg that the operator may load')),
  capacity_volume: Type.Optional(capacity('CBM that the operator may load')),
}

const SPOKEN = {
  transport_mode: 'air',
  carrier: 'Sample Air Cargo',
  number: 'SA 912',
  origin: 'CAN',
  destination: 'LOS',
  departs_at: '2026-11-16T21:00:00+08:00',
  cut_off_at: '2026-11-16T13:00:00+08:00',
  arrives_at: '2026-11-17T06:00:00Z',
  capacity_weight: 1500,
  capacity_volume: 9,
} as const

export const AddVoyageBody = Type.Body([SPOKEN], { ...needed, ...optional })
export const ChangeVoyageBody = Type.PartialBody([{ departs_at: '2026-11-17T21:00:00+08:00', arrives_at: '2026-11-18T06:00:00Z' }], {
  ...needed,
  ...optional,
})

const TEXT_MAX_CHARACTERS = 200_000

export const ImportVoyagesBody = Type.Body(
  [
    {
      text: 'by\tcarrier\tflight\tfrom\tto\tdeparture\tcut-off\tarrival\tkg\nair\tSample Air Cargo\tSA 912\tCAN\tLOS\t2026-11-16 21:00\t2026-11-16 13:00\t2026-11-17 14:00\t1500\n',
      dry_run: true,
    },
  ],
  {
    text: Type.String({
      maxLength: TEXT_MAX_CHARACTERS,
      description: `A header and at most ${VOYAGE_ROWS_MAX} rows, separated by commas, semicolons or tabs. Columns, or their usual names: ${VOYAGE_COLUMNS.join(', ')}. Times without an offset are in the operator’s time zone`,
    }),
    dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Only check the list: nothing is stored' })),
  },
)

export const ImportedVoyagesAnswer = Type.Object({
  rows: Type.Array(
    Type.Object({
      row: Type.Integer({ description: 'The header is row 1' }),
      outcome: Type.Enum(['new', 'changed', 'same']),
      ...described,
    }),
    { maxItems: VOYAGE_ROWS_MAX },
  ),
  mistakes: Type.Array(Type.Object({ row: Type.Integer(), column: Type.String(), message: Type.String() }), {
    description: 'Only with `dry_run`; a list with a mistake is refused',
  }),
})

export const VOYAGE_EXAMPLE: WireVoyage = {
  voyage_id: 'voy_01kqn2x4t8e6nvd0t2d5c1yq7w',
  ...SPOKEN,
  departs_at: '2026-11-16T13:00:00.000Z',
  cut_off_at: '2026-11-16T05:00:00.000Z',
  arrives_at: '2026-11-17T06:00:00.000Z',
  cancelled_at: null,
  fill: FILL_EXAMPLE,
  created_at: '2026-11-10T08:00:00.000Z',
}
const { voyage_id: _id, cancelled_at: _at, fill: _fill, created_at: _created, ...listed } = VOYAGE_EXAMPLE
export const IMPORTED_EXAMPLE = { rows: [{ row: 2, outcome: 'new' as const, ...listed }], mistakes: [] }
export const CHANGED_EXAMPLE = { ...VOYAGE_EXAMPLE, shipments: [SHIPMENT_EXAMPLE] }
