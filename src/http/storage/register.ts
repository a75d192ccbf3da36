// The routes of storage.

import type { Register } from '../register.ts'
import { storageRoutes } from './ops-routes.ts'

export const storage: Register = {
  ops: [storageRoutes],
}
