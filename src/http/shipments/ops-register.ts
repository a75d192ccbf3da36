// The schemas and routes of shipments.

import type { OpsRegister } from '../register.ts'
import { containerRoutes } from './ops-container-routes.ts'
import { offloadRoutes } from './ops-offload-routes.ts'
import { shipmentRoutes } from './ops-routes.ts'
import { SHIPMENT_SCHEMAS } from './ops-schemas.ts'
import { voyageRoutes } from './ops-voyage-routes.ts'
import { VOYAGE_SCHEMAS } from './ops-voyage-schemas.ts'

export const register: OpsRegister = {
  schemas: [...SHIPMENT_SCHEMAS, ...VOYAGE_SCHEMAS],
  ops: [shipmentRoutes, offloadRoutes, containerRoutes, voyageRoutes],
}
