// The routes of storage.

import type { OpsRegister } from '../register.ts'
import { storageRoutes } from './ops-routes.ts'

export const storage: OpsRegister = {
  ops: [storageRoutes],
}
