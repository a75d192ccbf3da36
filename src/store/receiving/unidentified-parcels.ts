// Unidentified parcels, which belong to no business until they are assigned.

import { courierKey } from '../../domain/inbound/courier-number.ts'
import type { UnidentifiedParcel } from '../../domain/receiving/unidentified-parcel.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import { StaleWrite } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage } from '../../platform/engine/paging.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { changedColumns, insert as insertRows, readRow } from '../../platform/engine/rows.ts'
import type { Author } from '../audit/audit.ts'
import { OPERATOR, recordChange, recordCreations } from '../audit/audit.ts'
import type { SiteFilter } from '../sites/seen-sites.ts'
import { siteConditions } from '../sites/seen-sites.ts'
import { loadRow } from '../values/rows-by-token.ts'
import type { MeasurementRow } from './receipts.ts'
import { measurementColumns, measurementFrom } from './receipts.ts'

const plain = columnsOf<Omit<UnidentifiedParcel, keyof ReturnType<typeof measurementFrom>>>()(
  'id, version, mode, site_id, label_text, courier_number, condition_note, received_by, received_at, assigned_at, assigned_by, business_id, package_id, discarded_at, discarded_by, discard_reason, created_at',
)
type UnidentifiedRow = ReturnType<typeof plain.toRow> & MeasurementRow

const fromRow = (row: UnidentifiedRow): UnidentifiedParcel => ({ ...measurementFrom(row), ...plain.fromRow(row) })

const columns = (parcel: UnidentifiedParcel): Columns => {
  const { id: _id, version: _version, mode: _mode, ...columns } = plain.toRow(parcel)
  return { ...columns, ...measurementColumns(parcel) }
}

export const insert = async (tx: Tx, author: Author, parcel: UnidentifiedParcel): Promise<void> => {
  const after = columns(parcel)
  const { id, version, mode, courierNumber } = parcel
  const number_key = courierNumber === null ? null : courierKey(courierNumber)
  await insertRows(tx, 'unidentified_parcels', [{ id, version, mode, number_key, ...after }])
  await recordCreations(tx, OPERATOR, author, [{ type: 'unidentified_parcel', id: parcel.id, version: 1, before: null, after }])
}

export const load = async (db: Query, id: string): Promise<UnidentifiedParcel> => fromRow(await loadRow<UnidentifiedRow>(db, 'uid', id))

const IN_STATE = {
  open: 'assigned_at is null and discarded_at is null',
  assigned: 'assigned_at is not null',
  discarded: 'discarded_at is not null',
  all: '1 = 1',
} as const

/** Returns the name of the lock to hold while an unidentified parcel with this courier number is received. */
export const numberLock = (mode: Mode, number: string): string => `unidentified ${mode} ${courierKey(number)}`

/** The oldest open unidentified parcel with this courier number. Different spellings of the number count as the same number. */
export const openUnderNumber = (db: Query, mode: Mode, number: string): Promise<UnidentifiedParcel | null> =>
  readRow(
    db,
    `select * from unidentified_parcels where mode = $1 and number_key = $2 and ${IN_STATE.open} order by created_at, id limit 1`,
    [mode, courierKey(number)],
    fromRow,
  )

export const save = async (tx: Tx, author: Author, before: UnidentifiedParcel, parcel: UnidentifiedParcel): Promise<UnidentifiedParcel> => {
  const [was, is] = [columns(before), columns(parcel)]
  const changes = changedColumns(was, is)
  const sets = ['version = version + 1', ...Object.keys(changes).map((name, index) => `${name} = $${index + 3}`)].join(', ')
  const changed = await tx.execute(`update unidentified_parcels set ${sets} where id = $1 and version = $2`, [
    parcel.id,
    before.version,
    ...Object.values(changes),
  ])
  if (changed === 0)
    throw new StaleWrite(`unidentified parcel ${parcel.id} is no longer at version ${before.version}`, { subject: parcel.id })
  const version = before.version + 1
  const change = { type: 'unidentified_parcel', id: parcel.id, version, before: was, after: is } as const
  await recordChange(tx, OPERATOR, author, change)
  return { ...parcel, version }
}

export const UNIDENTIFIED_STATES = ['open', 'assigned', 'discarded', 'all'] as const
type UnidentifiedState = (typeof UNIDENTIFIED_STATES)[number]

export type UnidentifiedFilter = SiteFilter & { mode: Mode; state: UnidentifiedState }

export const list = (db: Query, filter: UnidentifiedFilter, page: PageRequest): Promise<Page<UnidentifiedParcel>> => {
  const params: Value[] = [filter.mode]
  const where = `mode = $1 and ${IN_STATE[filter.state]}${siteConditions('site_id', filter, params)}`
  return listPage(db, 'select * from unidentified_parcels', where, params, page, fromRow)
}
