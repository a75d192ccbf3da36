// Receipts, one for each arrival of a package or of a part of a package. Undone receipts are kept.

import { HISTORY_MAX } from '../../domain/audit/audit.ts'
import type { BeforeReceipt, Receipt } from '../../domain/receiving/receipt.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage } from '../../platform/engine/paging.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { equals } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeOf, scopeValues } from '../../platform/engine/scope.ts'
import type { Author } from '../audit/audit.ts'
import { insertScoped } from '../audit/scoped-rows.ts'
import type { SeenSites } from '../sites/seen-sites.ts'
import { seenCondition } from '../sites/seen-sites.ts'
import { loadRow } from '../values/rows-by-token.ts'
import { markUndone } from './mark-undone.ts'

type Measured = Pick<Receipt, 'pieces' | 'weightKg' | 'dimensions' | 'volumeCbm'>

export type MeasurementRow = {
  pieces: number
  weight_kg: number | null
  length_cm: number | null
  width_cm: number | null
  height_cm: number | null
  volume_cbm: number | null
}

const plain = columnsOf<Omit<Receipt, keyof Measured | 'before'>>()(
  'id, package_id, site_id, condition_note, price_before, price_after, received_by, received_at, recorded_at, unidentified_parcel_id, undone_by, undone_at, undo_reason',
)
type ReceiptRow = ReturnType<typeof plain.toRow> & MeasurementRow & { business_id: string; mode: Mode; before: string }

export type FoundReceipt = { scope: Scope; receipt: Receipt }

export const measurementFrom = (row: MeasurementRow): Measured => ({
  pieces: row.pieces,
  ...(row.weight_kg === null ? {} : { weightKg: row.weight_kg }),
  ...(row.length_cm === null || row.width_cm === null || row.height_cm === null
    ? {}
    : { dimensions: { lengthCm: row.length_cm, widthCm: row.width_cm, heightCm: row.height_cm } }),
  ...(row.volume_cbm === null ? {} : { volumeCbm: row.volume_cbm }),
})

export const measurementColumns = (arrival: Measured): Columns => ({
  pieces: arrival.pieces,
  weight_kg: arrival.weightKg ?? null,
  length_cm: arrival.dimensions?.lengthCm ?? null,
  width_cm: arrival.dimensions?.widthCm ?? null,
  height_cm: arrival.dimensions?.heightCm ?? null,
  volume_cbm: arrival.volumeCbm ?? null,
})

const fromRow = (row: ReceiptRow): Receipt => ({
  ...measurementFrom(row),
  ...plain.fromRow(row),
  before: JSON.parse(row.before) as BeforeReceipt,
})

const foundFrom = (row: ReceiptRow): FoundReceipt => ({ scope: scopeOf(row), receipt: fromRow(row) })

const columns = (receipt: Receipt): Columns => {
  const { id: _, ...columns } = plain.toRow(receipt)
  return { ...columns, ...measurementColumns(receipt), before: JSON.stringify(receipt.before) }
}

export const insert = (tx: Tx, caller: Scope & Author, receipt: Receipt): Promise<void> =>
  insertScoped(tx, caller, 'receipt', [{ id: receipt.id, ...columns(receipt) }])

export const saveUndone = (tx: Tx, caller: Scope & Author, before: Receipt, receipt: Receipt): Promise<void> =>
  markUndone(tx, caller, 'receipt', receipt, { before: columns(before), after: columns(receipt) })

const OF_PACKAGE = `select * from receipts where ${IN_SCOPE} and package_id = $3`

/** The latest receipts of a package, oldest first. Undone receipts are included. */
export const ofPackage = async (db: Query, scope: Scope, packageId: string): Promise<Receipt[]> => {
  const sql = `${OF_PACKAGE} order by id desc limit ${HISTORY_MAX}`
  return (await db.query<ReceiptRow>(sql, scopeValues(scope, packageId))).map(fromRow).reverse()
}

/**
 * Returns the receipts that are not undone, and also the receipt `andId` if it is undone. Sorted by token, because the stored times may
 * follow a test clock, which can be reset.
 */
export const activeOf = async (db: Query, scope: Scope, packageId: string, andId = ''): Promise<Receipt[]> => {
  const sql = `${OF_PACKAGE} and (undone_at is null or id = $4) order by id`
  const rows = isId('pkg', packageId) ? await db.query<ReceiptRow>(sql, scopeValues(scope, packageId, andId)) : []
  return rows.map(fromRow)
}

/** Finds a receipt by its token alone, because tokens are unique across all businesses. */
export const loadOfAnyBusiness = async (db: Query, id: string): Promise<FoundReceipt> => foundFrom(await loadRow<ReceiptRow>(db, 'rcp', id))

/** SQL for receipts with their parcel numbers. Lists sort by `created_at`, so the time of arrival is selected under that name. */
const LISTED = `select * from (
  select r.*, r.received_at as created_at, p.parcel_number from receipts r
  join packages p on p.business_id = r.business_id and p.mode = r.mode and p.id = r.package_id
) as listed`

type ListedReceipt = FoundReceipt & { parcelNumber: string }

export type ReceiptFilter = { mode: Mode; businessId?: string; packageId?: string; seen?: SeenSites }

export const listNewest = (db: Query, filter: ReceiptFilter, page: PageRequest): Promise<Page<ListedReceipt>> => {
  const params: Value[] = [filter.mode]
  const named = equals({ business_id: filter.businessId, package_id: filter.packageId }, params)
  const where = `mode = $1${named}${seenCondition('site_id', filter.seen ?? null, params)}`
  const read = (row: ReceiptRow & { created_at: number; parcel_number: string }): ListedReceipt => ({
    ...foundFrom(row),
    parcelNumber: row.parcel_number,
  })
  return listPage(db, LISTED, where, params, page, read)
}
