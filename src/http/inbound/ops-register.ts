// The routes of inbound parcels in the operator's API, and their schemas.

import type { OpsRegister } from '../register.ts'
import { opsInboundRoutes } from './ops-routes.ts'
import { OPS_INBOUND_SCHEMAS } from './ops-schemas.ts'

export const inbound: OpsRegister = {
  schemas: OPS_INBOUND_SCHEMAS,
  ops: [opsInboundRoutes],
}
