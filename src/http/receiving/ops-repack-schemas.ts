// Schemas of repacks and splits under /ops/v1.

import { REPACKED_MAX } from '../../domain/receiving/repack.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import type { WireRepack } from '../packages/ops-schemas.ts'
import { OPS_PACKAGE_EXAMPLE, OpsPackageAnswer, RepackAnswer } from '../packages/ops-schemas.ts'
import { Quantity } from '../values/fields.ts'
import { PRICE_EXAMPLE, STAFF_ID } from './ops-examples.ts'
import { measured, PriceChangeAnswer } from './ops-schemas.ts'

const { condition_note: _, ...sizes } = measured
const measures = { ...sizes, pieces: Quantity({ description: 'Pieces of the new package, 1 by default' }) }

const shared = {
  note: Type.LongText({ description: 'Kept with the new packages' }),
  confirm: Type.Boolean({ description: 'Confirms a weight a hundred times off, or another number of pieces' }),
}

export const RepackBody = Type.Body(
  [
    {
      package_ids: ['pkg_01kqn2x4t8e6nvd0t2d5c1yq7w', 'pkg_01kqn2x4t8e6nvd0t2d5c1yq8x'],
      weight: 13.2,
      length: 60,
      width: 50,
      height: 40,
    },
  ],
  {
    package_ids: Type.Array(Type.Text(), { minItems: 2, maxItems: REPACKED_MAX, description: 'Package tokens' }),
    ...Type.Partial(Type.Object({ ...measures, ...shared })).properties,
  },
)

export const SplitBody = Type.PartialBody([{ parts: [{ weight: 5.2 }, { weight: 8 }] }], {
  parts: Type.Array(Type.Partial(Type.Object(measures)), { minItems: 2, maxItems: REPACKED_MAX }),
  ...shared,
})

export const RepackingAnswer = Type.Object({
  repack: RepackAnswer,
  sources: Type.Array(OpsPackageAnswer),
  packages: Type.Array(OpsPackageAnswer, { description: 'The new packages; cancelled if the repack was undone' }),
  prices: Type.Array(PriceChangeAnswer, { description: 'Price changes of every quote that includes one of the packages' }),
})

const source = { parcel_id: 'pkg_01kqn2x4t8e6nvd0t2d5c1yq8x', parcel_number: 'PRVHRJZ3QG5W' }
const result = { parcel_id: OPS_PACKAGE_EXAMPLE.parcel_id, parcel_number: OPS_PACKAGE_EXAMPLE.parcel_number ?? '' }

export const REPACK_EXAMPLE: WireRepack = {
  repack_id: 'rpk_01kqn2x4t8e6nvd0t2d5c1yq7w',
  kind: 'repack',
  business_id: OPS_PACKAGE_EXAMPLE.business.business_id,
  mode: 'live',
  sources: [source],
  results: [result],
  note: null,
  repacked_by: STAFF_ID,
  repacked_at: '2026-11-16T10:05:12.000Z',
  undone_by: null,
  undone_at: null,
  undo_reason: null,
  undoable: true,
}

export const REPACKING_EXAMPLE = {
  repack: REPACK_EXAMPLE,
  sources: [{ ...OPS_PACKAGE_EXAMPLE, ...source, status: 'cancelled' as const, repacked_into: [result] }],
  packages: [{ ...OPS_PACKAGE_EXAMPLE, repacked_from: [source] }],
  prices: [PRICE_EXAMPLE],
}
