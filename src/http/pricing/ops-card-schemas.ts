// Schemas of rate cards under /ops/v1.

import type { TObject, TProperties } from 'typebox'
import { CARD_KINDS } from '../../domain/pricing/card-csv/layout.ts'
import { CARD_FILE_MAX_BYTES } from '../../domain/pricing/card-csv/named-cells.ts'
import {
  DateTime,
  Enum,
  Named,
  NullableDateTime,
  NullableInteger,
  NullableString,
  RefTo,
  Text,
} from '../../platform/http/schemas/fields.ts'
import * as Type from '../../platform/http/schemas/type.ts'

export const CardParams = Type.Object({
  id: Type.String({ description: 'Card id; with @ and a version after it if one is meant: `import-air-china@2`' }),
})

const Kind = () => Enum(CARD_KINDS)
const CardBusiness = () => NullableString({ description: 'The one business that the card is for; null: the operator’s own card' })

const ListedCard = Named(
  'RateCard',
  Type.Object({
    card_id: Type.String(),
    kind: Kind(),
    title: Type.String(),
    currency: Type.String(),
    business_id: CardBusiness(),
    in_force: NullableInteger({ description: 'The version in force' }),
    since: NullableDateTime({ description: 'Since when it is' }),
    next: NullableInteger({ description: 'The version that takes its place next' }),
    next_from: NullableDateTime(),
    draft: NullableInteger({ description: 'The version that is a draft' }),
  }),
)
export const ListedCardAnswer = RefTo(ListedCard)

const versionFields = {
  card_id: Type.String(),
  version: Type.Integer(),
  kind: Kind(),
  title: Type.String(),
  currency: Type.String(),
  sample: Type.Boolean({ description: 'One of those that ship with Waybill' }),
  business_id: CardBusiness(),
  created_at: DateTime(),
  published_at: NullableDateTime(),
  effective_from: NullableDateTime({ description: 'From when on it holds; null until it is published' }),
  discarded_at: NullableDateTime(),
}
const State = () => Enum(['draft', 'discarded', 'scheduled', 'in force', 'replaced'])
const version = <P extends TProperties>(more: P) => Type.Object({ ...versionFields, ...more })
const Warnings = () => Type.Array(Type.String(), { description: 'Warnings; the request succeeded' })

const CardVersion = Named('CardVersion', version({}))
const CardInFull = Named(
  'CardInFull',
  version({
    state: State(),
    columns: Type.Array(Type.String(), { description: 'Columns of the card’s file, in order' }),
    rows: Type.Array(Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }), {
      description: 'The rows of the card’s file under their column names, without the empty cells',
    }),
    versions: Type.Array(version({ state: State() }), { description: 'The history of the card, oldest first' }),
  }),
)
export const VersionAnswer = RefTo(CardVersion)
export const CardAnswer = RefTo(CardInFull)
export const ImportedAnswer = version({ replaced: NullableInteger({ description: 'The draft that was discarded for it' }) })
export const PublishedAnswer = version({ warnings: Warnings() })

/** Without `format: text`: invalid characters are reported with their row and column. */
const Csv = () =>
  Type.String({
    maxLength: CARD_FILE_MAX_BYTES,
    description: 'The card’s file, as docs/rate-cards.md lays it out: comma, semicolon or tab',
  })
const Business = () => Text({ description: 'For a new card: the one business, by token or prefix, that it is for' })

const CSV_EXAMPLE =
  'row,kind,title,currency,countries,volumetric_divisor_cm3_per_kg,step_kg,price_per_kg,transit_days,minimum_charge,fuel_percent,handling_fee\n' +
  'card,import_air,Import air from China,USD,CN,6000,none,8.50,7,0,0,0\n'

export const ImportBody = Type.Object(
  {
    id: Text({ description: 'Small letters, digits and hyphens' }),
    csv: Csv(),
    kind: Type.Optional(Enum(CARD_KINDS, { description: 'Needed for a new card, so that a mistyped id does not make one' })),
    business: Type.Optional(Business()),
    replace: Type.Optional(Type.Boolean({ description: 'Discards a draft that is there already' })),
  },
  { examples: [{ id: 'import-air-china', csv: CSV_EXAMPLE }] },
)
export const ValidateBody = Type.Object(
  {
    csv: Csv(),
    id: Type.Optional(Text({ description: 'The card it is meant for. Without one the file’s own row says its kind' })),
    kind: Type.Optional(Kind()),
    business: Type.Optional(Business()),
  },
  { examples: [{ csv: CSV_EXAMPLE }] },
)
export const CompareBody = Type.Object({ csv: Type.Optional(Csv()) }, { examples: [{ csv: CSV_EXAMPLE }] })
export const PublishBody = Type.Object(
  { effective_from: Type.Optional(Text({ description: 'ISO 8601 with its offset, now or later; now by default' })) },
  { examples: [{ effective_from: '2027-01-01T00:00:00+01:00' }] },
)

const Mistake = Type.Object({
  row: Type.Integer({ description: 'As a spreadsheet counts it; 1 is the header' }),
  column: Type.String({ description: 'The header’s name for it; `(file)` for the file as a whole' }),
  message: Type.String(),
})
export const ValidationAnswer = Type.Object({
  valid: Type.Boolean(),
  kind: Type.Unsafe<(typeof CARD_KINDS)[number] | null>({ type: ['string', 'null'], enum: [...CARD_KINDS, null] }),
  title: NullableString(),
  currency: NullableString(),
  mistakes: Type.Array(Mistake, { description: 'From the top of the file down, the first 200' }),
})

const Change = Type.Object({
  change: Enum(['added', 'removed', 'changed']),
  field: Type.String({ description: 'The column of the card’s file' }),
  carrier: Type.Optional(Type.String()),
  service: Type.Optional(Type.String()),
  zone: Type.Optional(Type.String()),
  over_kg: Type.Optional(Type.String()),
  up_to_kg: Type.Optional(NullableString({ description: 'Null: no limit' })),
  container_size: Type.Optional(Type.String()),
  country: Type.Optional(Type.String({ description: 'ISO-2 code, or * for every other' })),
  before: NullableString(),
  after: NullableString(),
  percent: NullableString({ description: 'Signed; null where there is nothing to compare' }),
})
/** One version of a card by its name. */
export const VersionName = Type.Object({ card_id: Type.String(), version: Type.Integer() })
export const OrNull = <S extends TObject>(schema: S, more: { description?: string } = {}) =>
  Type.Unsafe<Type.Static<S> | null>({ ...schema, type: ['object', 'null'], ...more })

const CardDiff = Named(
  'CardDiff',
  Type.Object({
    from: VersionName,
    to: OrNull(VersionName, { description: 'Null: the file that was sent' }),
    changes: Type.Array(Change),
    in_words: Type.Array(Type.String(), { description: 'The same, a line each' }),
  }),
)
export const DiffAnswer = RefTo(CardDiff)

export const CARD_SCHEMAS = [ListedCard, CardVersion, CardInFull, CardDiff]
