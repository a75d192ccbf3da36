// The schemas and routes of billing.

import type { Register } from '../register.ts'
import { billingRoutes } from './v1-routes.ts'
import { BILLING_SCHEMAS } from './v1-schemas.ts'

export const billing: Register = {
  schemas: BILLING_SCHEMAS,
  v1: [billingRoutes],
}
