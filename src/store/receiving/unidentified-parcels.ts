// Unidentified parcels, which belong to no business until they are assigned.

import type { Mode } from '../../domain/businesses/business.ts'
import type { UnidentifiedParcel } from '../../domain/receiving/unidentified-parcel.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Author } from '../audit/audit.ts'
import { OPERATOR, recordChange, recordCreations } from '../audit/audit.ts'
import type { Query } from '../engine/db.ts'
import { StaleWrite } from '../engine/db.ts'
import type { Page, PageRequest } from '../engine/paging.ts'
import { listPage } from '../engine/paging.ts'
import type { Columns } from '../engine/rows.ts'
import { insert as insertRows } from '../engine/rows.ts'
import type { MeasurementRow } from './receipts.ts'
import { measurementColumns, measurementFrom } from './receipts.ts'

type UnidentifiedRow = MeasurementRow & {
  id: string
  version: number
  mode: Mode
  label_text: string | null
  condition_note: string | null
  received_by: string
  received_at: number
  assigned_at: number | null
  assigned_by: string | null
  business_id: string | null
  package_id: string | null
  discarded_at: number | null
  discarded_by: string | null
  discard_reason: string | null
  created_at: number
}

const fromRow = (row: UnidentifiedRow): UnidentifiedParcel => ({
  ...measurementFrom(row),
  id: row.id,
  version: row.version,
  mode: row.mode,
  labelText: row.label_text,
  conditionNote: row.condition_note,
  receivedBy: row.received_by,
  receivedAt: row.received_at,
  assignedAt: row.assigned_at,
  assignedBy: row.assigned_by,
  businessId: row.business_id,
  packageId: row.package_id,
  discardedAt: row.discarded_at,
  discardedBy: row.discarded_by,
  discardReason: row.discard_reason,
  createdAt: row.created_at,
})

const changingColumns = (parcel: UnidentifiedParcel): Columns => ({
  assigned_at: parcel.assignedAt,
  assigned_by: parcel.assignedBy,
  business_id: parcel.businessId,
  package_id: parcel.packageId,
  discarded_at: parcel.discardedAt,
  discarded_by: parcel.discardedBy,
  discard_reason: parcel.discardReason,
})

const columns = (parcel: UnidentifiedParcel): Columns => ({
  label_text: parcel.labelText,
  ...measurementColumns(parcel),
  condition_note: parcel.conditionNote,
  received_by: parcel.receivedBy,
  received_at: parcel.receivedAt,
  created_at: parcel.createdAt,
  ...changingColumns(parcel),
})

export const insert = async (tx: Query, author: Author, parcel: UnidentifiedParcel): Promise<void> => {
  const after = columns(parcel)
  await insertRows(tx, 'unidentified_parcels', [{ id: parcel.id, version: parcel.version, mode: parcel.mode, ...after }])
  await recordCreations(tx, OPERATOR, author, [{ type: 'unidentified_parcel', id: parcel.id, version: 1, before: null, after }])
}

export const load = async (db: Query, id: string): Promise<UnidentifiedParcel> => {
  const rows = isId('uid', id) ? await db.query<UnidentifiedRow>('select * from unidentified_parcels where id = $1', [id]) : []
  if (!rows[0]) throw new Rejection('NOT_FOUND', 'No such unidentified parcel.')
  return fromRow(rows[0])
}

/** Saves a parcel that was read as `before`, and returns it as it now is. */
export const save = async (
  tx: Query,
  author: Author,
  before: UnidentifiedParcel,
  parcel: UnidentifiedParcel,
): Promise<UnidentifiedParcel> => {
  const changes = changingColumns(parcel)
  const names = Object.keys(changes)
  const sets = names.map((name, index) => `${name} = $${index + 3}`).join(', ')
  const changed = await tx.execute(`update unidentified_parcels set version = version + 1, ${sets} where id = $1 and version = $2`, [
    parcel.id,
    before.version,
    ...Object.values(changes),
  ])
  if (changed === 0)
    throw new StaleWrite(`unidentified parcel ${parcel.id} is no longer at version ${before.version}`, { subject: parcel.id })
  const version = before.version + 1
  const change = { type: 'unidentified_parcel', id: parcel.id, version, before: columns(before), after: columns(parcel) } as const
  await recordChange(tx, OPERATOR, author, change)
  return { ...parcel, version }
}

const IN_STATE = {
  open: 'assigned_at is null and discarded_at is null',
  assigned: 'assigned_at is not null',
  discarded: 'discarded_at is not null',
  all: '1 = 1',
} as const
export const UNIDENTIFIED_STATES = ['open', 'assigned', 'discarded', 'all'] as const
export type UnidentifiedState = (typeof UNIDENTIFIED_STATES)[number]

export const list = async (db: Query, mode: Mode, state: UnidentifiedState, page: PageRequest): Promise<Page<UnidentifiedParcel>> => {
  const found = await listPage<UnidentifiedRow>(db, 'select * from unidentified_parcels', `mode = $1 and ${IN_STATE[state]}`, [mode], page)
  return { ...found, items: found.items.map(fromRow) }
}
