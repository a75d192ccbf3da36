// Packages in the store, saved with their audit records.

import type { Business } from '../../domain/businesses/business.ts'
import type { Package } from '../../domain/packages/package.ts'
import { lastFreeDay } from '../../domain/storage/storage-forecast.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import {
  changedAt,
  changedColumns,
  countRows,
  insert as insertRows,
  parameters,
  readRow,
  updateAllVersioned,
  updateVersioned,
} from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeColumns, scopeOf, scopeValues } from '../../platform/engine/scope.ts'
import type { Author } from '../audit/audit.ts'
import { previousHash, readWith, recordChange, recordChanges, recordCreations } from '../audit/audit.ts'
import * as businesses from '../businesses/businesses.ts'
import { loadRow, loadScopedRow } from '../values/rows-by-token.ts'
import type { PackageRow } from './package-rows.ts'
import { columns, derivedColumns, fromRow } from './package-rows.ts'

export { fromColumns } from './package-rows.ts'

/** `business` is used only if `isLocked` is set. A business that is not locked could change before the transaction ends. */
type Saver = Scope & Author & { readonly business?: Business; readonly isLocked?: true }

/**
 * Returns the last day of free storage of a package, from the terms and time zone of its business. `countFreeDaysAgain` recomputes the
 * stored day when the terms or the time zone change.
 */
const freeUntil = async (tx: Tx, saver: Saver, { warehouseArrivedAt, storageCountedUntil }: Package): Promise<string | null> => {
  if (warehouseArrivedAt === null) return null
  const business = saver.isLocked && saver.business ? saver.business : await businesses.loadShared(tx, saver.businessId)
  return lastFreeDay(business, warehouseArrivedAt, storageCountedUntil)
}

const SELECT = 'select * from packages'

export const insert = async (tx: Tx, caller: Saver, parcels: readonly Package[]): Promise<void> => {
  const freeDays = await Promise.all(parcels.map((parcel) => freeUntil(tx, caller, parcel)))
  const created = parcels.map((parcel) => ({ type: 'package', id: parcel.id, version: 1, before: null, after: columns(parcel) }) as const)
  const rows = parcels.map((parcel, index) => ({
    ...scopeColumns(caller),
    id: parcel.id,
    version: parcel.version,
    ...created[index]!.after,
    ...derivedColumns(parcel),
    last_free_day: freeDays[index]!,
  }))
  await insertRows(tx, 'packages', rows)
  await recordCreations(tx, caller, caller, created)
}

export const load = async (db: Query, scope: Scope, id: string): Promise<Package> =>
  fromRow(await loadScopedRow<PackageRow>(db, scope, 'pkg', id))

/** Like `load`, but also reads the hash of the package's last audit record, which `save` needs. */
export const loadToChange = async (tx: Tx, scope: Scope, id: string): Promise<Package> => {
  const sql = `select packages.*, ${previousHash('packages')} from packages where ${IN_SCOPE} and id = $3`
  const params = scopeValues(scope, id)
  const [row] = isId('pkg', id) ? await tx.query<PackageRow & { previous_hash: string | null }>(sql, params) : []
  return row ? readWith(fromRow(row), row) : load(tx, scope, id)
}

/** Returns the packages with these ids, in no particular order. */
export const ofIds = async (db: Query, scope: Scope, ids: readonly string[]): Promise<Package[]> => {
  if (ids.length === 0) return []
  const sql = `${SELECT} where ${IN_SCOPE} and id in (${parameters(ids.length, 3)})`
  return (await db.query<PackageRow>(sql, scopeValues(scope, ...ids))).map(fromRow)
}

/** Loads the packages and locks them until the transaction ends. Locks them in the order of their ids, to avoid deadlocks. */
export const loadForUpdate = async (tx: Tx, scope: Scope, ids: readonly string[]): Promise<Package[]> => {
  if (ids.length === 0) return []
  const sql = `${SELECT} where ${IN_SCOPE} and id in (${parameters(ids.length, 3)}) order by id for update`
  return (await tx.query<PackageRow>(sql, scopeValues(scope, ...ids))).map(fromRow)
}

/** Returns the columns to write when a package is saved, and the audit record of the change. */
const changeOf = async (tx: Tx, caller: Saver, before: Package, parcel: Package) => {
  const [was, is] = [columns(before), columns(parcel)]
  const written: Columns & { updated_at: number } = {
    ...changedColumns(was, is),
    ...changedColumns(derivedColumns(before), derivedColumns(parcel)),
    updated_at: changedAt(caller),
  }
  if (parcel.warehouseArrivedAt !== before.warehouseArrivedAt) written.last_free_day = await freeUntil(tx, caller, parcel)
  return { written, record: { type: 'package', id: parcel.id, version: before.version + 1, before: was, after: is } as const }
}

export const save = async (tx: Tx, caller: Saver, before: Package, parcel: Package): Promise<Package> => {
  const { written, record } = await changeOf(tx, caller, before, parcel)
  await updateVersioned(tx, 'packages', caller, before, written)
  await recordChange(tx, caller, caller, record, before)
  return { ...parcel, version: record.version, updatedAt: written.updated_at }
}

/**
 * Like `save`, for several packages. Packages with the same new column values share one update statement. Throws StaleWrite if a package
 * has changed since it was read.
 */
export const saveAll = async (tx: Tx, caller: Saver, moves: readonly { before: Package; after: Package }[]): Promise<Package[]> => {
  const changes = await Promise.all(
    moves.map(async ({ before, after }) => ({ before, after, ...(await changeOf(tx, caller, before, after)) })),
  )
  for (const alike of Map.groupBy(changes, ({ written }) => JSON.stringify(written)).values()) {
    const rows = alike.map(({ before }) => before)
    await updateAllVersioned(tx, 'packages', caller, rows, { columns: alike[0]!.written })
  }
  await recordChanges(
    tx,
    caller,
    caller,
    changes.map(({ record }) => record),
  )
  return changes.map(({ after, written, record }) => ({ ...after, version: record.version, updatedAt: written.updated_at }))
}

/** Saves the warehouse place where a package lies. `updated_at` stays the same, because businesses do not see places. */
export const move = async (tx: Tx, caller: Scope & Author, before: Package, placeId: string | null): Promise<Package> => {
  const version = before.version + 1
  const after = { ...before, placeId, placeChangedAt: changedAt(caller), version }
  await updateVersioned(tx, 'packages', caller, before, { place_id: placeId, place_changed_at: after.placeChangedAt })
  await recordChange(tx, caller, caller, { type: 'package', id: before.id, version, before: columns(before), after: columns(after) })
  return after
}

/** Assigns packages to another customer, and returns the saved packages. The packages must have been read in this transaction. */
export const reassign = async (
  tx: Tx,
  caller: Scope & Author,
  parcels: readonly Package[],
  to: Pick<Package, 'customerId' | 'customerIdentifier' | 'customerName'>,
): Promise<Package[]> => {
  const updatedAt = changedAt(caller)
  const saved = parcels.map((parcel) => ({ ...parcel, ...to, version: parcel.version + 1, updatedAt }))
  await updateAllVersioned(tx, 'packages', caller, parcels, {
    columns: {
      customer_id: to.customerId,
      customer_identifier: to.customerIdentifier,
      customer_name: to.customerName,
      updated_at: updatedAt,
    },
    // The parcel number can be lower-cased in SQL, because it is ASCII. The name is lower-cased here, because SQLite lower-cases only
    // ASCII.
    computed: { search_text: { sql: (start) => `${start} || lower(parcel_number)`, value: `${to.customerName.toLowerCase()}\n` } },
  })
  const changes = saved.map(
    (parcel, index) =>
      ({ type: 'package', id: parcel.id, version: parcel.version, before: columns(parcels[index]!), after: columns(parcel) }) as const,
  )
  await recordChanges(tx, caller, caller, changes)
  return saved
}

/** The packages of these quotes, sorted by quote and then by cargo item. */
export const ofQuotes = async (db: Query, scope: Scope, quoteIds: readonly string[]): Promise<Package[]> => {
  if (quoteIds.length === 0) return []
  const rows = await db.query<PackageRow>(
    `${SELECT} where ${IN_SCOPE} and quote_id in (${parameters(quoteIds.length, 3)}) order by quote_id, cargo_index`,
    scopeValues(scope, ...quoteIds),
  )
  return rows.map(fromRow)
}

/** Counts the packages of a quote, including cancelled and repacked ones. */
export const countOfQuote = (db: Query, scope: Scope, quoteId: string): Promise<number> =>
  countRows(db, `packages where ${IN_SCOPE} and quote_id = $3`, scopeValues(scope, quoteId))

/**
 * Returns all packages of the quote that `parcel` belongs to, in the order of the quote's cargo items. `parcel` itself is returned as
 * given, not as stored.
 */
export const withSiblings = async (db: Query, scope: Scope, parcel: Package): Promise<Package[]> => {
  const rows = await db.query<PackageRow>(
    `${SELECT} where ${IN_SCOPE} and quote_id = $3 and id <> $4`,
    scopeValues(scope, parcel.quoteId, parcel.id),
  )
  return [parcel, ...rows.map(fromRow)].sort((a, b) => a.cargoIndex! - b.cargoIndex!)
}

/** The packages of these quotes, with only the fields that quotes show. Sorted by quote and then by cargo item. */
export const summariesOfQuotes = async (
  db: Query,
  scope: Scope,
  quoteIds: readonly string[],
): Promise<(Pick<Package, 'id' | 'parcelNumber' | 'status'> & { quoteId: string })[]> => {
  if (quoteIds.length === 0) return []
  const rows = await db.query<Pick<PackageRow, 'id' | 'parcel_number' | 'status'> & { quote_id: string }>(
    `select quote_id, id, parcel_number, status from packages
     where ${IN_SCOPE} and quote_id in (${parameters(quoteIds.length, 3)}) order by quote_id, cargo_index`,
    scopeValues(scope, ...quoteIds),
  )
  return rows.map((row) => ({ quoteId: row.quote_id, id: row.id, parcelNumber: row.parcel_number, status: row.status }))
}

/** A package together with its scope, for callers that do not know the business. */
export type FoundPackage = { scope: Scope; parcel: Package }

export type FoundRow = PackageRow & { business_id: string; mode: Scope['mode'] }

export const foundFromRow = (row: FoundRow): FoundPackage => ({ scope: scopeOf(row), parcel: fromRow(row) })

export const findByParcelNumber = (db: Query, parcelNumber: string): Promise<FoundPackage | null> =>
  readRow(db, `${SELECT} where parcel_number = $1`, [parcelNumber], foundFromRow)

/** Finds a package by its token alone, because tokens are unique across all businesses. */
export const findOfAnyBusiness = async (db: Query, id: string): Promise<FoundPackage | null> => {
  const rows = isId('pkg', id) ? await db.query<FoundRow>(`${SELECT} where id = $1`, [id]) : []
  return rows[0] ? foundFromRow(rows[0]) : null
}

export type LocatedPackage = { scope: Scope; id: string }

export const locate = async (db: Query, id: string): Promise<LocatedPackage | null> => {
  const sql = 'select business_id, mode from packages where id = $1'
  const [row] = isId('pkg', id) ? await db.query<Pick<FoundRow, 'business_id' | 'mode'>>(sql, [id]) : []
  return row ? { scope: scopeOf(row), id } : null
}

export const loadOfAnyBusiness = async (db: Query, id: string): Promise<FoundPackage> =>
  foundFromRow(await loadRow<FoundRow>(db, 'pkg', id))
