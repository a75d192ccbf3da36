// The schemas and routes of inbound parcels.

import type { Register } from '../register.ts'
import { inboundRoutes } from './v1-routes.ts'
import { INBOUND_SCHEMAS } from './v1-schemas.ts'

export const inbound: Register = {
  schemas: INBOUND_SCHEMAS,
  v1: [inboundRoutes],
}
