// Photos of packages, receipts, unidentified parcels and repacks, stored in the database so that backups include them.

import { Rejection } from '../../domain/values/errors.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { insert as insertRows } from '../../platform/engine/rows.ts'
import { IN_SCOPE } from '../../platform/engine/scope.ts'
import { loadRow } from '../values/rows-by-token.ts'

export const PHOTO_MOMENTS = ['before', 'after'] as const
export type PhotoMoment = (typeof PHOTO_MOMENTS)[number]

export type Photo = {
  id: string
  /** The token of a package, a receipt, an unidentified parcel or a repack. */
  ownerId: string
  /** For a photo of a repack: whether the photo was taken before or after repacking. Null for other photos. */
  moment: PhotoMoment | null
  contentType: string
  width: number
  height: number
  takenBy: string
  createdAt: number
}

const { list, fromRow, toRow } = columnsOf<Photo>()('id, owner_id, moment, content_type, width, height, taken_by, created_at')
type PhotoRow = ReturnType<typeof toRow>

const TABLE_OF: Readonly<Record<string, string>> = { pkg: 'packages', rcp: 'receipts', rpk: 'repacks' }

/**
 * Locks the record that owns the photos. Until the transaction ends, no other transaction can add a photo to it, so the caller can enforce
 * a limit.
 */
export const lockOwner = async (tx: Tx, ownerId: string): Promise<void> => {
  const owner = TABLE_OF[ownerId.slice(0, 3)] ?? 'unidentified_parcels'
  await tx.execute(`update ${owner} set id = id where id = $1`, [ownerId])
}

export const insert = async (tx: Tx, photo: Photo, bytes: Uint8Array): Promise<void> => {
  await insertRows(tx, 'photos', [{ ...toRow(photo), bytes }])
}

export const ofOwner = async (db: Query, ownerId: string): Promise<Photo[]> =>
  (await db.query<PhotoRow>(`select ${list} from photos where owner_id = $1 order by created_at, id`, [ownerId])).map(fromRow)

export const load = async (db: Query, id: string): Promise<{ photo: Photo; bytes: Uint8Array }> => {
  const row = await loadRow<PhotoRow & { bytes: Uint8Array }>(db, 'pho', id)
  return { photo: fromRow(row), bytes: row.bytes }
}

/** How many photos of a package are listed at most. */
const OF_PACKAGE_MAX = 100

/** Photos of a package and of its receipts, oldest first. Photos of undone receipts are left out. */
export const ofPackage = async (db: Query, { businessId, mode }: Scope, packageId: string): Promise<Photo[]> =>
  (
    await db.query<PhotoRow>(
      `select ${list} from photos where owner_id = $3 or owner_id in (
         select id from receipts where ${IN_SCOPE} and package_id = $3 and undone_at is null
       ) order by created_at, id limit ${OF_PACKAGE_MAX}`,
      [businessId, mode, packageId],
    )
  ).map(fromRow)

/**
 * Loads a photo of a package or of one of its receipts. Throws NOT_FOUND if the package belongs to another business or mode, or if the
 * receipt is undone.
 */
export const loadOfPackage = async (db: Query, { businessId, mode }: Scope, id: string): ReturnType<typeof load> => {
  const found = await load(db, id)
  const owners = await db.query<{ id: string }>(
    `select id from receipts where ${IN_SCOPE} and id = $3 and undone_at is null
     union all select id from packages where ${IN_SCOPE} and id = $3`,
    [businessId, mode, found.photo.ownerId],
  )
  if (!owners[0]) throw new Rejection('NOT_FOUND', 'No such photo.')
  return found
}
