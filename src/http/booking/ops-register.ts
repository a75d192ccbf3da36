// The routes of booking in the operator's API.

import type { OpsRegister } from '../register.ts'
import { purchaseRoutes } from './ops-routes.ts'

export const booking: OpsRegister = {
  ops: [purchaseRoutes],
}
