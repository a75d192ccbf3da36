// Schemas of inbound parcels: parcels that customers expect a courier to bring to the warehouse.

import { IMPORT_ROWS_MAX, INBOUND_COLUMNS } from '../../domain/inbound/inbound-csv.ts'
import { BOXES_MAX, INBOUND_STATUSES } from '../../domain/inbound/inbound-parcel.ts'
import { ITEMS_MAX, NUMBERS_MAX } from '../../domain/inbound/inbound-request.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { Mode, Quantity } from '../values/fields.ts'

const MODES = ['air', 'ocean'] as const

const Item = Type.TitledPartial('InboundItemRequest', {
  description: Type.Text(),
  quantity: Quantity({ description: 'Default 1' }),
  unit_value: Type.Unsafe<number | string>({
    type: ['number', 'string'],
    minimum: 0,
    maxLength: 20,
    description: 'Value of one unit, in `currency`, with no more decimals than the currency has: a number, or text as in responses',
  }),
  currency: Type.Text({ description: 'ISO 4217 code' }),
  hs_code: Type.Text({ description: '6, 8 or 10 digits' }),
  country_of_origin: Type.Text({ description: 'ISO-2 code, ISO-3 code or English name' }),
  has_battery: Type.Boolean(),
  has_liquid: Type.Boolean(),
})

type WireItem = Type.Static<typeof Item>

/**
 * An item in a request that changes an inbound parcel. Null counts as absent, because clients may copy an item with null fields from a
 * response.
 */
const ItemOrNulls = Type.Unsafe<{ [Field in keyof WireItem]: WireItem[Field] | null }>({
  ...Item,
  title: 'InboundItemChange',
  properties: Object.fromEntries(
    Object.entries(Item.properties as unknown as Record<string, { type: string }>).map(([name, field]) => [
      name,
      { ...field, type: [field.type, 'null'].flat() },
    ]),
  ),
})

const fields = {
  courier_numbers: Type.Array(Type.Text(), {
    maxItems: NUMBERS_MAX,
    description: 'Numbers as the courier gave them; spaces, hyphens and case do not matter',
  }),
  items: Type.Array(Item, { maxItems: ITEMS_MAX }),
}
const customer = {
  parcel_customer_token: Type.Text({
    description: 'Customer token or unique ID, full or short; or the prefix of the business for a parcel of its own',
  }),
  customer_id: Type.Text({ description: 'Alias of parcel_customer_token' }),
  address_suffix: Type.Text({ description: 'Customer unique ID, full or short' }),
}

const EXAMPLE_REQUEST = {
  customer_id: 'pcus_01kqn2x4t8e6nvd0t2d5c1yq7w',
  courier: 'YTO',
  courier_numbers: ['YT8812345678901'],
  items: [{ description: 'Phone cases', quantity: 20, unit_value: 12.5, currency: 'CNY', hs_code: '392690', country_of_origin: 'CN' }],
  transport_mode: 'air' as const,
  client_reference: 'ORDER-77',
}

export const CreateInboundBody = Type.Body([{ inbound_parcel: EXAMPLE_REQUEST }], {
  inbound_parcel: Type.TitledPartial('InboundParcelRequest', {
    ...customer,
    courier: Type.Text(),
    ...fields,
    transport_mode: Type.Enum(MODES, { description: 'Transport mode from the warehouse to the destination' }),
    note: Type.LongText(),
    ...Type.clientFields,
  }),
})

export const ChangeInboundBody = Type.Body([{ inbound_parcel: { transport_mode: 'ocean', note: null } }], {
  inbound_parcel: Type.Partial(
    Type.Object({
      ...customer,
      courier: Type.NullableText(),
      courier_numbers: fields.courier_numbers,
      items: Type.Unsafe<Type.Static<typeof ItemOrNulls>[] | null>({ ...fields.items, items: ItemOrNulls, type: ['array', 'null'] }),
      transport_mode: Type.NullableEnum(MODES),
      note: Type.Unsafe<string | null>({ ...Type.LongText(), type: ['string', 'null'] }),
      ...Type.emptiableClientFields,
    }),
  ),
})

const InboundParcel = Type.Named('InboundParcel', {
  inbound_parcel_id: Type.Token('inb'),
  status: Type.Enum(INBOUND_STATUSES, {
    title: 'InboundParcelStatus',
    description: '`received` once something has come under every courier number; `expired` when nothing came in time',
  }),
  mode: Mode(),
  parcel_customer_id: Type.NullableToken('pcus', { description: 'Null for a parcel of the business itself' }),
  courier: Type.NullableString(),
  courier_numbers: Type.Array(Type.String(), { maxItems: NUMBERS_MAX }),
  items: Type.Array(
    Type.Titled('InboundItem', {
      description: Type.String(),
      quantity: Type.Integer(),
      unit_value: Type.NullableString({ description: 'Decimal' }),
      currency: Type.NullableString(),
      hs_code: Type.NullableString(),
      country_of_origin: Type.NullableString({ description: 'ISO-2 code' }),
      has_battery: Type.Boolean(),
      has_liquid: Type.Boolean(),
    }),
    { maxItems: ITEMS_MAX },
  ),
  transport_mode: Type.NullableEnum(MODES),
  note: Type.NullableString(),
  packages: Type.Array(
    Type.Titled('InboundPackage', {
      parcel_id: Type.Token('pkg'),
      parcel_number: Type.String(),
      courier_number: Type.String(),
      received_at: Type.DateTime(),
    }),
    { maxItems: BOXES_MAX, description: 'Received packages, oldest first for each courier number' },
  ),
  received_at: Type.NullableDateTime(),
  cancelled_at: Type.NullableDateTime(),
  expired_at: Type.NullableDateTime(),
  comment: Type.NullableString({ description: 'Comment given at cancellation' }),
  created_at: Type.DateTime(),
  updated_at: Type.DateTime(),
  ...Type.shownClientFields,
})

export type WireInbound = Type.Static<typeof InboundParcel>
export const InboundAnswer = Type.RefTo(InboundParcel)
/** The inbound parcel schemas under /ops/v1 contain these fields and further ones. */
export const inboundFields = InboundParcel.properties
export const INBOUND_SCHEMAS = [InboundParcel]

/** Keeps an import request below the size limit of request bodies. */
const CSV_MAX_CHARACTERS = 1_000_000

const EXAMPLE_CSV =
  'customer_id,courier,courier_numbers,description,quantity,unit_value,currency,transport_mode\nSMP1001,YTO,YT8812345678901,Phone cases,20,12.50,CNY,air\n'

export const importFields = {
  csv: Type.String({
    maxLength: CSV_MAX_CHARACTERS,
    description: `The file: a header and one row per parcel, at most ${IMPORT_ROWS_MAX}. Columns: ${INBOUND_COLUMNS.join(', ')}`,
  }),
  dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Whether to check the file only, and store nothing' })),
}
/** Query parameters of an import whose request body is the CSV file itself. */
export const ImportQuery = Type.Object({ dry_run: importFields.dry_run })
export const ImportBody = Type.Body([{ csv: EXAMPLE_CSV, dry_run: true }], importFields)

export const ImportAnswer = Type.Titled('InboundImport', {
  rows: Type.Integer(),
  mistakes: Type.Array(
    Type.Titled('InboundImportMistake', {
      row: Type.Integer({ description: 'Row number as in a spreadsheet, where the header is row 1; 0 means the whole file' }),
      column: Type.String(),
      message: Type.String(),
    }),
    { description: 'The first 100 mistakes, then how many more there are. Only with `dry_run`; without it, they are the errors of a 422' },
  ),
  inbound_parcels: Type.Array(InboundAnswer, { description: 'The inbound parcels that were created' }),
})

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
