// Maps a package to its row and back.

import type { Disposition, HoldAction, Package, PackageStatus, Repacked } from '../../domain/packages/package.ts'
import type { ContainerSize } from '../../domain/pricing/cargo.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import type { ClientRow } from '../values/records.ts'
import { clientColumns, clientDataFrom } from '../values/records.ts'

export type PackageRow = ClientRow & {
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
  inbound_parcel_id?: string | null
  price_waiver_reason?: string | null
  price_waived_by?: string | null
  price_waived_at?: number | null
  offloaded_from?: string | null
  offload_reason?: string | null
  offloaded_by?: string | null
  offloaded_at?: number | null
  ready_for_collection_at?: number | null
  handed_out_by?: string | null
  handed_out_at?: number | null
  handed_out_reason?: string | null
  kept_since?: number | null
  disposed_at?: number | null
  disposition?: string | null
  site_id?: string | null
  eta?: number | null
  to_site_id?: string | null
  place_id?: string | null
  place_changed_at?: number | null
  repacked_into?: string | null
  repacked_from?: string | null
  storage_counted_until?: string | null
  created_at: number
  updated_at?: number | null
}

const dimensionsFrom = (row: PackageRow): Package['dimensions'] =>
  row.length_cm === null || row.width_cm === null || row.height_cm === null
    ? null
    : { lengthCm: row.length_cm, widthCm: row.width_cm, heightCm: row.height_cm }

const waiverFrom = ({ price_waiver_reason: reason, price_waived_by: by, price_waived_at: at }: PackageRow): Package['priceWaiver'] =>
  reason == null || by == null || at == null ? null : { reason, by, at }

const offloadFrom = (row: PackageRow): Package['offloaded'] => {
  const { offloaded_from: shipmentId, offload_reason: reason, offloaded_by: by, offloaded_at: at } = row
  return shipmentId == null || reason == null || by == null || at == null ? null : { shipmentId, reason, by, at }
}

const handedOutFrom = ({ handed_out_by: by, handed_out_at: at, handed_out_reason: reason }: PackageRow): Package['handedOut'] =>
  by == null || at == null ? null : { by, at, reason: reason ?? null }

const dispositionFrom = ({ disposed_at: at, disposition }: PackageRow): Package['disposition'] =>
  at == null || disposition == null ? null : { ...(JSON.parse(disposition) as Omit<Disposition, 'at'>), at }

const dispositionText = (disposition: Package['disposition']): string | null => {
  if (disposition === null) return null
  const { at: _at, ...rest } = disposition
  return JSON.stringify(rest)
}

const repackedFrom = (text: string | null | undefined): Repacked | null => (text == null ? null : (JSON.parse(text) as Repacked))

const repackedText = (repacked: Repacked | null): string | null => repacked && JSON.stringify(repacked)

/** The condition on packages whose goods are in the warehouse, as in the partial indexes. */
export const IN_WAREHOUSE = "(status = 'warehouse' or kept_since is not null)"

export const fromRow = (row: PackageRow): Package => ({
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
  inboundParcelId: row.inbound_parcel_id ?? null,
  priceWaiver: waiverFrom(row),
  offloaded: offloadFrom(row),
  readyForCollectionAt: row.ready_for_collection_at ?? null,
  handedOut: handedOutFrom(row),
  keptSince: row.kept_since ?? null,
  disposition: dispositionFrom(row),
  siteId: row.site_id ?? null,
  eta: row.eta ?? null,
  toSiteId: row.to_site_id ?? null,
  placeId: row.place_id ?? null,
  placeChangedAt: row.place_changed_at ?? null,
  repackedInto: repackedFrom(row.repacked_into),
  repackedFrom: repackedFrom(row.repacked_from),
  storageCountedUntil: row.storage_counted_until ?? null,
  ...clientDataFrom(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at ?? row.created_at,
})

const changingColumns = (parcel: Package): Columns => ({
  quote_id: parcel.quoteId,
  cargo_index: parcel.cargoIndex,
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
  site_id: parcel.siteId,
  origin_country: parcel.originCountry,
  destination_country: parcel.destinationCountry,
  destination_locked_at: parcel.destinationLockedAt,
  transport_mode: parcel.transportMode,
  container_size: parcel.containerSize,
  price_waiver_reason: parcel.priceWaiver?.reason ?? null,
  price_waived_by: parcel.priceWaiver?.by ?? null,
  price_waived_at: parcel.priceWaiver?.at ?? null,
  offloaded_from: parcel.offloaded?.shipmentId ?? null,
  offload_reason: parcel.offloaded?.reason ?? null,
  offloaded_by: parcel.offloaded?.by ?? null,
  offloaded_at: parcel.offloaded?.at ?? null,
  ready_for_collection_at: parcel.readyForCollectionAt,
  handed_out_by: parcel.handedOut?.by ?? null,
  handed_out_at: parcel.handedOut?.at ?? null,
  handed_out_reason: parcel.handedOut?.reason ?? null,
  kept_since: parcel.keptSince,
  disposed_at: parcel.disposition?.at ?? null,
  disposition: dispositionText(parcel.disposition),
  place_id: parcel.placeId,
  place_changed_at: parcel.placeChangedAt,
  repacked_into: repackedText(parcel.repackedInto),
})

const fixedColumns = (parcel: Package): Columns => ({
  parcel_number: parcel.parcelNumber,
  trade_direction: parcel.tradeDirection,
  carrier_tracked_since: parcel.carrierTracked ? parcel.createdAt : null,
  declared_weight_kg: parcel.declaredWeightKg,
  package_type: parcel.packageType,
  commodity: parcel.commodity,
  inbound_parcel_id: parcel.inboundParcelId,
  repacked_from: repackedText(parcel.repackedFrom),
  storage_counted_until: parcel.storageCountedUntil,
  ...clientColumns(parcel),
  created_at: parcel.createdAt,
})

/** Columns that follow other records. They are not part of audit records. */
export const derivedColumns = (parcel: Package): Columns => ({
  search_text: searchText(parcel),
  eta: parcel.eta,
  to_site_id: parcel.toSiteId,
})

export const columns = (parcel: Package): Columns => ({ ...fixedColumns(parcel), ...changingColumns(parcel) })

const searchText = ({ customerName, parcelNumber }: Package): string => `${customerName}\n${parcelNumber}`.toLowerCase()

/** Makes a package from a row with all columns. The columns of audit records are not enough, because they lack id and version. */
export const fromColumns = (row: Columns): Package => fromRow(row as unknown as PackageRow)
