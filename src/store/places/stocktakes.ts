// Stocktakes of places, and the codes scanned in them.

import type { ListedPackage, Stocktake, StocktakeResult } from '../../domain/places/stocktake.ts'
import { STOCKTAKE_LISTED_MAX } from '../../domain/places/stocktake.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage } from '../../platform/engine/paging.ts'
import { countRows, insertCounted, parameters } from '../../platform/engine/rows.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'
import { IN_WAREHOUSE } from '../packages/package-rows.ts'
import type { SeenSites } from '../sites/seen-sites.ts'
import { seenCondition } from '../sites/seen-sites.ts'
import { loadRow, lockRow } from '../values/rows-by-token.ts'

const plain = columnsOf<Omit<Stocktake, 'result'>>()('id, mode, place_id, started_by, started_at, finished_by, finished_at, created_at')
type StocktakeRow = ReturnType<typeof plain.toRow> & { result: string | null }

const fromRow = (row: StocktakeRow): Stocktake => ({
  ...plain.fromRow(row),
  result: row.result === null ? null : (JSON.parse(row.result) as StocktakeResult),
})

const SELECT = 'select * from stocktakes'

export const insert = (tx: Tx, author: Author, stocktake: Stocktake): Promise<void> =>
  insertRecorded(tx, author, 'stocktake', { ...plain.toRow(stocktake), result: null })

export const load = async (db: Query, id: string): Promise<Stocktake> => fromRow(await loadRow<StocktakeRow>(db, 'stk', id))

/** Locks the stocktake until the transaction ends. Until then, no other transaction can add scans or finish the stocktake. */
export const lock = async (tx: Tx, id: string): Promise<Stocktake> => fromRow(await lockRow<StocktakeRow>(tx, 'stk', id))

export const finish = async (tx: Tx, author: Author, id: string, result: StocktakeResult): Promise<Stocktake> => {
  const changes = { finished_by: author.actor, finished_at: author.at, result: JSON.stringify(result) }
  return fromRow((await changeRecorded<StocktakeRow>(tx, author, 'stocktake', { id }, () => changes))!)
}

/** The open stocktakes of these places, at most one per place. */
export const openIn = async (db: Query, placeIds: readonly string[]): Promise<Stocktake[]> => {
  if (placeIds.length === 0) return []
  const sql = `${SELECT} where place_id in (${parameters(placeIds.length, 1)}) and finished_at is null`
  return (await db.query<StocktakeRow>(sql, placeIds)).map(fromRow)
}

export type StocktakeFilter = { mode: Mode; placeId?: string; isFinished?: boolean; seen?: SeenSites }

export const list = (
  db: Query,
  { mode, placeId, isFinished, seen = null }: StocktakeFilter,
  page: PageRequest,
): Promise<Page<Stocktake>> => {
  const params: Value[] = [mode]
  let where = 'mode = $1'
  if (placeId !== undefined) where += ` and place_id = $${params.push(placeId)}`
  if (isFinished !== undefined) where += ` and finished_at is ${isFinished ? 'not null' : 'null'}`
  if (seen !== null) where += ` and place_id in (select places.id from places where 1 = 1${seenCondition('places.site_id', seen, params)})`
  return listPage(db, SELECT, where, params, page, fromRow)
}

/** `code`: the parcel number of the package that was found, or the scanned text if no package was found. */
export type StocktakeScan = { code: string; packageId: string | null }

type ScanRow = { code_key: string; package_id: string | null }

/** Saves a scan. Returns false if the code was already scanned in this stocktake. */
export const addScan = async (tx: Tx, author: Author, stocktakeId: string, { code, packageId }: StocktakeScan): Promise<boolean> => {
  const row = { stocktake_id: stocktakeId, code_key: code, package_id: packageId, scanned_by: author.actor, scanned_at: author.at }
  return (await insertCounted(tx, 'stocktake_scans', [row], 'on conflict do nothing')) > 0
}

/** The scans of a stocktake, in the order in which they were made. */
export const scansOf = async (db: Query, stocktakeId: string): Promise<StocktakeScan[]> => {
  const sql = 'select code_key, package_id from stocktake_scans where stocktake_id = $1 order by scanned_at, code_key'
  const rows = await db.query<ScanRow>(sql, [stocktakeId])
  return rows.map((row) => ({ code: row.code_key, packageId: row.package_id }))
}

export const countScans = (db: Query, stocktakeId: string): Promise<number> =>
  countRows(db, 'stocktake_scans where stocktake_id = $1', [stocktakeId])

const UNSEEN = `from packages where place_id = $1 and ${IN_WAREHOUSE} and not exists
  (select 1 from stocktake_scans where stocktake_id = $2 and code_key = packages.parcel_number)`

/**
 * Counts and lists the packages that are recorded in the place but were not scanned. The list is limited to `STOCKTAKE_LISTED_MAX`
 * packages.
 */
export const missingOf = async (db: Query, { id, placeId }: Stocktake): Promise<{ count: number; listed: ListedPackage[] }> => {
  const params = [placeId, id]
  const [counted] = await db.query<{ packages: number }>(`select count(*) as packages ${UNSEEN}`, params)
  const rows = await db.query<{ id: string; parcel_number: string }>(
    `select id, parcel_number ${UNSEEN} order by parcel_number limit ${STOCKTAKE_LISTED_MAX}`,
    params,
  )
  return { count: counted!.packages, listed: rows.map((row) => ({ id: row.id, parcelNumber: row.parcel_number })) }
}
