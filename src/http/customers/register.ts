// The schemas and routes of customers.

import type { Register } from '../register.ts'
import { customerRoutes } from './v1-routes.ts'
import { CUSTOMER_SCHEMAS } from './v1-schemas.ts'

export const customers: Register = {
  schemas: CUSTOMER_SCHEMAS,
  v1: [customerRoutes],
}
