// Converts repacks and splits to JSON.

import type { Business } from '../../domain/businesses/business.ts'
import type { Repack } from '../../domain/receiving/repack.ts'
import { mayUndoRepack } from '../../domain/receiving/repack.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'
import type { WireRepack } from './ops-repack-schema.ts'

const linkAnswer = ({ id, parcelNumber }: Repack['sources'][number]) => ({ parcel_id: id, parcel_number: parcelNumber })

export const presentRepack = (scope: Scope, repack: Repack, { timeZone }: Business, now: number): WireRepack => ({
  repack_id: repack.id,
  kind: repack.kind,
  business_id: scope.businessId,
  mode: scope.mode,
  sources: repack.sources.map(linkAnswer),
  results: repack.results.map(linkAnswer),
  note: repack.note,
  repacked_by: repack.repackedBy,
  repacked_at: instant(repack.repackedAt),
  undone_by: repack.undoneBy,
  undone_at: nullableInstant(repack.undoneAt),
  undo_reason: repack.undoReason,
  undoable: mayUndoRepack(repack, timeZone, now),
})
