// Maps a package to its row and back.

import type { Disposition, Package, Repacked } from '../../domain/packages/package.ts'
import type { ClientData } from '../../domain/values/client-data.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import type { ClientRow } from '../values/records.ts'
import { clientColumns, clientDataFrom } from '../values/records.ts'

/** Package fields that are stored in another form: as JSON, split over several columns, or converted. */
type Mapped =
  | keyof ClientData
  | 'carrierTracked'
  | 'dimensions'
  | 'priceWaiver'
  | 'offloaded'
  | 'handedOut'
  | 'disposition'
  | 'repackedInto'
  | 'repackedFrom'
  | 'updatedAt'

/** The fields that are not part of audit records. */
type Unaudited = 'id' | 'version' | 'eta' | 'toSiteId'

const plain = columnsOf<Omit<Package, Mapped | Unaudited>>()(
  'parcel_number, quote_id, cargo_index, customer_id, customer_identifier, customer_name, status, trade_direction, quantity, declared_weight_kg, actual_weight_kg, pieces_arrived, volume_cbm, hold_instruction, hold_released_at, warehouse_arrived_at, departed_at, delivered_at, cancelled_at, comment, shipment_id, origin_country, destination_country, destination_locked_at, transport_mode, package_type, container_size, commodity, inbound_parcel_id, ready_for_collection_at, kept_since, site_id, place_id, place_changed_at, storage_counted_until, created_at',
)

export type PackageRow = ReturnType<typeof plain.toRow> &
  ClientRow & {
    id: string
    version: number
    eta: number | null
    to_site_id: string | null
    carrier_tracked_since: number | null
    length_cm: number | null
    width_cm: number | null
    height_cm: number | null
    price_waiver_reason: string | null
    price_waived_by: string | null
    price_waived_at: number | null
    offloaded_from: string | null
    offload_reason: string | null
    offloaded_by: string | null
    offloaded_at: number | null
    handed_out_by: string | null
    handed_out_at: number | null
    handed_out_reason: string | null
    disposed_at: number | null
    disposition: string | null
    repacked_into: string | null
    repacked_from: string | null
    updated_at: number | null
  }

export const dimensionsFrom = (row: Pick<PackageRow, 'length_cm' | 'width_cm' | 'height_cm'>): Package['dimensions'] =>
  row.length_cm === null || row.width_cm === null || row.height_cm === null
    ? null
    : { lengthCm: row.length_cm, widthCm: row.width_cm, heightCm: row.height_cm }

const waiverFrom = ({ price_waiver_reason: reason, price_waived_by: by, price_waived_at: at }: PackageRow): Package['priceWaiver'] =>
  reason === null || by === null || at === null ? null : { reason, by, at }

const offloadFrom = (row: PackageRow): Package['offloaded'] => {
  const { offloaded_from: shipmentId, offload_reason: reason, offloaded_by: by, offloaded_at: at } = row
  return shipmentId === null || reason === null || by === null || at === null ? null : { shipmentId, reason, by, at }
}

const handedOutFrom = ({ handed_out_by: by, handed_out_at: at, handed_out_reason: reason }: PackageRow): Package['handedOut'] =>
  by === null || at === null ? null : { by, at, reason }

const dispositionFrom = ({ disposed_at: at, disposition }: PackageRow): Package['disposition'] =>
  at === null || disposition === null ? null : { ...(JSON.parse(disposition) as Omit<Disposition, 'at'>), at }

const dispositionText = (disposition: Package['disposition']): string | null => {
  if (disposition === null) return null
  const { at: _at, ...rest } = disposition
  return JSON.stringify(rest)
}

const repackedFrom = (text: string | null): Repacked | null => (text === null ? null : (JSON.parse(text) as Repacked))

const repackedText = (repacked: Repacked | null): string | null => repacked && JSON.stringify(repacked)

/** The SQL condition for packages whose goods are in the warehouse. It must stay the same as the condition of the partial indexes. */
export const IN_WAREHOUSE = "(status = 'warehouse' or kept_since is not null)"

export const fromRow = (row: PackageRow): Package => ({
  ...plain.fromRow(row),
  id: row.id,
  version: row.version,
  eta: row.eta,
  toSiteId: row.to_site_id,
  carrierTracked: row.carrier_tracked_since !== null,
  dimensions: dimensionsFrom(row),
  priceWaiver: waiverFrom(row),
  offloaded: offloadFrom(row),
  handedOut: handedOutFrom(row),
  disposition: dispositionFrom(row),
  repackedInto: repackedFrom(row.repacked_into),
  repackedFrom: repackedFrom(row.repacked_from),
  ...clientDataFrom(row),
  updatedAt: row.updated_at ?? row.created_at,
})

export const columns = (parcel: Package): Columns => ({
  ...plain.toRow(parcel),
  carrier_tracked_since: parcel.carrierTracked ? parcel.createdAt : null,
  length_cm: parcel.dimensions?.lengthCm ?? null,
  width_cm: parcel.dimensions?.widthCm ?? null,
  height_cm: parcel.dimensions?.heightCm ?? null,
  price_waiver_reason: parcel.priceWaiver?.reason ?? null,
  price_waived_by: parcel.priceWaiver?.by ?? null,
  price_waived_at: parcel.priceWaiver?.at ?? null,
  offloaded_from: parcel.offloaded?.shipmentId ?? null,
  offload_reason: parcel.offloaded?.reason ?? null,
  offloaded_by: parcel.offloaded?.by ?? null,
  offloaded_at: parcel.offloaded?.at ?? null,
  handed_out_by: parcel.handedOut?.by ?? null,
  handed_out_at: parcel.handedOut?.at ?? null,
  handed_out_reason: parcel.handedOut?.reason ?? null,
  disposed_at: parcel.disposition?.at ?? null,
  disposition: dispositionText(parcel.disposition),
  repacked_into: repackedText(parcel.repackedInto),
  repacked_from: repackedText(parcel.repackedFrom),
  ...clientColumns(parcel),
})

/** Columns that are derived from other columns, or copied from the shipment. They are not part of audit records. */
export const derivedColumns = (parcel: Package): Columns => ({
  search_text: searchText(parcel),
  eta: parcel.eta,
  to_site_id: parcel.toSiteId,
})

const searchText = ({ customerName, parcelNumber }: Package): string => `${customerName}\n${parcelNumber}`.toLowerCase()

/** Makes a package from a row with all columns. The columns of audit records are not enough, because they lack id and version. */
export const fromColumns = (row: Columns): Package => fromRow(row as unknown as PackageRow)
