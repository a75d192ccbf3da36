// The schemas and routes of shipments.

import type { Register } from '../register.ts'
import { shipmentRoutes } from './ops-routes.ts'
import { SHIPMENT_SCHEMAS } from './ops-schemas.ts'

export const shipments: Register = {
  schemas: SHIPMENT_SCHEMAS,
  ops: [shipmentRoutes],
}
