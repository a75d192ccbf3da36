// The schemas and routes of shadow prices.

import type { OpsRegister } from '../register.ts'
import { shadowRoutes } from './ops-routes.ts'
import { SHADOW_SCHEMAS } from './ops-schemas.ts'

export const shadow: OpsRegister = {
  schemas: SHADOW_SCHEMAS,
  ops: [shadowRoutes],
}
