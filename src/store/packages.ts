// Packages.

import type { Scope } from '../domain/business.ts'
import { Rejection } from '../domain/errors.ts'
import { isId } from '../domain/ids.ts'
import type { HoldInstruction, Package, PackageStatus } from '../domain/package.ts'
import type { Query, Value } from './db.ts'
import type { Page, PageRequest } from './paging.ts'
import { listPage } from './paging.ts'
import type { Columns } from './rows.ts'
import { containing, insert as insertRows, parameters, updateVersioned } from './rows.ts'

type PackageRow = {
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
  hold_instruction: HoldInstruction
  hold_released_at: number | null
  warehouse_arrived_at: number | null
  departed_at: number | null
  delivered_at: number | null
  cancelled_at: number | null
  comment: string | null
  shipment_id: string | null
  origin_country: string
  destination_country: string
  created_at: number
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
  createdAt: row.created_at,
})

/** What may change over a package's life. */
const changingColumns = (parcel: Package): Columns => ({
  status: parcel.status,
  quantity: parcel.quantity,
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
})

const SELECT = 'select * from packages'

export const insert = async (tx: Query, scope: Scope, parcels: readonly Package[]): Promise<void> => {
  await insertRows(
    tx,
    'packages',
    parcels.map((parcel) => ({
      business_id: scope.businessId,
      mode: scope.mode,
      id: parcel.id,
      version: parcel.version,
      parcel_number: parcel.parcelNumber,
      quote_id: parcel.quoteId,
      cargo_index: parcel.cargoIndex,
      customer_id: parcel.customerId,
      customer_identifier: parcel.customerIdentifier,
      customer_name: parcel.customerName,
      search_text: `${parcel.customerName}\n${parcel.parcelNumber}`.toLowerCase(),
      trade_direction: parcel.tradeDirection,
      carrier_tracked_since: parcel.carrierTracked ? parcel.createdAt : null,
      declared_weight_kg: parcel.declaredWeightKg,
      origin_country: parcel.originCountry,
      destination_country: parcel.destinationCountry,
      created_at: parcel.createdAt,
      ...changingColumns(parcel),
    })),
  )
}

export const load = async (db: Query, scope: Scope, id: string): Promise<Package> => {
  const rows = isId('pkg', id)
    ? await db.query<PackageRow>(`${SELECT} where business_id = $1 and mode = $2 and id = $3`, [scope.businessId, scope.mode, id])
    : []
  if (!rows[0]) throw new Rejection('NOT_FOUND', 'No such package.')
  return fromRow(rows[0])
}

export const save = async (tx: Query, scope: Scope, parcel: Package): Promise<Package> => {
  await updateVersioned(tx, 'packages', scope, parcel, changingColumns(parcel))
  return { ...parcel, version: parcel.version + 1 }
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

export type PackageFilter = { status?: PackageStatus; key?: string }

export const list = async (db: Query, scope: Scope, filter: PackageFilter, page: PageRequest): Promise<Page<Package>> => {
  const params: Value[] = [scope.businessId, scope.mode]
  let where = 'business_id = $1 and mode = $2'
  if (filter.status !== undefined) where += ` and status = $${params.push(filter.status)}`
  if (filter.key !== undefined) where += ` and search_text like $${params.push(containing(filter.key))} escape '\\'`
  const found = await listPage<PackageRow>(db, SELECT, where, params, page)
  return { ...found, items: found.items.map(fromRow) }
}

/** By the number printed on the parcel, in whichever scope it is: whoever reads it does not know our businesses. */
export const findByParcelNumber = async (db: Query, parcelNumber: string): Promise<{ scope: Scope; parcel: Package } | null> => {
  const rows = await db.query<PackageRow & { business_id: string; mode: Scope['mode'] }>(`${SELECT} where parcel_number = $1`, [
    parcelNumber,
  ])
  return rows[0] ? { scope: { businessId: rows[0].business_id, mode: rows[0].mode }, parcel: fromRow(rows[0]) } : null
}
