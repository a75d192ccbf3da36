// Schemas of inbound parcels, which customers expect from couriers.

import { IMPORT_ROWS_MAX, INBOUND_COLUMNS } from '../../domain/inbound/inbound-csv.ts'
import { BOXES_MAX, INBOUND_STATUSES } from '../../domain/inbound/inbound-parcel.ts'
import { ITEMS_MAX, NUMBERS_MAX } from '../../domain/inbound/inbound-request.ts'
import {
  clientFields,
  DateTime,
  Enum,
  emptiableClientFields,
  LongText,
  Named,
  NullableDateTime,
  NullableEnum,
  NullableString,
  NullableText,
  RefTo,
  shownClientFields,
  Text,
  Titled,
  Token,
} from '../../platform/http/schemas/fields.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { Mode, Quantity } from '../values/fields.ts'

const MODES = ['air', 'ocean'] as const

const Item = Titled(
  'InboundItemRequest',
  Type.Partial(
    Type.Object({
      description: Text(),
      quantity: Quantity({ description: 'Default 1' }),
      unit_value: Type.Number({ minimum: 0, description: 'Value of one unit, in `currency`, with no more decimals than the currency has' }),
      currency: Text({ description: 'ISO 4217 code' }),
      hs_code: Text({ description: '6, 8 or 10 digits' }),
      country_of_origin: Text({ description: 'ISO-2 code, ISO-3 code or English name' }),
      has_battery: Type.Boolean(),
      has_liquid: Type.Boolean(),
    }),
  ),
)

const fields = {
  courier_numbers: Type.Array(Text(), {
    maxItems: NUMBERS_MAX,
    description: 'As the courier gave them; spaces, hyphens and case do not matter',
  }),
  items: Type.Array(Item, { maxItems: ITEMS_MAX }),
}
const customer = {
  parcel_customer_token: Text({ description: 'Customer token or unique ID, full or short' }),
  customer_id: Text({ description: 'Alias of parcel_customer_token' }),
  address_suffix: Text({ description: 'Customer unique ID, full or short' }),
}

const EXAMPLE_REQUEST = {
  customer_id: 'pcus_01kqn2x4t8e6nvd0t2d5c1yq7w',
  courier: 'YTO',
  courier_numbers: ['YT8812345678901'],
  items: [{ description: 'Phone cases', quantity: 20, unit_value: 12.5, currency: 'CNY', hs_code: '392690', country_of_origin: 'CN' }],
  transport_mode: 'air' as const,
  client_reference: 'ORDER-77',
}

export const CreateInboundBody = Type.Object(
  {
    inbound_parcel: Titled(
      'InboundParcelRequest',
      Type.Partial(
        Type.Object({
          ...customer,
          courier: Text(),
          ...fields,
          transport_mode: Enum(MODES, { description: 'Transport mode from the warehouse to the destination' }),
          note: LongText(),
          ...clientFields,
        }),
      ),
    ),
  },
  { examples: [{ inbound_parcel: EXAMPLE_REQUEST }] },
)

export const ChangeInboundBody = Type.Object(
  {
    inbound_parcel: Type.Partial(
      Type.Object({
        ...customer,
        courier: NullableText(),
        courier_numbers: fields.courier_numbers,
        items: Type.Unsafe<Type.Static<typeof Item>[] | null>({ ...fields.items, type: ['array', 'null'] }),
        transport_mode: NullableEnum(MODES),
        note: Type.Unsafe<string | null>({ ...LongText(), type: ['string', 'null'] }),
        ...emptiableClientFields,
      }),
    ),
  },
  { examples: [{ inbound_parcel: { transport_mode: 'ocean', note: null } }] },
)

const InboundParcel = Named(
  'InboundParcel',
  Type.Object({
    inbound_parcel_id: Token('inb'),
    status: Enum(INBOUND_STATUSES, {
      title: 'InboundParcelStatus',
      description: '`received` once something has come under every courier number; `expired` when nothing came in time',
    }),
    mode: Mode(),
    parcel_customer_id: Token('pcus'),
    courier: NullableString(),
    courier_numbers: Type.Array(Type.String(), { maxItems: NUMBERS_MAX }),
    items: Type.Array(
      Titled(
        'InboundItem',
        Type.Object({
          description: Type.String(),
          quantity: Type.Integer(),
          unit_value: NullableString({ description: 'Decimal' }),
          currency: NullableString(),
          hs_code: NullableString(),
          country_of_origin: NullableString({ description: 'ISO-2 code' }),
          has_battery: Type.Boolean(),
          has_liquid: Type.Boolean(),
        }),
      ),
      { maxItems: ITEMS_MAX },
    ),
    transport_mode: NullableEnum(MODES),
    note: NullableString(),
    packages: Type.Array(
      Titled(
        'InboundPackage',
        Type.Object({ parcel_id: Token('pkg'), parcel_number: Type.String(), courier_number: Type.String(), received_at: DateTime() }),
      ),
      { maxItems: BOXES_MAX, description: 'Received packages, oldest first for each courier number' },
    ),
    received_at: NullableDateTime(),
    cancelled_at: NullableDateTime(),
    expired_at: NullableDateTime(),
    comment: NullableString({ description: 'Given at cancellation' }),
    created_at: DateTime(),
    updated_at: DateTime(),
    ...shownClientFields,
  }),
)

export type WireInbound = Type.Static<typeof InboundParcel>
export const InboundAnswer = RefTo(InboundParcel)
/** For schemas of /ops/v1, which show more than the contract. */
export const inboundFields = InboundParcel.properties
export const INBOUND_SCHEMAS = [InboundParcel]

/** Keeps the whole request below the limit of a body. */
const CSV_MAX_CHARACTERS = 1_000_000

const EXAMPLE_CSV =
  'customer_id,courier,courier_numbers,description,quantity,unit_value,currency,transport_mode\nSMP1001,YTO,YT8812345678901,Phone cases,20,12.50,CNY,air\n'

export const importFields = {
  csv: Type.String({
    maxLength: CSV_MAX_CHARACTERS,
    description: `The file: a header and one row per parcel, at most ${IMPORT_ROWS_MAX}. Columns: ${INBOUND_COLUMNS.join(', ')}`,
  }),
  dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Only check the file: nothing is stored' })),
}
export const ImportBody = Type.Object(importFields, { examples: [{ csv: EXAMPLE_CSV, dry_run: true }] })

export const ImportAnswer = Titled(
  'InboundImport',
  Type.Object({
    rows: Type.Integer(),
    mistakes: Type.Array(
      Titled(
        'InboundImportMistake',
        Type.Object({
          row: Type.Integer({ description: 'Row number as in a spreadsheet, where the header is row 1; 0 means the whole file' }),
          column: Type.String(),
          message: Type.String(),
        }),
      ),
      { description: 'With `dry_run`; without it they are the errors of a 422. The first 100, and then how many more the file has' },
    ),
    inbound_parcels: Type.Array(InboundAnswer, { description: 'The inbound parcels that were created' }),
  }),
)

export const INBOUND: WireInbound = {
  inbound_parcel_id: 'inb_01kqn2x4t8e6nvd0t2d5c1yq7w',
  status: 'expected',
  mode: 'test',
  parcel_customer_id: 'pcus_01kqn2x4t8e6nvd0t2d5c1yq7w',
  courier: 'YTO',
  courier_numbers: ['YT8812345678901'],
  items: [
    {
      description: 'Phone cases',
      quantity: 20,
      unit_value: '12.50',
      currency: 'CNY',
      hs_code: '392690',
      country_of_origin: 'CN',
      has_battery: false,
      has_liquid: false,
    },
  ],
  transport_mode: 'air',
  note: null,
  packages: [],
  received_at: null,
  cancelled_at: null,
  expired_at: null,
  comment: null,
  created_at: '2026-11-15T08:30:00.000Z',
  updated_at: '2026-11-15T08:30:00.000Z',
  client_reference: 'ORDER-77',
  metadata: null,
}
