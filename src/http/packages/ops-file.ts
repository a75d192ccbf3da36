// Streams the operator's list of packages as CSV.

import { BYTE_ORDER_MARK, writeCsv } from '../../domain/values/csv-text.ts'
import type { PackageView } from '../../flows/packages/view-packages.ts'
import { presentOpsPackage } from './ops-present.ts'
import type { WireOpsPackage } from './ops-schemas.ts'

export const FILE_ROWS_MAX = 50_000

const COLUMNS: Record<string, (parcel: WireOpsPackage) => string | number | null | undefined> = {
  parcel_number: (parcel) => parcel.parcel_number,
  status: (parcel) => parcel.status,
  business: (parcel) => parcel.business.name,
  business_prefix: (parcel) => parcel.business.prefix,
  customer_identifier: (parcel) => parcel.customer.customer_identifier,
  customer_name: (parcel) => parcel.customer.name,
  quote_reference: (parcel) => parcel.quote_reference,
  trade_direction: (parcel) => parcel.trade_direction,
  transport_mode: (parcel) => parcel.transport_mode,
  origin_country: (parcel) => parcel.origin_country,
  destination_country: (parcel) => parcel.destination_country,
  quantity: (parcel) => parcel.quantity,
  pieces_arrived: (parcel) => parcel.pieces_arrived,
  declared_weight_kg: (parcel) => parcel.declared_weight,
  actual_weight_kg: (parcel) => parcel.actual_weight,
  volume_cbm: (parcel) => parcel.volume,
  hold_instruction: (parcel) => parcel.hold_instruction,
  site: (parcel) => parcel.site,
  place: (parcel) => parcel.place?.code,
  warehouse_arrived_at: (parcel) => parcel.warehouse_arrived_at,
  last_free_day: (parcel) => parcel.storage_fee.last_free_day,
  storage_due: (parcel) => parcel.storage_fee.amount_due.toFixed(2),
  storage_currency: (parcel) => parcel.storage_fee.currency,
  shipment_id: (parcel) => parcel.shipment_id,
  mode: (parcel) => parcel.mode,
  created_at: (parcel) => parcel.created_at,
  parcel_id: (parcel) => parcel.parcel_id,
}

const rowOf = (parcel: WireOpsPackage): string[] => Object.values(COLUMNS).map((read) => String(read(parcel) ?? ''))

/** Writes the CSV file in batches. Before each batch, calls `requireAuthority`, which throws if the caller's session has ended. */
export async function* packageFile(batches: AsyncIterable<PackageView[]>, requireAuthority: () => Promise<void>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + writeCsv([Object.keys(COLUMNS)])
  for await (const views of batches) {
    await requireAuthority()
    yield writeCsv(views.map((view) => rowOf(presentOpsPackage(view))))
  }
}
