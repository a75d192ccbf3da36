// The schemas and routes of businesses.

import type { OpsRegister } from '../register.ts'
import { keyRoutes } from './ops-key-routes.ts'
import { businessRoutes, demoRoutes } from './ops-routes.ts'
import { BUSINESS_SCHEMAS } from './ops-schemas.ts'
import { termsRoutes } from './ops-terms-routes.ts'

export const register: OpsRegister = {
  schemas: BUSINESS_SCHEMAS,
  ops: [businessRoutes, keyRoutes, termsRoutes, demoRoutes],
}
