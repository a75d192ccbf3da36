// The routes of the request log in the operator's API.

import type { OpsRegister } from '../register.ts'
import { opsRequestRoutes } from './ops-routes.ts'

export const requests: OpsRegister = {
  ops: [opsRequestRoutes],
}
