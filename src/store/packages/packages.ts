// Packages.

import type { Scope } from '../../domain/businesses/business.ts'
import type { HoldAction, Package, PackageStatus } from '../../domain/packages/package.ts'
import type { ContainerSize } from '../../domain/pricing/cargo.ts'
import { lastFreeDay } from '../../domain/storage/storage-forecast.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Author } from '../audit/audit.ts'
import { recordChange, recordChanges, recordCreations } from '../audit/audit.ts'
import * as businesses from '../businesses/businesses.ts'
import type { ClientRow } from '../engine/client-columns.ts'
import { clientColumns, clientDataFrom } from '../engine/client-columns.ts'
import type { Query } from '../engine/db.ts'
import { notFound } from '../engine/not-found.ts'
import type { Columns } from '../engine/rows.ts'
import { changedAt, changedColumns, insert as insertRows, parameters, updateAllVersioned, updateVersioned } from '../engine/rows.ts'

type PackageRow = ClientRow & {
  id: string
  version: number
  parcel_number: string
  quote_id: string | null
  cargo_index: number | null
  customer_id: string | null
  customer_identifier: string | null
  customer_name: string
  status: PackageStatus
  trade_direction: 'import' | 'export'
  carrier_tracked_since: number | null
  quantity: number
  declared_weight_kg: number | null
  actual_weight_kg: number | null
  length_cm: number | null
  width_cm: number | null
  height_cm: number | null
  volume_cbm: number | null
  hold_instruction: HoldAction
  hold_released_at: number | null
  warehouse_arrived_at: number | null
  departed_at: number | null
  delivered_at: number | null
  cancelled_at: number | null
  comment: string | null
  shipment_id: string | null
  origin_country: string
  destination_country: string
  destination_locked_at: number | null
  transport_mode: Package['transportMode']
  pieces_arrived: number | null
  package_type?: string | null
  container_size?: ContainerSize | null
  commodity?: string | null
  created_at: number
  updated_at?: number | null
}

const dimensionsFrom = (row: PackageRow): Package['dimensions'] =>
  row.length_cm === null || row.width_cm === null || row.height_cm === null
    ? null
    : { lengthCm: row.length_cm, widthCm: row.width_cm, heightCm: row.height_cm }

const fromRow = (row: PackageRow): Package => ({
  id: row.id,
  version: row.version,
  parcelNumber: row.parcel_number,
  quoteId: row.quote_id,
  cargoIndex: row.cargo_index,
  customerId: row.customer_id,
  customerIdentifier: row.customer_identifier,
  customerName: row.customer_name,
  status: row.status,
  tradeDirection: row.trade_direction,
  carrierTracked: row.carrier_tracked_since !== null,
  quantity: row.quantity,
  declaredWeightKg: row.declared_weight_kg,
  actualWeightKg: row.actual_weight_kg,
  piecesArrived: row.pieces_arrived,
  dimensions: dimensionsFrom(row),
  volumeCbm: row.volume_cbm,
  holdInstruction: row.hold_instruction,
  holdReleasedAt: row.hold_released_at,
  warehouseArrivedAt: row.warehouse_arrived_at,
  departedAt: row.departed_at,
  deliveredAt: row.delivered_at,
  cancelledAt: row.cancelled_at,
  comment: row.comment,
  shipmentId: row.shipment_id,
  originCountry: row.origin_country,
  destinationCountry: row.destination_country,
  destinationLockedAt: row.destination_locked_at,
  transportMode: row.transport_mode,
  packageType: row.package_type ?? null,
  containerSize: row.container_size ?? null,
  commodity: row.commodity ?? null,
  ...clientDataFrom(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at ?? row.created_at,
})

/** What may change over a package's life. */
const changingColumns = (parcel: Package): Columns => ({
  customer_id: parcel.customerId,
  customer_identifier: parcel.customerIdentifier,
  customer_name: parcel.customerName,
  status: parcel.status,
  quantity: parcel.quantity,
  pieces_arrived: parcel.piecesArrived,
  actual_weight_kg: parcel.actualWeightKg,
  length_cm: parcel.dimensions?.lengthCm ?? null,
  width_cm: parcel.dimensions?.widthCm ?? null,
  height_cm: parcel.dimensions?.heightCm ?? null,
  volume_cbm: parcel.volumeCbm,
  hold_instruction: parcel.holdInstruction,
  hold_released_at: parcel.holdReleasedAt,
  warehouse_arrived_at: parcel.warehouseArrivedAt,
  departed_at: parcel.departedAt,
  delivered_at: parcel.deliveredAt,
  cancelled_at: parcel.cancelledAt,
  comment: parcel.comment,
  shipment_id: parcel.shipmentId,
  destination_country: parcel.destinationCountry,
  destination_locked_at: parcel.destinationLockedAt,
  transport_mode: parcel.transportMode,
})

/** What stays as it was made. */
const lastingColumns = (parcel: Package): Columns => ({
  parcel_number: parcel.parcelNumber,
  quote_id: parcel.quoteId,
  cargo_index: parcel.cargoIndex,
  trade_direction: parcel.tradeDirection,
  carrier_tracked_since: parcel.carrierTracked ? parcel.createdAt : null,
  declared_weight_kg: parcel.declaredWeightKg,
  origin_country: parcel.originCountry,
  package_type: parcel.packageType,
  container_size: parcel.containerSize,
  commodity: parcel.commodity,
  ...clientColumns(parcel),
  created_at: parcel.createdAt,
})

const columns = (parcel: Package): Columns => ({ ...lastingColumns(parcel), ...changingColumns(parcel) })

const searchText = ({ customerName, parcelNumber }: Package): string => `${customerName}\n${parcelNumber}`.toLowerCase()

/** By the terms and the time zone that the business has until this transaction ends: whoever changes the zone counts again. */
const freeUntil = async (tx: Query, { businessId }: Scope, { warehouseArrivedAt }: Package): Promise<string | null> =>
  warehouseArrivedAt === null ? null : lastFreeDay(await businesses.loadShared(tx, businessId), warehouseArrivedAt)

/** A package as its audit records leave it. */
export const fromColumns = (id: string, version: number, recorded: Columns): Package =>
  fromRow({ ...recorded, id, version } as unknown as PackageRow)

const SELECT = 'select * from packages'

export const insert = async (tx: Query, caller: Scope & Author, parcels: readonly Package[]): Promise<void> => {
  const freeDays = await Promise.all(parcels.map((parcel) => freeUntil(tx, caller, parcel)))
  const created = parcels.map((parcel) => ({ type: 'package', id: parcel.id, version: 1, before: null, after: columns(parcel) }) as const)
  const rows = parcels.map((parcel, index) => ({
    business_id: caller.businessId,
    mode: caller.mode,
    id: parcel.id,
    version: parcel.version,
    ...created[index]!.after,
    search_text: searchText(parcel),
    last_free_day: freeDays[index]!,
  }))
  await Promise.all([insertRows(tx, 'packages', rows), recordCreations(tx, caller, caller, created)])
}

export const load = async (db: Query, scope: Scope, id: string): Promise<Package> => {
  const rows = isId('pkg', id)
    ? await db.query<PackageRow>(`${SELECT} where business_id = $1 and mode = $2 and id = $3`, [scope.businessId, scope.mode, id])
    : []
  if (!rows[0]) throw await notFound(db, scope, 'pkg', id)
  return fromRow(rows[0])
}

/** Saves a package that was read as `before`, and returns it as it now is. */
export const save = async (tx: Query, caller: Scope & Author, before: Package, parcel: Package): Promise<Package> => {
  const version = before.version + 1
  const [was, is] = [columns(before), columns(parcel)]
  const change = { type: 'package', id: parcel.id, version, before: was, after: is } as const
  const found = changedColumns({ search_text: searchText(before) }, { search_text: searchText(parcel) })
  if (parcel.warehouseArrivedAt !== before.warehouseArrivedAt) found.last_free_day = await freeUntil(tx, caller, parcel)
  const updatedAt = changedAt(caller)
  found.updated_at = updatedAt
  await Promise.all([
    updateVersioned(tx, 'packages', caller, before, { ...changedColumns(was, is), ...found }),
    recordChange(tx, caller, caller, change),
  ])
  return { ...parcel, version, updatedAt }
}

/** Gives packages that were read in this transaction to another customer, many at once, and returns them as they now are. */
export const reassign = async (
  tx: Query,
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
    // Parcel numbers are plain letters and digits, so both engines lower them alike.
    computed: { search_text: { sql: (start) => `${start} || lower(parcel_number)`, value: `${to.customerName.toLowerCase()}\n` } },
  })
  const changes = saved.map(
    (parcel, index) =>
      ({ type: 'package', id: parcel.id, version: parcel.version, before: columns(parcels[index]!), after: columns(parcel) }) as const,
  )
  await recordChanges(tx, caller, caller, changes)
  return saved
}

/** The packages of the given quotes, in the order of their cargo. */
export const ofQuotes = async (db: Query, scope: Scope, quoteIds: readonly string[]): Promise<Package[]> => {
  if (quoteIds.length === 0) return []
  const rows = await db.query<PackageRow>(
    `${SELECT} where business_id = $1 and mode = $2 and quote_id in (${parameters(quoteIds.length, 3)}) order by quote_id, cargo_index`,
    [scope.businessId, scope.mode, ...quoteIds],
  )
  return rows.map(fromRow)
}

/** A package of a quote, as given, among the others of the quote: in the order of their cargo. */
export const withSiblings = async (db: Query, scope: Scope, parcel: Package): Promise<Package[]> => {
  const rows = await db.query<PackageRow>(`${SELECT} where business_id = $1 and mode = $2 and quote_id = $3 and id <> $4`, [
    scope.businessId,
    scope.mode,
    parcel.quoteId,
    parcel.id,
  ])
  return [parcel, ...rows.map(fromRow)].sort((a, b) => a.cargoIndex! - b.cargoIndex!)
}

/** The packages of the given quotes as far as quotes show them, in the order of their cargo. */
export const mentionsOfQuotes = async (
  db: Query,
  scope: Scope,
  quoteIds: readonly string[],
): Promise<(Pick<Package, 'id' | 'parcelNumber' | 'status'> & { quoteId: string })[]> => {
  if (quoteIds.length === 0) return []
  const rows = await db.query<Pick<PackageRow, 'id' | 'parcel_number' | 'status'> & { quote_id: string }>(
    `select quote_id, id, parcel_number, status from packages
     where business_id = $1 and mode = $2 and quote_id in (${parameters(quoteIds.length, 3)}) order by quote_id, cargo_index`,
    [scope.businessId, scope.mode, ...quoteIds],
  )
  return rows.map((row) => ({ quoteId: row.quote_id, id: row.id, parcelNumber: row.parcel_number, status: row.status }))
}

/** A package with the scope it was found in: whoever reads a label does not know our businesses. */
export type FoundPackage = { scope: Scope; parcel: Package }

export type FoundRow = PackageRow & { business_id: string; mode: Scope['mode'] }

export const foundFromRow = (row: FoundRow): FoundPackage => ({
  scope: { businessId: row.business_id, mode: row.mode },
  parcel: fromRow(row),
})

/** By the number printed on the parcel, in whichever scope it is. */
export const findByParcelNumber = async (db: Query, parcelNumber: string): Promise<FoundPackage | null> => {
  const rows = await db.query<FoundRow>(`${SELECT} where parcel_number = $1`, [parcelNumber])
  return rows[0] ? foundFromRow(rows[0]) : null
}

/** The operator's own read, by token in whichever scope it is: tokens are unique over all businesses. */
export const findOfAnyBusiness = async (db: Query, id: string): Promise<FoundPackage | null> => {
  const rows = isId('pkg', id) ? await db.query<FoundRow>(`${SELECT} where id = $1`, [id]) : []
  return rows[0] ? foundFromRow(rows[0]) : null
}

/** A package by its token, and whose it is. */
export type LocatedPackage = { scope: Scope; id: string }

export const locate = async (db: Query, id: string): Promise<LocatedPackage | null> => {
  const sql = 'select business_id, mode from packages where id = $1'
  const [row] = isId('pkg', id) ? await db.query<Pick<FoundRow, 'business_id' | 'mode'>>(sql, [id]) : []
  return row ? { scope: { businessId: row.business_id, mode: row.mode }, id } : null
}

export const loadOfAnyBusiness = async (db: Query, id: string): Promise<FoundPackage> => {
  const found = await findOfAnyBusiness(db, id)
  if (!found) throw new Rejection('NOT_FOUND', 'No such package.')
  return found
}
