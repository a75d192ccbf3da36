// The rows of a manifest: packages with business and booking data.

import type { Party } from '../../domain/businesses/business.ts'
import type { InboundItem } from '../../domain/inbound/inbound-parcel.ts'
import type { Cargo } from '../../domain/pricing/cargo.ts'
import type { Listed } from '../../domain/shipments/manifest.ts'
import type { Query } from '../../platform/engine/db.ts'
import type { FoundRow } from '../packages/packages.ts'
import { foundFromRow } from '../packages/packages.ts'

type ManifestRow = FoundRow & {
  business_name: string
  own_address: string
  cargo: string | null
  recipient: string | null
  announced_items: string | null
}

const consigneeOf = ({ recipient, own_address }: ManifestRow): Pick<Listed, 'consignee' | 'city'> => {
  const { name, address } = JSON.parse(recipient ?? own_address) as Party
  return { consignee: name ?? null, city: address.city ?? null }
}

/** The packages of a shipment, sorted by business name and then by parcel number. */
export const ofShipment = async (db: Query, shipmentId: string): Promise<Listed[]> => {
  const rows = await db.query<ManifestRow>(
    `select packages.*, businesses.name as business_name, businesses.own_address, quotes.cargo, quotes.recipient,
       inbound_parcels.items as announced_items
     from packages join businesses on businesses.id = packages.business_id
     left join quotes on quotes.business_id = packages.business_id and quotes.mode = packages.mode and quotes.id = packages.quote_id
     left join inbound_parcels on inbound_parcels.business_id = packages.business_id and inbound_parcels.mode = packages.mode
       and inbound_parcels.id = packages.inbound_parcel_id
     where packages.shipment_id = $1 order by businesses.name, packages.business_id, packages.parcel_number`,
    [shipmentId],
  )
  return rows.map((row) => ({
    parcel: foundFromRow(row).parcel,
    businessName: row.business_name,
    cargo: row.cargo === null ? null : (JSON.parse(row.cargo) as Cargo),
    announcedGoods: (JSON.parse(row.announced_items ?? '[]') as InboundItem[]).map(({ description }) => description),
    ...consigneeOf(row),
  }))
}
