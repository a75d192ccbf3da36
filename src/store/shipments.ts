// Shipments: bought from a carrier with a booking, or made up in the warehouse.

import type { Mode } from '../domain/business.ts'
import type { Query } from './db.ts'
import { insert as insertRows } from './rows.ts'

export type Shipment = {
  id: string
  businessId: string | null
  mode: Mode
  kind: 'carrier' | 'consolidation'
  carrier: string
  service: string
  trackingCode: string | null
  departedAt: number | null
  createdAt: number
}

export const insert = async (tx: Query, shipment: Shipment): Promise<void> => {
  await insertRows(tx, 'shipments', [
    {
      id: shipment.id,
      business_id: shipment.businessId,
      mode: shipment.mode,
      kind: shipment.kind,
      carrier: shipment.carrier,
      service: shipment.service,
      tracking_code: shipment.trackingCode,
      departed_at: shipment.departedAt,
      created_at: shipment.createdAt,
    },
  ])
}
