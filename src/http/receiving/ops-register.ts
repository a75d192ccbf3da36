// The schemas and routes for receiving parcels.

import type { OpsRegister } from '../register.ts'
import { photoRoutes } from './ops-photo-routes.ts'
import { repackRoutes } from './ops-repack-routes.ts'
import { receivingRoutes } from './ops-routes.ts'
import { scanRoutes } from './ops-scan-routes.ts'
import { RECEIVING_SCHEMAS } from './ops-schemas.ts'
import { unidentifiedRoutes } from './ops-unidentified-routes.ts'

export const register: OpsRegister = {
  schemas: RECEIVING_SCHEMAS,
  ops: [scanRoutes, receivingRoutes, unidentifiedRoutes, repackRoutes, photoRoutes],
}
