// Schemas of places and stocktakes under /ops/v1.

import { PACKAGE_STATUSES } from '../../domain/packages/package.ts'
import { PLACES_AT_ONCE_MAX } from '../../domain/places/place-code.ts'
import { STOCKTAKE_LISTED_MAX } from '../../domain/places/stocktake.ts'
import { PER_PAGE_DEFAULT, PER_PAGE_MAX } from '../../platform/http/links.ts'
import { modeQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { OPS_PACKAGE_EXAMPLE } from '../packages/ops-schemas.ts'
import { Refusal } from '../shipments/ops-move-schemas.ts'
import { AUTHOR_EXAMPLE } from '../staff/ops-examples.ts'
import { AuthorAnswer } from '../staff/ops-schemas.ts'
import { idParams } from '../values/fields.ts'

const MODES = ['test', 'live'] as const
const CODES_MAX_ENTRIES = 500

const Place = Type.Named('Place', {
  place_id: Type.String(),
  code: Type.String({ description: 'Zone, rack and bin, such as A-01-12' }),
  barcode: Type.String({ description: 'Content of the barcode on its label' }),
  mode: Type.Enum(MODES),
  site: Type.NullableString({ description: 'Code of its site' }),
  closed_at: Type.NullableDateTime(),
  packages: Type.Integer({ description: 'How many lie there now' }),
  pieces: Type.Integer({ description: 'Pieces of these packages that have arrived' }),
  open_stocktake_id: Type.NullableString({ description: 'A count of it that is not finished' }),
  created_at: Type.DateTime(),
})
export type WirePlace = Type.Static<typeof Place>
export const PlaceAnswer = Type.RefTo(Place)

export const PLACE_EXAMPLE: WirePlace = {
  place_id: 'plc_01kqn2x4t8e6nvd0t2d5c1yq7w',
  code: 'A-01-12',
  barcode: 'PLACE:A-01-12',
  mode: 'live',
  site: 'MAIN',
  closed_at: null,
  packages: 3,
  pieces: 5,
  open_stocktake_id: null,
  created_at: '2026-11-15T08:00:00.000Z',
}

export const PlaceParams = idParams('plc', 'Place token')
export const StocktakeParams = idParams('stk', 'Stocktake token')

export const placeFilters = {
  ...modeQuery,
  closed: Type.Optional(Type.Boolean({ description: '`true`: only closed ones, `false`: only open ones' })),
  q: Type.Optional(Type.Text({ description: 'Part of the code, in any case' })),
  site: Type.Optional(Type.Text({ description: 'Code or token of a site: only its places' })),
}
export const PlacesQuery = Type.Object({
  ...placeFilters,
  ...pageQuery,
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: PER_PAGE_MAX, default: PER_PAGE_DEFAULT })),
})

export const CreatePlacesBody = Type.PartialBody([{ code: 'A-01-12' }, { from: 'A-01-01', to: 'A-04-12' }], {
  code: Type.Text({ description: 'One place' }),
  from: Type.Text({ description: 'The first place of a range, such as A-01-01' }),
  to: Type.Text({ description: `The last one, such as A-04-12; at most ${PLACES_AT_ONCE_MAX} at once` }),
  mode: Type.Enum(MODES, { default: 'live' }),
  site: Type.Text({ description: 'Code or token of their site; by default your only site, or the oldest open one' }),
})
export const CreatedPlacesAnswer = Type.Object({
  created: Type.Integer(),
  existing: Type.Integer({ description: 'How many of the range were there already' }),
  places: Type.Array(PlaceAnswer, { description: 'The created ones, in order' }),
})
export const ChangePlaceBody = Type.PartialBody([{ code: 'A-01-13' }, { closed: true }], {
  code: Type.Text({ description: 'Its new code' }),
  closed: Type.Boolean({ description: 'Only an empty place can be closed' }),
})
export const PlacePackageBody = Type.PartialBody([{ place: 'A-01-12' }, { place: null }], {
  place: Type.NullableText({ description: 'The code of a place, or its barcode; null takes the package out of its place' }),
})

const outcomeFields = {
  scanned: Type.String({ description: 'The code or token that was sent' }),
  message: Type.String({ description: 'For the person with the scanner' }),
  parcel_id: Type.NullableString(),
  parcel_number: Type.NullableString(),
}

export const PutAnswer = Type.Object({
  place: PlaceAnswer,
  outcomes: Type.Array(
    Type.Object({
      ...outcomeFields,
      outcome: Type.Enum(['placed', 'already', 'refused'], { description: '`already`: nothing to do' }),
      from: Type.NullableString({ description: 'The code of the place where it lay before' }),
      refusal: Refusal,
    }),
    { description: 'One per code, in the same order' },
  ),
})
export const PUT_EXAMPLE: Type.Static<typeof PutAnswer> = {
  place: PLACE_EXAMPLE,
  outcomes: [
    {
      scanned: OPS_PACKAGE_EXAMPLE.parcel_number,
      outcome: 'placed',
      message: `Package ${OPS_PACKAGE_EXAMPLE.parcel_number} is in place A-01-12.`,
      parcel_id: OPS_PACKAGE_EXAMPLE.parcel_id,
      parcel_number: OPS_PACKAGE_EXAMPLE.parcel_number,
      from: null,
    },
  ],
}

const listed = { parcel_id: Type.String(), parcel_number: Type.String() }
const misplaced = {
  status: Type.Enum(PACKAGE_STATUSES, { description: 'On record' }),
  place: Type.NullableString({ description: 'Where it should be; null where no place is on record' }),
  movable: Type.Boolean({ description: 'Whether it may be moved here' }),
}
const AT_MOST = `At most ${STOCKTAKE_LISTED_MAX} are listed; the counts are exact`

const Stocktake = Type.Named('Stocktake', {
  stocktake_id: Type.String(),
  mode: Type.Enum(MODES),
  place: Type.Object({ place_id: Type.String(), code: Type.String() }),
  status: Type.Enum(['open', 'finished']),
  started_by: AuthorAnswer,
  started_at: Type.DateTime(),
  finished_by: Type.Optional(AuthorAnswer),
  finished_at: Type.NullableDateTime(),
  counts: Type.Object({
    found: Type.Integer({ description: 'Scanned, and recorded in this place' }),
    missing: Type.Integer({ description: 'Recorded in this place, and not scanned' }),
    misplaced: Type.Integer({ description: 'Scanned, and recorded elsewhere' }),
    unknown: Type.Integer({ description: 'Codes that name no package' }),
  }),
})
export type WireStocktake = Type.Static<typeof Stocktake>
export const StocktakeAnswer = Type.RefTo(Stocktake)

export const StocktakeDetailAnswer = Type.Object({
  ...Stocktake.properties,
  missing: Type.Array(Type.Object(listed), { description: AT_MOST }),
  misplaced: Type.Array(Type.Object({ ...listed, ...misplaced }), { description: AT_MOST }),
  unknown: Type.Array(Type.String(), { description: AT_MOST }),
})

export const STOCKTAKE_EXAMPLE: WireStocktake = {
  stocktake_id: 'stk_01kqn2x4t8e6nvd0t2d5c1yq7w',
  mode: 'live',
  place: { place_id: PLACE_EXAMPLE.place_id, code: PLACE_EXAMPLE.code },
  status: 'open',
  started_by: AUTHOR_EXAMPLE,
  started_at: '2026-11-17T09:00:00.000Z',
  finished_at: null,
  counts: { found: 2, missing: 1, misplaced: 0, unknown: 0 },
}
export const STOCKTAKE_DETAIL_EXAMPLE = {
  ...STOCKTAKE_EXAMPLE,
  missing: [{ parcel_id: OPS_PACKAGE_EXAMPLE.parcel_id, parcel_number: OPS_PACKAGE_EXAMPLE.parcel_number }],
  misplaced: [],
  unknown: [],
}

export const StocktakesQuery = Type.Object({
  ...modeQuery,
  place_id: Type.Optional(Type.Text({ description: 'Place token' })),
  status: Type.Optional(Type.Enum(['open', 'finished'])),
  ...pageQuery,
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: PER_PAGE_MAX, default: PER_PAGE_DEFAULT })),
})

export const CountBody = Type.PartialBody([{ codes: [OPS_PACKAGE_EXAMPLE.parcel_number] }], {
  codes: Type.Array(Type.Text(), {
    minItems: 1,
    maxItems: CODES_MAX_ENTRIES,
    description: 'Scanned parcel numbers and tracking codes',
  }),
})
export const CountedAnswer = Type.Object({
  stocktake: StocktakeAnswer,
  outcomes: Type.Array(
    Type.Object({
      ...outcomeFields,
      outcome: Type.Enum(['found', 'misplaced', 'unknown'], { description: '`misplaced`: it is recorded elsewhere' }),
      repeated: Type.Boolean({ description: 'Whether it was scanned before' }),
      place: misplaced.place,
      movable: misplaced.movable,
    }),
    { description: 'One per code, in the same order' },
  ),
})
export const COUNTED_EXAMPLE: Type.Static<typeof CountedAnswer> = {
  stocktake: STOCKTAKE_EXAMPLE,
  outcomes: [
    {
      scanned: OPS_PACKAGE_EXAMPLE.parcel_number,
      outcome: 'found',
      message: `Package ${OPS_PACKAGE_EXAMPLE.parcel_number} is where it should be.`,
      parcel_id: OPS_PACKAGE_EXAMPLE.parcel_id,
      parcel_number: OPS_PACKAGE_EXAMPLE.parcel_number,
      repeated: false,
      place: 'A-01-12',
      movable: true,
    },
  ],
}

export const PLACE_SCHEMAS = [Place, Stocktake]
