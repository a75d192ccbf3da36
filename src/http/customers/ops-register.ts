// The routes of customers in the operator's API.

import type { OpsRegister } from '../register.ts'
import { opsCustomerRoutes } from './ops-routes.ts'

export const customers: OpsRegister = {
  ops: [opsCustomerRoutes],
}
