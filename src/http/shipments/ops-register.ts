// The schemas and routes of shipments.

import type { OpsRegister } from '../register.ts'
import { offloadRoutes } from './ops-offload-routes.ts'
import { shipmentRoutes } from './ops-routes.ts'
import { SHIPMENT_SCHEMAS } from './ops-schemas.ts'

export const shipments: OpsRegister = {
  schemas: SHIPMENT_SCHEMAS,
  ops: [shipmentRoutes, offloadRoutes],
}
