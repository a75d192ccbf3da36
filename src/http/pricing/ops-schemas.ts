// Schemas and example responses of rate cards, exchange rates and warehouses under /ops/v1.

import { CARD_KINDS } from '../../domain/pricing/card-csv/layout.ts'
import { CARD_FILE_MAX_BYTES } from '../../domain/pricing/card-csv/named-cells.ts'
import * as Type from '../../platform/http/schemas/type.ts'

export const CardParams = Type.Object({
  id: Type.String({ description: 'Card id; with @ and a version after it if one is meant: `import-air-china@2`' }),
})

const Kind = () => Type.Enum(CARD_KINDS)
const CardBusiness = () => Type.NullableString({ description: 'The one business that the card is for; null: the operator’s own card' })

const ListedCard = Type.Named('RateCard', {
  card_id: Type.String(),
  kind: Kind(),
  title: Type.String(),
  currency: Type.String(),
  business_id: CardBusiness(),
  in_force: Type.NullableInteger({ description: 'The version in force' }),
  since: Type.NullableDateTime({ description: 'Since when it is' }),
  next: Type.NullableInteger({ description: 'The version that takes its place next' }),
  next_from: Type.NullableDateTime(),
  draft: Type.NullableInteger({ description: 'The version that is a draft' }),
})
export const ListedCardAnswer = Type.RefTo(ListedCard)

const versionFields = {
  card_id: Type.String(),
  version: Type.Integer(),
  kind: Kind(),
  title: Type.String(),
  currency: Type.String(),
  sample: Type.Boolean({ description: 'One of those that ship with Waybill' }),
  business_id: CardBusiness(),
  created_at: Type.DateTime(),
  published_at: Type.NullableDateTime(),
  effective_from: Type.NullableDateTime({ description: 'From when on it holds; null until it is published' }),
  discarded_at: Type.NullableDateTime(),
}
const State = () => Type.Enum(['draft', 'discarded', 'scheduled', 'in force', 'replaced'])
const warnings = Type.Array(Type.String(), { description: 'Warnings; the request succeeded' })

const CardVersion = Type.Named('CardVersion', versionFields)
const CardInFull = Type.Named('CardInFull', {
  ...versionFields,
  state: State(),
  columns: Type.Array(Type.String(), { description: 'Columns of the card’s file, in order' }),
  rows: Type.Array(Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }), {
    description: 'The rows of the card’s file under their column names, without the empty cells',
  }),
  versions: Type.Array(Type.Object({ ...versionFields, state: State() }), { description: 'The history of the card, oldest first' }),
})
export const VersionAnswer = Type.RefTo(CardVersion)
export const CardAnswer = Type.RefTo(CardInFull)
export const ImportedAnswer = Type.Object({
  ...versionFields,
  replaced: Type.NullableInteger({ description: 'The draft that was discarded for it' }),
})
export const PublishedAnswer = Type.Object({ ...versionFields, warnings })

/** The schema has no `format: text`, because the parser reports invalid characters with their row and column. */
const Csv = () =>
  Type.String({
    maxLength: CARD_FILE_MAX_BYTES,
    description: 'The card’s file, as docs/rate-cards.md lays it out: comma, semicolon or tab',
  })
const Business = () => Type.Text({ description: 'For a new card: the one business, by token or prefix, that it is for' })

const CSV_EXAMPLE =
  'row,kind,title,currency,countries,volumetric_divisor_cm3_per_kg,step_kg,price_per_kg,transit_days,minimum_charge,fuel_percent,handling_fee\n' +
  'card,import_air,Import air from China,USD,CN,6000,none,8.50,7,0,0,0\n'

export const ImportBody = Type.Body([{ id: 'import-air-china', csv: CSV_EXAMPLE }], {
  id: Type.Text({ description: 'Small letters, digits and hyphens' }),
  csv: Csv(),
  kind: Type.Optional(Type.Enum(CARD_KINDS, { description: 'Needed for a new card, so that a mistyped id does not make one' })),
  business: Type.Optional(Business()),
  replace: Type.Optional(Type.Boolean({ description: 'Discards a draft that is there already' })),
})
export const ValidateBody = Type.Body([{ csv: CSV_EXAMPLE }], {
  csv: Csv(),
  id: Type.Optional(Type.Text({ description: 'The card it is meant for. Without one the file’s own row says its kind' })),
  kind: Type.Optional(Kind()),
  business: Type.Optional(Business()),
})
export const CompareBody = Type.Body([{ csv: CSV_EXAMPLE }], { csv: Type.Optional(Csv()) })
export const PublishBody = Type.Body([{ effective_from: '2027-01-01T00:00:00+01:00' }], {
  effective_from: Type.Optional(Type.Text({ description: 'ISO 8601 with its offset, now or later; now by default' })),
})

const Mistake = Type.Object({
  row: Type.Integer({ description: 'As a spreadsheet counts it; 1 is the header' }),
  column: Type.String({ description: 'The header’s name for it; `(file)` for the file as a whole' }),
  message: Type.String(),
})
export const ValidationAnswer = Type.Object({
  valid: Type.Boolean(),
  kind: Type.Unsafe<(typeof CARD_KINDS)[number] | null>({ type: ['string', 'null'], enum: [...CARD_KINDS, null] }),
  title: Type.NullableString(),
  currency: Type.NullableString(),
  mistakes: Type.Array(Mistake, { description: 'From the top of the file down, the first 200' }),
})

const Change = Type.Object({
  change: Type.Enum(['added', 'removed', 'changed']),
  field: Type.String({ description: 'The column of the card’s file' }),
  carrier: Type.Optional(Type.String()),
  service: Type.Optional(Type.String()),
  zone: Type.Optional(Type.String()),
  over_kg: Type.Optional(Type.String()),
  up_to_kg: Type.Optional(Type.NullableString({ description: 'Null: no limit' })),
  container_size: Type.Optional(Type.String()),
  country: Type.Optional(Type.String({ description: 'ISO-2 code, or * for every other' })),
  before: Type.NullableString(),
  after: Type.NullableString(),
  percent: Type.NullableString({ description: 'Signed; null where there is nothing to compare' }),
})
export const VersionName = Type.Object({ card_id: Type.String(), version: Type.Integer() })
const CardDiff = Type.Named('CardDiff', {
  from: VersionName,
  to: Type.NullableObject(VersionName, { description: 'Null: the file that was sent' }),
  changes: Type.Array(Change),
  in_words: Type.Array(Type.String(), { description: 'The same, a line each' }),
})
export const DiffAnswer = Type.RefTo(CardDiff)

export const CARD_SCHEMAS = [ListedCard, CardVersion, CardInFull, CardDiff]

const MORNING = '2026-11-15T08:00:00.000Z'
const CARD = {
  card_id: 'import-air-china',
  kind: 'import_air' as const,
  title: 'Import air from China',
  currency: 'USD',
  business_id: null,
}

export const LISTED_CARD_EXAMPLE = { ...CARD, in_force: 1, since: MORNING, next: null, next_from: null, draft: 2 }

export const DRAFT_EXAMPLE = {
  ...CARD,
  version: 2,
  sample: false,
  created_at: MORNING,
  published_at: null,
  effective_from: null,
  discarded_at: null,
}

export const PUBLISHED_EXAMPLE = { ...DRAFT_EXAMPLE, published_at: MORNING, effective_from: '2026-12-31T23:00:00.000Z' }

const ROW = {
  row: 'card',
  kind: CARD.kind,
  title: CARD.title,
  currency: CARD.currency,
  countries: 'CN',
  volumetric_divisor_cm3_per_kg: '6000',
  step_kg: 'none',
  price_per_kg: '8.50',
  transit_days: '7',
  minimum_charge: '0',
  fuel_percent: '0',
  handling_fee: '0',
}

export const CARD_EXAMPLE = {
  ...DRAFT_EXAMPLE,
  state: 'draft' as const,
  columns: Object.keys(ROW),
  rows: [ROW],
  versions: [{ ...DRAFT_EXAMPLE, state: 'draft' as const }],
}

export const VALIDATION_EXAMPLE = {
  valid: false,
  kind: CARD.kind,
  title: null,
  currency: null,
  mistakes: [{ row: 2, column: 'price_per_kg', message: '"8,50" has a decimal comma: write 8.50' }],
}

export const DIFF_EXAMPLE = {
  from: { card_id: CARD.card_id, version: 1 },
  to: { card_id: CARD.card_id, version: 2 },
  changes: [{ change: 'changed' as const, field: 'price_per_kg', before: '8.50', after: '9.10', percent: '7.06' }],
  in_words: ['changed  price_per_kg 8.50 -> 9.10 (+7.06%)'],
}

const fxFields = {
  fx_id: Type.String(),
  pair: Type.String(),
  rate: Type.String({ description: 'One unit of the first currency in the second' }),
  source: Type.String({ description: 'Where the rate is from' }),
  effective_from: Type.DateTime(),
  recorded_at: Type.DateTime(),
}
const FxRate = Type.Named('FxRate', { ...fxFields, in_force: Type.Boolean() })
export const FxAnswer = Type.RefTo(FxRate)
export const FX_SCHEMAS = [FxRate]

export const SamplePricesAnswer = Type.Object({
  cards: Type.Array(Type.Object({ card_id: Type.String(), title: Type.String() })),
  pairs: Type.Array(Type.String({ description: 'Currency pair, such as USD/NGN' })),
})

export const SetFxAnswer = Type.Object({
  ...fxFields,
  before: Type.NullableString({ description: 'The rate that holds until then' }),
  warnings,
})

export const SetFxBody = Type.Body([{ pair: 'USD/NGN', rate: '1450.50', source: 'Central bank, 09:00' }], {
  pair: Type.Text({ description: 'Currency pair, such as USD/NGN' }),
  rate: Type.Text({ description: 'Digits with a decimal point, up to 6 decimals' }),
  source: Type.Text({ description: 'Where the rate is from' }),
  effective_from: Type.Optional(Type.Text({ description: 'ISO 8601 with its offset, now or later; now by default' })),
  confirm: Type.Optional(Type.Boolean({ description: 'Needed for a change of more than half' })),
})

export const FX_EXAMPLE = {
  fx_id: 'fx_01kqn2x4t8e6nvd0t2d5c1yq7w',
  pair: 'USD/NGN',
  rate: '1450.50',
  source: 'Central bank, 09:00',
  effective_from: '2026-11-15T08:00:00.000Z',
  recorded_at: '2026-11-15T08:00:00.000Z',
}

const line = Type.Optional(Type.String())
const warehouseFields = {
  warehouse_id: Type.String(),
  country: Type.String({ description: 'ISO 3166, two letters' }),
  address: Type.Object({ street: line, city: line, state: line, postal_code: line, country: line }),
  sample: Type.Boolean({ description: 'Whether it is still the made-up one of a first start' }),
}
const Warehouse = Type.Named('Warehouse', warehouseFields)
export const WarehouseAnswer = Type.RefTo(Warehouse)
export const WAREHOUSE_SCHEMAS = [Warehouse]

export const SetWarehouseAnswer = Type.Object({
  ...warehouseFields,
  warnings,
})

const EXAMPLE_LINES = { street: '88 Huangshi West Road', city: 'Guangzhou', state: 'Guangdong', postal_code: '510425' }

export const SetWarehouseBody = Type.Body([EXAMPLE_LINES], {
  street: Type.Text(),
  city: Type.Text(),
  state: Type.Optional(Type.Text()),
  postal_code: Type.Optional(Type.Text()),
})
export const CountryParams = Type.Object({ country: Type.String({ description: 'Code or English name of the country' }) })

export const WAREHOUSE_EXAMPLE = {
  warehouse_id: 'wh_01kqn2x4t8e6nvd0t2d5c1yq7w',
  country: 'CN',
  address: { ...EXAMPLE_LINES, country: 'China' },
  sample: false,
}
