// Schema of a repack or a split.

import { REPACK_KINDS } from '../../domain/receiving/repack.ts'
import { DateTime, Enum, Named, NullableDateTime, NullableString, RefTo } from '../../platform/http/schemas/fields.ts'
import * as Type from '../../platform/http/schemas/type.ts'

const Link = Type.Object({ parcel_id: Type.String(), parcel_number: Type.String() })

const Repack = Named(
  'Repack',
  Type.Object({
    repack_id: Type.String(),
    kind: Enum(REPACK_KINDS),
    business_id: Type.String(),
    mode: Enum(['test', 'live']),
    sources: Type.Array(Link, { description: 'The repacked packages: cancelled, and kept on record' }),
    results: Type.Array(Link, { description: 'The new packages' }),
    note: NullableString(),
    repacked_by: Type.String(),
    repacked_at: DateTime(),
    undone_by: NullableString(),
    undone_at: NullableDateTime(),
    undo_reason: NullableString(),
    undoable: Type.Boolean({ description: 'Whether it stands and was done today, in the time zone of the business' }),
  }),
)
export type WireRepack = Type.Static<typeof Repack>
export const RepackAnswer = RefTo(Repack)
export const REPACK_SCHEMAS = [Repack]
